#!/usr/bin/env python3
"""Prints the prices of some coins as they change."""

from datetime import UTC, datetime
from decimal import Decimal

from tickwire import Client
from tickwire.signin import options, run

parser = options("Print the prices of some coins as they change.")
parser.add_argument("symbols", nargs="*", default=["BTC", "ETH"], metavar="SYMBOL")
parser.add_argument("--lines", type=int, default=0, help="end after so many lines (default: never)")
arguments = parser.parse_args()


def line(client: Client, coin_id: int, price: Decimal) -> str:
    """Every price names its source, and says how old it is unless it is live."""
    row = client.market.coin(coin_id)
    assert row
    now = client.server_time_s()
    age = client.market.age_s(row, now)
    when = "live" if client.market.is_live(row, now) else f"{age or 0:.0f} s old"
    change = "?" if row.day_change is None else f"{row.day_change:+} %"
    return f"{row.symbol:6} {price:>16,f} USD {change:>9}  {client.market.provider(row)}, {when}"


async def print_prices(client: Client) -> None:
    found = [client.market.symbol(symbol) for symbol in arguments.symbols]
    coins = {row.coin_id: row.symbol for row in found if row}
    if not coins:
        raise SystemExit(f"The server has none of these coins: {', '.join(arguments.symbols)}.")
    lines = 0
    async for coin_id, price in client.prices(*coins):
        print(datetime.now(UTC).strftime("%H:%M:%S"), line(client, coin_id, price), flush=True)
        lines += 1
        if lines == arguments.lines:
            return


run(arguments, print_prices)
