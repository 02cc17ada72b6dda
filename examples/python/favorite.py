#!/usr/bin/env python3
"""Toggles a favorite. All terminals of the user show it at once."""

from tickwire import Client
from tickwire.signin import options, run

parser = options("Toggle a favorite, and print all favorites.")
parser.add_argument("symbol", metavar="SYMBOL")
arguments = parser.parse_args()


async def toggle(client: Client) -> None:
    row = client.market.symbol(arguments.symbol)
    if row is None:
        raise SystemExit(f"The server has no coin {arguments.symbol}.")
    is_favorite = await client.toggle_favorite(row.coin_id)
    print(f"{row.symbol} is {'now' if is_favorite else 'no longer'} a favorite.")
    rows = [client.market.coin(coin_id) for coin_id in client.user.favorites]
    print("Favorites:", ", ".join(row.symbol for row in rows if row) or "none")


run(arguments, toggle)
