"""The seed of a game, and its commitment: shown before the first draw, so that nobody can choose the seed later."""

from __future__ import annotations

import hashlib

SEED_BYTES = 32
"""Length of a seed."""
WORDS = 4
"""Number of words that represent a commitment where 64 digits are too long."""

_CONSONANTS = "bdfghjklmnprstvz"
_VOWELS = "aiou"


def commitment(seed: bytes, match: str | None = None) -> str:
    """Return the commitment to a seed: its SHA-256, as 64 hexadecimal digits.

    `match` is the digest of the match as begun, as 64 such digits. If given, its 32 bytes are hashed after the seed, so
    that neither can be exchanged afterwards.

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
    """Return the first 64 bits of a commitment as four words of five letters, to read aloud and compare at the table.

    They are "proquints" (D. S. Wilkerson, arXiv:0901.4016): alternating consonants and vowels that belong to no
    language, so that they are the same words for every reader.

    Raises:
        ValueError: This is no commitment.
    """
    first = bytes.fromhex(commitment)[: 2 * WORDS]
    if len(first) < 2 * WORDS:
        raise ValueError("a commitment has 64 hexadecimal digits")
    return tuple(_word(int.from_bytes(first[start : start + 2], "big")) for start in range(0, 2 * WORDS, 2))


def _word(sixteen_bits: int) -> str:
    """Return a word for 16 bits: four bits for each consonant, two for each vowel, the highest first."""
    return "".join(
        letters[sixteen_bits >> shift & len(letters) - 1]
        for letters, shift in ((_CONSONANTS, 12), (_VOWELS, 10), (_CONSONANTS, 6), (_VOWELS, 4), (_CONSONANTS, 0))
    )
