"""Somebody reads every screen and asks every address while the end of a game is revealed: nothing tells it sooner."""

from __future__ import annotations

import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion.journal.archive
import companion.server.code_attempts
import companion.server.phone_routes
import companion.session.session
from companion.box.box import Box, Preferences
from companion.box.faces.faces import RevealFace
from companion.box.faces.signals import Glow
from companion.box.screen.paint import last_scroll
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.game import move_to_json
from companion.rules.match_functions import standings
from companion.rules.moves import Correct
from companion.rules.viewer import PUBLIC, as_seat
from companion.server.view_cache import ViewCache
from companion.server.views.phone_view import ViewerRole, role_of
from companion.session.session import Session
from companion.table.commands import Play, StartGame
from companion.table.conceal_end import conceal_end
from companion.table.end_reveal import EndReveal
from companion.table.random_play import play_move
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from companion.words.event_lines import entry_text
from companion.words.signs import join_names
from tests.depth import deep
from tests.input.hands import Hands
from tests.kit.cases import CASES, GAMES, Case
from tests.kit.random_play import cut_table, whole_game
from tests.kit.twins import look_equal, twin_of
from tests.server.phones_room import Phone, Room, refusal_of

SEED = 0
"""Seed of the games that are played at random."""
STREAMS = ("/api/events", "/api/display", "/box/events")
"""Addresses that never end; the views of the first are read by a cache of their own."""
OWN_PAGES = ("/", "/tv", "/api/state", "/api/history", "/api/games/1", "/games/1")
"""Addresses that phones of seats ask for, and phones that come late; spectators and the host ask for everything."""
CHANGING = re.compile(
    r"(/table)?/(seq|headline|turn|waiting|offers|actions|options|undo|undo_question|reveal|scene/(turn|wide|blocks)|seats/\d/claimed)"
)
"""Parts of JSON that may change when a game ends; nothing else may."""
UNCHANGED = (
    *("/api/state", "/api/history", "/api/draws", "/api/beginning", "/api/games", "/api/games/1"),
    *("/api/games/1/draws", "/api/statistics", "/api/people", "/api/setup", "/results.csv", "/people", "/games"),
)
"""Addresses whose answers change only there. The others have the time in them, or a whole page."""


def _fewest(game: str, **options: Any) -> Case:
    """Return the first case of a game with these options."""
    return next(case for case in CASES if case.game.id == game and options.items() <= case.options.items())


ENDINGS: Mapping[str, Case] = {
    "expedition": _fewest("expedition"),
    "expedition of five": next(case for case in CASES if case.game.id == "expedition" and case.seats == 5),
    "classic": _fewest("classic"),
    "classic with dice alone": _fewest("classic", tracking="dice"),
    "voyages with goals": _fewest("voyages", beijing_slides=True),
    "dealt voyages": _fewest("voyages", draft=True, deal=True),
    "voyages with points alone": _fewest("voyages", tracking="points"),
    "lanterns": _fewest("lanterns"),
    "pebbles": _fewest("pebbles"),
}
SECRETIVE = ("classic", "voyages with goals")
"""Endings that depend on what one seat alone knows."""
_FURTHER = ("expedition of five", "dealt voyages", "voyages with points alone")
every_ending = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=deep) if name in _FURTHER else name for name in ENDINGS]
)


