"""The lines of a moves file as far as chance goes: what each is about, and the seal that tells which was altered."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.chance.canonical_json import MOST, canonical, plain, whole_number
from companion.support.frozen import frozen

SEAL = b'{"kind": "seal"'
"""How the last line of a sealed file begins."""
DEEPEST = 64
"""So deep lists and objects may be nested in a line."""
_DIGEST = re.compile(r"[0-9a-f]{16}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@frozen
class FileLine:
    """One line that is not blank."""

    number: int
    """From 1; blank lines count."""
    raw: bytes
    """Its bytes, without the newline."""
    body: Mapping[str, Any] | None
    """What it says; None when it is no JSON object."""

    @property
    def kind(self) -> object:
        """What a line is that is no move: "draw", "seed"; None for others."""
        return self.body.get("kind") if self.body is not None else None

    @property
    def is_entry(self) -> bool:
        """Whether it is a move. The first line, which is none, is not asked."""
        return self.body is not None and "kind" not in self.body


@frozen
class Seal:
    """What the last line says of those above."""

    lines: tuple[str, ...]
    """For every line the first 16 digits of its SHA-256."""
    entries: tuple[int | None, ...]
    """For every line the entry that it is or is about, None for none: a line that is gone cannot tell any more."""
    sha256: str
    """Of all the lines together, each with a newline: it tells an altered line from an altered seal."""

    def raw(self) -> bytes:
        """The one way to write it."""
        body = {"kind": "seal", "lines": self.lines, "entries": self.entries, "sha256": self.sha256}
        return json.dumps(body).encode()


def read(data: bytes) -> tuple[FileLine, ...]:
    """The lines of a moves file. Nothing is refused here: what cannot be read has no body."""
    lines = [_line(number, raw) for number, raw in enumerate(data.split(b"\n"), 1)]
    found = [line for line in lines if line is not None]
    if found and (at := found[-1].raw.rfind(SEAL)) > 0:  # the newline above the seal is gone: still two lines
        merged = found.pop()
        halves = (_line(merged.number, merged.raw[:at]), _line(merged.number, merged.raw[at:]))
        found += [half for half in halves if half is not None]
    return tuple(found)


def seal(lines: Iterable[bytes]) -> bytes:
    """The line that seals these, which have no newlines."""
    return sealing(read(b"\n".join(lines))).raw()


def sealing(lines: Sequence[FileLine]) -> Seal:
    """The seal of these lines."""
    whole = hashlib.sha256(b"".join(line.raw + b"\n" for line in lines)).hexdigest()
    digests = tuple(hashlib.sha256(line.raw).hexdigest()[:16] for line in lines)
    return Seal(digests, entries_of(lines), whole)


def closing(lines: Sequence[Mapping[str, Any] | None]) -> str | None:
    """What the closing words of an evening stand for: SHA-256 over these lines, 64 hexadecimal digits.

    They are all of its file but the seal at the end.

    Each line counts as it would be written anew, so that nobody who reads it need have its very bytes. None for a game
    that has not laid its seeds open, and for lines that nobody could write anew.
    """
    kinds = [line.get("kind") if line is not None else None for line in lines]
    if not 0 < kinds.count("commitment") <= kinds.count("seed"):
        return None
    whole = hashlib.sha256()
    for line in lines:
        if line is None or not plain(line):
            return None
        whole.update(canonical(line).encode() + b"\n")
    return whole.hexdigest()


def seal_in(line: FileLine) -> Seal | None:
    """The seal that this line is; None when it is none, or not written as seals are."""
    body = line.body or {}
    digests, entries, whole = body.get("lines"), body.get("entries"), body.get("sha256")
    if not isinstance(digests, list) or not isinstance(entries, list) or len(digests) != len(entries):
        return None
    if not all(isinstance(digest, str) and _DIGEST.fullmatch(digest) for digest in digests):
        return None
    if not all(entry is None or whole_number(entry) for entry in entries):
        return None
    if not isinstance(whole, str) or not _SHA256.fullmatch(whole):
        return None
    found = Seal(tuple(digests), tuple(entries), whole)
    return found if found.raw() == line.raw else None


def entries_of(lines: Sequence[FileLine]) -> tuple[int | None, ...]:
    """For every line the entry that it is, from 1, or that it says it is about; None for none."""
    found: list[int | None] = []
    entries = 0
    for line in lines:
        if line is not lines[0] and line.is_entry:
            entries += 1
            found.append(entries)
        else:
            about = (line.body or {}).get("entry")
            found.append(about if line.kind in ("draw", "typed") and whole_number(about) else None)
    return tuple(found)


def parsed(text: str) -> Any:
    """What JSON says, if it says the same to every reader.

    Raises ValueError for what is no JSON, has a key twice in one object, or lists and objects more than 64 deep.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_each_once, parse_int=_number, parse_float=_number, parse_constant=_no_constant
        )
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    _check_depth(value, DEEPEST)
    return value


def _check_depth(value: Any, left: int) -> None:
    if isinstance(value, dict | list):
        if not left:
            raise ValueError("nested too deep")
        for one in value.values() if isinstance(value, dict) else value:
            _check_depth(one, left - 1)


def _each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key comes twice")
    return found


def _line(number: int, raw: bytes) -> FileLine | None:
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        return FileLine(number, raw, None)
    if not text.strip():
        return None
    try:
        body = parsed(text)
    except ValueError:
        body = None
    return FileLine(number, raw, body if isinstance(body, dict) else None)


def _number(text: str) -> int | float:
    """A number as every reader of JSON has it: 1.0 is 1, and what is too great for certainty is no whole number."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= MOST else value


def _no_constant(name: str) -> None:
    raise ValueError(name)
