"""Golden games, in the folders of the product's games: moves files with expected results; see tests/games/README.md."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.journal import moves_file
from companion.rules.game import Game
from companion.table.table import Table

SheetLine = tuple[int, int, str, int, str | None]
"""(entry, seat, what, by, ruling)."""

_GAMES = Path(__file__).resolve().parents[2] / "companion" / "games"


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an entry."""

    entry: int
    """Number of the entry; -1 for the end."""
    facts: Mapping[str, Any]
    """Expected facts by name: turn (0 if nobody's), over, standings as (seat, rank, total), and those that `Facts`
    adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Facts about a game that all its golden games must agree with."""

    game: Game
    rulings: tuple[str, ...]
    """Rulings of which each is covered by a golden game."""
    paying: tuple[str, ...]
    """Rulings that lines of whole games cite: every gain and loss in a game has one of these."""
    forbidding: tuple[str, ...]
    """Rulings that refusals cite."""
    cited_where_covered: bool = False
    """True if a whole game that covers a paying ruling must have a line that cites it."""
    uncounted: tuple[str, ...] = ()
    """Prefixes of components that corrections adjust and `sheet` does not count."""
    summed: bool = False
    """True if `sheet` has one line for everything that an entry gives or takes of one component by one ruling."""
    extra_facts: Callable[[Any, Any], Mapping[str, Any]]
    """Function that returns additional facts of a match and its state for moments."""
    setup_of: Callable[[Table], Any]
    """Function that returns the set-up of a game, as far as every variant must be played."""
    setups: frozenset[Any]
    """All these set-ups. Each occurs in a whole game, and no other does."""
    min_games: int = 1
    """Minimum number of whole games."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The refusal of the last line of a file."""

    line: int
    ruling: str | None
    status: int
    """Exit status of `companion replay`."""


@dataclass(frozen=True, slots=True)
class Golden:
    """A moves file with its expected result."""

    path: Path
    covers: tuple[str, ...]
    """Rulings that it tests."""
    entries: int
    sheet: tuple[SheetLine, ...]
    moments: tuple[Moment, ...]
    final: Moment
    refused: Refused | None

    @property
    def name(self) -> str:
        """Name of the file without its extension."""
        return self.path.stem

    def valid_part(self) -> bytes:
        """Return the file up to the refused line."""
        data = self.path.read_bytes()
        return data if self.refused is None else b"\n".join(data.split(b"\n")[: self.refused.line - 1])


def golden_file(game: str, name: str) -> Path:
    """Return the path of the moves file of a golden game."""
    return _GAMES / game / "golden" / f"{name}.jsonl"


def games_with_golden_games() -> tuple[str, ...]:
    """Return the ids of the games with golden games. Golden games without facts of their game are ignored."""
    return tuple(sorted(facts.parent.name for facts in _GAMES.glob("*/facts.py") if (facts.parent / "golden").is_dir()))


def played_games() -> tuple[Game, ...]:
    """Return the games with golden games, including one that is in no list yet."""
    return tuple(facts_of(game).game for game in games_with_golden_games())


def facts_of(game: str) -> Facts:
    """Return the facts about the game with this id, from its folder."""
    facts = import_module(f"companion.games.{game}.facts").FACTS
    assert isinstance(facts, Facts)
    return facts


def sum_lines(lines: Iterable[SheetLine]) -> tuple[SheetLine, ...]:
    """Sum up the lines of one entry, seat, component and ruling, gains and losses apart."""
    sums: dict[tuple[int, int, str, bool, str | None], int] = {}
    for entry, seat, what, by, ruling in lines:
        key = entry, seat, what, by > 0, ruling
        sums[key] = sums.get(key, 0) + by
    return tuple((entry, seat, what, by, ruling) for (entry, seat, what, _, ruling), by in sums.items())


def digests_file(game: str) -> Path:
    """Return the path of the digests of a game's golden games, by rules version."""
    return _GAMES / game / "digests.json"


def golden_games(game: str) -> tuple[Golden, ...]:
    """Return every golden game of this id."""
    return tuple(_read(path) for path in sorted((_GAMES / game / "golden").glob("*.jsonl")))


def digest_of(golden: Golden, games: tuple[Game, ...]) -> str:
    """Return the beginning of the SHA-256 of the last valid state."""
    return moves_file.replay_file(golden.valid_part(), games).digest()[:16]


def _read(path: Path) -> Golden:
    data = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
    refused = data.pop("refused", None)
    golden = Golden(
        path=path,
        covers=tuple(data.pop("covers")),
        entries=data.pop("entries"),
        sheet=tuple((entry, seat, what, by, ruling or None) for entry, seat, what, by, ruling in data.pop("sheet")),
        moments=tuple(_moment(moment) for moment in data.pop("at", ())),
        final=_moment({"entry": -1, **data.pop("final")}),
        refused=Refused(refused["line"], refused["ruling"] or None, refused["status"]) if refused else None,
    )
    if data:
        raise ValueError(f"{path.stem}: nobody looks at {', '.join(data)}")
    return golden


def _moment(data: Mapping[str, Any]) -> Moment:
    return Moment(data["entry"], {name: _tuples(value) for name, value in data.items() if name != "entry"})


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
