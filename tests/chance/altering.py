"""Hands that alter a file: a byte of it, or what a forger would, with the old seal or with a new one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.chance.file import entries_of, read, seal
from companion.chance.told import recomputed
from companion.chance.verdict import Code

Bodies = list[dict[str, Any]]
Forged = tuple[int | None, Code]
"""The entry that was forged, and what is wrong with it."""


def with_another_byte(data: bytes, rnd: Random) -> tuple[bytes, int | None]:
    """The file with one byte changed, anywhere, and the entry that it belonged to; a newline ends its own line."""
    at = rnd.randrange(len(data))
    other = rnd.choice([byte for byte in range(256) if byte != data[at]])
    number = data[:at].count(b"\n") + 1
    [entry] = [entry for line, entry in about(data) if line == number]
    return data[:at] + bytes([other]) + data[at + 1 :], entry


def about(data: bytes) -> Iterator[tuple[int, int | None]]:
    """Every line's number, with the entry that it is or is about."""
    lines = read(data)
    for line, entry in zip(lines, entries_of(lines), strict=True):
        yield line.number, entry


def bodies(data: bytes) -> Bodies:
    """The lines of a file without its seal."""
    return [json.loads(line) for line in data.splitlines()][:-1]


def written(lines: Bodies) -> bytes:
    """A file of these lines, sealed anew."""
    raw = [json.dumps(line, ensure_ascii=False).encode() for line in lines]
    return b"\n".join([*raw, seal(raw), b""])


def under_the_old_seal(data: bytes, lines: Bodies) -> bytes:
    """A file of these lines, with the seal of another."""
    raw = [json.dumps(line, ensure_ascii=False).encode() for line in lines]
    return b"\n".join([*raw, data.splitlines()[-1], b""])


def _changed_value(lines: Bodies, rnd: Random) -> Forged:
    """Another value for a draw."""
    line = rnd.choice(_drawn(lines))
    line["values"] = _others(line, rnd)
    return line["entry"], Code.WRONG_DRAW


def _changed_draw_and_move(lines: Bodies, rnd: Random) -> Forged:
    """Another value for a draw, and for its move as well."""
    line = rnd.choice(_standing(lines))
    line["values"] = lines[lines.index(line) + 1]["chance"] = _others(line, rnd)
    return line["entry"], Code.WRONG_DRAW


def _changed_move(lines: Bodies, rnd: Random) -> Forged:
    """Another value for a move alone."""
    line = rnd.choice(_standing(lines))
    lines[lines.index(line) + 1]["chance"] = _others(line, rnd)
    return line["entry"], Code.WRONG_CHANCE


def _changed_seed(lines: Bodies, rnd: Random) -> Forged:
    """Another seed than was committed to."""
    line = rnd.choice([line for line in lines if line.get("kind") == "seed"])
    line["seed"] = rnd.randbytes(32).hex()
    return None, Code.WRONG_COMMITMENT


def _changed_commitment(lines: Bodies, rnd: Random) -> Forged:
    """Another commitment than was shown: its words would be others."""
    line = rnd.choice([line for line in lines if line.get("kind") == "commitment"])
    line["sha256"] = rnd.randbytes(32).hex()
    return None, Code.WRONG_WORDS


def _removed_draw(lines: Bodies, rnd: Random) -> Forged:
    """A move without its draw."""
    line = rnd.choice(_standing(lines))
    lines.remove(line)
    return line["entry"], Code.MISSING_DRAW


def _swapped_values(lines: Bodies, rnd: Random) -> Forged:
    """Two draws with each other's values, and their moves too; where none differ, one of them is changed."""
    standing = _standing(lines)
    first = rnd.choice(standing)
    unlike = [line for line in standing if line["of"] == first["of"] and line["values"] != first["values"]]
    if not unlike:
        return _changed_draw_and_move(lines, rnd)
    one, two = sorted((first, rnd.choice(unlike)), key=lines.index)
    one["values"], two["values"] = two["values"], one["values"]
    for line in (one, two):
        lines[lines.index(line) + 1]["chance"] = line["values"]
    return one["entry"], Code.WRONG_DRAW


def _typed_instead(lines: Bodies, rnd: Random) -> Forged:
    """A draw passed off as real dice, twice told."""
    line = rnd.choice(_standing(lines))
    lines.insert(lines.index(line) + 1, {"kind": "typed", "entry": line["entry"], "values": line["values"]})
    return line["entry"], Code.TWO_DRAWS


def _skipped_numbers(lines: Bodies, rnd: Random) -> Forged:
    """A draw of a later number, which has the values that somebody likes better; by the seed they are right."""
    at = rnd.choice(_drawn_last(lines))
    line = lines[at]
    kind, n = line["name"].rsplit("/", 1)
    committed = sum(above.get("kind") == "commitment" for above in lines[:at])
    seed = [other["seed"] for other in lines if other.get("kind") == "seed"][committed - 1]
    line["name"] = f"{kind}/{int(n) + rnd.randint(1, 200)}"
    of = tuple((what, count) for what, count in line["of"])
    line["values"] = [*recomputed(bytes.fromhex(seed), line["name"], of, line.get("weights", ()))]
    line.pop("again", None)
    if line["entry"] is not None:
        lines[at + 1]["chance"] = line["values"]
    return line["entry"], Code.WRONG_NAME


FORGERIES: tuple[Callable[[Bodies, Random], Forged], ...] = (
    *(_changed_value, _changed_draw_and_move, _changed_move, _changed_seed),
    *(_changed_commitment, _removed_draw, _swapped_values, _typed_instead, _skipped_numbers),
)
"""What a forger may do. Each changes the lines in place, and says what there is to be found."""


def _drawn(lines: Bodies) -> Bodies:
    return [line for line in lines if line.get("kind") == "draw"]


def _standing(lines: Bodies) -> Bodies:
    return [line for line in _drawn(lines) if line["entry"] is not None]


def _drawn_last(lines: Bodies) -> list[int]:
    """Where the last draw of each seat and kind stands; no name after it can give away that it has another."""
    return [
        *{line["name"].rsplit("/", 1)[0]: at for at, line in enumerate(lines) if line.get("kind") == "draw"}.values()
    ]


def _others(line: dict[str, Any], rnd: Random) -> list[int]:
    """Values of the same draw, at least one of them another."""
    values = list(line["values"])
    at = rnd.randrange(len(values))
    low, high = (0, line["of"][0][1] - 1) if line["of"][0][0] == "sectors" else (1, 6)
    values[at] = rnd.choice([value for value in range(low, high + 1) if value != values[at]])
    return values
