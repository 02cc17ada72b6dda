import dataclasses
import inspect
import random
import re
import unittest
from enum import IntEnum

from tests.samples import ROOT, frames, proto_messages
from tickwire import messages
from tickwire.messages import ClientFrame, ListItemKey, Percents, Ping, ServerFrame
from tickwire.protobuf import DEFAULTS, ProtobufError, decode, encode, layout

# Samples of frames that this library does not send, or reads only in part.
OF_CLIENTS = "hello-password hello-token mutation-add mutation-remove user-table-request"
OF_CLIENTS += " ping pong snapshot-request logout"
OF_SERVERS = "snapshot-part market-diff user-table user-diff mutation-result server-ping"
OF_SERVERS += " server-pong close new-epoch"


def known_messages() -> dict[str, type]:
    return {
        name: member
        for name, member in inspect.getmembers(messages, inspect.isclass)
        if dataclasses.is_dataclass(member)
    }


class ProtobufTests(unittest.TestCase):
    def test_messages_have_the_fields_of_push_proto(self) -> None:
        declared = proto_messages()
        self.assertGreater(len(known_messages()), 40)
        for name, message in known_messages().items():
            for number, (field_name, field) in layout(message).items():
                with self.subTest(message=name, field=field_name):
                    expected, kind, label = declared[name][field_name.rstrip("_")]
                    self.assertEqual(number, expected)
                    if isinstance(field.kind, type):
                        self.assertEqual(field.kind.__name__, kind)
                    else:
                        is_enum = kind not in DEFAULTS and kind not in declared
                        self.assertEqual(field.kind, "uint32" if is_enum else kind)
                    self.assertEqual(field.is_repeated, label == "repeated")
                    has_presence = label == "oneof" or (kind in declared and label == "")
                    self.assertEqual(field.is_optional, has_presence)

    def test_enums_have_the_values_of_push_proto(self) -> None:
        source = proto_enum_values()
        prefixes = {"Outcome": "MUTATION_OUTCOME", "Kind": None}
        enums = [
            (name, enum)
            for name, enum in inspect.getmembers(messages, inspect.isclass)
            if issubclass(enum, IntEnum) and enum is not IntEnum
        ]
        for name, enum in enums:
            words = "".join(f"_{letter}" if letter.isupper() else letter for letter in name)
            prefix = prefixes.get(name, words.strip("_").upper())
            for member in enum if prefix else []:
                self.assertEqual(source[f"{prefix}_{member.name}"], member.value)

    def test_the_samples_are_read_and_written_again_byte_by_byte(self) -> None:
        samples = frames()
        for frame, names in [(ClientFrame, OF_CLIENTS), (ServerFrame, OF_SERVERS)]:
            for name in names.split():
                with self.subTest(name):
                    self.assertEqual(encode(decode(frame, samples[name])), samples[name])

    def test_samples_with_unknown_parts_are_read_without_them(self) -> None:
        welcome = decode(ServerFrame, frames()["welcome"]).welcome
        assert welcome and welcome.limits and welcome.user
        self.assertEqual((welcome.user_name, welcome.token), ("ada", b"\xaa" * 32))
        self.assertEqual((welcome.limits.silence_ms, welcome.user.store), (35_000, 3))
        self.assertEqual(decode(ServerFrame, frames()["rates"]), ServerFrame())

    def test_a_key_has_no_defaults(self) -> None:
        self.assertEqual(encode(ListItemKey(0, 1027)), bytes.fromhex("108308"))

    def test_a_number_that_does_not_fit_is_not_written(self) -> None:
        with self.assertRaises(ProtobufError):
            encode(ListItemKey(0, 1 << 32))

    def test_only_the_low_32_bits_of_a_longer_number_count(self) -> None:
        self.assertEqual(decode(ListItemKey, bytes.fromhex("108180808010")).coin_id, 1)

    def test_signed_numbers_may_be_packed_or_not(self) -> None:
        self.assertEqual(decode(Percents, encode(Percents([1], [-10001]))).hundredths, [-10001])
        self.assertEqual(decode(Percents, bytes.fromhex("1001 1002")).hundredths, [-1, 1])

    def test_unknown_fields_and_groups_are_skipped(self) -> None:
        unknown = bytes.fromhex("7a0161 7d01020304 f10101020304050607 08 fb01 0805 fc01")
        self.assertEqual(decode(Ping, unknown + b"\x08\x09"), Ping(9))

    def test_bytes_that_are_no_message_are_an_error_and_nothing_else(self) -> None:
        seed = 7
        source, samples = random.Random(seed), list(frames().values())
        for _ in range(3000):
            data = bytearray(source.choice(samples))
            for _ in range(source.randint(1, 4)):
                data[source.randrange(len(data))] = source.randrange(256)
            cut = bytes(data[: source.randint(1, len(data))])
            try:
                decode(ServerFrame, cut)
            except ProtobufError:
                continue
            except Exception as error:
                self.fail(f"seed {seed}: {cut.hex()} raised {error!r}")
        for broken in ["08", "0a05", "0b", "0c", "00", "0e", "08ffffffffffffffffffff01"]:
            with self.assertRaises(ProtobufError):
                decode(Ping, bytes.fromhex(broken))


def proto_enum_values() -> dict[str, int]:
    source = (ROOT / "Sources/Shared/Wire/push.proto").read_text()
    return {name: int(value) for name, value in re.findall(r"^  ([A-Z_]+) = (\d+);", source, re.M)}
