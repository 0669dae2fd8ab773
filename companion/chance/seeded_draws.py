"""Draws from a seed: named, each the same whenever it is asked for, and fair to the last bit."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from itertools import count

from companion.support.frozen import frozen

NUMBER_BYTES = 4
_NUMBERS = 1 << 8 * NUMBER_BYTES


@frozen
class DrawName:
    """What a draw is for. Nothing else goes into it, so nobody's press can change what it brings."""

    game: str
    """Which game is played, "classic"."""
    seat: int
    """Who draws, from 1."""
    purpose: str
    """The kind of move, "spin"."""
    n: int
    """The how manieth of its kind for this seat, from 1: one more than the highest that stands."""

    def __str__(self) -> str:
        """The name as it goes into the draw, `classic/2/spin/1`."""
        return f"{self.game}/{self.seat}/{self.purpose}/{self.n}"


def numbers(seed: bytes, name: str) -> Iterator[int]:
    """The numbers of a draw, from 0 to 2³² − 1, without end.

    They are HMAC-SHA256 with the seed as its key, of `name|0`, `name|1` … in UTF-8, one block after the other, four
    bytes a number, the highest first.
    """
    for block in count():
        bytes_of_block = hmac.digest(seed, f"{name}|{block}".encode(), "sha256")
        for at in range(0, len(bytes_of_block), NUMBER_BYTES):
            yield int.from_bytes(bytes_of_block[at : at + NUMBER_BYTES], "big")


def below(bound: int, numbers: Iterator[int]) -> int:
    """One of 0 to `bound` − 1, each exactly as likely as the others.

    The range of the numbers is cut into `bound` parts of one length; what lies beyond the last part is rejected and
    the next number taken. A remainder would favour the small ones.

    Raises:
        ValueError: `bound` is not from 1 to 2³².
    """
    if not 1 <= bound <= _NUMBERS:
        raise ValueError(f"a draw is one of 1 to {_NUMBERS}, not of {bound}")
    part = _NUMBERS // bound
    while (drawn := next(numbers) // part) >= bound:
        pass
    return drawn


def weighted(weights: Sequence[int], numbers: Iterator[int]) -> int:
    """The index of one of the weights, from 0, each as likely as its weight is heavy.

    Raises:
        ValueError: A weight is negative, or all are 0.
    """
    if any(weight < 0 for weight in weights):
        raise ValueError("weights are 0 or more")
    left = below(sum(weights), numbers)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise AssertionError("the weights add up to their sum")


def dice(faces: Sequence[int], numbers: Iterator[int]) -> tuple[int, ...]:
    """What dice show, in order: of each die, with so many faces, one of 1 to that."""
    return tuple(1 + below(sides, numbers) for sides in faces)
