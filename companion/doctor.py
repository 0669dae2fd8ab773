"""What `doctor` looks at: whether everything that a table needs is here and in order, in words."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.app import settings_from
from companion.config import CannotStartError, Settings, SettingsError
from companion.devices.boards import Board, BoardError, UnknownBoardError, load_board
from companion.devices.gpio import Keys, PinsError, open_pins
from companion.devices.health import findings
from companion.input.debounce import Debouncer
from companion.input.edges import Edge
from companion.resources import MissingResourceError, boards_dir, web_dir
from companion.rules.registry import GAMES
from companion.session.errors import InUseError, SessionError
from companion.session.store import open_store
from companion.views.texts import Words


def examine(state: Path, settings_file: Path | None, board: str | None, words: Words) -> Iterator[tuple[bool, str]]:
    """Look at one thing after another: whether it is well, and a sentence about it. What is amiss raises nothing."""
    try:
        settings = settings_from(state, settings_file, port=None, board=board)
    except SettingsError as error:
        yield False, str(error)
        settings = Settings()
    yield _state(state, words)
    try:
        yield True, words("doctor.pages.ok", path=str(web_dir()))
        profile = load_board(settings.board, boards_dir())
    except (MissingResourceError, BoardError, UnknownBoardError) as error:
        yield False, str(error)
        return
    yield True, words("doctor.board.ok", name=profile.name)
    for finding in findings(profile):
        yield finding.ok, f"{finding.subject}: {words.of(finding.text)}"


def watch_keys(settings_file: Path | None, board: str | None, show: Callable[[str], None]) -> None:
    """Show each key as it goes down and comes up, bounces taken out, until Ctrl-C. Raises CannotStartError."""
    settings = settings_from(Path(), settings_file, port=None, board=board)
    try:
        _watch(load_board(settings.board, boards_dir()), show)
    except (BoardError, UnknownBoardError, PinsError) as error:
        raise CannotStartError(str(error)) from error


def _watch(profile: Board, show: Callable[[str], None]) -> None:
    debouncer = Debouncer()

    def edge(edge: Edge) -> None:
        for change in debouncer.edge(edge):
            show(f"{change.key.value} {'down' if change.down else 'up'}")

    pins = open_pins(simulated=False)
    keys = Keys(profile, pins, edge, time.monotonic)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        show("")
    finally:
        keys.close()
        pins.close()


def _state(state: Path, words: Words) -> tuple[bool, str]:
    try:
        store = open_store(state, GAMES)
    except InUseError:
        return True, words("doctor.state.in_use", path=str(state))
    except SessionError as error:
        return False, words.of(error.reason)
    with_games = len(store.journal.games())
    readable = store.journal.read_only
    aside = store.aside
    store.close()
    if aside is not None:
        return False, words("doctor.state.damaged", path=str(aside))
    if readable:
        return False, words("doctor.state.read_only", path=str(state))
    return True, words("doctor.state.ok", path=str(state), n=with_games)
