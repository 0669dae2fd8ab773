"""Faces of chance other than the wheel: both dice of a fight, free dice, and the seal on a game's seed."""

from __future__ import annotations

from companion.box.faces.faces import Face
from companion.support.frozen_dataclasses import frozen


@frozen(kw_only=True)
class FightFace(Face):
    """The white die and the black one, large with pips, and the winner."""

    white: int
    """The traveller's die, 1 to 6; 0 is a blank face."""
    black: int
    """The attackers' die, 1 to `faces`; 0 is a blank face."""
    faces: int = 6
    """Number of faces of the black die, 6 or 8."""
    headline: str
    """The winner, in a word."""
    line: str = ""
    """The consequence."""
    ruling: str = ""
    note: str = ""
    """A word or two: the dice were typed in, or they are the same as before."""

    def spoken(self) -> tuple[str, ...]:
        dice = f"{self.white} – {self.black}"
        return tuple(x for x in (self.headline, dice, self.line, *Face.spoken(self), self.note, self.ruling) if x)


@frozen(kw_only=True)
class DiceFace(Face):
    """One to six dice of six faces with their pips, and their sum."""

    dice: tuple[int, ...]
    """Value of each die, 1 to 6; 0 is a blank face, for a die that is not thrown yet."""
    line: str = ""
    """One short line: the number of dice, or a caption of the sum."""
    shaken: int = 0
    """Step of the rattling while the dice are in the hand; 0 at rest."""
    lesson: str = ""
    """Instruction for somebody who learns to throw: a sentence below the dice, in the place of the line."""

    @property
    def total(self) -> int | None:
        """Sum of the dice; None before they are thrown."""
        return sum(self.dice) if self.dice and all(self.dice) else None

    def spoken(self) -> tuple[str, ...]:
        thrown = self.total is not None
        dice = " + ".join(map(str, self.dice)) if thrown and len(self.dice) > 1 else ""
        lines = (self.lesson, str(self.total) if thrown else "", dice, self.line, *Face.spoken(self))
        return tuple(x for x in lines if x)


@frozen(kw_only=True)
class SealFace(Face):
    """A view of a seed: the four words of its commitment, or digits in full."""

    words: tuple[str, ...] = ()
    """Four words, large; empty if the digits fill the whole picture."""
    digits: str
    """Hexadecimal digits: 16 under the words, or 64."""
    line: str = ""
    """Instruction about the words, shown instead of the digits; may be empty."""

    def spoken(self) -> tuple[str, ...]:
        return tuple(filter(None, (*Face.spoken(self), " ".join(self.words) or self.digits, self.line)))
