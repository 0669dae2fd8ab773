"""Results of ended games as messages, and which of them a broker still lacks. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from companion.broker.times import time_text
from companion.broker.topics import VERSION, Topics, payload
from companion.journal.archive import PastGame
from companion.rules.people_names import name_key
from companion.support.frozen_dataclasses import frozen

WITHDRAWN = "withdrawn"
"""Fingerprint of a result that was taken back after it had been sent."""
_FINGERPRINT_DIGITS = 16


@frozen
class ResultMessage:
    """A message about the result of a game, and what is kept once the broker has acknowledged it."""

    key: str
    """The game: its number and the time in its first row, which other programs know it by, too."""
    fingerprint: str
    """Hash of the message: another result of the same game has another one."""
    topic: str
    payload: bytes


def missing_results(
    games: Iterable[PastGame], sent: Mapping[str, str], topics: Topics, nobodies: Collection[str] = ()
) -> Iterator[ResultMessage]:
    """Yield the results that the broker has not acknowledged, in the order of `games`.

    `sent` has the fingerprint of each acknowledged result by the key of its game. The result of a game whose end was
    taken back is withdrawn. Damaged games are left out, and so are those from a file: another table played them.
    """
    for past in games:
        if past.game is None or past.damaged or past.imported:
            continue
        key = key_of(past)
        if past.result is not None:
            body = payload(result_of(past, topics.box, nobodies))
            fingerprint = hashlib.sha256(body).hexdigest()[:_FINGERPRINT_DIGITS]
        elif sent.get(key, WITHDRAWN) != WITHDRAWN:
            body, fingerprint = payload(result_of(past, topics.box, nobodies)), WITHDRAWN
        else:
            continue
        if sent.get(key) != fingerprint:
            yield ResultMessage(key, fingerprint, topics.result(past.number), body)


def key_of(past: PastGame) -> str:
    """Return the key of a game. A number alone is not enough: after a backup was restored, it is given again."""
    return f"{past.number}-{past.first_time}"


def result_of(past: PastGame, box: str, nobodies: Collection[str] = ()) -> dict[str, Any]:
    """Return the result of a game in no language; without places if its end was taken back."""
    colours = past.colours or ((),) * len(past.names)
    return {
        "version": VERSION,
        "box": box,
        "number": past.number,
        "first_time": past.first_time,
        "seq": past.last_seq,
        "game": past.game,
        "over": past.result is not None,
        "verified": not past.unverifiable,
        "started": time_text(past.started),
        "ended": time_text(past.ended) if past.result is not None else None,
        "minutes": past.minutes,
        "turns": past.turns if past.result is not None else None,
        "places": [
            {
                "seat": seat,
                "rank": rank,
                "total": total,
                "name": _person(past.names[seat - 1], nobodies),
                "colours": list(colours[seat - 1]),
            }
            for seat, rank, total in past.result or ()
        ],
    }


def _person(name: str, nobodies: Collection[str]) -> str | None:
    return None if name_key(name) in nobodies else name
