"""The command line: its entry point, shared options, and the commands for games, files, backup and checks.

Exit status: 0 done, 1 the check failed, 2 usage or unreadable input, 3 refused by the rules, 4 not checked by them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.cli.board_commands import board as board_commands
from companion.cli.known_games import DEFAULT_STATE, known_games
from companion.cli.output import (
    FAILED,
    NOT_COMPARED,
    Commands,
    game_line,
    print_json,
    print_line,
    show_offers,
    show_ruling,
    show_rulings,
    show_table,
    words,
)
from companion.cli.spinner_commands import spinner
from companion.games import GAMES
from companion.journal.backup import backup_to, restore_backup, restore_damaged_backup
from companion.journal.database import misnumbered_games, overlong_games
from companion.journal.game_export import moves_file
from companion.journal.import_game import import_into
from companion.journal.journal import OPEN_GAME, Journal, SavedGame
from companion.journal.journal_check import faulty_games
from companion.journal.moves_file import BadFileError, replay_file
from companion.journal.open_journal import journal_to_read, open_store
from companion.journal.played_times import is_plausible
from companion.journal.replay import foreign_reason, replay_stored
from companion.journal.verify_moves_file import check_moves_file
from companion.rules.game import find_game, moves_schema
from companion.rules.rulings import rulings
from companion.rules.text import say
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.moves_file_report_view import report_json, report_text
from companion.server.views.phone_view import offers_view
from companion.server.views.table_view import table_view
from companion.session.session import Snapshot
from companion.support.settings_errors import CannotStartError, StartError
from companion.system.ownership import keep_owner
from companion.table.game_limits import MOST_FILE_BYTES, MOST_ROWS
from companion.table.session_errors import ForeignError, NoStateError, NotSavedError, SaveFailure, SessionError
from companion.table.table import Table
from companion.words.catalogue import add_catalogues

T = TypeVar("T")
add_catalogues(game.words for game in GAMES)  # an unknown command is refused in words, too


STATE_OF_SERVICE = Path("/var/lib/companion")
"""The state directory of an installed box."""


def default_state() -> Path:
    """Return the state directory of the service, if systemd names one or this user may write there, as the superuser
    may; else the platform's own for this user.

    Raises StartError for a user without a home directory.
    """
    from platformdirs import user_state_path

    if service := os.environ.get("STATE_DIRECTORY"):
        return Path(service)
    if os.access(STATE_OF_SERVICE, os.R_OK | os.W_OK | os.X_OK):
        return STATE_OF_SERVICE
    try:
        return user_state_path("companion", appauthor=False)
    except RuntimeError as error:  # no HOME, and the system does not know this user
        raise StartError("cli.no_home") from error


def _name_the_box(state: Path, command: str) -> None:
    """Print where the games of an installed box are, if this command looked elsewhere without being asked to."""
    if STATE_OF_SERVICE.is_dir() and STATE_OF_SERVICE != state == default_state():
        print_line(words()("cli.box_state", path=str(STATE_OF_SERVICE), command=command), err=True)


def state_option(command: Callable[..., T]) -> Callable[..., T]:
    """Add the option for the state directory to a command."""
    return click.option(
        "--state",
        type=click.Path(path_type=Path),
        default=default_state,
        envvar="COMPANION_STATE",
        help="Directory of the saved games.",
    )(command)


def json_option(command: Callable[..., T]) -> Callable[..., T]:
    """Add the option for JSON output to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object, also for an error.")(command)


def settings_option(command: Callable[..., T]) -> Callable[..., T]:
    """Add the option for the settings file to a command."""
    kind = click.Path(path_type=Path)
    text = "Settings file; without it, settings.toml in the state directory."
    return click.option("--settings", "settings_file", type=kind, help=text)(command)


def board_option(command: Callable[..., T]) -> Callable[..., T]:
    """Add the option for the board profile to a command."""
    return click.option("--board", help="Board profile: a name from hardware/boards, or a .toml file.")(command)


@click.group("companion", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="companion", prog_name="companion")
@click.option(
    "--games",
    type=click.Path(),
    envvar="COMPANION_GAMES",
    help="Folder of your own games; without it, the one in the settings.",
)
@click.pass_context
def main(context: click.Context, games: str | None) -> None:
    """Roll the dice, spin the wheel and keep the score of three Marco Polo board games."""
    context.meta[DEFAULT_STATE] = default_state


