"""The command line. Exit status: 0 done, 1 the check failed, 2 usage or unreadable input, 3 refused by the rules."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from companion.config import CannotStartError, SettingsError
from companion.rules.errors import RulesError
from companion.rules.game import moves_schema
from companion.rules.registry import GAMES, game_named
from companion.rules.text import say
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.session.errors import SessionError
from companion.session.journal import OPEN_GAME, Journal, Saved
from companion.session.moves_file import BadFileError, IllegalLineError, export, replay, standings_json
from companion.session.rows import fold
from companion.session.session import Snapshot
from companion.session.store import NAME, backup_to, restore_backup
from companion.session.table import Table
from companion.views.table_view import table_view
from companion.views.texts import Words

FAILED, BAD, REFUSED = 1, 2, 3
T = TypeVar("T")


def words() -> Words:
    """The words of whoever sits at this terminal: French where the locale says so, else English."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return Words("fr" if locale.startswith("fr") else "en")


def state_option(command: Callable[..., T]) -> Callable[..., T]:
    """The option that names the state directory."""
    return click.option(
        "--state",
        type=click.Path(path_type=Path),
        default=default_state,
        envvar="COMPANION_STATE",
        help="Directory of the saved games.",
    )(command)


def default_state() -> Path:
    """The state directory: that of the service where systemd names one, else the platform's own for this user."""
    from platformdirs import user_state_path

    service = os.environ.get("STATE_DIRECTORY")
    return Path(service) if service else user_state_path("companion", appauthor=False)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="companion")
def main() -> None:
    """The dice, the roulette and the score of three Marco Polo games, beside a real board."""


@main.command()
@click.option("--simulate", is_flag=True, help="A box drawn in the browser, with nothing attached.")
@state_option
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), help="The settings file.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the pages (8080 if nothing says otherwise).")
@click.option("--board", help="Board profile: a name from hardware/boards, or a file.")
def run(simulate: bool, state: Path, settings_file: Path | None, port: int | None, board: str | None) -> None:
    """Run the table until it is switched off."""
    from companion.app import run_companion

    with told():
        run_companion(state, settings_file, simulate=simulate, port=port, board=board, words=words(), show=click.echo)


@main.command()
@state_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def games(state: Path, as_json: bool) -> None:
    """List the saved games."""
    with told(as_json), reading(state) as journal:
        saved = journal.games()
        if as_json:
            show({"games": [_game_json(game) for game in saved]})
            return
        for game in saved:
            click.echo(_game_line(game.number, game.game, game.names, game.result))
        if not saved:
            click.echo(words()("cli.no_games"))


@main.command()
@click.argument("game", required=False)
@click.option("--tracking", help="How much the table tracks, for games with a choice.")
def moves(game: str | None, tracking: str | None) -> None:
    """Print the JSON Schema of a game's moves (of every game's, without GAME)."""
    with told():
        chosen = [game_named(game)] if game else GAMES
    if tracking is not None:
        raise click.BadParameter(words()("cli.no_tracking"), param_hint="--tracking")
    schemas = {one.id: moves_schema(one) for one in chosen}
    click.echo(json.dumps(schemas[chosen[0].id] if game else schemas, ensure_ascii=False, indent=2))


@main.command("replay")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="The view as one JSON object.")
@click.option(
    "--as", "viewer", default="everything", help="What whom would see: everything, public, or a seat's number."
)
def replay_command(file: Path, as_json: bool, viewer: str) -> None:
    """Play a moves file through and show where it leads ("-" reads standard input)."""
    with told(as_json):
        table = replay(_read(file), GAMES)
        view = table_view(Snapshot(table, saved=True), _viewer(viewer, table), words())
        if as_json:
            show(view)
        else:
            _show_table(view)


@main.command("export")
@click.argument("number", type=int, required=False)
@state_option
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write; standard output without.")
def export_command(number: int | None, state: Path, output: Path | None) -> None:
    """Write a saved game as a moves file (the open or last one, without NUMBER).

    Before the end it holds what is public; then it can only be replayed if nothing in it was secret.
    """
    with told(), reading(state) as journal:
        table = _saved_table(journal, number)
        text = export(table, EVERYTHING if table.over else PUBLIC)
        if output is None:
            click.echo(text, nl=False)
        else:
            _write_new(output, text)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def verify(file: Path, as_json: bool) -> None:
    """Check a moves file: every move is legal, and the result it names is the one it leads to."""
    with told(as_json):
        data = _read(file)
        table = replay(data, GAMES)
        claimed = [json.loads(line) for line in data.splitlines() if b'"kind"' in line]
        ends = [line["standings"] for line in claimed if line.get("kind") == "end" and "standings" in line]
        holds = all(end == standings_json(table) for end in ends)
        if as_json:
            show({"holds": holds, "entries": len(table.entries), "over": table.over})
        else:
            click.echo(words()("cli.verified" if holds else "cli.result_differs", n=len(table.entries)), err=not holds)
        sys.exit(0 if holds else FAILED)


