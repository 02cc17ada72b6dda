"""A client of the Tickwire push server, written from docs/PROTOCOL.md.

It needs Python 3.11 or newer.
"""

from .client import Client, Closed
from .market import MarketTable, Row
from .messages import Alert, AlertCondition, AlertEvent, AlertMove, Change, Login
from .mutations import InDoubt, Refused
from .transport import Untrusted
from .user import UserReplica

__all__ = [
    "Alert", "AlertCondition", "AlertEvent", "AlertMove", "Change", "Client", "Closed", "InDoubt",
    "Login", "MarketTable", "Refused", "Row", "Untrusted", "UserReplica",
]  # fmt: skip
