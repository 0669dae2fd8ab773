"""Past games on the network: their pages, their JSON, their exports, and erasing them."""

from __future__ import annotations

import logging
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from flask import Blueprint, Response, g, jsonify, make_response, render_template, request

from companion.journal.archive import Archive, ArchivedGame, PastGame
from companion.journal.game_export import moves_file
from companion.journal.game_records import personal_bests
from companion.journal.import_game import MOST_BYTES
from companion.rules.people_names import name_key
from companion.rules.viewer import PUBLIC
from companion.server.content_policy import OWN, content_policy
from companion.server.error_responses import errors_as_responses, refuse
from companion.server.game_art import EMBLEM, games_with
from companion.server.phone_routes import Phones
from companion.server.request_bodies import EraseBody, query_number, read_body
from companion.server.views.best_scores import best_scores
from companion.server.views.chance_view import draws_view
from companion.server.views.evenings import evenings_of, pages_of
from companion.server.views.folded_moves import folded_moves
from companion.server.views.game_story_view import story_line, story_view
from companion.server.views.game_times import minute_of
from companion.server.views.past_games_view import (
    evenings_view,
    figures_by_game,
    game_view,
    games_view,
    records_view,
    statistics_view,
)
from companion.server.views.people_view import people_of
from companion.server.views.person_profile import own_pairs, person_profile, pieces_of
from companion.server.views.results_export import results_csv
from companion.server.views.view_types import PastGamesView, PlayerView, StoryView, WholeGameView
from companion.table.people import People
from companion.table.session_errors import DamagedError, NoGameError, SessionError
from companion.words.catalogue import Words
from companion.words.ruling_cards import cited_cards
from companion.words.signs import join_names

log = logging.getLogger(__name__)

