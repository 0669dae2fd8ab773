"""A game's seed, and its commitment: shown before the first draw, so that nobody can choose the seed afterwards."""

from __future__ import annotations

import hashlib

SEED_BYTES = 32
"""How long a seed is."""
WORDS = 4
"""How many words stand for a commitment where its 64 digits are too many."""

_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


def commitment(seed: bytes, match: str | None = None) -> str:
    """What is shown of a seed before play: its SHA-256, as 64 hexadecimal digits.

    With a `match`, the digest of what the game begins with as 64 such digits, the 32 bytes that these stand for are
    hashed behind the seed: then neither can be another one afterwards.

    Raises:
        ValueError: The seed is not SEED_BYTES long, or the match is no digest.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    covered = bytes.fromhex(match) if match is not None else b""
    if len(covered) not in (0, hashlib.sha256().digest_size):
        raise ValueError("the digest of a match has 64 hexadecimal digits")
    return hashlib.sha256(seed + covered).hexdigest()


def short_words(commitment: str) -> tuple[str, ...]:
    """The commitment's first 64 bits as four words of five letters, to be read aloud and compared at the table.

    They are "proquints" (D. S. Wilkerson, arXiv:0901.4016): consonants and vowels in turn, in no language, so that
    they are the same words for every reader.

    Raises:
        ValueError: This is no commitment.
    """
    first = bytes.fromhex(commitment)[: 2 * WORDS]
    if len(first) < 2 * WORDS:
        raise ValueError("a commitment has 64 hexadecimal digits")
    return tuple(_word(int.from_bytes(first[at : at + 2], "big")) for at in range(0, 2 * WORDS, 2))


def _word(sixteen_bits: int) -> str:
    """Four bits a consonant, two a vowel, the highest first."""
    return "".join(
        letters[sixteen_bits >> shift & len(letters) - 1]
        for letters, shift in ((_CONSONANTS, 12), (_VOWELS, 10), (_CONSONANTS, 6), (_VOWELS, 4), (_CONSONANTS, 0))
    )
