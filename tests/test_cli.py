"""Tests of the command line: usage, exit statuses, languages, and `run` in a separate process."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest
from click.testing import CliRunner

import companion
from companion.cli import main as commands
from companion.cli.main import main
from companion.journal.state_directory import NAME
from companion.words.catalogue import LANGUAGES
from tests.kept import FIRST_TURN, ROUND_OF_PASSES, save_game
from tests.terminal import PATIENCE_S, environment, run, run_json, run_process, write

# Usage


@pytest.mark.parametrize(
    "args",
    [
        ["replay"],
        ["replay", "a", "b"],
        ["replay", "a", "--loud"],
        ["fly"],
        ["moves", "chess"],
        ["moves", "expedition", "--tracking", "points"],
        ["moves", "classic", "--tracking", "points"],
        ["moves", "--tracking", "dice"],
        ["export", "--state"],
        ["doctor", "--keys"],
    ],
)
def test_usage_error_is_reported_as_json(args: list[str]) -> None:
    status, body = run_json(*args)
    assert (status, list(body)) == (2, ["error", "line", "reason"])
    assert (body["error"], body["line"]) == ("bad_file", None)
    assert body["reason"]


@pytest.mark.parametrize(
    "args", [["replay"], ["fly"], ["run", "--port", "high"], ["run", "--port", "65536"], ["--fly"]]
)
def test_usage_error_goes_to_standard_error(args: list[str]) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Error: " in result.stderr


@pytest.mark.parametrize("tracking", ["full", "dice"])
def test_moves_schema_depends_on_tracking(tracking: str) -> None:
    status, body = run_json("moves", "classic", "--tracking", tracking)
    assert (status, body["title"]) == (0, "classic moves")


def test_help_lists_every_command_untruncated() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"\n  {name} " in result.stdout for name in main.commands)
    assert "..." not in result.stdout.split("Commands:")[1]


@pytest.mark.parametrize("name", main.commands)
def test_every_command_and_option_has_help(name: str) -> None:
    assert run(name, "--help").exit_code == 0
    assert main.commands[name].help
    assert all(getattr(param, "help", "") for param in main.commands[name].params if param.param_type_name == "option")


def test_version_is_printed() -> None:
    assert run("--version").stdout == f"companion, version {companion.__version__}\n"


# In words, and in a separate process.


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_follows_the_locale(tmp_path: Path, language: str) -> None:
    env = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": f"{language}_XX.UTF-8", "COMPANION_STATE": str(tmp_path)}
    result = CliRunner(env=env).invoke(main, ["games"])
    output = {"fr": "Il n’y a pas de parties gardées dans", "en": "There are no saved games at"}
    assert result.stdout.startswith(output[language])


@pytest.fixture
def table(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Yield `companion run --simulate` on an empty state directory, after it has printed its address."""
    command = [
        sys.executable,
        "-m",
        "companion",
        "run",
        "--simulate",
        "--port",
        "0",
        "--state",
        str(tmp_path / "state"),
    ]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline().startswith(b"The simulated box is at http://127.0.0.1:")
        yield running
        running.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_the_table_cleanly(table: subprocess.Popen[bytes], tmp_path: Path, number: signal.Signals) -> None:
    table.send_signal(number)
    assert table.wait(PATIENCE_S) == 0
    assert table.stderr is not None
    output = table.stderr.read().splitlines()
    assert [line for line in output if b"not on lasting storage" not in line] == []  # as some machines' /tmp is
    assert [path.name for path in (tmp_path / "state").glob(f"{NAME}*")] == [NAME]  # SQLite closed cleanly, too


def test_second_table_on_one_state_is_one_sentence(table: subprocess.Popen[bytes], tmp_path: Path) -> None:
    result = run_process("run", "--simulate", "--port", "0", "--state", tmp_path / "state")
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode().startswith(f"Another companion is already using {tmp_path / 'state'}.")
    assert len(result.stderr.splitlines()) == 1
    assert table.poll() is None


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as server:
        port = server.getsockname()[1]
        result = run_process("run", "--simulate", "--port", str(port), "--state", tmp_path)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.decode() == f"Another program is using port {port}. Choose another one with --port.\n"


@pytest.mark.parametrize("closed", ["1", "2", "0 1 2"])
def test_closed_streams_stop_no_table(tmp_path: Path, closed: str) -> None:
    """The journal must never get the number of a stream that something is written to."""
    script = f"""
import os, sys
for number in map(int, {closed!r}.split()):
    os.close(number)
from companion.__main__ import open_standard_streams
open_standard_streams()
print("to nowhere", flush=True)
print("to nowhere", file=sys.stderr, flush=True)
with open({str(tmp_path / "file")!r}, "w") as file:
    file.write(str(file.fileno()))
"""
    started = f"import sys; sys.stdout = sys.stderr = None\n{script}" if closed == "0 1 2" else script
    subprocess.run([sys.executable, "-c", started], env=environment(), check=True)
    assert int((tmp_path / "file").read_text()) >= 3


