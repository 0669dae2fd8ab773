"""A sealed match: the start of a game, hashed with a salt, so that the hash does not reveal its secrets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from companion.chance.canonical_json import digest
from companion.rules import match_functions
from companion.rules.game import Match
from companion.support.frozen_dataclasses import frozen

SALT_BYTES = 16
"""The length of a salt: 128 random bits, so that nobody can try all values of a secret option."""


@frozen
class SealedMatch:
    """A match as JSON, readable without its rules, with the salt of its digest."""

    document: Mapping[str, Any] = field(repr=False)
    """Game, version of the rules, seats, options and the complete edition; and `occasions` if that is promised.

    `occasions` is true for a game in which every draw says what it was made for. Games that an older program began, or
    that came from its file, have draws that do not."""
    salt: str = field(repr=False)
    """SALT_BYTES as hexadecimal digits: stored in the journal, and shown at the end."""

    @classmethod
    def of(cls, match: Match, version: int, salt: bytes, *, occasions: bool = False) -> SealedMatch:
        """Seal a match that was begun by this version of its rules; set `occasions` for a game that has no draws
        yet.
        """
        return cls(_document(match_functions.match_to_json(match, version), occasions), salt.hex())

    def digest(self) -> str:
        """Return the SHA-256 of the match and the salt."""
        return digest({**self.document, "salt": self.salt})

    def matches(self, match: Match) -> bool:
        """Return whether this is the match that is played: its figures are still the same."""
        document = match_functions.match_to_json(match, self.document["rules_version"])
        return dict(self.document) == _document(document, "occasions" in self.document)


def body_of(sealed: SealedMatch) -> dict[str, Any]:
    """Return the JSON for a row of the journal; it has seats and options already."""
    return {"edition": sealed.document["edition"], "salt": sealed.salt, "match": sealed.digest()}


def from_body(body: Mapping[str, Any], game: str, version: int, names: Any, options: Any) -> SealedMatch | None:
    """Return the sealed match of such a row; None for a row that is older than seals.

    Raises KeyError or ValueError if the row holds no match, or another one than was sealed.
    """
    if "salt" not in body:
        return None
    document = {"game": game, "rules_version": version, "seats": list(names), "options": dict(options)}
    document = _document({**document, "edition": body["edition"]}, body.get("occasions") is True)
    sealed = SealedMatch(document, str(body["salt"]))
    if sealed.digest() != body["match"]:
        raise ValueError("not the match that was sealed")
    return sealed


def _document(document: dict[str, Any], occasions: bool) -> dict[str, Any]:
    return {**document, "occasions": True} if occasions else document
