"""The faces of chance besides the wheel: both dice of a fight, free dice, and the seal on a game's seed."""

from __future__ import annotations

from companion.box.faces.faces import Face
from companion.support.frozen import frozen


@frozen(kw_only=True)
class FightFace(Face):
    """The white die and the black one, large with pips, and who won."""

    white: int
    """What the traveller's die shows, 1 to 6; 0 is a blank face."""
    black: int
    """What the attackers' die shows, 1 to `faces`; 0 is a blank face."""
    faces: int = 6
    """Of the black die, 6 or 8."""
    headline: str
    """Who won, in a word."""
    line: str = ""
    """What comes of it."""
    ruling: str = ""
    note: str = ""
    """A word or two: that the dice were typed in, or that they are the same again."""

    def spoken(self) -> tuple[str, ...]:
        dice = f"{self.white} – {self.black}"
        return tuple(x for x in (self.headline, dice, self.line, *Face.spoken(self), self.note, self.ruling) if x)


@frozen(kw_only=True)
class DiceFace(Face):
    """From one to six dice of six faces with their pips, and their sum."""

    dice: tuple[int, ...]
    """What each shows, 1 to 6; 0 is a blank face: not thrown yet."""
    line: str = ""
    """One short line: how many they are, or what the sum is called."""
    shaken: int = 0
    """While they are in the hand: a step of their rattling; 0 at rest."""

    @property
    def total(self) -> int | None:
        """Their sum; None before they are thrown."""
        return sum(self.dice) if self.dice and all(self.dice) else None

    def spoken(self) -> tuple[str, ...]:
        thrown = self.total is not None
        dice = " + ".join(map(str, self.dice)) if thrown and len(self.dice) > 1 else ""
        said = (str(self.total) if thrown else "", dice, self.line, *Face.spoken(self))
        return tuple(x for x in said if x)


@frozen(kw_only=True)
class SealFace(Face):
    """What is shown of a seed: the four words of its commitment, or digits in full."""

    words: tuple[str, ...] = ()
    """Four words, large; none where the digits have the whole picture."""
    digits: str
    """Hexadecimal digits: 16 under the words, or 64."""

    def spoken(self) -> tuple[str, ...]:
        return (*Face.spoken(self), " ".join(self.words) or self.digits)
