"""Tests of the log of this run: it has a limit, and contains nothing that comes from a table."""

from __future__ import annotations

import ast
import logging
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest

import companion
from companion.rules.text import say
from companion.system.log_buffer import _TRUSTED_LOGGERS, MAX_BYTES, MAX_LINES, LogBuffer, redacted_message
from companion.table.session_errors import NotSavedError
from tests.kit.clock import Clock

NAME, CODE, SEED = "Zénobie", "482913", "c0ffee" * 10
LOG = logging.getLogger("companion.app.application")
STORE = logging.getLogger("companion.journal.open_journal")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def log_buffer(clock: Clock, caplog: pytest.LogCaptureFixture) -> Iterator[LogBuffer]:
    caplog.set_level(logging.DEBUG)
    log_buffer = LogBuffer(clock)
    with log_buffer.attached():
        yield log_buffer


def text(log_buffer: LogBuffer) -> str:
    return "\n".join(log_buffer.lines)


@pytest.mark.parametrize(("seconds", "stamp"), [(3_723, "+1:02:03"), (7_200, "+2:00:00"), (360_000, "+100:00:00")])
def test_line_has_the_time_since_the_start(log_buffer: LogBuffer, clock: Clock, seconds: float, stamp: str) -> None:
    clock.now += seconds
    LOG.warning("the screen is back")
    assert log_buffer.lines == (f"{stamp} WARNING companion.app.application: the screen is back",)


def test_nothing_is_kept_after_the_context(clock: Clock) -> None:
    log_buffer = LogBuffer(clock)
    with log_buffer.attached():
        pass
    LOG.error("it is over")
    assert log_buffer.lines == ()


def test_lines_of_other_libraries_are_not_kept(log_buffer: LogBuffer) -> None:
    logging.getLogger("PIL").error("heard of %s", NAME)
    assert log_buffer.lines == ()


@pytest.mark.parametrize("letters", [10, 150, 4_000])
def test_as_many_newest_lines_as_allowed_are_kept(log_buffer: LogBuffer, letters: int) -> None:
    for number in range(2 * MAX_LINES):
        LOG.info("line %d " + "x" * letters, number)
    assert len(log_buffer.lines) <= MAX_LINES
    sizes = [len(line.encode()) + 1 for line in log_buffer.lines]
    assert sum(sizes) <= MAX_BYTES
    assert len(sizes) == MAX_LINES or sum(sizes) + sizes[-1] > MAX_BYTES
    assert f"line {2 * MAX_LINES - 1} " in log_buffer.lines[-1]


def test_call_stacks_are_counted_line_by_line(log_buffer: LogBuffer) -> None:
    for _ in range(MAX_LINES):
        _break(LOG, ValueError())
    assert MAX_LINES - 10 < len(log_buffer.lines) <= MAX_LINES


def test_faults_are_counted_and_the_newest_kept(log_buffer: LogBuffer) -> None:
    LOG.info("the board has no screen")
    assert log_buffer.faults.count == 0
    for number in range(8):
        LOG.warning("warning %d", number)
    assert (log_buffer.faults.count, log_buffer.faults.has_errors) == (8, False)
    LOG.error("an error")
    assert (log_buffer.faults.count, log_buffer.faults.has_errors) == (9, True)
    assert [line.rpartition(": ")[2] for line in log_buffer.faults.newest] == [
        *(f"warning {n}" for n in range(4, 8)),
        "an error",
    ]


def test_only_the_type_of_table_data_is_kept(log_buffer: LogBuffer) -> None:
    class Things(Enum):
        ONE = NAME

    for thing in (
        NAME,
        CODE,
        SEED,
        [NAME],
        {"seed": SEED},
        ValueError(NAME),
        NotSavedError(CODE),
        say("session.stale", name=NAME),
    ):
        LOG.error("it was %s", thing)
        LOG.error("it was %r", thing)
    LOG.error("of %(who)s", {"who": NAME})
    LOG.error("sort %s, number %d, file %s", Things.ONE, 7, Path("/var/lib") / NAME / "journal.sqlite3")
    for planted in (NAME, CODE, SEED):
        assert planted not in text(log_buffer)
    assert "sort ONE, number 7, file journal.sqlite3" in text(log_buffer)
    assert "it was session.stale" in text(log_buffer)
    assert "it was ValueError" in text(log_buffer)


def test_address_of_a_failed_page_is_not_kept(log_buffer: LogBuffer) -> None:
    logging.getLogger("companion").error(f"Exception on /art/{NAME} [GET]")
    assert text(log_buffer) == "+0:00:00 ERROR companion: a page or an address of the interface broke"


def test_words_from_the_machine_are_kept(log_buffer: LogBuffer) -> None:
    STORE.error("journal %s cannot be written: %s", Path("a/journal.sqlite3"), "disk I/O error")
    STORE.error("why: %s", OSError(28, "No space left on device"))
    LOG.error("why: %s", OSError(28, NAME))
    assert "journal journal.sqlite3 cannot be written: disk I/O error" in text(log_buffer)
    assert text(log_buffer).count("why: OSError: No space left on device") == 2


def test_call_stack_has_only_places_and_types(log_buffer: LogBuffer) -> None:
    _break(STORE, ValueError(f"{NAME} {CODE} {SEED}"))
    assert "test_log_buffer.py:" in text(log_buffer)
    assert " _break" in text(log_buffer)
    assert "KeyError" in text(log_buffer)
    assert "ValueError" in text(log_buffer)
    for planted in (NAME, CODE, SEED):
        assert planted not in text(log_buffer)


def _break(log: logging.Logger, error: Exception) -> None:
    try:
        try:
            raise KeyError(NAME)
        except KeyError as before:
            raise error from before
    except Exception:
        log.exception("it broke: %r", {NAME: SEED})


@pytest.mark.parametrize("args", [(NAME,), (NAME, 1), ()])
def test_line_with_wrong_arguments_is_kept_without_them(args: tuple[object, ...]) -> None:
    record = logging.makeLogRecord({"msg": "%d games of %s", "args": args})
    assert redacted_message(record) == "%d games of %s"


CALLS = ("debug", "info", "warning", "error", "exception", "critical")


def test_log_calls_never_format_their_message_first() -> None:
    """Otherwise the parts that come from a table could not be recognised."""
    folder = Path(companion.__file__).parent
    count = 0
    for path in sorted(folder.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            match call:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="log"), attr=name), args=[template, *_]) if (
                    name in CALLS
                ):
                    assert isinstance(template, ast.Constant), f"{path.name}:{call.lineno}"
                    count += 1
    assert count > 25


def test_trusted_loggers_exist() -> None:
    folder = Path(companion.__file__).parent.parent
    assert [name for name in _TRUSTED_LOGGERS if not (folder / f"{name.replace('.', '/')}.py").is_file()] == []
