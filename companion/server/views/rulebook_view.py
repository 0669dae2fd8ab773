"""The rulebook of a game as JSON: its chapters, the card of each ruling, and its example as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.game import Game
from companion.rules.rulings import Chapter, Example, Ruling
from companion.rules.viewer import PUBLIC, as_seat
from companion.server.views.table_view import table_view
from companion.server.views.view_types import ExampleView, PictureView, RulingView
from companion.session.session import Snapshot
from companion.table.example_table import play_example
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.ruling_cards import ExampleWords, ruling_card


def ruling_view(game: Game, ruling: Ruling, chapter: str, words: Words) -> RulingView:
    """Return the card of a ruling; `chapter` is the title of its chapter."""
    card = ruling_card(game, ruling, words)
    example = None
    if ruling.example is not None and card.example is not None:
        example = _example_view(ruling.example, card.example, ruling.number, words)
    return {
        "game": game.id,
        "number": card.number,
        "title": card.title,
        "says": card.says,
        "reading": card.reading,
        "chapter": chapter,
        "example": example,
    }


def chapter_picture(game: Game, chapter: Chapter, words: Words) -> PictureView | None:
    """Return the picture of a chapter, if it has one."""
    if chapter.picture is None:
        return None
    drawn = play_example(game, chapter.picture)
    return _picture(drawn.before, chapter.picture.seat, drawn.blocks_of(chapter.picture), chapter.name, words)


def _example_view(example: Example, played: ExampleWords, number: str, words: Words) -> ExampleView:
    before, after = played.played.before, played.played.after
    names = played.played.blocks_of(example)
    return {
        "before": _picture(before, example.seat, names, number, words),
        "move": played.move,
        "results": list(played.results),
        "refused": played.refused,
        "after": None if after is None else _picture(after, example.seat, names, f"{number}-after", words),
        "next": "" if after is None else table_view(Snapshot(after, saved=True), PUBLIC, words)["headline"],
    }


def _picture(table: Table, seat: int, names: Sequence[str], prefix: str, words: Words) -> PictureView:
    """Return these blocks as a seat sees them, with ids that no other picture of the page has."""
    view = table_view(Snapshot(table, saved=True), as_seat(seat), words)
    scene = view["scene"]
    blocks = [{**block, "id": f"{prefix}-{block['id']}"} for block in scene["blocks"] if block["id"] in names]
    return {
        "game": view["game"],
        "seats": view["seats"],
        "things": view["things"],
        "unit": view["unit"],
        "turn": view["turn"],
        "wheel_page": None,
        "scene": {"blocks": blocks, "turn": scene["turn"], "wide": None},
    }
