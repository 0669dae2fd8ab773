"""The figures that an owner copies from the printed game, as JSON: questions, answers and printed values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.accessories import (
    Answer,
    Asked,
    Copied,
    CopiedBoard,
    CopiedFigure,
    CopiedList,
    CopiedLists,
    CopiedWheel,
    LineSort,
)
from companion.rules.game import Game
from companion.rules.text import Text, in_words
from companion.server.views.scene_view import as_json
from companion.words.catalogue import Words


def copied_of(games: Sequence[Game], address: str) -> tuple[Game, Copied] | None:
    """Return the game with figures to copy at this address, and these; None if there is none."""
    return next(((game, one) for game in games for one in game.accessories.copied if one.id == address), None)


def sort_of(one: Copied) -> str:
    """Return the kind of page for copying it: "board", "wheel" or "lists"."""
    return type(one).__name__.removeprefix("Copied").lower()


def copied_view(game: Game, one: Copied, figures: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """Return the questions in words; `figures` are the owner's, merged over the shipped ones."""
    told = {"game": game.id, "id": one.id, "sort": sort_of(one)}
    match one:
        case CopiedBoard():
            return {**told, **_board(one, figures, words)}
        case CopiedWheel():
            return {**told, **_wheel(one, words)}
        case CopiedLists():
            return {**told, "lists": [_list(each, words) for each in one.lists(figures)]}


def way_to(one: Copied, words: Words) -> dict[str, Any]:
    """Return the link to the page for copying it: address, text and glyph."""
    return {"address": f"/{one.id}", "text": words.of(one.copy), "glyph": one.glyph}


def _board(one: CopiedBoard, figures: Mapping[str, Any], words: Words) -> dict[str, Any]:
    spaces = [
        {"id": space.id, "says": words.of(space.says), "asked": list(space.asked), "town": space.town}
        for space in one.spaces(figures)
    ]
    rarer = [_figure(each, words) for each in one.figures(figures)]
    return {"asked": [_asked(each, words) for each in one.asked], "spaces": spaces, "figures": rarer}


def _figure(one: CopiedFigure, words: Words) -> dict[str, Any]:
    return {"path": one.path, "says": words.of(one.says), "group": words.of(one.group) if one.group else ""}


def _wheel(one: CopiedWheel, words: Words) -> dict[str, Any]:
    ring = as_json(in_words(one.ring({}), words.of))
    return {
        "table": one.table,
        "fewest": one.sectors[0],
        "most": one.sectors[-1],
        "heaviest": one.heaviest,
        "bands": [_asked(each, words) for each in one.bands],
        "rings": ring["bands"],
    }


def _list(one: CopiedList, words: Words) -> dict[str, Any]:
    def said(text: Text) -> str:
        return words.of(text)

    return {
        "path": one.path,
        "title": said(one.title),
        "note": said(one.note),
        "line": said(one.line),
        "add": said(one.add),
        "sorts": [_sort(each, words) for each in one.sorts],
    }


def _sort(one: LineSort, words: Words) -> dict[str, Any]:
    answers = [_answer(each, words) for each in one.answers]
    return {
        "name": one.name,
        "says": words.of(one.says),
        "letters": one.letters,
        "number": one.number,
        "answers": answers,
    }


def _asked(one: Asked, words: Words) -> dict[str, Any]:
    answers = [_answer(each, words) for each in one.answers]
    return {"name": one.name, "says": words.of(one.says), "glyph": one.glyph, "answers": answers}


def _answer(one: Answer, words: Words) -> dict[str, Any]:
    return {"value": one.value, "says": words.of(one.says), "glyph": one.glyph, "n": one.n, "stark": one.stark}
