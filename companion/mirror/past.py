"""Past games on the network: their pages, their JSON, what can be taken home of them, and erasing."""

from __future__ import annotations

import logging
import zipfile
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, g, jsonify, render_template, request

from companion.mirror.bodies import body_of_request, malformed
from companion.mirror.errors import refuse, telling
from companion.mirror.phones import Phones
from companion.rules.viewer import PUBLIC
from companion.session.archive import Archive, Found, Past
from companion.session.bringing_in import MOST_BYTES
from companion.session.errors import DamagedError, NoGameError, SessionError
from companion.session.taking_home import moves_file
from companion.views.json.chance_view import draws_view
from companion.views.json.past_view import game_view, games_view, joined, statistics_view
from companion.views.json.results import results_csv

log = logging.getLogger(__name__)

FILE_TYPE = "application/jsonl"
"""Of a moves file."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive of all games: what the box believes it is says nothing."""


def past_pages(  # noqa: C901 - one handler a path
    archive: Archive, erase: Callable[[int | None], None], bring: Callable[[bytes], tuple[int, bool]], phones: Phones
) -> Blueprint:
    """`/games` and what belongs to it.

    Args:
        archive: Reads on this thread, so that the desk stays free.
        erase: Erases a game, or all (None), on the desk; refuses the current request where it cannot be.
        bring: Brings an exported game in; gives its number, and whether its draws count as typed in; refuses likewise.
        phones: Who asks.
    """
    pages = Blueprint("past", __name__)
    pages.before_request(phones.guard)

    @pages.get("/games")
    def games_page() -> str:
        past = _games(archive)
        games, players = games_view(past, archive.open_game(), g.words), statistics_view(past, g.words)
        several = len({own["game"] for player in players for own in player["by_game"]}) > 1
        return render_template("games.html", games=games, players=players, several=several)

    @pages.get("/games/<int:number>")
    def game_page(number: int) -> str:
        game = game_view(_found(archive, number), archive.open_game(), g.words, archive.played_here)
        winners = joined([seat["name"] for seat in game["places"] if seat["rank"] == 1], g.words)
        return render_template("game.html", game=game, winners=winners)

    @pages.get("/api/games")
    def games() -> Response:
        return jsonify(games=games_view(_games(archive), archive.open_game(), g.words))

    @pages.get("/api/games/<int:number>")
    def game(number: int) -> Response:
        return jsonify(game_view(_found(archive, number), archive.open_game(), g.words, archive.played_here))

    @pages.get("/api/games/<int:number>/draws")
    def draws(number: int) -> Response:
        return jsonify(draws_view(_found(archive, number).table, PUBLIC, g.words))

    @pages.get("/api/statistics")
    def all_statistics() -> Response:
        return jsonify(players=statistics_view(_games(archive), g.words))

    @pages.get("/games/<int:number>/moves.jsonl")
    def moves(number: int) -> Response:
        found = _found(archive, number)
        with telling():
            content = _exported(archive, found)
        return _file(content, FILE_TYPE, f"game-{number}.jsonl")

    @pages.get("/games.zip")
    def all_moves() -> Response:
        return _file(_zipped(archive, _games(archive)), "application/zip", "games.zip")

    @pages.get("/results.csv")
    def results() -> Response:
        return _file(results_csv(reversed(_games(archive))), "text/csv", "results.csv")

    @pages.post("/api/import")
    def bring_in() -> Response:
        phones.require_host()
        if request.mimetype != FILE_TYPE:  # which another page could not send unasked
            refuse(415, "no_moves_file")
        request.max_content_length = MOST_BYTES
        number, loose = bring(request.get_data())
        return jsonify(game=number, loose=loose)

    @pages.post("/api/erase")
    def erase_games() -> Response:
        phones.require_host()
        body = body_of_request()
        if not body.has("game"):  # null stands for all of them: nobody says that by leaving it out
            malformed("game")
        number = body.maybe_number("game")
        body.end()
        erase(number)
        return jsonify(erased=number)

    return pages


def _games(archive: Archive) -> tuple[Past, ...]:
    with telling():
        return archive.games()


def _found(archive: Archive, number: int) -> Found:
    with telling():
        try:
            return archive.find(number)
        except NoGameError:
            refuse(404, "no_such_game")
        except DamagedError:
            log.exception("game %d cannot be read", number)
            refuse(410, "unreadable_game")


def _exported(archive: Archive, found: Found) -> str:
    """A game as everybody may read it. Raises as `moves_file` does."""
    return moves_file(found.table, found.paper, found.past.result, archive.played_here)


def _file(content: str | Iterator[bytes], kind: str, name: str) -> Response:
    """A file to be kept under this name, which is plain ASCII."""
    response = Response(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class _Sink:
    """Takes what the zip writes, until it is fetched."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Nothing waits anywhere."""

    def take(self) -> bytes:
        taken, self._parts = b"".join(self._parts), []
        return taken


def _zipped(archive: Archive, games: tuple[Past, ...]) -> Iterator[bytes]:
    """A moves file for each game, one read at a time; of a damaged one what holds, under a name that says so."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as bundle:  # type: ignore[call-overload]  # it only writes
        for past in reversed(games):
            try:
                found = archive.find(past.number)
                content = _exported(archive, found)
            except SessionError as error:  # erased meanwhile, gone for good, or only its rules know what is secret
                log.warning("game %d is not in the bundle: %s", past.number, error)
                continue
            ending = "-incomplete" if found.past.damaged else ""
            info = zipfile.ZipInfo(f"game-{past.number}{ending}.jsonl", _LONG_AGO)
            info.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(info, content)
            yield sink.take()
    yield sink.take()
