"""The check of a game without a browser: its words, random games of every size, their files, and the little screen."""

from __future__ import annotations

import logging
import shlex
import time
import tomllib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import companion
from companion.box.box import Box
from companion.box.faces.block_view import block_view
from companion.box.faces.faces import BlockFace, Face, Strip
from companion.box.preferences import Preferences
from companion.box.screen.paint import last_scroll, paint, shortened
from companion.cli.check_secrets import leak_of
from companion.cli.doctor import CheckResult
from companion.journal.game_export import moves_file
from companion.journal.moves_file import BadFileError, IllegalLineError, replay_file
from companion.journal.open_journal import open_store
from companion.journal.replay import replay_stored
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.game import Game
from companion.rules.rule_errors import IllegalMoveError, MalformedError, RulesError
from companion.rules.viewer import PUBLIC
from companion.server.views.moves_file_report_view import report_text
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.server.views.table_view import table_view
from companion.session.pairing_codes import PairingCodes
from companion.session.session import Session
from companion.system.own_games import folder_of, game_facts, place_of_error
from companion.table.commands import Play, StartGame, TakeBack
from companion.table.game_facts import GameFacts
from companion.table.random_play import complete_move, nothing_planted, open_kinds, planting_marks
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words, keys_in
from companion.words.event_lines import with_chance_note
from companion.words.translated_scene import scene_of

GAMES = 3
"""Number of random games of each size."""
MOST_MOVES = 3_000
LOOKED_AT = 40
"""Number of moves after which everything is looked at; later ones are only played."""
TAKEN_BACK = 0.1
"""Share of moves that are taken back, and replaced by others."""
CORRECTED = 0.05
"""Share of moves that are corrections by hand."""
NAMES = ("Ada", "Bao", "Chloé", "Dara", "Émile")


def check_game(game: Game, games: tuple[Game, ...], words: Words) -> Iterator[CheckResult]:
    """Check everything about a game that needs no browser. A fault names what was done, and the file and line."""
    yield from _catalogues(game, words)
    yield from _golden_games(game, games, words)
    try:
        facts = game_facts(game)
    except Exception as error:  # noqa: BLE001 - whatever a game raises is its fault
        yield CheckResult(False, _cause(game, error, words))
        return
    with _warnings() as warnings:
        for seats in game.seats:
            result = _random_games(game, games, facts, seats, words)
            yield result
            if not result.ok:
                break  # other sizes would mostly repeat it
    for warning in warnings:
        yield CheckResult(False, warning)


def command_for_pages(game: Game) -> str:
    """Return the command that opens the pages of a game, run in the checkout; empty for an installed program."""
    checkout = Path(companion.__file__).parents[1]
    tests = (
        "tests/input/test_every_screen.py",
        "tests/server/test_every_page.py",
        "tests/server/test_every_page_in_browser.py",
    )
    if not all((checkout / test).is_file() for test in tests):
        return ""
    folder = folder_of(game).parent.resolve()
    is_ours = folder == checkout / "companion" / "games"
    variable = "" if is_ours else f"COMPANION_GAMES={shlex.quote(str(folder))} "
    return f"DEEP=1 {variable}.venv/bin/pytest -x {' '.join(tests)} -k {game.id}"


def _catalogues(game: Game, words: Words) -> Iterator[CheckResult]:
    """Yield a finding for each sentence that a language lacks."""
    if not game.words:
        return
    keys = {language: keys_in(game.words, language) for language in LANGUAGES}
    every_key = frozenset().union(*keys.values())
    missing = [(key, language) for language in LANGUAGES for key in sorted(every_key - keys[language])]
    for key, language in missing:
        yield CheckResult(False, words("check_game.no_words", name=key, file=f"words/{language}.po"))
    if not missing:
        yield CheckResult(True, words("check_game.words", n=len(every_key)))


