"""What others read of us stays as it is, byte for byte, whatever the code behind it is called.

`same_bytes.json` holds the digests. A change of names leaves it untouched; whoever means to change what is written
renews it with `python -m tests.test_same_bytes`, and says why. What commands print is among what is kept as shown.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.signals import (
    RingDark,
    RingDice,
    RingFinal,
    RingIdle,
    RingPointer,
    RingSeats,
    RingShow,
    RingSpin,
    RingTally,
    RingWheel,
)
from companion.devices.light_sound_thread import TUNES
from companion.devices.spinner.frames import encode_frame
from companion.devices.spinner.link import PROTOCOL, Message
from companion.devices.spinner.ring_messages import held_key_message, messages_of, motion_message, tune_messages
from companion.games import GAMES
from companion.rules.game import moves_schema
from companion.server.openapi import document

HERE = Path(__file__).parent
HELD = HERE / "same_bytes.json"
KEPT = ("journals", "exports", "moves", "shown")
_WHEEL = RingWheel((1, 2, 3, 4), (True, False, False, True))
_WIDE = RingWheel((1, 2000), (False, True))
SHOWS: tuple[RingShow, ...] = (
    RingDark(),
    RingIdle(),
    RingSeats(("blue", "red", "black"), 2, (1, 3)),
    RingFinal(("green",)),
    RingTally("yellow", 12, 5),
    RingDice((1, 6, 0), ("blue", "", "red")),
    RingDice((3, 4), shaken=True),
    RingPointer(_WHEEL, 0.25, 2),
    RingPointer(_WHEEL, 0.5, held=True),
    RingSpin(_WIDE, 1, 0.125, 3.5, 4.0, 10.0),
)
"""One of each sort that a ring of lights may show."""


@cache
def digests() -> dict[str, str]:
    """Return the digest of everything that must stay, by its name."""
    held = {f"kept {name}": _of_files(HERE / "kept" / name) for name in KEPT}
    for game in GAMES:
        folder = HERE.parent / "companion" / "games" / game.id
        held[f"golden games of {game.id}"] = _of_files(folder / "golden")
        held[f"digests of {game.id}"] = _of_bytes((folder / "digests.json").read_bytes())
        held[f"moves of {game.id}"] = _of_json(moves_schema(game))
    held["OpenAPI document"] = _of_json(document(GAMES))
    held["lines of the spinner"] = _of_bytes(b"".join(_lines()))
    return held


def _lines() -> Iterator[bytes]:
    """Yield everything that the spinner receives of each show, new and repeated, by each protocol; keys, and tunes."""
    for protocol in range(1, PROTOCOL + 1):
        for show in SHOWS:
            for fresh in (True, False):
                yield from _frames(messages_of(show, _number, 11.0, fresh=fresh, protocol=protocol))
    hints = [motion_message(show, _number) for show in SHOWS]
    yield from _frames(hint for hint in hints if hint is not None)
    yield from _frames(held_key_message(far) for far in (0.0, 0.5, 1.0))
    for tune in TUNES.values():
        yield from _frames(tune_messages(tune, 3))


def _number(wheel: RingWheel) -> int:
    return 1 + (wheel is _WIDE)


def _frames(messages: Iterable[Message]) -> Iterator[bytes]:
    return (encode_frame(bytes((message.kind,)) + message.body) for message in messages)


def _of_files(folder: Path) -> str:
    """Return the digest of all files below a folder, with their names."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    assert paths, f"nothing is in {folder}"
    return _of_json({path.relative_to(folder).as_posix(): _of_bytes(path.read_bytes()) for path in paths})


def _of_json(value: Any) -> str:
    return _of_bytes(json.dumps(value, ensure_ascii=False).encode())


def _of_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


HELD_NOW: Mapping[str, str] = json.loads(HELD.read_text("utf-8")) if HELD.exists() else {}


def test_everything_is_held() -> None:
    assert [*digests()] == [*HELD_NOW]


@pytest.mark.parametrize("name", HELD_NOW)
def test_the_same_bytes_are_written_as_ever(name: str) -> None:
    assert digests()[name] == HELD_NOW[name]


if __name__ == "__main__":
    HELD.write_text(json.dumps(digests(), indent=2, ensure_ascii=False) + "\n", "utf-8")
