#!/usr/bin/env python3
"""Makes an alert and waits until it fires. The server watches it even if this program ends."""

from tickwire import AlertCondition, Client
from tickwire.signin import options, run

parser = options("Make an alert, and wait until it fires.")
parser.add_argument("symbol", metavar="SYMBOL")
parser.add_argument("direction", choices=["above", "below"])
parser.add_argument("price", help="in US dollars, such as 100000 or 0.5")
parser.add_argument("--note", default="", help="a word to show when it fires")
arguments = parser.parse_args()


async def wait_for_alert(client: Client) -> None:
    row = client.market.symbol(arguments.symbol)
    if row is None:
        raise SystemExit(f"The server has no coin {arguments.symbol}.")
    condition = AlertCondition(**{f"price_{arguments.direction}": arguments.price})
    alert = await client.add_alert(row.coin_id, condition, arguments.note)
    print(
        f"{row.symbol} is at {row.price}; waiting for {arguments.direction} {arguments.price}.",
        flush=True,
    )

    def events() -> list[int]:
        return [
            number for number, event in client.user.alert_events.items() if event.alert == alert
        ]

    await client.until(lambda: client.user.is_armed(alert) or bool(events()))
    print("The server watches it.", flush=True)
    await client.until(lambda: bool(events()))
    event = client.user.alert_events[events()[0]]
    print(
        f"It has fired: {row.symbol} is at {event.price} by {event.source}. {event.note}".rstrip()
    )


run(arguments, wait_for_alert)