@pytest.fixture(autouse=True)
def no_rate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let phones ask for everything at once: the limits have their own tests."""
    monkeypatch.setattr(companion.server.phone_routes, "_REQUESTS_PER_SECOND", 1e6)


@cache
def ended(name: str) -> Table:
    """Return a game to its end. Before its last move each seat got an odd sum, so that totals can be searched for."""
    table = whole_game(ENDINGS[name], SEED)
    last = table.entries[-1].played
    table = cut_table(table, len(table.entries) - 1)
    for seat in table.seats:
        unit = table.match.unit
        most = next(entry.high for entry in table.match.correctable(table.state, seat) if entry.what == unit)
        table = play_move(table, seat, move_to_json(Correct(unit, min(4_000 + 717 * seat, most - 3 * seat))))
    return play_move(table, last.seat, move_to_json(last.move))


@cache
def twin_of_ending(name: str) -> tuple[Table, int]:
    """Return a game that looks the same to all but one seat and ends otherwise, and that seat."""
    table, last = ended(name), len(ended(name).entries) - 1
    for number in range(200):
        seat = 1 + number % len(table.seats)
        twin = twin_of(table, seat, Random(number))
        others = [PUBLIC, *(as_seat(other) for other in table.seats if other != seat)]
        alike = all(look_equal(cut_table(table, last), cut_table(twin, last), viewer) for viewer in others)
        if alike and twin.over and standings(twin.match, twin.state) != standings(table.match, table.state):
            return twin, seat
    raise AssertionError(f"no secret decides {name}")


@dataclass
class Evening:
    """A game before its last move, with its box in French, another one in English, and phones of every role."""

    table: Table
    hands: Hands
    room: Room
    english: Box
    phones: dict[str, Phone]
    views: ViewCache
    known_views: dict[str, str]

    @property
    def boxes(self) -> tuple[Box, Box]:
        """The boxes in both languages."""
        return self.hands.box, self.english

    @property
    def session(self) -> Session:
        return self.hands.session

    @property
    def reveal(self) -> EndReveal:
        assert self.session.reveal is not None
        return self.session.reveal

    def act(self, work: Callable[[], object]) -> None:
        """Do some work as the desk does: the boxes follow, and the phones get what is new."""
        self.room.world.table.ask(work)
        for box in self.boxes:
            box.refresh()

    def end(self) -> None:
        """Make the last move."""
        played = self.table.entries[-1].played
        self.act(lambda: self.session.do(Play(moves=((played.seat, move_to_json(played.move)),))))

    def turn(self) -> None:
        """Show the next step."""
        step = self.reveal.shown + 1
        self.act(lambda: self.phones["host"].do("turn_reveal", step=step))

    def read(self) -> dict[str, str]:
        """Return everything that anybody gets now, also those who come only now."""
        texts = {f"box {box.preferences.language}": self._read_box(box) for box in self.boxes}
        late = {"late watcher": self.room.phone(), "late host": self.room.phone(None, language="fr")}
        self.act(lambda: None)
        for who, phone in {**self.phones, **late}.items():
            for path in self.addresses() if who in ("watcher", "host") else OWN_PAGES:
                texts[f"{path} {who}"] = readable(phone, path)
            if who not in late:
                texts |= {f"{what} {who}": answer for what, answer in self._attempts(phone)}
        for who, role in self.roles().items():
            for language in LANGUAGES:
                key = f"stream {who} {language}"
                name, event = self.views.update_for(
                    self.session.snapshot(), role, language, self.known_views.get(key, "")
                )
                texts[key], self.known_views[key] = (event or b"").decode(), name
        return texts

    def without_seal(self, text: str) -> str:
        """Return a text without the seal on chance, which depends on secret options, and without names of views."""
        assert self.session.table is not None
        for commitment in self.session.table.commitments:
            for part in (commitment.sha256, *commitment.words):
                text = text.replace(part, "sealed")
        return re.sub(r"\b[0-9a-f]{12}\b", "view", text)

    def addresses(self) -> list[str]:
        """Return every address of the app that can be asked for."""
        rules = [rule for rule in self.room.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
        fixed = [rule.rule.replace("<int:number>", "1") for rule in rules if rule.arguments <= {"number"}]
        return [path for path in fixed if path not in STREAMS]

    def roles(self) -> dict[str, ViewerRole]:
        """Return the roles of those who have a stream."""
        seats = {f"seat {seat}": ViewerRole(seat=seat) for seat in self.table.seats}
        return {"watcher": role_of(None, self.session.snapshot()), "host": ViewerRole(host=True), **seats}

    def _read_box(self, box: Box) -> str:
        output = box.output()
        return json.dumps([*output.face.spoken(), output.face.strip.title, repr(output.glows), repr(output.ring)])

    def _attempts(self, phone: Phone) -> Iterator[tuple[str, str]]:
        """Yield the answers to attempts to learn the end without doing anything."""
        last = len(self.table.entries)
        bodies: dict[str, dict[str, Any]] = {
            "preview of taking back": {"do": "take_back"},
            "preview of closing": {"do": "close"},
            "preview of a change": {"do": "amend", "entry": last, "move": None},
            "preview of an earlier change": {"do": "amend", "entry": last - 1, "move": None},
        }
        for what, body in bodies.items():
            yield what, phone.post("/api/preview", **body).get_data(as_text=True)
        for seat in self.table.seats:
            yield f"forms of {seat}", phone.post("/api/form", seat=seat).get_data(as_text=True)
        yield "whole backup", phone.post("/api/backup/ask").get_data(as_text=True)


def readable(phone: Phone, path: str) -> str:
    """Return the text of an answer; of a bundle or a backup, what is in it."""
    with closing(phone.client.get(path, headers=phone.headers)) as answer:
        data, is_answered = answer.get_data(), answer.status_code == 200
    if is_answered and path.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            return "\n".join(f"{name}\n{bundle.read(name).decode()}" for name in bundle.namelist())
    if is_answered and path.endswith(".sqlite3"):
        with closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(data)
            return "\n".join(db.iterdump())
    return data.decode()


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Table], Evening]]:
    """Return a function that plays a game up to its last move."""
    monkeypatch.setattr(companion.server.code_attempts, "BURST", 100)  # a host comes late at each step
    opened: list[Hands] = []

    def play_up_to_end(table: Table) -> Evening:
        hands = Hands(tmp_path / f"box {len(opened)}", games=GAMES)
        opened.append(hands)
        hands.skips_reveal, hands.watch = False, lambda face: None
        session = hands.session
        session.do(StartGame(game=table.game.id, names=table.names, options=dict(table.match.options)))
        for entry in table.entries[:-1]:
            session.do(Play(moves=((entry.played.seat, move_to_json(entry.played.move)),)))
        hands.box.refresh()
        english = Box(
            session, Preferences("en"), lambda: None, lambda: "", last_scroll, codes=hands.codes, qr=lambda address: ()
        )
        room = Room(session)
        room.world.table.ask(lambda: None)  # publishes
        phones = {"watcher": room.phone(), "watcher fr": room.phone(language="fr"), "host": room.phone(None)}
        phones |= {f"seat {seat}": room.phone(seat) for seat in table.seats}
        evening = Evening(table, hands, room, english, phones, ViewCache(), {})
        evening.act(lambda: None)
        return evening

    yield play_up_to_end
    for hands in opened:
        hands.close()


def leaks(texts: Mapping[str, str], before: Mapping[str, str], evening: Evening) -> list[str]:
    """Return what these texts tell of the end beyond the steps that are shown."""
    reveal, known = evening.reveal, "\n".join(before.values())
    totals = re.compile("|".join(rf"\b{total}\b" for total in hidden_totals(reveal) if total not in known) or "(?!)")
    sentences = [sentence for sentence in {*closing_sentences(evening.table)} if sentence not in known]
    new = {where: plain(text) for where, text in texts.items() if text != before[where]}
    results = [f"{where}: {match.group()}" for where, text in new.items() for match in totals.finditer(text)]
    results += [f"{where}: {sentence}" for where, text in new.items() for sentence in sentences if sentence in text]
    things = [row.thing for step in reveal.shown_steps for row in step.rows]
    shown = {f"{table}/things/{thing}" for thing in things for table in ("", "/table")}
    changed = [f"{where}: {change}" for where, change in changes(texts, before) if change not in shown]
    boxes = [f"box: {box.output().face.spoken()}" for box in evening.boxes if not shows_step(box, reveal)]
    return [*results, *changed, *boxes]


def shows_step(box: Box, reveal: EndReveal) -> bool:
    """Return whether a box shows totals up to the newest step, those before for other seats, and no light of a seat."""
    output, totals = box.output(), reveal.shown_steps[-1].totals if reveal.shown else reveal.before
    face, before = output.face, reveal.before if any(reveal.before) else (None,) * len(reveal.before)
    columns = [column.total for column in face.columns] if isinstance(face, RevealFace) else []
    known = [first if total is None else total for first, total in zip(before, totals, strict=True)]
    return columns == (known if reveal.shown else [*before]) and {*output.glows} == {Glow.OFF}


def plain(text: str) -> str:
    """Return a text with the letters that JSON writes as numbers."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text)