def test_without_a_home_the_state_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_state_path", homeless)
    monkeypatch.setattr(commands, "STATE_OF_SERVICE", Path("/nowhere"))
    monkeypatch.delenv("COMPANION_STATE", raising=False)
    result = run("games")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "This user has no home directory. Name the directory of the saved games with --state.\n"


@pytest.mark.parametrize(
    ("args", "settings", "message"),
    [
        (["--board", "none"], "", "There is no board profile “none”. The profiles are: "),
        (["--board", "none.toml"], "", "The board profile can’t be used: none.toml: "),
        ([], "prot = 1", "settings.toml: Line 1: there is no setting “prot”"),
        ([], "\nport = 'one'", "settings.toml: Line 2: “port” must be a whole number from 0 to 65535."),
        ([], "host = 'no.such.name.invalid'", "The pages can’t be opened on no.such.name.invalid, port 8080: "),
        (["--settings", "none.toml"], "", "none.toml: this file can’t be read: No such file or directory"),
    ],
)
def test_every_startup_error_is_one_sentence(tmp_path: Path, args: list[str], settings: str, message: str) -> None:
    write(tmp_path, settings, name="settings.toml")
    result = run_process("run", "--simulate", "--state", tmp_path, *args)
    assert (result.returncode, result.stdout) == (2, b"")
    assert message in result.stderr.decode()
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("what", ["file", "below a file"])
def test_impossible_state_directory_is_one_sentence(tmp_path: Path, what: str) -> None:
    path = write(tmp_path, "", name="state")
    result = run_process("run", "--simulate", "--port", "0", "--state", path if what == "file" else path / "below")
    assert result.returncode == 2
    assert result.stderr.decode().startswith(f"The directory {path}")
    assert len(result.stderr.splitlines()) == 1


def test_without_lines_the_simulated_box_is_suggested(tmp_path: Path) -> None:
    # These modules cannot be imported, even if the tests run on a Pi.
    for name in ("lgpio", "gpiod"):
        (tmp_path / f"{name}.py").write_text(f"raise ImportError('no {name} here')")
    result = run_process("run", "--port", "0", "--state", tmp_path, PYTHONPATH=str(tmp_path))
    assert (result.returncode, result.stdout) == (2, b"")
    assert "companion run --simulate" in result.stderr.decode()
    assert len(result.stderr.splitlines()) == 1


def test_state_directory_of_a_service_comes_from_systemd(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    result = run_process("games", STATE_DIRECTORY=str(tmp_path))
    assert b"Ada" in result.stdout
    save_game(tmp_path / "named")
    result = run_process("games", "--json", STATE_DIRECTORY=str(tmp_path), COMPANION_STATE=str(tmp_path / "named"))
    assert len(json.loads(result.stdout)["games"]) == 1


def test_json_and_moves_are_utf_8_in_any_terminal(tmp_path: Path) -> None:
    save_game(tmp_path, FIRST_TURN)
    latin = {"PYTHONIOENCODING": "latin-1"}
    exported = run_process("export", "--state", tmp_path, **latin)
    assert "Chloé" in exported.stdout.decode()
    path = tmp_path / "moves.jsonl"
    path.write_bytes(exported.stdout)
    result = run_process("replay", path, "--json", **latin)
    assert (result.returncode, json.loads(result.stdout)["standings"][1]["name"]) == (0, "Chloé")
    output = run_process("replay", path, **latin)
    assert (output.returncode, output.stderr) == (0, b"")
    assert b"It\\u2019s Ada\\u2019s turn." in output.stdout
    assert "2. Chloé ".encode("latin-1") in output.stdout


def test_closed_pipe_is_no_error(tmp_path: Path) -> None:
    save_game(tmp_path, [move for _ in range(200) for move in ROUND_OF_PASSES])
    command = [sys.executable, "-m", "companion", "export", "--state", str(tmp_path)]
    with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert b"Traceback" not in running.stderr.read()


# Why


@pytest.mark.parametrize("number", ["E5", "e5"])
def test_why_shows_a_ruling_with_its_example(number: str) -> None:
    lines = run("why", number).output.splitlines()
    assert lines[0].startswith("E5  ")
    assert len(lines) == 3


def test_why_lists_every_ruling() -> None:
    numbers = re.findall(r"^    ([ECV][0-9]+) ", run("why").output, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) == 85


def test_why_refuses_an_unknown_number() -> None:
    completed = run("why", "E99")
    assert completed.exit_code == 2
    assert "E99" in completed.output
