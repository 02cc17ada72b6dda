"""The sample frames of docs/PROTOCOL.md, and the messages of push.proto."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def frames() -> dict[str, bytes]:
    """The samples by name, without their lengths."""
    document = (ROOT / "docs/PROTOCOL.md").read_text()
    samples = re.findall(r"```hex (\S+)\n(.*?)```", document, re.DOTALL)
    return {name: bytes.fromhex(text)[4:] for name, text in samples}


def proto_messages() -> dict[str, dict[str, tuple[int, str, str]]]:
    """The fields of each message: number, type, and "repeated", "oneof" or nothing."""
    source = re.sub(r"//[^\n]*", "", (ROOT / "Sources/Shared/Wire/push.proto").read_text())
    messages: dict[str, dict[str, tuple[int, str, str]]] = {}
    for name, body in re.findall(r"message (\w+) \{((?:[^{}]|oneof \w+ \{[^{}]*\})*)\}", source):
        plain = re.sub(r"oneof \w+ \{[^{}]*\}", "", body)
        fields = _fields(plain, "")
        for oneof in re.findall(r"oneof \w+ \{([^{}]*)\}", body):
            fields |= _fields(oneof, "oneof")
        messages[name] = fields
    return messages


def _fields(text: str, label: str) -> dict[str, Any]:
    found = re.findall(r"(repeated |optional )?(\w+) (\w+) = (\d+);", text)
    return {
        name: (int(number), kind, repeated.strip() or label)
        for repeated, kind, name, number in found
    }