main.add_command(board_commands)
main.add_command(spinner)


@main.command()
@click.option("--simulate", is_flag=True, help="Draw the box in the browser; no hardware is needed.")
@state_option
@settings_option
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the pages; 0 is any free port.")
@board_option
@click.option("--service", is_flag=True, help="For systemd: use /etc/companion, and start in spite of wrong settings.")
def run(
    simulate: bool, state: Path, settings_file: Path | None, port: int | None, board: str | None, service: bool
) -> None:
    """Run the table until it is switched off."""
    from companion.app.run import run_companion

    run_companion(
        state,
        settings_file,
        simulate=simulate,
        port=port,
        board=board,
        games=click.get_current_context().find_root().params["games"],
        words=words(),
        show=click.echo,
        as_service=service,
    )


@main.command()
@state_option
@json_option
def games(state: Path, as_json: bool) -> None:
    """List the saved games."""
    saved: tuple[SavedGame, ...] = ()
    starts: dict[int, int | None] = {}
    none = say("cli.no_games")
    try:
        with journal_to_read(state) as journal:
            saved = journal.games()
            starts = {game.number: _started(journal, game) for game in saved if as_json}
    except NoStateError as error:
        none = error.reason
    if as_json:
        print_json({"games": [_game_json(game, starts[game.number]) for game in saved]})
        return
    for game in saved:
        print_line(game_line(game, foreign_reason(game.game, game.version, known_games())))
    if not saved:
        print_line(words().of(none))
    _name_the_box(state, "games")


@main.command()
@click.argument("game", required=False)
@click.option("--tracking", help="How much the table tracks, if the game has a choice.")
@json_option
def moves(game: str | None, tracking: str | None, as_json: bool) -> None:
    """Print the JSON Schema of the moves of a game, or of all."""
    chosen = [find_game(game, known_games())] if game else known_games()
    if tracking is not None:
        trackings = chosen[0].trackings if game else ()
        if tracking not in trackings:
            reason = words()("cli.tracking", names=", ".join(trackings)) if trackings else words()("cli.no_tracking")
            raise click.BadParameter(reason, param_hint="--tracking")
    schemas = {game_rules.id: moves_schema(game_rules, tracking) for game_rules in chosen}
    body = schemas[chosen[0].id] if game else schemas
    if as_json:
        print_json(body)
    else:
        click.echo(json.dumps(body, ensure_ascii=False, indent=2))


@main.command()
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def profile(game: str, file: Path, as_json: bool) -> None:
    """Check the FILE of an edition of a GAME.

    The game must be playable with every figure in it, for every number of players.
    """
    from companion.system.edition_files import read_edition

    chosen = find_game(game, known_games())
    tables = [*read_edition(chosen, file)]
    if as_json:
        print_json({"game": chosen.id, "file": str(file), "tables": tables})
    else:
        print_line(words()("cli.edition_holds", path=str(file), game=words()(f"game.{chosen.id}"), n=len(tables)))


@main.command("replay")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@json_option
@click.option("--as", "viewer", default="everything", help="Whose view to show: everything, public, or a seat number.")
def replay_command(file: Path, as_json: bool, viewer: str) -> None:
    """Replay a moves FILE and show the table at its end.

    The FILE "-" is standard input.
    """
    table = replay_file(_read(file), known_games())
    view = table_view(Snapshot(table, saved=True), _viewer(viewer, table), words())
    if as_json:
        print_json(view)
    else:
        show_table(view)


@main.command("offers")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), required=False)
@click.option("--seat", type=click.IntRange(1), help="Seat to list; without it, every seat that has to act.")
@state_option
@json_option
def offers_command(file: Path | None, seat: int | None, state: Path, as_json: bool) -> None:
    """List the possible actions after a FILE or in the open game.

    Every action is listed with its costs and gains, or with the reason why it is refused. The secrets of a saved game
    are left out. FILE is a moves file, and "-" is standard input.
    """
    table = _open_table(state) if file is None else replay_file(_read(file), known_games())
    if seat is not None and seat not in table.seats:
        raise click.BadParameter(words()("error.no_seat", seat=seat, last=len(table.names)), param_hint="--seat")
    seats = table.match.active_seats(table.state) if seat is None else (seat,)
    view = offers_view(table, seats, words(), everything=file is not None)
    if as_json:
        print_json(view)
    else:
        show_offers(view, table.names)