def _golden_games(game: Game, games: tuple[Game, ...], words: Words) -> Iterator[CheckResult]:
    """Yield a finding for each moves file in the game's folder.

    It must lead to the result that it names. One with a TOML file beside it must be played through, or refused at the
    line that this file names.
    """
    for file in sorted((folder_of(game) / "golden").glob("*.jsonl")):
        try:
            ok, text = _golden_game(file, games, words)
        except Exception as error:  # noqa: BLE001 - whatever a game raises is its fault
            ok, text = False, _cause(game, error, words)
        yield CheckResult(ok, f"golden/{file.name}: {text}")


def _golden_game(file: Path, games: tuple[Game, ...], words: Words) -> tuple[bool, str]:
    expected = file.with_suffix(".toml")
    if not expected.is_file():
        report = check_moves_file(file.read_bytes(), games)
        return report.holds, next(report_text(report, words))
    refused = tomllib.loads(expected.read_text("utf-8")).get("refused")
    try:
        table = replay_file(file.read_bytes(), games)
    except IllegalLineError as error:
        if refused is None or (error.line, error.ruling or "") != (refused["line"], refused["ruling"]):
            raise
        return True, words("check_game.refused", line=error.line)
    if refused is not None:
        return False, words("check_game.not_refused", line=refused["line"])
    return True, words("check_game.replayed", n=len(table.entries))


def _random_games(game: Game, games: tuple[Game, ...], facts: GameFacts, seats: int, words: Words) -> CheckResult:
    """Play a few games of this size; return what was wrong first, or how many moves they were."""
    moves = 0
    for seed in range(GAMES):
        with TemporaryDirectory() as folder, closing(open_store(Path(folder), games)) as store:
            evening = _Evening(game, Session(store.journal, games, time.time), facts, seats, seed)
            try:
                evening.play()
                _verify(evening, games, words)
                evening.look_for_leaks(words)
            except _FaultError as fault:
                return CheckResult(False, words("check_game.fault", n=seats, done=evening.done, what=str(fault)))
            except Exception as error:  # noqa: BLE001 - whatever a game raises is its fault
                what = _cause(game, error, words)
                return CheckResult(False, words("check_game.fault", n=seats, done=evening.done, what=what))
            moves += evening.moves
    return CheckResult(True, words("check_game.played", n=seats, games=GAMES, moves=moves))


def _cause(game: Game, error: Exception, words: Words) -> str:
    """Return what a game raised, as a sentence if it has one, else with the file and line in its folder."""
    if isinstance(error, IllegalLineError | BadFileError):
        return f"{words('cli.line', line=error.line or 1)} {words.of(error.reason, getattr(error, 'names', ()))}"
    if isinstance(error, RulesError):
        where = f"{error.where}: " if isinstance(error, MalformedError) and error.where else ""
        return where + words.of(error.reason, NAMES)
    file, line = place_of_error(error, folder_of(game))
    return f"{type(error).__name__}: {error} ({file.name}:{line})"


class _FaultError(Exception):
    """A game that is stuck, that does not end, or whose file does not hold."""