def hidden_totals(reveal: EndReveal) -> set[str]:
    """Return the totals that are still to come and that no line on a screen gives."""
    shown = {*reveal.before, *(total for step in reveal.shown_steps for total in step.totals)}
    return {str(total) for step in reveal.steps for total in step.totals if total not in shown}


def closing_sentences(table: Table) -> Iterator[str]:
    """Yield, in every language, who has won, for every group of players, and what the last move did."""
    groups = [group for n in range(1, len(table.names) + 1) for group in combinations(table.names, n)]
    for words in map(Words, LANGUAGES):
        for group in groups:
            yield words("end.winner", names=join_names(group, words), n=len(group))
        for viewer in (PUBLIC, *map(as_seat, table.seats)):
            yield words.of(entry_text(table, len(table.entries), viewer), table.names)


def changes(texts: Mapping[str, str], before: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what changed although only the steps may be new."""
    for where, text in texts.items():
        path = where.partition(" ")[0]
        if path not in UNCHANGED:
            continue
        if path.startswith("/api/"):
            now, earlier = json.loads(text), json.loads(before[where])
            yield from ((where, part) for part in differences(now, earlier) if not CHANGING.fullmatch(part))
            yield from ((where, f"block {name}") for name in changed_blocks(now, earlier))
        elif without_turn(text) != without_turn(before[where]):
            yield where, "another page"


def differences(now: Any, before: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of parts that differ between two pieces of JSON; a list of another length is one of them.

    Blocks that show how to go on are gone, and with them the words of things that nothing names any more: they tell
    nothing. A thing that is new or different is yielded.
    """
    if isinstance(now, dict) and isinstance(before, dict):
        for name in sorted({*now, *before}):
            if CHANGING.fullmatch(f"{path}/{name}"):
                continue
            if name in now and name in before:
                yield from differences(now[name], before[name], f"{path}/{name}")
            elif not path.endswith("/things") or name in now:
                yield f"{path}/{name}"
    elif isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        for number, (item, earlier) in enumerate(zip(now, before, strict=True)):
            yield from differences(item, earlier, f"{path}/{number}")
    elif now != before:
        yield path


def changed_blocks(now: Any, before: Any) -> list[str]:
    """Return the blocks of a view that are not as they were before the end, apart from the steps and what to touch."""
    earlier = {block["id"]: without_touches(block) for block in blocks_of(before)}
    return [
        block["id"]
        for block in blocks_of(now)
        if block["id"] != "reveal" and not is_kept(without_touches(block), earlier.get(block["id"]))
    ]


def is_kept(block: Any, earlier: Any) -> bool:
    """Return whether a block is as before, apart from lines that are no longer read aloud."""
    if earlier is None or not {*block.get("spoken", ())} <= {*earlier.get("spoken", ())}:
        return False
    return {**block, "spoken": None} == {**earlier, "spoken": None}


def blocks_of(view: Any) -> list[dict[str, Any]]:
    scene = view.get("table", view).get("scene") if isinstance(view.get("table", view), dict) else None
    return list(scene["blocks"]) if scene is not None else []


def without_touches(part: Any) -> Any:
    """Return a part of a block without what can be touched or is a hint for the next move."""
    if isinstance(part, dict):
        return {name: without_touches(value) for name, value in part.items() if name not in ("touch", "next")}
    return [without_touches(item) for item in part] if isinstance(part, list) else part


def without_turn(page: str) -> str:
    return page.replace(" on-turn", "")


@every_ending
def test_no_step_tells_what_comes_after_it(begin: Callable[[Table], Evening], name: str) -> None:
    evening = begin(ended(name))
    before = evening.read()
    evening.end()
    assert evening.reveal.steps
    for shown in range(len(evening.reveal.steps) + 1):
        assert evening.reveal.shown == shown
        texts = evening.read()
        assert leaks(texts, before, evening) == []
        assert rows_of(evening) == rows_of_steps(evening.reveal)
        check_export(texts["/games/1/moves.jsonl watcher"], evening)
        evening.turn()
    assert evening.session.reveal is None
    headline = json.loads(evening.read()["/api/state watcher"])["headline"]
    assert headline in [*closing_sentences(evening.table)], "the searched sentences are those of the pages"


def rows_of(evening: Evening) -> list[tuple[str, list[int | None]]]:
    """Return the rows that a spectator sees of the steps, with their amounts."""
    [block] = [block for block in blocks_of(evening.phones["watcher"].view) if block["id"] == "reveal"]
    return [(row["id"], [cell.get("value") for cell in row["cells"]]) for row in block["rows"]]


def rows_of_steps(reveal: EndReveal) -> list[tuple[str, list[int | None]]]:
    """Return the rows that may be seen: the totals before, those of the steps shown, and what they add up to."""
    rows: list[tuple[str, list[int | None]]] = [("before", [*reveal.before])] if any(reveal.before) else []
    rows += [(row.id, [cell.value for cell in row.cells]) for step in reveal.shown_steps for row in step.rows]
    return [*rows, *([("total", [*reveal.shown_steps[-1].totals])] if reveal.shown else [])]


def check_export(file: str, evening: Evening) -> None:
    """Check that a file saved during a reveal is that of a game that goes on, and holds."""
    report = check_moves_file(file.encode(), GAMES)
    assert report.verdict.problems == ()
    assert (report.verdict.over, report.result, '"kind": "end"' in file) == (False, False, False)


@pytest.mark.parametrize("name", SECRETIVE)
def test_nothing_depends_on_a_secret_before_its_step(begin: Callable[[Table], Evening], name: str) -> None:
    """Two games that one seat alone can tell apart look alike until a step that differs is shown."""
    twin, seat = twin_of_ending(name)
    evenings = [begin(ended(name)), begin(twin)]
    first, second = (readings(evening) for evening in evenings)
    spied = [where for where, text in first.items() if text == second[where] and f"seat {seat}" not in where]
    assert {"/ watcher", "/tv watcher", "/api/state host", "/games/1 watcher", "box fr", "stream host en"} <= {*spied}
    for evening in evenings:
        evening.end()
    compared = 0
    while shown_steps(evenings[0]) == shown_steps(evenings[1]):
        first, second = (readings(evening) for evening in evenings)
        assert [where for where in spied if first[where] != second[where]] == []
        compared += 1
        for evening in evenings:
            evening.turn()
    assert compared >= 1


def readings(evening: Evening) -> dict[str, str]:
    return {where: evening.without_seal(text) for where, text in evening.read().items()}


def shown_steps(evening: Evening) -> object:
    return evening.reveal.before, evening.reveal.shown_steps, len(evening.reveal.steps)


def test_only_hosts_and_the_box_turn_a_reveal(begin: Callable[[Table], Evening]) -> None:
    evening = begin(ended("expedition"))
    evening.end()
    step = {"step": 1}
    refusal_of(evening.room.phone().do("turn_reveal", **step), 401, "no_claim")
    refusal_of(evening.phones["seat 1"].do("turn_reveal", **step), 403, "not_yours")
    assert evening.reveal.shown == 0
    assert evening.phones["host"].do("turn_reveal", **step).status_code == 200
    assert evening.reveal.shown == 1


def test_what_would_have_the_end_in_it_waits(begin: Callable[[Table], Evening]) -> None:
    evening = begin(ended("expedition"))
    evening.end()
    host, before_last = evening.phones["host"], len(evening.table.entries) - 1
    seat = evening.phones[f"seat {evening.table.entries[before_last - 1].played.seat}"]
    for answer in (
        host.post("/api/backup/ask"),
        seat.do("amend", entry=before_last, move=None),
        host.post("/api/preview", do="take_back"),
    ):
        assert refusal_of(answer, 422, "illegal_move")["reason"] == "Wait for the end of the final scoring."
    assert evening.reveal.shown == 0
    evening.act(lambda: host.do("turn_reveal", step=99))
    assert host.post("/api/backup/ask").status_code == 200


def unmask_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "shown_table", Session.table)


def unmask_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.journal.archive, "_is_concealed", lambda past, shown: False)


def unmask_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Box, "table", property(lambda box: box.session.table))


def unmask_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def conceal(table: Table, reveal: EndReveal) -> Table:
        return replace(conceal_end(table, reveal), commitments=table.commitments)

    monkeypatch.setattr(companion.session.session, "conceal_end", conceal)


def unmask_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    def undo_text(table: Table, viewer: object, words: Words) -> str:
        return words.of(
            entry_text(replace(table, entries=ended("classic").entries), len(ended("classic").entries)), table.names
        )

    monkeypatch.setattr("companion.server.views.table_view.undo_text", undo_text)


@pytest.mark.parametrize("unmask", [unmask_everything, unmask_archive, unmask_box, unmask_seed, unmask_undo])
def test_the_search_finds_what_is_not_masked(
    begin: Callable[[Table], Evening], monkeypatch: pytest.MonkeyPatch, unmask: Callable[[pytest.MonkeyPatch], None]
) -> None:
    evening = begin(ended("classic"))
    before = evening.read()
    unmask(monkeypatch)
    evening.end()
    assert leaks(evening.read(), before, evening) != []
