"""Output for phones: the views of everybody, forms and previews, the history, past games, and the pages."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

from tests.kept.files import PHONES, token
from tests.kept.program import Phone, Room, phones_of, run_box
from tests.kept.text import diff_json, format_json, page_text

LANGUAGES = ("fr", "en")
LIVE = ("/", "/tv", "/games")
PATHS_WITHOUT_GAME = ("/setup", "/board", "/edition", "/wheel")
"""Pages that are the same for every game: they are visited while no game is open."""
LATER_GAMES = ("voyages",)
"""Games that did not exist when the first journals were kept."""
LATER_PARTS = (
    *("offers", "played", "things", "log", "turns", "acts_for", "words", "who_may", "drawn", "typed", "insert_refused"),
    "hidden",
)
"""Parts of views and forms that did not exist when the first journals were kept."""


def phone_output(state: Path) -> dict[str, str]:
    """Return all output for phones about this state directory, by the name of the file that keeps it."""
    with run_box(state) as hands:
        room = phones_of(hands)
        view = view_of(room.phone())
        numbers = [game["number"] for game in room.phone().get("/api/games")["games"]]
        # The phones come last because using a code changes the table, and then /free, which lays dice out.
        texts = {
            "past.json": format_json(_past_games(room, numbers, view)) + "\n",
            "pages.txt": _pages(room, numbers, open_game=view["game"] is not None),
            "table.json": format_json(_views(room, view)) + "\n",
        }
        texts["pages.txt"] += _page(room, "/free")
    return texts


def view_of(phone: Phone) -> dict[str, Any]:
    """Return the view of a phone, without the internal state of the game."""
    return promised_parts(phone.view)


def promised_parts(view: Any) -> dict[str, Any]:
    """Return a view without its `state`, which is no promised interface, and without parts added later."""
    return {name: part for name, part in view.items() if name not in ("state", *LATER_PARTS)}


def text_at(room: Room, path: str, language: str = "fr") -> str:
    """Return the text at an address for a reader of this language."""
    answer = room.app.test_client().get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, (path, answer.status)
    return str(answer.get_data(as_text=True))


def known_phone(room: Room, who: str) -> Phone:
    """Return one of the phones used when the journals were kept."""
    phone = room.phone(language="fr")
    phone.headers["Authorization"] = f"Bearer {token(who)}"
    return phone


def acts_for(phone: Phone, seat: int | None) -> bool:
    """Return whether a phone has a seat of the open game, or for None is host."""
    role = phone.get("/api/claim")
    return bool(role["host"] if seat is None else role["seat"] == seat)


def acting_phone(room: Room, seat: int | None) -> Phone:
    """Return the phone that is host (`seat` None) or has a seat: a known one, or else one that uses a new code.

    If no game is open there are no seats: the phone is a spectator.
    """
    candidates = (phone for phone in (known_phone(room, who) for who in PHONES) if acts_for(phone, seat))
    if (phone := next(candidates, None)) is not None:
        return phone
    spectator = room.phone(language="fr")
    return spectator if seat is not None and spectator.view["game"] is None else room.phone(seat, language="fr")


def _views(room: Room, view: dict[str, Any]) -> dict[str, Any]:
    """Return the whole view of a spectator; for everybody else the differences from it, and their possible requests."""
    spectator, english = room.phone(language="fr"), room.phone(language="en")
    history, draws = promised_parts(spectator.get("/api/history")), spectator.get("/api/draws")
    views: dict[str, Any] = {
        "phones": {who: known_phone(room, who).get("/api/claim") for who in PHONES},
        "looking on": {"view": view_of(spectator), "history": history, "draws": draws},
        "looking on, in English": {
            "view": diff_json(view_of(english), view_of(spectator)),
            "history": diff_json(promised_parts(english.get("/api/history")), history),
        },
    }
    seats = [] if view["closed"] else [seat["seat"] for seat in view["seats"]]
    for seat in (None, *seats):
        who, phone = "host" if seat is None else f"seat {seat}", acting_phone(room, seat)
        views[who] = {
            "view": diff_json(view_of(phone), view_of(spectator)),
            "history": diff_json(
                promised_parts(phone.get("/api/history")), promised_parts(spectator.get("/api/history"))
            ),
            "draws": diff_json(phone.get("/api/draws"), spectator.get("/api/draws")),
            "forms": _forms(phone),
            "ahead": _previews(phone),
        }
        if seat is None:
            setup = _without_later_games(phone.get("/api/setup"))
            views[who]["setup"] = setup if view["game"] is None else _short_setup(setup)
    return views


def _without_later_games(setup: dict[str, Any]) -> dict[str, Any]:
    """Return the possible setups without the games that came later."""
    return {**setup, "games": [game for game in setup["games"] if game["id"] not in LATER_GAMES]}


def _short_setup(setup: dict[str, Any]) -> dict[str, Any]:
    """Return the possible setups without what is always the same."""
    return {**setup, "games": {game["id"]: game["profile"] for game in setup["games"]}}


def _forms(phone: Phone) -> dict[str, Any]:
    """Return the moves that a phone may make now for the active seats, and the start of the form of each."""
    view = phone.view
    forms: dict[str, Any] = {}
    for seat in view["waiting"]:
        if seat in {option["seat"] for option in view["options"]}:
            kinds = phone.post("/api/form", seat=seat).json
            assert kinds is not None
            moves = [kind["move"] for kind in kinds["kinds"] if not kind["refused"]]
            started = {move: promised_parts(phone.post("/api/form", seat=seat, move=move).json) for move in moves}
            forms[f"seat {seat}"] = {**kinds, "begun": started}
    return forms


def _previews(phone: Phone) -> list[Any]:
    """Return the previews for a phone of every complete move offered, and of taking back and restoring."""
    view = phone.view
    requests: list[dict[str, Any]] = [
        {"do": "play", "seat": action["seat"], "move": action["move"]}
        for action in view["actions"]
        if not action["refused"]
    ]
    if view["you"]["host"]:
        requests += [{"do": "take_back"}, {"do": "restore"}, {"do": "amend", "entry": 1, "seat": 1}]
    return [{"asked": body, "told": phone.post("/api/preview", **body).json} for body in requests]


def _past_games(room: Room, numbers: list[int], view: dict[str, Any]) -> dict[str, Any]:
    french, english = room.phone(language="fr"), room.phone(language="en")
    games = french.get("/api/games")
    content = {
        "games": games["games"],
        "statistics": french.get("/api/statistics")["players"],
        "results.csv": text_at(room, "/results.csv").splitlines(),
        "games.zip": zip_names(room),
        "wheel": french.get("/api/wheel"),
        "games, in English": diff_json(english.get("/api/games"), games),
    }
    for number in numbers:
        game = _game(french, number)
        if number == view["number"]:  # its English view is that of the table itself
            content[f"game {number}"] = {**game, "table": diff_json(game["table"], view)}
        else:
            content[f"game {number}"] = game
            content[f"game {number}, in English"] = diff_json(_game(english, number), game)
    return content


def _game(phone: Phone, number: int) -> dict[str, Any]:
    game: dict[str, Any] = phone.get(f"/api/games/{number}")
    moves = [move["text"] for move in game["moves"]]  # their lines are those of the table's score sheet
    table = (
        promised_parts(game["table"]) if game["table"] is not None else None
    )  # None for a game that ended by other rules
    return {**game, "table": table, "moves": moves}


def zip_names(room: Room) -> list[str]:
    """Return the names of the files in the archive of all games; each is equal to the export of its game alone."""
    body = room.app.test_client().get("/games.zip").get_data()
    with zipfile.ZipFile(io.BytesIO(body)) as bundle:
        for name in bundle.namelist():
            number = name.removeprefix("game-").removesuffix(".jsonl")
            assert bundle.read(name).decode() == text_at(room, f"/games/{number}/moves.jsonl")
        return bundle.namelist()


def _pages(room: Room, numbers: list[int], *, open_game: bool) -> str:
    paths = [*LIVE, *(f"/games/{number}" for number in numbers), *(() if open_game else PATHS_WITHOUT_GAME)]
    return "".join(_page(room, path) for path in paths)


def _page(room: Room, path: str) -> str:
    return "".join(f"== {path} ({language})\n\n{page_text(text_at(room, path, language))}\n" for language in LANGUAGES)
