"""The figures that an owner copies from the printed game, as JSON: questions, answers and printed values."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.copied_parts import (
    Copied,
    CopiedBoard,
    CopiedFigure,
    CopiedList,
    CopiedLists,
    CopiedSpace,
    CopiedWheel,
    CopyAnswer,
    CopyQuestion,
    LineType,
)
from companion.rules.figure_tables import merge_figures
from companion.rules.game import Game
from companion.rules.text import Text, translated
from companion.server.views.scene_view import as_json
from companion.server.views.view_types import (
    CopiedBoardView,
    CopiedHeadView,
    CopiedListsView,
    CopiedView,
    CopiedWheelView,
    CopyAnswerView,
    CopyFigureView,
    CopyLineTypeView,
    CopyLinkView,
    CopyListView,
    CopyQuestionView,
    CopySpaceView,
    Figures,
)
from companion.words.catalogue import Words


def find_copied(games: Sequence[Game], address: str) -> tuple[Game, Copied] | None:
    """Return the game with figures to copy at this address, and these; None if no game has any."""
    return next(((game, copied) for game in games for copied in game.accessories.copied if copied.id == address), None)


def page_kind(copied: Copied) -> str:
    """Return the kind of page for copying it: "board", "wheel" or "lists"."""
    return type(copied).__name__.removeprefix("Copied").lower()


def copied_view(game: Game, copied: Copied, printed: Figures, own_figures: Figures, words: Words) -> CopiedView:
    """Return the questions in words, and the owner's own figures with the printed ones that they replace."""
    figures = merge_figures(printed, own_figures)
    head: CopiedHeadView = {"game": game.id, "id": copied.id, "profile": own_figures, "printed": printed}
    match copied:
        case CopiedBoard():
            return _board_view(head, copied, figures, words)
        case CopiedWheel():
            return _wheel_view(head, copied, words)
        case CopiedLists():
            lists = [_list_view(copied_list, words) for copied_list in copied.lists(figures)]
            lists_view: CopiedListsView = {**head, "sort": "lists", "lists": lists}
            return lists_view


def copy_link(copied: Copied, words: Words) -> CopyLinkView:
    """Return the link to the page for copying it: address, text and glyph."""
    return {"address": f"/{copied.id}", "text": words.of(copied.action_label), "glyph": copied.glyph}


def _board_view(head: CopiedHeadView, copied: CopiedBoard, figures: Figures, words: Words) -> CopiedBoardView:
    return {
        **head,
        "sort": "board",
        "asked": [_question_view(question, words) for question in copied.questions],
        "spaces": [_space_view(space, words) for space in copied.spaces(figures)],
        "figures": [_figure_view(figure, words) for figure in copied.figures(figures)],
    }


def _space_view(space: CopiedSpace, words: Words) -> CopySpaceView:
    view: CopySpaceView = {
        "id": space.id,
        "says": words.of(space.text),
        "asked": list(space.questions),
        "town": space.highlighted,
    }
    if space.label is not None:
        view["label"] = words.of(space.label)
    return view


def _wheel_view(head: CopiedHeadView, copied: CopiedWheel, words: Words) -> CopiedWheelView:
    return {
        **head,
        "sort": "wheel",
        "table": copied.table,
        "fewest": copied.sectors[0],
        "most": copied.sectors[-1],
        "heaviest": copied.max_weight,
        "bands": [_question_view(question, words) for question in copied.bands],
        "rings": as_json(translated(copied.ring({}), words.of))["bands"],
    }


def _figure_view(figure: CopiedFigure, words: Words) -> CopyFigureView:
    return {"path": figure.path, "says": words.of(figure.text), "group": words.of(figure.group) if figure.group else ""}


def _list_view(copied_list: CopiedList, words: Words) -> CopyListView:
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


def _line_type_view(line_type: LineType, words: Words) -> CopyLineTypeView:
    answers = [_answer_view(answer, words) for answer in line_type.answers]
    return {
        "name": line_type.name,
        "says": words.of(line_type.text),
        "letters": line_type.max_letters,
        "number": line_type.number,
        "answers": answers,
    }


def _question_view(question: CopyQuestion, words: Words) -> CopyQuestionView:
    answers = [_answer_view(answer, words) for answer in question.answers]
    view: CopyQuestionView = {
        "name": question.name,
        "says": words.of(question.text),
        "glyph": question.glyph,
        "answers": answers,
    }
    if question.counted is not None and question.expected is not None:
        view["counted"], view["expected"] = words.of(question.counted), question.expected
    return view


def _answer_view(answer: CopyAnswer, words: Words) -> CopyAnswerView:
    return {
        "value": answer.value,
        "says": words.of(answer.text),
        "glyph": answer.glyph,
        "n": answer.n,
        "stark": answer.stark,
    }