FILE_TYPE = "application/jsonl"
"""Type of a moves file."""
GAMES_PER_PAGE = 50
"""Number of games on one page of the list; the page for people has whole evenings."""
_IMAGES_OF_PICTURE = f"{OWN} blob:"
"""Sources of the images on the page with a game's picture, which the browser makes itself."""
_View = TypeVar("_View")
_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""Time of every file in the archive of all games; the clock of the box may be wrong."""


def past_games_pages(  # noqa: C901 - one handler a path
    archive: Archive,
    erase: Callable[[int | None], None],
    import_game: Callable[[bytes], tuple[int, bool]],
    phones: Phones,
) -> Blueprint:
    """Return the routes of `/games` and below.

    Args:
        archive: The past games, read on this thread, so that the desk stays free.
        erase: Erases a game, or all (None), on the desk; refuses the current request if it cannot.
        import_game: Imports a game's file; returns its number, and whether its draws count as typed in; refuses
            likewise.
        phones: The phones that send requests.
    """
    pages = Blueprint("past", __name__)
    pages.before_request(phones.guard)

    emblems = games_with(EMBLEM, archive.known_games)
    statistics_cache, records_cache = _PerLanguageCache(statistics_view), _PerLanguageCache(records_view)

    def story_of(game: PastGame, games: tuple[PastGame, ...], people: People) -> StoryView:
        return story_view(game, records_cache.view_of(games, people, g.words).get(game.number, ()), g.words)

    def load_game_view(archived: ArchivedGame) -> WholeGameView:
        before = query_number("before")
        return game_view(archived, archive.open_game(), g.words, people_of(archive), archive.known_games, before)

    @pages.get("/games")
    def games_page() -> str:
        past, page, people = _all_games(archive), _requested_page(), people_of(archive)
        statistics = statistics_cache.view_of(past, people, g.words)
        person = _requested_person(statistics["players"], people)
        listed = _games_of(person["name"], past, people) if person is not None else past
        pages = pages_of(evenings_of(listed), GAMES_PER_PAGE)
        evenings = pages[page - 1] if page <= len(pages) else ()
        pairs = statistics["pairs"] if person is None else own_pairs(statistics, person["name"])
        stories = {game.number: story_of(game, past, people) for evening in evenings for game in evening.games}
        return render_template(
            "games.html",
            person=person,
            about=None if person is None else person_profile(person, pairs, past, people),
            own_pairs=pairs,
            pieces=pieces_of(past, people, g.words),
            bests=best_scores(past, people, g.words),
            emblems=emblems,
            evenings=evenings_view(evenings, archive.open_game(), people, g.words),
            stories=stories,
            statistics=statistics,
            figures=figures_by_game(statistics["players"]),
            minute_of=minute_of,
            page=page,
            pages=len(pages),
            count=len(listed),
        )

    @pages.get("/games/<int:number>")
    def game_page(number: int) -> str:
        archived = _find_game(archive, number)
        game, story = load_game_view(archived), story_of(archived.past, _all_games(archive), people_of(archive))
        winners = join_names([seat["name"] for seat in game["places"] if seat["rank"] == 1], g.words)
        point, table = archived.past.turning_point, archived.table
        rounds = folded_moves(table, game["moves"], point, g.words) if table is not None else ()
        numbers = {line.ruling for _, line in table.lines()} if table is not None else set()
        cited = cited_cards(table.game, numbers, g.words) if table is not None else ()
        values = {"game": game, "story": story, "winners": winners, "rounds": rounds, "emblems": emblems}
        return render_template("game.html", minute_of=minute_of, cited=cited, **values)

    @pages.get("/games/<int:number>/picture")
    def picture_page(number: int) -> Response:
        archived = _find_game(archive, number)
        game = game_view(archived, archive.open_game(), g.words, people_of(archive))
        if game["status"] != "over" or game["table"] is None:
            being_revealed = game["table"] is not None and "reveal" in game["table"]
            refuse(404, "picture_after_reveal" if being_revealed else "no_picture")
        story = story_of(archived.past, _all_games(archive), people_of(archive))
        line = story_line(game["table"], story, g.words)
        decided = archived.past.turning_point
        response = make_response(render_template("picture.html", game=game, story=story, line=line, decided=decided))
        response.headers["Content-Security-Policy"] = content_policy(images=_IMAGES_OF_PICTURE)
        return response

    @pages.get("/api/games")
    def games() -> Response:
        past, page = _all_games(archive), _requested_page()
        games = games_view(_games_of_page(past, page), archive.open_game(), g.words)
        view: PastGamesView = {"games": games, "page": page, "pages": _page_count(past), "count": len(past)}
        return jsonify(view)

    @pages.get("/api/games/<int:number>")
    def game(number: int) -> Response:
        return jsonify(load_game_view(_find_game(archive, number)))

    @pages.get("/api/games/<int:number>/story")
    def story(number: int) -> Response:
        games = _all_games(archive)
        past = next((game for game in games if game.number == number), None)
        if past is None:
            refuse(404, "no_such_game")
        view = story_of(past, games, people_of(archive))
        view["bests"] = personal_bests(past, games, people_of(archive))
        view["words"] = g.words.with_prefix("page.reveal.") | g.words.with_prefix("page.podium.")
        if g.words.has(f"{past.game}.ties.rule"):
            view["words"] |= {"page.podium.decides": g.words(f"{past.game}.ties.rule")}
        return jsonify(view)

    @pages.get("/api/games/<int:number>/draws")
    def draws(number: int) -> Response:
        return jsonify(draws_view(_find_game(archive, number).table, PUBLIC, g.words))

    @pages.get("/api/statistics")
    def all_statistics() -> Response:
        return jsonify(statistics_cache.view_of(_all_games(archive), people_of(archive), g.words))

    @pages.get("/games/<int:number>/moves.jsonl")
    def moves(number: int) -> Response:
        archived = _find_game(archive, number)
        with errors_as_responses():
            content = _export(archive, archived)
        return _download(content, FILE_TYPE, f"game-{number}.jsonl")

    @pages.get("/games.zip")
    def all_moves() -> Response:
        return _download(_zip_games(archive, _all_games(archive)), "application/zip", "games.zip")

    @pages.get("/results.csv")
    def results() -> Response:
        return _download(results_csv(reversed(_all_games(archive)), g.words), "text/csv", "results.csv")

    @pages.post("/api/import")
    def upload_game() -> Response:
        phones.require_host()
        if request.mimetype != FILE_TYPE:  # another site's page cannot send this type without a preflight
            refuse(415, "no_moves_file")
        request.max_content_length = MOST_BYTES
        number, loose = import_game(request.get_data())
        return jsonify(game=number, loose=loose)

    @pages.post("/api/erase")
    def erase_games() -> Response:
        phones.require_host()
        number = read_body(EraseBody).game
        erase(number)
        return jsonify(erased=number)

    return pages


class _PerLanguageCache(Generic[_View]):
    """A view of all games, cached for each language until a game or a person changes."""

    def __init__(self, make: Callable[[tuple[PastGame, ...], People, Words], _View]) -> None:
        self._make = make
        self._cached: dict[str, tuple[tuple[PastGame, ...], People, _View]] = {}

    def view_of(self, past: tuple[PastGame, ...], people: People, words: Words) -> _View:
        """Return the view of these games and people."""
        cached = self._cached.get(words.language)
        if cached is None or cached[0] is not past or cached[1] != people:
            cached = self._cached[words.language] = (past, people, self._make(past, people, words))
        return cached[2]


def _requested_page() -> int:
    """Return the requested page of the list, from 1."""
    return query_number("page") or 1


def _requested_person(players: Sequence[PlayerView], people: People) -> PlayerView | None:
    """Return the person whose games are requested, by any of the person's names; None for the games of everybody."""
    name = request.args.get("name")
    if name is None:
        return None
    key = name_key(people.present_name(name))
    player = next((player for player in players if name_key(player["name"]) == key), None)
    if player is None:
        refuse(404, "no_such_person")
    return player


