"""The status report: one judged line for each fact about the program and the machine below it."""

from __future__ import annotations

from companion.devices.board_profiles import DisplaySpec, I2c, Spi
from companion.devices.spinner.link import SpinnerState
from companion.rules.text import Text, say
from companion.session.system_status import Condition, SystemStatus
from companion.support.frozen_dataclasses import frozen
from companion.system.machine_facts import MachineFacts

HOT = 80.0
"""Temperature from which a Pi slows down to cool, in °C."""
LITTLE_SPACE = 100 * 1024**2
"""Bytes. A game is some hundred kilobytes; with less space than this, a backup no longer fits."""
LITTLE_MEMORY = 40 * 1024**2
"""Bytes. With less, the system begins to end programs."""
NO_SPACE = 1024**2
"""Bytes, less than the next game needs."""
_MB, _GB = 1024**2, 1024**3
_MOST_MB = 10 * 1024
"""Size from which gigabytes are shown."""


@frozen
class JournalStatus:
    """The state of the file that all games are kept in."""

    games: int | None
    """Number of games; None if the file cannot be read."""
    saved: bool
    """True if the current game is being saved."""
    aside: str | None
    """The name under which a damaged file was set aside at the start."""
    damaged: int
    """Number of games that are damaged, wholly or at their end."""
    checked_s: float | None
    """Seconds since every game was read through; None while that is not done yet."""


@frozen
class ProgramStatus:
    """The state of the program and of its devices."""

    version: str
    python: str
    running_s: float
    board: str
    simulated: bool
    display: DisplaySpec | None
    screen_lost: bool
    spinner: SpinnerState | None
    """None if no spinner was ever noticed."""
    journal: JournalStatus
    faults: int
    """Number of warnings and errors in the log since the start."""
    has_errors: bool
    """True if at least one of them is an error."""
    newest: tuple[str, ...] = ()
    """The newest of them."""
    startup_errors: tuple[Text, ...] = ()
    """Problems at the start that the owner should know."""
    broker: Condition | None = None
    """The condition of the connection to the broker; None without one in the settings."""


def system_status(program: ProgramStatus, facts: MachineFacts) -> SystemStatus:
    """Return every line, problems first; facts that could not be read have no line."""
    lines = [
        _power(facts),
        _space(facts),
        _journal(program.journal),
        _screen(program),
        _spinner(program),
        _temperature(facts),
        _memory(facts),
        _faults(program),
        program.broker,
        *(Condition("start", False, say("how.start.amiss"), error) for error in program.startup_errors),
        _board(program, facts),
        Condition("running", True, say("how.running.told", time=duration_text(program.running_s))),
        Condition("version", True, say("how.version.told", version=program.version, python=program.python)),
    ]
    conditions = sorted((condition for condition in lines if condition is not None), key=lambda condition: condition.ok)
    return SystemStatus(tuple(conditions), program.newest)