class _Evening:
    """A game played at random, and looked at in every language and size."""

    def __init__(self, game: Game, session: Session, facts: GameFacts, seats: int, seed: int) -> None:
        self.session = session
        self.moves = 0
        self.done = ""
        """The last thing that was tried, for the fault."""
        self._rnd = Random(seed)
        self._facts = facts
        self._plant = planting_marks(count()) if facts.secrets else nothing_planted
        self._boxes: list[Box] = []
        self._begin = StartGame(game=game.id, names=NAMES[:seats], options=dict(facts.plain))

    @property
    def table(self) -> Table:
        assert self.session.table is not None
        return self.session.table

    def play(self) -> None:
        """Play to the end. Raises _FaultError if nobody may do anything, or if it has no end."""
        self.done = "begin"
        self.session.do(self._begin)
        codes = PairingCodes(time.monotonic, lambda below: 0, lambda: "")
        for preferences in (Preferences(language, large=large) for language in LANGUAGES for large in (False, True)):
            box = Box(self.session, preferences, lambda: None, lambda: "", last_scroll, codes=codes)
            box.show_table()
            self._boxes.append(box)
        self._look()
        while not self.table.over:
            if self.moves == MOST_MOVES:
                raise _FaultError(f"no end after {MOST_MOVES} random moves")
            self._move()
        self._look()

    def look_for_leaks(self, words: Words) -> None:
        """Compare the game with others that have other secrets. Raises _FaultError if somebody sees a difference."""
        leak = leak_of(self.table, self._facts, self._rnd, words)
        if leak is not None:
            self.done = f"seat {leak.owner}: {leak.move}"
            key = "check_game.leak" if leak.reader is None else "check_game.leak_to_seat"
            raise _FaultError(words(key, owner=leak.owner, reader=leak.reader or 0, place=leak.place))

    def _move(self) -> None:
        match, state, rnd = self.table.match, self.table.state, self._rnd
        seat = rnd.choice(match.active_seats(state))
        kinds = [kind for kind in open_kinds(match, state, seat) if kind != "correct"]
        if not kinds:
            raise _FaultError(f"seat {seat} has to act, and every move is refused")
        kind = rnd.choice(kinds)
        if rnd.random() < CORRECTED and match.correctable(state, seat):
            kind = "correct"
        self.done = f"seat {seat}: {kind}"
        body = complete_move(match, state, seat, kind, rnd, plant=self._plant)
        self.done = f"seat {seat}: {body}"
        if [*body][-1] == "chance":
            del body["chance"]  # the table draws
        try:
            self.session.do(Play(moves=((seat, body),)))
        except IllegalMoveError as error:
            if error.reason.key != "session.bound":  # what was taken back is drawn again
                raise
            return
        self.moves += 1
        if self.moves <= LOOKED_AT:
            self._look()
        if rnd.random() < TAKEN_BACK and not self.table.over:
            self.session.do(TakeBack())

    def _look(self) -> None:
        """Look at the table as everybody, as one seat and as a past game, and at every block on the little screen."""
        snapshot = self.session.snapshot()
        roles = (ViewerRole(), ViewerRole(host=True), ViewerRole(seat=self._rnd.choice(self.table.seats)))
        for words in map(Words, LANGUAGES):
            for role in roles:
                phone_view(snapshot, role, words)
            table_view(snapshot, PUBLIC, words)
            for block in scene_of(self.table, PUBLIC, words).blocks:
                view = block_view(block, self.table, words)
                self._paint(BlockFace(strip=Strip(title=block.name), hints=(), blocks=(view,)), words)
        for box in self._boxes:
            box.refresh()
            self._paint(box.output().face, box.words)

    def _paint(self, face: Face, words: Words) -> None:
        """Paint a face. Raises _FaultError for a text that does not fit, except where a note on its chance is added."""
        paint(face)
        entries = len(self.table.entries)
        if not entries or not with_chance_note("", self.table, entries, words):
            for text in shortened(face):
                raise _FaultError(words("check_game.too_long", text=text))


def _verify(evening: _Evening, games: tuple[Game, ...], words: Words) -> None:
    """Export the game and check its file. Raises _FaultError for a file that does not hold."""
    evening.done = "export, verify"
    journal, number = evening.session.journal, evening.table.number
    replayed = replay_stored(partial(journal.rows, number), games)
    if replayed.damage is not None:
        raise replayed.damage
    text = moves_file(replayed.table, replayed.recorded, journal.game_summary(number).result, games)
    report = check_moves_file(text.encode(), games)
    if not report.holds:
        raise _FaultError(next(report_text(report, words)))


@contextmanager
def _warnings() -> Iterator[dict[str, None]]:
    """Collect what the program logs as a warning meanwhile, each once: missing words, and parts that are left out."""
    warnings: dict[str, None] = {}

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            warnings[record.getMessage()] = None

    logger, handler = logging.getLogger("companion"), Handler(logging.WARNING)
    logger.addHandler(handler)
    try:
        yield warnings
    finally:
        logger.removeHandler(handler)
