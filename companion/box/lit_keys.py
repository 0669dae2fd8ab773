"""Which keys do something now, for boxes whose keys can be lit."""

from __future__ import annotations

from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import (
    Face,
    LettersFace,
    LevelFace,
    ListFace,
    MessageFace,
    NumberFace,
    OffFace,
    SpaceFace,
    TallyFace,
)
from companion.words.signs import Key

_STEPS = frozenset({Key.UP, Key.DOWN})
_STEPPED = (LettersFace, LevelFace, NumberFace, SealFace, SpaceFace, TallyFace)
"""Faces on which up and down step, which needs no hint there."""


def live_keys(face: Face, *, scrolls: bool, takes_back: bool | None) -> frozenset[Key]:
    """The keys that do something.

    Args:
        face: What is shown; what its hints name does something, and of up and down never one alone.
        scrolls: Whether there is more of it than is in sight.
        takes_back: Whether something can be taken back; None where no game is open, then undo is the same as back.
    """
    if isinstance(face, OffFace):
        return frozenset()
    keys = frozenset(hint.key for hint in face.hints)
    if keys & _STEPS or scrolls or isinstance(face, _STEPPED) or (isinstance(face, ListFace) and len(face.rows) > 1):
        keys |= _STEPS
    read_or_written = isinstance(face, LettersFace | MessageFace)
    if read_or_written or (takes_back if takes_back is not None else Key.BACK in keys):
        keys |= {Key.UNDO}
    return keys
