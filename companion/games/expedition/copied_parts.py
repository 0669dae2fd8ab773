"""The parts of an Expedition that an owner copies once: each space's symbol and crate, and a few figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.expedition.board_figures import COUNTS, CRATES_ON_BOARD, BoardFigures, board_from
from companion.rules.copied_parts import Accessories, CopiedBoard, CopiedFigure, CopiedSpace, CopyAnswer, CopyQuestion
from companion.rules.rule_errors import MalformedError
from companion.rules.text import Text, say

_CITIES = ("ganzhou", "dadu")
_CRATE_VALUES = (0, 1, 2)


def _symbol_question() -> CopyQuestion:
    answers = [
        CopyAnswer(
            value={"kind": symbol.value, "count": count},
            text=say(f"expedition.copy.wants.{symbol.value}", n=count),
            glyph=symbol.value,
            n=count,
        )
        for symbol, counts in COUNTS.items()
        for count in counts
    ]
    return CopyQuestion(name="requirements", text=say("expedition.copy.symbol"), answers=tuple(answers))


def _crate_question() -> CopyQuestion:
    answers = [
        CopyAnswer(value=value, text=_crate_text(value), glyph="crate" if value else None, n=value)
        for value in _CRATE_VALUES
    ]
    return CopyQuestion(
        name="crates",
        text=say("expedition.copy.crate"),
        answers=tuple(answers),
        counted=say("expedition.copy.crates"),
        expected=CRATES_ON_BOARD,
    )


def _crate_text(value: int) -> Text:
    return say("expedition.copy.crate_of", n=value) if value else say("expedition.copy.no_crate")


def spaces(figures: Mapping[str, Any]) -> tuple[CopiedSpace, ...]:
    """Return the spaces that camels step onto, first to last."""
    board = _board(figures)
    cities = {board.ganzhou: "ganzhou", board.dadu: "dadu"}
    return tuple(_copied_space(space, cities.get(space)) for space in range(board.ormuz + 1, board.dadu + 1))


def _copied_space(space: int, city: str | None) -> CopiedSpace:
    questions = ("requirements", "crates")
    if city is None:
        return CopiedSpace(id=str(space), text=say("expedition.copy.space", space=space), questions=questions)
    text = say("expedition.copy.city", space=space, city=say(f"expedition.{city}"))
    return CopiedSpace(id=str(space), text=text, questions=questions, highlighted=True)


def figures_of(figures: Mapping[str, Any]) -> tuple[CopiedFigure, ...]:
    """Return the figures to copy: starting gold, the spaces of the cities, and the tallies.

    Each tally includes one space more than it pays at present.
    """
    singles = ("start.gold", "track.ormuz", "track.ganzhou", "track.dadu")
    board = _board(figures)
    return (
        *(CopiedFigure(path=path, text=say(f"expedition.copy.figure.{path.split('.')[1]}")) for path in singles),
        *_tally_figures("ganzhou", board.ormuz, board.ganzhou, dict(board.ganzhou_tally)),
        *_tally_figures("dadu", board.ganzhou + 1, board.dadu, dict(board.dadu_tally)),
    )


def _tally_figures(city: str, low: int, high: int, pays: Mapping[int, int]) -> Iterator[CopiedFigure]:
    """Yield the spaces that a city's tally pays, from the city backwards, then the next one, which pays nothing yet."""
    paying = [space for space, gold in pays.items() if gold > 0 and low <= space <= high]
    last = max(min([high, *paying]) - 1, low)
    for space in range(high, last - 1, -1):
        text = say("expedition.copy.space", space=space)
        yield CopiedFigure(path=f"tally.{city}.{space}", text=text, group=say(f"expedition.copy.tally.{city}"))


def kept_text(figures: Mapping[str, Any]) -> Text:
    """Return how much has been copied: the number of spaces with a symbol, and how many of the crates were found."""
    crates = sum(1 for value in figures.get("crates", {}).values() if value)
    noted = len(figures.get("requirements", {}))
    return say("expedition.copy.kept", n=noted, crates=crates, all=CRATES_ON_BOARD)


def _board(figures: Mapping[str, Any]) -> BoardFigures:
    """Return the board of the owner's track and tallies; the printed board if these are not valid."""
    try:
        return board_from({name: figures[name] for name in ("track", "tally") if name in figures})
    except MalformedError:
        return board_from({})


BOARD = CopiedBoard(
    id="board",
    title=say("expedition.copy.title"),
    action_label=say("expedition.copy"),
    glyph="crate",
    why=say("expedition.copy.why"),
    questions=(_symbol_question(), _crate_question()),
    spaces=spaces,
    figures=figures_of,
    summary=kept_text,
)
ACCESSORIES = Accessories(copied=(BOARD,))
