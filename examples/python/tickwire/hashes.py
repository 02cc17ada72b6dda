"""The hashes by which both ends find out whether they hold the same tables.

All arithmetic is on 64 bits and wraps.
"""

MASK = 0xFFFFFFFFFFFFFFFF


def mix(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def chain(first: int, *values: int) -> int:
    """Mixes the first value, then each further one into what the ones before it made."""
    h = mix(first)
    for value in values:
        h = mix(h + value)
    return h


def text(data: bytes) -> int:
    """FNV-1a."""
    h = 0xCBF29CE484222325
    for byte in data:
        h = (h ^ byte) * 0x100000001B3 & MASK
    return h
