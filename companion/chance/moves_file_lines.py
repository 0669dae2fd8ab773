"""The lines of a moves file as the check of chance sees them, and the seal that shows which line was altered."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.chance.canonical_json import MAX_SAFE_INTEGER, canonical, is_plain, is_whole_number
from companion.support.frozen_dataclasses import frozen

SEAL_PREFIX = b'{"kind": "seal"'
"""Beginning of the last line of a sealed file."""
MAX_LINE_DEPTH = 64
"""Maximum nesting depth of lists and objects in a line."""
_DIGEST = re.compile(r"[0-9a-f]{16}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@frozen
class FileLine:
    """A line that is not blank."""

    number: int
    """Number from 1; blank lines count."""
    raw: bytes
    """Bytes of the line, without the newline."""
    body: Mapping[str, Any] | None
    """Content of the line; None if it is not a JSON object."""

    @property
    def kind(self) -> object:
        """Kind of a line that is not a move, such as "draw" or "seed"; None for a move."""
        return self.body.get("kind") if self.body is not None else None

    @property
    def is_entry(self) -> bool:
        """True for a move. Not meaningful for the first line, which is never one."""
        return self.body is not None and "kind" not in self.body


@frozen
class Seal:
    """The seal: the last line, with digests of the lines above."""

    lines: tuple[str, ...]
    """First 16 digits of the SHA-256 of each line."""
    entries: tuple[int | None, ...]
    """Entry that each line is or refers to, None for none. A missing line can no longer say that itself."""
    sha256: str
    """Digest of all lines together, each with a newline. It shows whether a line or the seal was altered."""

    def raw(self) -> bytes:
        """Return the line of the seal. No other spelling is valid."""
        body = {"kind": "seal", "lines": self.lines, "entries": self.entries, "sha256": self.sha256}
        return json.dumps(body).encode()


def read_lines(data: bytes) -> tuple[FileLine, ...]:
    """Split a moves file into lines. Nothing is refused here: a line that cannot be read has no body."""
    lines = [_line(number, raw) for number, raw in enumerate(data.split(b"\n"), 1)]
    content = [line for line in lines if line is not None]
    # If the newline above the seal is missing, split the two lines.
    if content and (position := content[-1].raw.rfind(SEAL_PREFIX)) > 0:
        merged = content.pop()
        halves = (_line(merged.number, merged.raw[:position]), _line(merged.number, merged.raw[position:]))
        content += [half for half in halves if half is not None]
    return tuple(content)


def seal_line(lines: Iterable[bytes]) -> bytes:
    """Return the line that seals these lines, which have no newlines."""
    return make_seal(read_lines(b"\n".join(lines))).raw()


def make_seal(lines: Sequence[FileLine]) -> Seal:
    """Compute the seal of these lines."""
    sha256 = hashlib.sha256(b"".join(line.raw + b"\n" for line in lines)).hexdigest()
    digests = tuple(hashlib.sha256(line.raw).hexdigest()[:16] for line in lines)
    return Seal(digests, entry_numbers(lines), sha256)


def digest_of_lines(lines: Sequence[Mapping[str, Any] | None]) -> str | None:
    """Return the digest behind the closing words of an evening: SHA-256 over these lines, 64 hexadecimal digits.

    The lines are the whole file except for the seal at the end. Each line counts in its canonical form, so that a
    reader does not need its exact bytes. None for a game that has not revealed its seeds, and if a line has no
    canonical form.
    """
    kinds = [line.get("kind") if line is not None else None for line in lines]
    if not 0 < kinds.count("commitment") <= kinds.count("seed"):
        return None
    sha256 = hashlib.sha256()
    for line in lines:
        if line is None or not is_plain(line):
            return None
        sha256.update(canonical(line).encode() + b"\n")
    return sha256.hexdigest()


def read_seal(line: FileLine) -> Seal | None:
    """Parse the seal in a line; None if it is not a seal, or not in the only valid spelling."""
    body = line.body or {}
    digests, entries, sha256 = body.get("lines"), body.get("entries"), body.get("sha256")
    if not isinstance(digests, list) or not isinstance(entries, list) or len(digests) != len(entries):
        return None
    if not all(isinstance(digest, str) and _DIGEST.fullmatch(digest) for digest in digests):
        return None
    if not all(entry is None or is_whole_number(entry) for entry in entries):
        return None
    if not isinstance(sha256, str) or not _SHA256.fullmatch(sha256):
        return None
    result = Seal(tuple(digests), tuple(entries), sha256)
    return result if result.raw() == line.raw else None


def entry_numbers(lines: Sequence[FileLine]) -> tuple[int | None, ...]:
    """Return, for each line, the number of the entry that it is, from 1, or says it refers to; None for none."""
    numbers: list[int | None] = []
    entries = 0
    for line in lines:
        if line is not lines[0] and line.is_entry:
            entries += 1
            numbers.append(entries)
        else:
            reference = (line.body or {}).get("entry")
            numbers.append(reference if line.kind in ("draw", "typed") and is_whole_number(reference) else None)
    return tuple(numbers)


def parse_strict_json(text: str) -> Any:
    """Parse JSON that means the same to every reader.

    Raises ValueError for invalid JSON, a key that occurs twice in an object, and lists and objects nested more than 64
    levels deep.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_unique_keys, parse_int=_number, parse_float=_number, parse_constant=_no_constant
        )
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    _check_depth(value, MAX_LINE_DEPTH)
    return value


def _check_depth(value: Any, depth: int) -> None:
    if isinstance(value, dict | list):
        if not depth:
            raise ValueError("nested too deep")
        for child in value.values() if isinstance(value, dict) else value:
            _check_depth(child, depth - 1)


def _unique_keys(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key comes twice")
    return members


def _line(number: int, raw: bytes) -> FileLine | None:
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        return FileLine(number, raw, None)
    if not text.strip():
        return None
    try:
        body = parse_strict_json(text)
    except ValueError:
        body = None
    return FileLine(number, raw, body if isinstance(body, dict) else None)


def _number(text: str) -> int | float:
    """Return a number as every JSON reader sees it: 1.0 is 1, and a number too great to be exact is no whole number."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= MAX_SAFE_INTEGER else value


def _no_constant(name: str) -> None:
    raise ValueError(name)
