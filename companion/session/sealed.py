"""A match under its seal: what a game began with, hashed with a salt, so that the hash tells nothing of its secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules import match as matches
from companion.rules.match import Match
from companion.session.canonical import digest

SALT_BYTES = 16
"""128 random bits: nobody tries out what a secret option could be."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A match as JSON, readable without its rules, with the salt of its digest."""

    document: Mapping[str, Any] = field(repr=False)
    """Game, version of the rules, seats, options and the whole edition."""
    salt: str = field(repr=False)
    """SALT_BYTES as hexadecimal digits: in the journal, and shown at the end."""

    @classmethod
    def of(cls, match: Match, version: int, salt: bytes) -> Sealed:
        """This match, begun by this version of its rules, under this salt."""
        return cls(matches.to_json(match, version), salt.hex())

    def digest(self) -> str:
        """SHA-256 of the match and the salt."""
        return digest({**self.document, "salt": self.salt})

    def fits(self, match: Match) -> bool:
        """Whether this is the match that is played: its figures are still what they were."""
        return dict(self.document) == matches.to_json(match, self.document["rules_version"])


def body_of(sealed: Sealed) -> dict[str, Any]:
    """What a row of the journal keeps of it besides seats and options."""
    return {"edition": sealed.document["edition"], "salt": sealed.salt, "match": sealed.digest()}


def from_body(body: Mapping[str, Any], game: str, version: int, names: Any, options: Any) -> Sealed | None:
    """What such a row tells; None where it is older than seals.

    Raises KeyError or ValueError for what is no such row, or not what was sealed.
    """
    if "salt" not in body:
        return None
    document = {"game": game, "rules_version": version, "seats": list(names), "options": dict(options)}
    sealed = Sealed({**document, "edition": body["edition"]}, str(body["salt"]))
    if sealed.digest() != body["match"]:
        raise ValueError("not the match that was sealed")
    return sealed