def _games_of(name: str, past: Sequence[PastGame], people: People) -> tuple[PastGame, ...]:
    """Return the games in which a person played."""
    key = name_key(name)
    return tuple(game for game in past if key in {name_key(people.present_name(each)) for each in game.names})


def _page_count(past: Sequence[PastGame]) -> int:
    """Return the number of pages of the list, at least one."""
    return max(1, -(-len(past) // GAMES_PER_PAGE))


def _games_of_page(past: Sequence[PastGame], page: int) -> Sequence[PastGame]:
    """Return the games of one page; none after the last."""
    return past[(page - 1) * GAMES_PER_PAGE : page * GAMES_PER_PAGE]


def _all_games(archive: Archive) -> tuple[PastGame, ...]:
    with errors_as_responses():
        return archive.games()


def _find_game(archive: Archive, number: int) -> ArchivedGame:
    with errors_as_responses():
        try:
            return archive.find(number)
        except NoGameError:
            refuse(404, "no_such_game")
        except DamagedError:
            log.debug("game %d cannot be read", number, exc_info=True)  # anybody may request it: keep it out of the log
            refuse(410, "unreadable_game")


def _export(archive: Archive, archived: ArchivedGame) -> str:
    """Return a game's public export. Raises as `moves_file` does."""
    return moves_file(archived.table, archived.recorded, archived.past.result, archive.known_games)


def _download(content: str | Iterator[bytes], kind: str, name: str) -> Response:
    """Return a download with this name, which is plain ASCII."""
    response = Response(content, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class _Sink:
    """A buffer for the output of the zip until it is sent."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Do nothing: the buffer is in memory."""

    def take(self) -> bytes:
        data, self._parts = b"".join(self._parts), []
        return data


def _zip_games(archive: Archive, games: tuple[PastGame, ...]) -> Iterator[bytes]:
    """Yield a zip with a moves file for each game, one read at a time.

    The file of a damaged game has its readable part, and a name that says so.
    """
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive_file:  # type: ignore[call-overload]  # only write and flush are used
        for past in reversed(games):
            try:
                archived = archive.find(past.number)
                content = _export(archive, archived)
            except SessionError as error:  # erased meanwhile, unreadable, or its secrets are unknown without its rules
                log.debug("game %d is not in the bundle: %s", past.number, error)
                continue
            ending = "-incomplete" if archived.past.damaged else ""
            info = zipfile.ZipInfo(f"game-{past.number}{ending}.jsonl", _ZIP_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive_file.writestr(info, content)
            yield sink.take()
    yield sink.take()