def duration_text(seconds: float) -> Text:
    """Return a duration in everyday words: in minutes, hours or days."""
    minutes = int(seconds // 60)
    if minutes < 1:
        return say("how.time.moment")
    if minutes < 120:
        return say("how.time.minutes", n=minutes)
    hours = minutes // 60
    return say("how.time.hours", n=hours) if hours < 48 else say("how.time.days", n=hours // 24)


def size_text(count: int) -> Text:
    """Return a number of bytes in megabytes or gigabytes."""
    if count < _MOST_MB * _MB:
        return say("how.size.mb", size=count // _MB)
    return say("how.size.gb", size=count // _GB)


def _power(facts: MachineFacts) -> Condition | None:
    power = facts.power
    if power is None:
        return None
    if power.low or power.was_low:
        text = say("how.power.low" if power.low else "how.power.was_low")
        return Condition("power", False, text, say("how.power.advice"))
    if power.slowed:
        return Condition("power", False, say("how.power.slowed"), say("how.heat.advice"))
    return Condition("power", True, say("how.power.well"))


def _space(facts: MachineFacts) -> Condition | None:
    space = facts.space
    if space is None:
        return None
    if space.read_only:
        return Condition("space", False, say("how.space.read_only"), say("how.space.read_only_advice"))
    is_little = space.free < LITTLE_SPACE
    text = say("how.space.little" if is_little else "how.space.well", size=size_text(space.free))
    return Condition("space", not is_little, text, say("how.space.advice") if is_little else None)


def _journal(journal: JournalStatus) -> Condition:
    if not journal.saved:
        return Condition("journal", False, say("how.journal.not_saved"), say("how.journal.not_saved_advice"))
    if journal.games is None:
        return Condition("journal", False, say("how.journal.unreadable"), say("how.journal.unreadable_advice"))
    if journal.aside is not None:
        text = say("how.journal.aside", count=journal.damaged, name=journal.aside)
        return Condition("journal", False, text, say("how.journal.advice"))
    if journal.damaged:
        return Condition("journal", False, say("how.journal.damaged", n=journal.damaged), say("how.journal.advice"))
    if not journal.games:
        return Condition("journal", True, say("how.journal.empty"))
    if journal.checked_s is None:
        return Condition("journal", True, say("how.journal.checking", n=journal.games))
    return Condition("journal", True, say("how.journal.well", n=journal.games, time=duration_text(journal.checked_s)))


def _screen(program: ProgramStatus) -> Condition:
    if program.display is None and not program.simulated:
        return Condition("screen", True, say("how.screen.none"))
    bus = _bus(program.display) if program.display is not None else say("how.screen.no_bus")
    if program.screen_lost:
        return Condition("screen", False, say("how.screen.lost", bus=bus), say("how.screen.advice"))
    if program.simulated:
        return Condition("screen", True, say("how.screen.simulated"))
    blind = program.display is not None and isinstance(program.display.bus, Spi)
    return Condition("screen", True, say("how.screen.blind" if blind else "how.screen.well", bus=bus))


def _spinner(program: ProgramStatus) -> Condition | None:
    state = program.spinner
    if state is None:
        return None
    if not state.connected:
        return Condition("spinner", False, say("how.spinner.lost"), say("how.spinner.advice"))
    version = ".".join(map(str, state.hello.version)) if state.hello is not None else ""
    if state.older or state.newer:
        text = say("how.spinner.older" if state.older else "how.spinner.newer", version=version)
        return Condition("spinner", False, text, say("spinner.older" if state.older else "spinner.newer"))
    return Condition("spinner", True, say("how.spinner.well", version=version))


def _bus(spec: DisplaySpec) -> Text:
    bus = spec.bus
    if isinstance(bus, I2c):
        return say("how.screen.i2c", port=bus.port, address=f"0x{bus.address:02X}")
    return say("how.screen.spi", port=bus.port, device=bus.device)


def _temperature(facts: MachineFacts) -> Condition | None:
    if facts.temperature is None:
        return None
    is_hot = facts.temperature >= HOT
    text = say("how.heat.hot" if is_hot else "how.heat.well", degrees=round(facts.temperature))
    return Condition("heat", not is_hot, text, say("how.heat.advice") if is_hot else None)


def _memory(facts: MachineFacts) -> Condition | None:
    memory = facts.memory
    if memory is None:
        return None
    if memory.free is None:
        return Condition("memory", True, say("how.memory.own", own=size_text(memory.own)))
    is_little = memory.free < LITTLE_MEMORY
    text = say(
        "how.memory.little" if is_little else "how.memory.well", own=size_text(memory.own), free=size_text(memory.free)
    )
    return Condition("memory", not is_little, text, say("how.memory.advice") if is_little else None)


def _faults(program: ProgramStatus) -> Condition:
    if not program.faults:
        return Condition("faults", True, say("how.faults.none"))
    text = say("how.faults.some", n=program.faults)
    return Condition("faults", not program.has_errors, text, say("how.faults.advice"))


def _board(program: ProgramStatus, facts: MachineFacts) -> Condition:
    key = "how.board.simulated" if program.simulated else "how.board.real"
    if facts.model is None:
        return Condition("board", True, say(key, name=program.board))
    return Condition("board", True, say(f"{key}_on", name=program.board, machine=facts.model))
