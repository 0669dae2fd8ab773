"""The rulebooks on the network, for everybody: a page for each game, and the card of a ruling."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, Response, g, jsonify, render_template

from companion.rules.game import Game
from companion.rules.rulings import Chapter, Ruling, rulebook
from companion.server.error_responses import refuse
from companion.server.phone_routes import Phones
from companion.server.views.rulebook_view import chapter_picture, ruling_view
from companion.words.ruling_cards import chapter_lines


def rulebook_pages(games: Sequence[Game], phones: Phones) -> Blueprint:
    """Return the routes of `/rules` and `/api/rules`."""
    pages = Blueprint("rulebook", __name__)
    pages.before_request(phones.guard)
    books = {game.id: game for game in games if rulebook(game)}

    @pages.get("/rules")
    def list_page() -> str:
        return render_template("rulebook.html", game="", games=list(books), chapters=(), pictures={})

    @pages.get("/rules/<game>")
    def book_page(game: str) -> str:
        book = _find(books, game)
        chapters = rulebook(book)
        drawn = ((chapter.name, chapter_picture(book, chapter, g.words)) for chapter in chapters)
        pictures = {name: picture for name, picture in drawn if picture is not None}
        return render_template(
            "rulebook.html",
            game=game,
            games=list(books),
            chapters=chapters,
            lines=chapter_lines,
            pictures=pictures,
        )

    @pages.get("/api/rules/<game>/<number>")
    def card(game: str, number: str) -> Response:
        book = _find(books, game)
        chapter, ruling = _find_ruling(book, number)
        return jsonify(ruling_view(book, ruling, g.words.of(chapter.title), g.words))

    return pages


def _find(books: dict[str, Game], game: str) -> Game:
    """Return the game with this id, or refuse the request if it has no rulebook."""
    if game not in books:
        refuse(404, "no_rulebook")
    return books[game]


def _find_ruling(game: Game, number: str) -> tuple[Chapter, Ruling]:
    for chapter in rulebook(game):
        for ruling in chapter.rulings:
            if ruling.number == number:
                return chapter, ruling
    refuse(404, "no_ruling")