@main.command()
@state_option
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), help="The settings file.")
@click.option("--board", help="Board profile: a name from hardware/boards, or a file.")
@click.option("--keys", is_flag=True, help="Show each key as it is pressed, until Ctrl-C.")
def doctor(state: Path, settings_file: Path | None, board: str | None, keys: bool) -> None:
    """Say in words what is missing or misconfigured on this machine."""
    from companion.doctor import examine, watch_keys

    with told():
        if keys:
            watch_keys(settings_file, board, click.echo)
            return
        well = True
        for ok, line in examine(state, settings_file, board, words()):
            well = well and ok
            click.echo(f"{'ok ' if ok else '!! '} {line}")
        sys.exit(0 if well else FAILED)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@state_option
def backup(file: Path, state: Path) -> None:
    """Copy all saved games into one FILE, also while the table is running."""
    with told():
        click.echo(words()("cli.backed_up", n=backup_to(file, state), path=str(file)))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@state_option
def restore(file: Path, state: Path) -> None:
    """Put the games of a backup FILE in place of the saved ones, which are kept beside them."""
    with told():
        click.echo(words()("cli.restored", n=restore_backup(file, state, GAMES), path=str(state)))


@contextmanager
def told(as_json: bool = False) -> Iterator[None]:
    """Whatever is raised inside is told in one sentence (or one JSON object) and the exit status that goes with it."""
    try:
        yield
    except IllegalLineError as error:
        reason = words().of(error.reason, error.names)
        _fail({"error": "illegal_move", "line": error.line, "reason": reason, "ruling": error.ruling}, REFUSED, as_json)
    except BadFileError as error:
        where = f"{error.where}: " if error.where else ""
        _fail({"error": "bad_file", "line": error.line, "reason": where + words().of(error.reason)}, BAD, as_json)
    except (RulesError, SessionError) as error:
        _fail({"error": "failed", "reason": words().of(error.reason)}, BAD, as_json)
    except (SettingsError, CannotStartError) as error:
        _fail({"error": "failed", "reason": str(error)}, BAD, as_json)
    except click.UsageError as error:
        if not as_json:
            raise
        _fail({"error": "usage", "reason": error.format_message()}, BAD, as_json)


@contextmanager
def reading(state: Path) -> Iterator[Journal]:
    """The journal of a state directory, to read: a companion may be at work on it meanwhile."""
    if not (state / NAME).exists():
        raise SessionError(say("session.no_journal", path=str(state / NAME)))
    with closing(Journal(state / NAME, read_only=True)) as journal:
        yield journal


def show(body: dict[str, Any]) -> None:
    """Print the one JSON object of a command."""
    click.echo(json.dumps(body, ensure_ascii=False))


def _fail(body: dict[str, Any], status: int, as_json: bool) -> NoReturn:
    if as_json:
        show(body)
    else:
        line = words()("cli.line", line=body["line"]) + " " if body.get("line") else ""
        ruling = f" ({body['ruling']})" if body.get("ruling") else ""
        click.echo(f"{line}{body['reason']}{ruling}", err=True)
    sys.exit(status)


def _read(file: Path) -> bytes:
    if str(file) == "-":
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadFileError(None, say("file.unreadable", path=str(file), cause=error.strerror or str(error))) from error


def _viewer(name: str, table: Table) -> Viewer:
    if name in ("everything", "public"):
        return EVERYTHING if name == "everything" else PUBLIC
    if not name.isdigit() or int(name) not in table.seats:
        raise click.BadParameter(words()("cli.viewer", last=len(table.names)), param_hint="--as")
    return as_seat(int(name))


def _saved_table(journal: Journal, number: int | None) -> Table:
    numbers = [saved.number for saved in journal.games()]
    wanted = number or journal.note(OPEN_GAME) or max(numbers, default=0)
    if wanted not in numbers:
        raise SessionError(say("session.no_such_game", number=wanted))
    table, _, damage = fold(journal.rows(wanted), GAMES)
    if damage is not None:
        raise damage
    return table


def _write_new(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise SessionError(say("file.unwritable", path=str(path), cause=error.strerror or str(error))) from error


def _game_json(saved: Saved) -> dict[str, Any]:
    result = [{"seat": seat, "rank": rank, "total": total} for seat, rank, total in saved.result or ()]
    head = {"number": saved.number, "game": saved.game, "seats": saved.names, "started": saved.started}
    return {**head, "over": saved.result is not None, "closed": saved.closed, "standings": result}


def _game_line(number: int, game: str, names: tuple[str, ...], result: Any) -> str:
    best = [names[seat - 1] for seat, rank, _ in result or () if rank == 1]
    end = words()("past.won", names=" & ".join(best), n=len(best)) if best else words()("cli.unfinished")
    return f"{number:>4}  {words()(f'game.{game}')}  {', '.join(names)}  {end}"


def _show_table(view: dict[str, Any]) -> None:
    names = {place["seat"]: place["name"] for place in view["standings"]}
    turn = words()("refused.over") if view["over"] else words()("refused.turn", seat=names.get(view["turn"], "?"))
    game = words()(f"game.{view['game']}")
    click.echo(f"{game} · {view['entry']} · {turn}")
    for place in view["standings"]:
        click.echo(f"{place['rank']}. {place['name']:<24} {place['total']:>4}")
        for line in view["sheet"]:
            if line["seat"] == place["seat"]:
                click.echo(f"      {line['by']:>+4} {line['what']} · {line['text']} · {line['ruling'] or '-'}")
