"""The status of the box and of its parts, in words."""

from __future__ import annotations

from companion.session.system_status import Condition
from companion.words.catalogue import Words


def detail_of(one: Condition, words: Words) -> str:
    """How a thing is, in a word or a number."""
    return words.brief(one.text)


def told(one: Condition, words: Words) -> str:
    """How a thing is, and what to do."""
    return " ".join(words.of(text) for text in (one.text, one.advice) if text is not None)
