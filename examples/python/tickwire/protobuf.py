"""A small protobuf codec for dataclasses.

A message is a dataclass whose fields are made by `scalar`, `optional` and `repeated`, each with its
number and type from push.proto. Only types that the protocol uses are here.
Unknown fields are skipped.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, TypeVar

Kind = str | type
Message = TypeVar("Message")

VARINT, FIXED64, LENGTH, GROUP, END_GROUP, FIXED32 = range(6)
DEFAULTS: dict[str, Any] = {
    "uint32": 0, "uint64": 0, "sint32": 0, "fixed64": 0, "bool": False, "string": "", "bytes": b"",
}  # fmt: skip
BITS = {"uint32": 32, "uint64": 64, "bool": 1}


class ProtobufError(ValueError):
    """Bytes that are not the expected message, or a value that does not fit its field."""


@dataclasses.dataclass(frozen=True)
class Field:
    """How one field of a message is written."""

    number: int
    kind: Kind  # a name in `DEFAULTS`, or the class of a message; an enum is a uint32
    is_repeated: bool = False
    is_optional: bool = False

    @property
    def wire_type(self) -> int:
        if self.kind == "fixed64":
            return FIXED64
        return LENGTH if isinstance(self.kind, type) or self.kind in ("string", "bytes") else VARINT

    def tag(self, wire_type: int) -> bytes:
        return varint(self.number << 3 | wire_type)


def scalar(number: int, kind: str) -> Any:
    """A field that is absent if it has its default value."""
    return dataclasses.field(default=DEFAULTS[kind], metadata={"wire": Field(number, kind)})


def optional(number: int, kind: Kind) -> Any:
    """A message, or a field of a oneof: `None` if it is absent."""
    return dataclasses.field(default=None, metadata={"wire": Field(number, kind, is_optional=True)})


def repeated(number: int, kind: Kind) -> Any:
    """A list. Numbers are packed."""
    return dataclasses.field(
        default_factory=list, metadata={"wire": Field(number, kind, is_repeated=True)}
    )


_layouts: dict[type[Any], dict[int, tuple[str, Field]]] = {}


def layout(message: type[Any]) -> dict[int, tuple[str, Field]]:
    """The names and fields of a message by number, ascending."""
    known = _layouts.get(message)
    if known is None:
        named = ((field.name, field.metadata["wire"]) for field in dataclasses.fields(message))
        known = {wire.number: (name, wire) for name, wire in sorted(named, key=_number)}
        _layouts[message] = known
    return known


def _number(named: tuple[str, Field]) -> int:
    return named[1].number


# ---- writing


def encode(message: Any) -> bytes:
    """Writes fields in ascending order and leaves defaults out, as the keys of records demand."""
    out = bytearray()
    for name, field in layout(type(message)).values():
        value = getattr(message, name)
        if field.is_repeated and field.wire_type != LENGTH:
            if value:
                packed = b"".join(_encode_value(field.kind, element) for element in value)
                out += field.tag(LENGTH) + varint(len(packed)) + packed
            continue
        for element in value if field.is_repeated else _present(field, value):
            out += field.tag(field.wire_type) + _encode_value(field.kind, element)
    return bytes(out)


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _present(field: Field, value: Any) -> list[Any]:
    is_absent = value is None or (not field.is_optional and value == DEFAULTS[str(field.kind)])
    return [] if is_absent else [value]


def _encode_value(kind: Kind, value: Any) -> bytes:
    if isinstance(kind, type):
        value = encode(value)
    elif kind == "string":
        value = value.encode()
    elif kind == "fixed64":
        return int(value).to_bytes(8, "little")
    elif kind == "sint32":
        return varint((value << 1 ^ value >> 31) & 0xFFFFFFFF)
    elif kind != "bytes":
        if not 0 <= value < 1 << BITS[kind]:
            raise ProtobufError(f"{value} does not fit into a {kind}")
        return varint(int(value))
    return varint(len(value)) + bytes(value)


# ---- reading


def decode(message: type[Message], data: bytes) -> Message:
    """Reads a message. Raises `ProtobufError` if the bytes are not one."""
    result = message()
    known = layout(message)
    for number, wire_type, value in _fields(data):
        name, field = known.get(number, ("", None))
        if field is None:
            continue
        if field.is_repeated and wire_type == LENGTH != field.wire_type:
            getattr(result, name).extend(_unpack(field.kind, value))
        elif wire_type != field.wire_type:
            continue  # Another version of the message: as unknown as a new number.
        elif field.is_repeated:
            getattr(result, name).append(_decode_value(field.kind, value))
        else:
            setattr(result, name, _decode_value(field.kind, value))
    return result


def _fields(data: bytes) -> Iterator[tuple[int, int, Any]]:
    """The fields of a message outside of groups: number, wire type, and a number or bytes."""
    position, groups = 0, []
    while position < len(data):
        tag, position = _read_varint(data, position)
        number, wire_type = tag >> 3 & 0x1FFFFFFF, tag & 7
        value: Any = None
        if number == 0:
            raise ProtobufError("a field has number 0")
        if wire_type == VARINT:
            value, position = _read_varint(data, position)
        elif wire_type in (FIXED64, FIXED32, LENGTH):
            size = 8 if wire_type == FIXED64 else 4
            if wire_type == LENGTH:
                size, position = _read_varint(data, position)
            if size > len(data) - position:
                raise ProtobufError(f"field {number} is cut off")
            value = data[position : position + size]
            position += size
        elif wire_type == GROUP:
            groups.append(number)
            continue
        elif wire_type != END_GROUP or not groups or groups.pop() != number:
            raise ProtobufError(f"field {number} has an impossible wire type, {wire_type}")
        else:
            continue
        if not groups:
            yield number, wire_type, value
    if groups:
        raise ProtobufError(f"group {groups[-1]} has no end")


def _read_varint(data: bytes, position: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if position >= len(data):
            raise ProtobufError("a number is cut off")
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, position
    raise ProtobufError("a number is longer than 10 bytes")


def _unpack(kind: Kind, data: bytes) -> Iterator[Any]:
    position = 0
    while position < len(data):
        if kind == "fixed64":
            if len(data) - position < 8:
                raise ProtobufError("a packed number is cut off")
            value: Any = data[position : position + 8]
            position += 8
        else:
            value, position = _read_varint(data, position)
        yield _decode_value(kind, value)


def _decode_value(kind: Kind, value: Any) -> Any:
    if isinstance(kind, type):
        return decode(kind, value)
    if kind == "uint32":
        return value & 0xFFFFFFFF
    if kind == "sint32":
        value &= 0xFFFFFFFF
        return value >> 1 ^ -(value & 1)
    if kind == "fixed64":
        return int.from_bytes(value, "little")
    if kind == "bool":
        return value != 0
    if kind == "string":
        try:
            return value.decode()
        except UnicodeDecodeError as error:
            raise ProtobufError(f"a text is not UTF-8: {error}") from error
    return value
