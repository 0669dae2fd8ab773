"""What the owner of an Expedition copies once: what each space asks for, which crate is printed on it, and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.expedition.board import COUNTS, Board, board_from
from companion.rules.accessories import Accessories, Answer, Asked, CopiedBoard, CopiedFigure, CopiedSpace
from companion.rules.rule_errors import MalformedError
from companion.rules.text import Text, say

_CITIES = ("ganzhou", "dadu")
_CRATES = (0, 1, 2)


def _symbols() -> Asked:
    answers = [
        Answer(
            value={"kind": symbol.value, "count": count},
            says=say(f"expedition.copy.wants.{symbol.value}", n=count),
            glyph=symbol.value,
            n=count,
        )
        for symbol, counts in COUNTS.items()
        for count in counts
    ]
    return Asked(name="requirements", says=say("expedition.copy.symbol"), answers=tuple(answers))


def _crates() -> Asked:
    answers = [Answer(value=value, says=_crate(value), glyph="crate" if value else None, n=value) for value in _CRATES]
    return Asked(name="crates", says=say("expedition.copy.crate"), answers=tuple(answers))


def _crate(value: int) -> Text:
    return say("expedition.copy.crate_of", n=value) if value else say("expedition.copy.no_crate")


def spaces(figures: Mapping[str, Any]) -> tuple[CopiedSpace, ...]:
    """The spaces that camels step onto, first to last; the cities hold no crate."""
    board = _board(figures)
    cities = {board.ganzhou: "ganzhou", board.dadu: "dadu"}
    return tuple(_space(space, cities.get(space)) for space in range(board.ormuz + 1, board.dadu + 1))


def _space(space: int, city: str | None) -> CopiedSpace:
    if city is None:
        return CopiedSpace(
            id=str(space), says=say("expedition.copy.space", space=space), asked=("requirements", "crates")
        )
    says = say("expedition.copy.city", space=space, city=say(f"expedition.{city}"))
    return CopiedSpace(id=str(space), says=says, asked=("requirements",), town=True)


def figures_of(figures: Mapping[str, Any]) -> tuple[CopiedFigure, ...]:
    """Gold to begin with, where the cities lie, and what their tallies pay, one space further than they do now."""
    singles = ("start.gold", "track.ormuz", "track.ganzhou", "track.dadu")
    board = _board(figures)
    return (
        *(CopiedFigure(path=path, says=say(f"expedition.copy.figure.{path.split('.')[1]}")) for path in singles),
        *_tally("ganzhou", board.ormuz, board.ganzhou, dict(board.ganzhou_tally)),
        *_tally("dadu", board.ganzhou + 1, board.dadu, dict(board.dadu_tally)),
    )


def _tally(city: str, low: int, high: int, pays: Mapping[int, int]) -> Iterator[CopiedFigure]:
    """What a city's tally pays, from the city outwards, and one space more that pays nothing yet."""
    paying = [space for space, gold in pays.items() if gold > 0 and low <= space <= high]
    last = max(min([high, *paying]) - 1, low)
    for space in range(high, last - 1, -1):
        says = say("expedition.copy.space", space=space)
        yield CopiedFigure(path=f"tally.{city}.{space}", says=says, group=say(f"expedition.copy.tally.{city}"))


def kept(figures: Mapping[str, Any]) -> Text:
    """How much is noted: spaces with their symbol, spaces with a crate."""
    crates = sum(1 for value in figures.get("crates", {}).values() if value)
    return say("expedition.copy.kept", n=len(figures.get("requirements", {})), crates=crates)


def _board(figures: Mapping[str, Any]) -> Board:
    """The board of the owner's track and tallies; the printed one where they do not fit."""
    try:
        return board_from({name: figures[name] for name in ("track", "tally") if name in figures})
    except MalformedError:
        return board_from({})


BOARD = CopiedBoard(
    id="board",
    title=say("expedition.copy.title"),
    copy=say("expedition.copy"),
    glyph="crate",
    why=say("expedition.copy.why"),
    asked=(_symbols(), _crates()),
    spaces=spaces,
    figures=figures_of,
    kept=kept,
)
ACCESSORIES = Accessories(copied=(BOARD,))
