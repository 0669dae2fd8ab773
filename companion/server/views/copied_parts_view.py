"""The figures that an owner copies from the printed game, as JSON: questions, answers and printed values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.copied_parts import (
    Copied,
    CopiedBoard,
    CopiedFigure,
    CopiedList,
    CopiedLists,
    CopiedWheel,
    CopyAnswer,
    CopyQuestion,
    LineType,
)
from companion.rules.game import Game
from companion.rules.text import Text, translated
from companion.server.views.scene_view import as_json
from companion.words.catalogue import Words


def find_copied(games: Sequence[Game], address: str) -> tuple[Game, Copied] | None:
    """Return the game with figures to copy at this address, and these; None if no game has any."""
    return next(((game, copied) for game in games for copied in game.accessories.copied if copied.id == address), None)


def page_kind(copied: Copied) -> str:
    """Return the kind of page for copying it: "board", "wheel" or "lists"."""
    return type(copied).__name__.removeprefix("Copied").lower()


def copied_view(game: Game, copied: Copied, figures: Mapping[str, Any], words: Words) -> dict[str, Any]:
    """Return the questions in words; `figures` are the owner's, merged over the shipped ones."""
    head = {"game": game.id, "id": copied.id, "sort": page_kind(copied)}
    match copied:
        case CopiedBoard():
            return {**head, **_board_view(copied, figures, words)}
        case CopiedWheel():
            return {**head, **_wheel_view(copied, words)}
        case CopiedLists():
            return {**head, "lists": [_list_view(copied_list, words) for copied_list in copied.lists(figures)]}


def copy_link(copied: Copied, words: Words) -> dict[str, Any]:
    """Return the link to the page for copying it: address, text and glyph."""
    return {"address": f"/{copied.id}", "text": words.of(copied.action_label), "glyph": copied.glyph}


def _board_view(board: CopiedBoard, figures: Mapping[str, Any], words: Words) -> dict[str, Any]:
    space_views = [
        {"id": space.id, "says": words.of(space.text), "asked": list(space.questions), "town": space.highlighted}
        for space in board.spaces(figures)
    ]
    figure_views = [_figure_view(figure, words) for figure in board.figures(figures)]
    return {
        "asked": [_question_view(question, words) for question in board.questions],
        "spaces": space_views,
        "figures": figure_views,
    }


def _figure_view(figure: CopiedFigure, words: Words) -> dict[str, Any]:
    return {"path": figure.path, "says": words.of(figure.text), "group": words.of(figure.group) if figure.group else ""}


def _wheel_view(wheel: CopiedWheel, words: Words) -> dict[str, Any]:
    ring = as_json(translated(wheel.ring({}), words.of))
    return {
        "table": wheel.table,
        "fewest": wheel.sectors[0],
        "most": wheel.sectors[-1],
        "heaviest": wheel.max_weight,
        "bands": [_question_view(question, words) for question in wheel.bands],
        "rings": ring["bands"],
    }


def _list_view(copied_list: CopiedList, words: Words) -> dict[str, Any]:
    def sentence(text: Text) -> str:
        return words.of(text)

    return {
        "path": copied_list.path,
        "title": sentence(copied_list.title),
        "note": sentence(copied_list.note),
        "line": sentence(copied_list.line),
        "add": sentence(copied_list.add),
        "sorts": [_line_type_view(line_sort, words) for line_sort in copied_list.line_types],
    }


def _line_type_view(line_type: LineType, words: Words) -> dict[str, Any]:
    answers = [_answer_view(answer, words) for answer in line_type.answers]
    return {
        "name": line_type.name,
        "says": words.of(line_type.text),
        "letters": line_type.max_letters,
        "number": line_type.number,
        "answers": answers,
    }


def _question_view(question: CopyQuestion, words: Words) -> dict[str, Any]:
    answers = [_answer_view(answer, words) for answer in question.answers]
    return {"name": question.name, "says": words.of(question.text), "glyph": question.glyph, "answers": answers}


def _answer_view(answer: CopyAnswer, words: Words) -> dict[str, Any]:
    return {
        "value": answer.value,
        "says": words.of(answer.text),
        "glyph": answer.glyph,
        "n": answer.n,
        "stark": answer.stark,
    }
