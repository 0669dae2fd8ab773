"""Draws from a seed. Each has a name, gives the same values whenever it is repeated, and is fair to the last bit."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence
from itertools import count

from companion.support.frozen_dataclasses import frozen

NUMBER_BYTES = 4
_NUMBERS = 1 << 8 * NUMBER_BYTES


@frozen
class DrawName:
    """Name of a draw. It contains nothing else, so that no key press can influence the result."""

    game: str
    """Id of the game, such as "classic"."""
    seat: int
    """Seat that draws, from 1."""
    purpose: str
    """Kind of move, such as "spin", with a suffix if there are several purposes."""
    n: int
    """Ordinal of this draw for its seat and purpose, from 1: one more than the highest that a move uses."""

    def __str__(self) -> str:
        """Return the name as it enters the draw, `classic/2/spin/1`."""
        return f"{self.game}/{self.seat}/{self.purpose}/{self.n}"


def numbers(seed: bytes, name: str) -> Iterator[int]:
    """Yield the numbers of a draw, from 0 to 2³² − 1, without end.

    They are HMAC-SHA256 with the seed as its key, of `name|0`, `name|1` … in UTF-8, block by block, four bytes for each
    number, the highest first.
    """
    for block in count():
        bytes_of_block = hmac.digest(seed, f"{name}|{block}".encode(), "sha256")
        for start in range(0, len(bytes_of_block), NUMBER_BYTES):
            yield int.from_bytes(bytes_of_block[start : start + NUMBER_BYTES], "big")


def below(bound: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to `bound` − 1, each exactly equally likely.

    The range of the numbers is cut into `bound` parts of equal length. A number beyond the last part is rejected, and
    the next one taken. A remainder would favour small numbers.

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
    """Return the index of one of the weights, from 0, with a probability proportional to its weight.

    Raises:
        ValueError: A weight is negative, or all are 0.
    """
    if any(weight < 0 for weight in weights):
        raise ValueError("weights are 0 or more")
    remainder = below(sum(weights), numbers)
    for index, weight in enumerate(weights):
        remainder -= weight
        if remainder < 0:
            return index
    raise AssertionError("the weights add up to their sum")


def dice(faces: Sequence[int], numbers: Iterator[int]) -> tuple[int, ...]:
    """Return the values of dice, in order: from 1 to the number of faces of each."""
    return tuple(1 + below(sides, numbers) for sides in faces)