@main.command()
@click.argument("number", required=False)
def why(number: str | None) -> None:
    """Show what a ruling says, such as E5, with an example.

    Without NUMBER, it lists the rulings of every game.
    """
    cards = {ruling.number: (game, ruling) for game in known_games() for ruling in rulings(game).values()}
    if number is None:
        show_rulings(known_games())
    elif number.upper() in cards:
        show_ruling(*cards[number.upper()])
    else:
        raise click.BadParameter(words()("cli.no_ruling", number=number), param_hint="NUMBER")


@main.command("export")
@click.argument("number", type=click.IntRange(1), required=False)
@state_option
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write; without it, standard output.")
def export_command(number: int | None, state: Path, output: Path | None) -> None:
    """Write a saved game as a moves file.

    Without NUMBER, it writes the open game, or else the last one. Before the end, secrets are left out, and a file
    without its secrets cannot be replayed. A game by other rules is written as it was recorded, once it is over or was
    ended.
    """
    with journal_to_read(state) as journal:
        text = _exported(journal, _chosen_game(journal, number))
    if output is None:
        click.echo(text.encode(), nl=False)
    else:
        _write(output, text)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@json_option
def verify(file: Path, as_json: bool) -> None:
    """Check the moves, the chance and the result of a moves FILE.

    Every move must be legal, every draw must follow from the revealed seed, and the moves must lead to the result in
    the file. The FILE "-" is standard input. The exit status is 4 if nothing is wrong but the moves could not be
    checked: the file hides secrets, or follows other rules than those of this program.
    """
    report = check_moves_file(_read(file), known_games())
    if as_json:
        print_json(report_json(report, words()))
    else:
        for sentence in report_text(report, words()):
            print_line(sentence, err=not report.holds)
    if report.ok is not True:
        sys.exit(NOT_COMPARED if report.holds else FAILED)


@main.command("new-game")
@click.argument("game")
@json_option
def new_game_command(game: str, as_json: bool) -> None:
    """Write the folder of a new GAME, to be made your own.

    It can be played at once. GAME is its id: small letters, digits and underscores. It goes into the folder of
    --games, else into this one.
    """
    from companion.cli.new_game import write_new_game

    folder = Path(click.get_current_context().find_root().params["games"] or ".")
    if any(known.id == game for known in (known_games() if folder.exists() else GAMES)):
        raise BadFileError(None, say("own_games.taken", name=game))
    files = write_new_game(game, folder)
    if as_json:
        print_json({"files": [str(file) for file in files]})
        return
    for file in files:
        print_line(str(file))
    print_line(words()("new_game.play", command=f"companion --games {folder} run --simulate"))
    print_line(words()("new_game.check", command=f"companion --games {folder} check-game {game}"))


@main.command("check-game")
@click.argument("game")
@json_option
def check_game_command(game: str, as_json: bool) -> None:
    """Check a GAME that you wrote, without a browser.

    It checks the words of both languages and the golden games, plays random games of every size, looks at them as
    phones and the little screen do, looks for secrets that others could see, and exports and verifies each.
    """
    from companion.cli.check_game import check_game, command_for_pages

    results = []
    for finding in check_game(find_game(game, known_games()), known_games(), words()):
        results.append(finding)
        if not as_json:
            print_line(f"{'ok ' if finding.ok else '!! '} {finding.text}")
    if as_json:
        print_json({"findings": [{"ok": finding.ok, "text": finding.text} for finding in results]})
    else:
        command = command_for_pages(find_game(game, known_games()))
        print_line(words()("check_game.pages_by", command=command) if command else words()("check_game.pages"))
    if not all(finding.ok for finding in results):
        sys.exit(FAILED)


