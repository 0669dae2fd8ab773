"""Arbitrary blocks for property tests: of every kind, with components, seats and places that need not exist."""

from __future__ import annotations

from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from companion.box.faces.block_view import BlockView
from companion.rules.scene import BLOCKS, Block
from tests.screen.block_samples import SIGNS
from tests.screen.samples import FIVE

_NAMES = ("gold", "blue:20", "table", "points", "1", "2", "nowhere")
_WORDS = st.sampled_from((*_NAMES, "", "La route de la soie", "Jean-Baptiste", "é" * 40)) | st.text(max_size=20)
_NUMBERS = st.integers(-3, 40) | st.integers()
_MOST = 6
"""Most parts of a kind."""


def any_block() -> st.SearchStrategy[Block[str]]:
    """Generate a block of any kind; the names it uses may or may not exist."""
    return st.one_of([_of_class(sort) for sort in BLOCKS])


def any_view() -> st.SearchStrategy[BlockView]:
    """Generate the same as a painter's view of it, at a table of some seats."""
    return st.builds(
        BlockView,
        block=any_block(),
        signs=st.sampled_from(((), SIGNS)),
        seats=st.integers(0, 5).map(lambda seats: FIVE[:seats]),
        turn=st.none() | st.integers(1, 6),
    )


def _of_class(cls: type[Any]) -> st.SearchStrategy[Any]:
    return st.builds(cls, **{name: st.deferred(_later(hint)) for name, hint in get_type_hints(cls).items()})


def _later(hint: Any) -> Any:
    return lambda: _values_of(hint)


def _values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Generate any value of this type: words are strings, and a block's parts follow their class."""
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, TypeVar) or hint is str:
        return _WORDS
    if origin in (Union, UnionType):
        return st.one_of([_values_of(arg) for arg in args])
    if origin is tuple:
        return st.lists(_values_of(args[0]), max_size=_MOST).map(tuple)
    if origin is not None:
        return _of_class(origin)
    return _plain(hint)


def _plain(hint: Any) -> st.SearchStrategy[Any]:
    if hint is NoneType:
        return st.none()
    if hint is bool:
        return st.booleans()
    if hint is int:
        return _NUMBERS
    if hint is float:
        return st.floats(0, 1)
    return st.sampled_from(hint) if issubclass(hint, Enum) else _of_class(hint)
