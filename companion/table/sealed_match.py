"""A match under its seal: what a game began with, hashed with a salt, so that the hash tells nothing of its secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from companion.chance.canonical_json import digest
from companion.rules import match_functions
from companion.rules.game import Match
from companion.support.frozen import frozen

SALT_BYTES = 16
"""128 random bits: nobody tries out what a secret option could be."""


@frozen
class Sealed:
    """A match as JSON, readable without its rules, with the salt of its digest."""

    document: Mapping[str, Any] = field(repr=False)
    """Game, version of the rules, seats, options and the whole edition; and `occasions` where it is promised.

    This is true for a game whose draws all say what they were made for. A game that began by an older program, or came
    from its file, has draws that do not.
    """
    salt: str = field(repr=False)
    """SALT_BYTES as hexadecimal digits: in the journal, and shown at the end."""

    @classmethod
    def of(cls, match: Match, version: int, salt: bytes, *, occasions: bool = False) -> Sealed:
        """This match, begun by this version of its rules, under this salt; `occasions` for a game without draws yet."""
        return cls(_document(match_functions.to_json(match, version), occasions), salt.hex())

    def digest(self) -> str:
        """SHA-256 of the match and the salt."""
        return digest({**self.document, "salt": self.salt})

    def fits(self, match: Match) -> bool:
        """Whether this is the match that is played: its figures are still what they were."""
        document = match_functions.to_json(match, self.document["rules_version"])
        return dict(self.document) == _document(document, "occasions" in self.document)


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
    document = _document({**document, "edition": body["edition"]}, body.get("occasions") is True)
    sealed = Sealed(document, str(body["salt"]))
    if sealed.digest() != body["match"]:
        raise ValueError("not the match that was sealed")
    return sealed


def _document(document: dict[str, Any], occasions: bool) -> dict[str, Any]:
    return {**document, "occasions": True} if occasions else document