@main.command()
@state_option
@settings_option
@board_option
@click.option("--keys", is_flag=True, help="Show each key as it is pressed, until Ctrl-C.")
@click.option("--report", "as_row", is_flag=True, help="Print a row for docs/pi/tried.md, without names and addresses.")
@json_option
def doctor(state: Path, settings_file: Path | None, board: str | None, keys: bool, as_row: bool, as_json: bool) -> None:
    """Check what is missing or wrong on this machine."""
    from companion.cli.doctor import examine, report, watch_keys

    if keys + as_row + as_json > 1:
        raise click.UsageError(words()("cli.one_of_them", options="--keys, --report, --json"))
    if as_row:
        print_line(words()("doctor.report", page="docs/pi/tried.md"), err=True)
        print_line(report(state, settings_file, board))
        return
    if keys:
        try:
            watch_keys(state, settings_file, board, words(), click.echo)
        except CannotStartError as error:  # the command line is valid: the check failed
            print_line(error.sentence(words()), err=True)
            sys.exit(FAILED)
        return
    games_folder = click.get_current_context().find_root().params["games"]
    results = list(examine(state, settings_file, board, words(), games_folder))
    well = all(finding.ok for finding in results)
    if as_json:
        print_json({"well": well, "findings": [{"ok": finding.ok, "text": finding.text} for finding in results]})
    else:
        for finding in results:
            print_line(f"{'ok ' if finding.ok else '!! '} {finding.text}")
        print_line(words()("doctor.well" if well else "doctor.not_well"))
        _name_the_box(state, "doctor")
    if not well:
        sys.exit(FAILED)


