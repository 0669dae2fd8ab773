"""The checks of `doctor`: whether everything that a table needs is present and in order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion import __version__
from companion.app.startup_errors import cannot_start
from companion.broker.box_id import box_id
from companion.broker.broker_check import broker_fault, outside_address
from companion.broker.broker_status import BrokerFault, BrokerStatus
from companion.cli.known_games import own_games_of
from companion.devices.board_file import BoardError
from companion.devices.board_overrides import apply_changes
from companion.devices.board_profiles import BoardProfile, UnknownBoardError, board_names, load_board
from companion.devices.device_checks import findings
from companion.devices.gpio_devices import PinsError, open_pins
from companion.devices.key_trial import run_key_trial
from companion.games import GAMES
from companion.journal.open_journal import broken_log, journal_to_read
from companion.journal.replay import replay_stored
from companion.journal.state_directory import NAME
from companion.rules.figure_tables import merge_figures
from companion.rules.game import Game
from companion.rules.match_functions import figures_error
from companion.support.frozen_dataclasses import frozen
from companion.support.missing_library import check_libraries
from companion.support.resources import MissingResourceError, boards_dir, web_dir
from companion.support.settings_errors import OnSettingsError, SettingsError, raise_error
from companion.system.board_from_settings import changes_from
from companion.system.broker_login import login_of
from companion.system.detection_report import DetectionReport, read_report
from companion.system.edition_files import editions_of
from companion.system.service_state import service_state
from companion.system.settings import BOARD_VARIABLE, CHOSEN_BOARD_VARIABLE, Settings, settings_in_force
from companion.system.tested_machine_row import markdown_row
from companion.table.game_setup import PROFILE_PREFIX
from companion.table.session_errors import DamagedError, NoStateError, NotSavedError, SessionError
from companion.words.catalogue import Words


@frozen
class CheckResult:
    """The result of one check, as a sentence."""

    ok: bool
    text: str


def examine(
    state: Path, settings_file: Path | None, board: str | None, words: Words, games_folder: str | None = None
) -> Iterator[CheckResult]:
    """Check one thing after another, changing nothing. Problems raise no error: they are findings.

    Own games are in the folder of the settings, unless one is given. Raises ImportError if a library of the program is
    missing.
    """
    check_libraries()
    import companion.server.web_app  # noqa: F401 - loads the libraries of the pages

    detection, slips = read_report(), list[SettingsError]()
    settings = _settings(state, settings_file, board, detection, slips.append)
    if games_folder is not None:
        settings = replace(settings, games=games_folder)
    games = own_games_of(settings, slips.append)
    for slip in slips:
        yield CheckResult(False, slip.sentence(words))
    for entry in detection.findings if detection is not None and settings.board == detection.board else ():
        yield CheckResult(entry.ok, words.of(entry.text))
    yield from _service(words)
    yield from _state(state, games, words)
    for game in [game for game in games if game not in GAMES]:
        yield CheckResult(True, words("doctor.own_game.ok", game=words(f"game.{game.id}"), path=settings.games))
    yield from _editions(settings, games, words)
    yield from _copied_figures(state, settings, games, words)
    yield from _broker(settings, words)
    try:
        yield CheckResult(True, words("doctor.pages.ok", path=str(web_dir())))
        profile = load_board(settings.board, boards_dir())
    except (MissingResourceError, BoardError, UnknownBoardError) as error:
        yield CheckResult(False, cannot_start(error).sentence(words))
        return
    yield _board(profile, settings, words)
    for finding in findings(profile, settings.gpio, port=settings.spinner):
        yield CheckResult(finding.ok, words("doctor.part", subject=finding.subject, what=finding.text))


def watch_keys(
    state: Path, settings_file: Path | None, board: str | None, words: Words, show: Callable[[str], None]
) -> None:
    """Print every press of a key and turn of a knob, as the lines report it, until Ctrl-C.

    Raises SettingsError or CannotStartError.
    """
    settings = _settings(state, settings_file, board, read_report(), raise_error)
    try:
        profile = load_board(settings.board, boards_dir(), changes_from(settings))
        if not profile.has_lines:
            show(words("doctor.keys.none", name=profile.name))
            return
        with closing(open_pins(simulated=False, library=settings.gpio)) as pins:
            run_key_trial(profile, pins, words, show)
    except (BoardError, UnknownBoardError, PinsError, MissingResourceError) as error:
        raise cannot_start(error) from error


def report(state: Path, settings_file: Path | None, board: str | None) -> str:
    """Return a row for docs/pi/tried.md: the machine, the board, and the findings about its parts.

    Raises SettingsError or CannotStartError.
    """
    settings = _settings(state, settings_file, board, read_report(), raise_error)
    try:
        profile = load_board(settings.board, boards_dir())
        board_ids = board_names(boards_dir())
    except (BoardError, UnknownBoardError, MissingResourceError) as error:
        raise cannot_start(error) from error
    part_findings = findings(profile, settings.gpio, port=settings.spinner)
    return markdown_row(profile, board_ids if settings.board in board_ids else (), part_findings, __version__)


def _settings(
    state: Path, file: Path | None, board: str | None, detection: DetectionReport | None, on_slip: OnSettingsError
) -> Settings:
    """Return the settings in force, with the board that was detected for the installed service."""
    name = CHOSEN_BOARD_VARIABLE if detection is not None and detection.chosen else BOARD_VARIABLE
    variables = {name: detection.board} if detection is not None else {}
    return settings_in_force(state, file, on_slip, board=board, variables=variables)


def _service(words: Words) -> Iterator[CheckResult]:
    """Yield a finding about the service of an installed box: whether it runs, and where its table is."""
    service = service_state()
    if service is None:
        return
    if service.runs:
        yield CheckResult(True, words("doctor.service.runs", status=service.status))
    else:
        yield CheckResult(False, words("doctor.service.stopped", state=service.state))


def _broker(settings: Settings, words: Words) -> Iterator[CheckResult]:
    """Yield findings about the broker that the settings name, after connecting to it once, but not outside."""
    if not settings.mqtt:
        return
    slips: list[SettingsError] = []
    login = login_of(settings, slips.append)
    for slip in slips:
        yield CheckResult(False, slip.sentence(words))
    if slips:
        return
    if (address := outside_address(settings.mqtt)) is not None:
        yield CheckResult(False, words("doctor.broker.outside", address=address))
        return
    fault = broker_fault(settings.mqtt, (login.user, login.password) if login is not None else None)
    if box_id() is None:
        fault = fault or BrokerFault.MACHINE_ID
    condition = BrokerStatus(settings.mqtt, connected=fault is None, fault=fault).condition()
    what = words.of(condition.text)
    if condition.advice is None:
        yield CheckResult(True, what)
    else:
        yield CheckResult(False, words("doctor.broker.fault", what=what, advice=words.of(condition.advice)))


def _editions(settings: Settings, games: Sequence[Game], words: Words) -> Iterator[CheckResult]:
    """Yield a finding for each edition of the owner that the settings name."""
    try:
        for game in editions_of(settings, games):
            yield CheckResult(
                True, words("doctor.edition.ok", game=words(f"game.{game}"), path=str(settings.profiles[game]))
            )
    except SettingsError as error:
        yield CheckResult(False, error.sentence(words))


def _copied_figures(state: Path, settings: Settings, games: Sequence[Game], words: Words) -> Iterator[CheckResult]:
    """Yield findings about the figures copied at the table, combined with the editions of now. What is unreadable was
    reported before.
    """
    try:
        editions = editions_of(settings, games)
        with journal_to_read(state) as journal:
            notes = {game: journal.note(PROFILE_PREFIX + game.id) for game in games}
    except (SettingsError, SessionError, OSError):
        return
    for game, note in notes.items():
        if note:
            yield _merged_figures(game, merge_figures(editions.get(game.id, {}), note), words)


def _merged_figures(game: Game, figures: Mapping[str, Any], words: Words) -> CheckResult:
    title, fault = words(f"game.{game.id}"), figures_error(game, figures)
    if fault is None:
        return CheckResult(True, words("doctor.copied.ok", game=title))
    reason = words.of(fault.reason)
    return CheckResult(False, words("doctor.copied.misfit", game=title, where=fault.where, reason=reason))


def _board(profile: BoardProfile, settings: Settings, words: Words) -> CheckResult:
    """Return the finding about the board and the changes that the settings make to it."""
    try:
        apply_changes(profile, changes_from(settings))
    except SettingsError as error:
        return CheckResult(False, error.sentence(words))
    return CheckResult(True, words("doctor.board.ok", name=profile.name))


def _state(state: Path, known: Sequence[Game], words: Words) -> Iterator[CheckResult]:
    """Yield findings about the saved games, and how many of them follow other rules."""
    path = state / NAME
    foreign = 0
    try:
        if (damage := broken_log(state)) is not None:
            raise damage
        with journal_to_read(state) as journal:
            games = journal.games()
            for saved in games:
                replayed = replay_stored(partial(journal.rows, saved.number), known)
                if replayed.damage is not None:
                    raise replayed.damage
                foreign += replayed.foreign is not None
    except NoStateError:
        yield _new_state(state, words)
        return
    except (NotSavedError, OSError) as error:
        cause = error.cause if isinstance(error, NotSavedError) else error.strerror or str(error)
        yield CheckResult(False, words("file.unreadable", path=str(path), cause=cause))
        return
    except DamagedError as error:
        yield CheckResult(False, words("doctor.state.damaged", path=str(path), reason=words.of(error.reason)))
        return
    except SessionError as error:
        yield CheckResult(False, words.of(error.reason))
        return
    if not all(os.access(place, os.W_OK) for place in (state, path)):
        yield CheckResult(False, words("doctor.state.read_only", path=str(state)))
    else:
        yield CheckResult(True, words("doctor.state.ok", path=str(state), n=len(games)))
    if foreign:
        yield CheckResult(True, words("doctor.state.foreign", n=foreign))


def _new_state(state: Path, words: Words) -> CheckResult:
    """Return whether the first start can begin a game in a state directory that is still empty."""
    existing = next(place for place in (state.absolute(), *state.absolute().parents) if place.exists())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return CheckResult(True, words("doctor.state.none", path=str(state)))
    return CheckResult(False, words("doctor.state.read_only", path=str(existing)))