@main.command()
@click.option("--dry-run", is_flag=True, help="Print what would be done, and change nothing.")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), help="Settings file of the service.")
@json_option
def detect(dry_run: bool, settings_file: Path | None, as_json: bool) -> None:
    """Detect what is plugged in, for the service.

    Runs as root before the service starts. It uses the board that the settings name, or else detects one. It switches
    on the bus of the screen, and leaves the result for the service in /run. A problem is reported, and the service
    starts anyway.
    """
    from companion.support.resources import boards_dir
    from companion.system.hardware_setup import SETTINGS, set_up_hardware

    result = set_up_hardware(boards_dir(), settings_file or SETTINGS, dry=dry_run)
    planned = [words().of(text) for text in result.planned]
    lines = [(finding.ok, words().of(finding.text)) for finding in result.report.findings]
    if as_json:
        findings = [{"ok": ok, "text": text} for ok, text in lines]
        head = {"board": result.report.board, "restart": result.report.restart, "findings": findings}
        print_json({**head, "would": planned} if dry_run else head)
        return
    for ok, text in lines:
        print_line(f"{'ok ' if ok else '!! '} {text}")
    for text in planned:
        print_line(f"..  {text}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@state_option
@json_option
def backup(file: Path, state: Path, as_json: bool) -> None:
    """Copy all saved games into one FILE.

    The table may be running. An existing FILE is not replaced.
    """
    with keep_owner(state):
        number = backup_to(file, state)
    too_long, misnumbered = overlong_games(file), misnumbered_games(file)
    faulty = sorted(game for game in faulty_games(file, known_games()) if game is not None)
    if as_json:
        faults = {"faulty": faulty, "too_long": list(too_long), "misnumbered": list(misnumbered)}
        print_json({"games": number, "file": str(file), **{name: games for name, games in faults.items() if games}})
    else:
        print_line(words()("cli.backed_up", n=number, path=str(file)))
        for game in faulty:
            print_line(words()("cli.backed_up_faulty", number=game), err=True)
        for game in too_long:
            print_line(words()("cli.backed_up_too_long", number=game, n=MOST_ROWS), err=True)
        for game in misnumbered:
            print_line(words()("cli.backed_up_misnumbered", number=game), err=True)
    if faulty or too_long or misnumbered:
        sys.exit(FAILED)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--damaged", is_flag=True, help="Restore what can be read of a damaged FILE.")
@state_option
@json_option
def restore(file: Path, damaged: bool, state: Path, as_json: bool) -> None:
    """Restore the games of a backup FILE.

    They replace the saved games, which are kept beside them. Stop the table first. Afterwards, phones need a new code,
    and unfinished games go on with a new seed. A game that is too long is left out; it is still in the FILE.
    """
    with keep_owner(state):
        contents = (restore_damaged_backup if damaged else restore_backup)(file, state, known_games())
    if as_json:
        left_out = {"too_long": list(contents.too_long)} if contents.too_long else {}
        lost = {"lost": contents.lost} if damaged else {}
        print_json({"games": contents.games, "state": str(state), **lost, **left_out})
    else:
        print_line(words()("cli.restored", n=contents.games, path=str(state)))
        if contents.lost:
            print_line(words()("cli.restored_damaged", n=contents.lost))
        print_line(words()("cli.restored_anew"))
        for game in contents.too_long:
            print_line(words()("cli.restored_too_long", number=game, n=MOST_ROWS, path=str(file)), err=True)
    if contents.too_long:
        sys.exit(FAILED)


@main.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@state_option
@json_option
def import_command(file: Path, state: Path, as_json: bool) -> None:
    """Import one exported game from its FILE.

    It becomes a past game, or an unfinished one with a new seed. No other game changes. Stop the table first, or use
    a host's phone instead. The FILE "-" is standard input.
    """
    data = _read(file)
    with keep_owner(state), closing(open_store(state, known_games())) as store:
        if store.journal.read_only:
            raise NotSavedError(str(state), store.journal.read_only_reason or SaveFailure.DISK)
        imported = import_into(store.journal, data, known_games())
    table = imported.table
    if as_json:
        aside = {"aside": str(store.old_path), "lost": store.lost} if store.old_path else {}
        print_json(
            {
                "game": table.number,
                "entries": len(table.entries),
                "loose": imported.draws_lost,
                "state": str(state),
                **aside,
            }
        )
        return
    if store.old_path is not None:
        print_line(words().of(say("session.put_aside", name=store.old_path.name, n=store.lost)), err=True)
    print_line(words()("cli.brought_in", number=table.number))
    if imported.draws_lost:
        print_line(words()("cli.brought_in_loose"))


def _read(file: Path) -> bytes:
    """Return the content of a file, or just enough of it to see that it is too large."""
    if str(file) == "-":
        return sys.stdin.buffer.read(MOST_FILE_BYTES + 1)
    try:
        with file.open("rb") as opened:
            return opened.read(MOST_FILE_BYTES + 1)
    except OSError as error:
        raise BadFileError(None, say("file.unreadable", path=str(file), cause=error.strerror or str(error))) from error


def _viewer(name: str, table: Table) -> Viewer:
    if name in ("everything", "public"):
        return EVERYTHING if name == "everything" else PUBLIC
    if name not in map(str, table.seats):
        raise click.BadParameter(words()("cli.viewer", last=len(table.names)), param_hint="--as")
    return as_seat(int(name))


def _chosen_game(journal: Journal, number: int | None) -> int:
    """Return the number of the game that was asked for: by default the open one, or else the last."""
    numbers = [saved.number for saved in journal.games()]
    chosen = number or journal.note(OPEN_GAME) or max(numbers, default=None)
    if chosen is None:
        raise SessionError(say("cli.no_games"))
    if chosen not in numbers:
        raise SessionError(say("session.no_such_game", number=chosen))
    return chosen


def _open_table(state: Path) -> Table:
    """Return the game that is open in a state directory, or else the last one. Raises if it cannot be played on."""
    with journal_to_read(state) as journal:
        number = _chosen_game(journal, None)
        replayed = replay_stored(partial(journal.rows, number), known_games())
    if replayed.damage is not None:
        raise replayed.damage
    if replayed.table is None:
        raise ForeignError(say("cli.other_rules", number=number))
    return replayed.table


def _exported(journal: Journal, number: int) -> str:
    """Return a saved game as a moves file."""
    replayed = replay_stored(partial(journal.rows, number), known_games())
    if replayed.damage is not None:
        raise replayed.damage
    return moves_file(replayed.table, replayed.recorded, journal.game_summary(number).result, known_games())


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise SessionError(say("file.unwritable", path=str(path), cause=error.strerror or str(error))) from error


def _started(journal: Journal, saved: SavedGame) -> int | None:
    """Return when a game began, in seconds since 1970; None if nobody knows."""
    started = journal.played_times(saved.number).started if not saved.unreadable else 0
    return started if is_plausible(started) else None


def _game_json(saved: SavedGame, started: int | None) -> dict[str, Any]:
    if saved.unreadable:
        return {"number": saved.number, "unreadable": True}
    result = [{"seat": seat, "rank": rank, "total": total} for seat, rank, total in saved.result or ()]
    head = {"number": saved.number, "game": saved.game, "seats": saved.names, "started": started}
    foreign = foreign_reason(saved.game, saved.version, known_games())
    details: dict[str, Any] = {}
    if foreign is not None:
        details = {"rules_version": saved.version, "foreign": foreign.value}
    if saved.imported:
        details["brought_in"] = True
    return {**head, **details, "over": saved.result is not None, "closed": saved.closed, "standings": result}
