"""Golden games: moves files with what must come of them, as tests/games/README.md tells."""

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

_GAMES = Path(__file__).resolve().parents[1] / "games"


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an entry."""

    entry: int
    """-1 for the end."""
    told: Mapping[str, Any]
    """What is looked at, by name: turn (0 is nobody's), over, standings as (seat, rank, total), what `Facts` adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What must be said of one game, that all its golden games can be held to the same."""

    game: Game
    rulings: tuple[str, ...]
    """Each is covered by some golden game."""
    paying: tuple[str, ...]
    """Those that lines of whole games cite: every gain and loss in a game is one of these."""
    forbidding: tuple[str, ...]
    """Those that refusals cite."""
    cited_where_covered: bool = False
    """A whole game that covers a ruling that pays has a line that cites it."""
    uncounted: tuple[str, ...] = ()
    """Beginnings of what is put right by corrections and not counted in `sheet`."""
    summed: bool = False
    """`sheet` has one line for all that an entry gives a seat, or takes from it, of one thing by one ruling."""
    looked_at: Callable[[Any, Any], Mapping[str, Any]]
    """What moments may tell of a match and its state, besides what every game has."""
    way: Callable[[Table], Any]
    """How a game was set up, as far as it has to be played in all ways."""
    ways: frozenset[Any]
    """All these ways, each of a whole game, and no other."""
    least: int = 1
    """How many whole games there are at least."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The last line of the file is refused."""

    line: int
    ruling: str | None
    status: int
    """The exit status of `companion replay`."""


@dataclass(frozen=True, slots=True)
class Golden:
    """A moves file and what must come of it."""

    path: Path
    covers: tuple[str, ...]
    """The rulings it puts to the test."""
    entries: int
    sheet: tuple[SheetLine, ...]
    at: tuple[Moment, ...]
    final: Moment
    refused: Refused | None

    @property
    def name(self) -> str:
        """The name of the file without its ending."""
        return self.path.stem

    def standing(self) -> bytes:
        """The file up to the refused line."""
        data = self.path.read_bytes()
        return data if self.refused is None else b"\n".join(data.split(b"\n")[: self.refused.line - 1])


def golden_file(game: str, name: str) -> Path:
    """The moves file of a golden game."""
    return _GAMES / game / "golden" / f"{name}.jsonl"


def games_with_golden_games() -> tuple[str, ...]:
    """The ids of the games that have any; those worked out before there is a game wait for its facts."""
    return tuple(sorted(facts.parent.name for facts in _GAMES.glob("*/facts.py") if (facts.parent / "golden").is_dir()))


def played_games() -> tuple[Game, ...]:
    """The games that have golden games, also one whose rules stand and that is in no list yet."""
    return tuple(facts_of(game).game for game in games_with_golden_games())


def facts_of(game: str) -> Facts:
    """What is said of the game of this id in its folder."""
    found = import_module(f"tests.games.{game}.facts").FACTS
    assert isinstance(found, Facts)
    return found


def added_up(lines: Iterable[SheetLine]) -> tuple[SheetLine, ...]:
    """One line for all that an entry gives a seat, or takes from it, of one thing by one ruling."""
    sums: dict[tuple[int, int, str, bool, str | None], int] = {}
    for entry, seat, what, by, ruling in lines:
        key = entry, seat, what, by > 0, ruling
        sums[key] = sums.get(key, 0) + by
    return tuple((entry, seat, what, by, ruling) for (entry, seat, what, _, ruling), by in sums.items())


def digests_file(game: str) -> Path:
    """Where the digests of a game's golden games are kept, by the version of its rules."""
    return _GAMES / game / "digests.json"


def golden_games(game: str) -> tuple[Golden, ...]:
    """Every golden game of this id."""
    return tuple(_read(path) for path in sorted((_GAMES / game / "golden").glob("*.jsonl")))


def digest_of(golden: Golden, games: tuple[Game, ...]) -> str:
    """The beginning of the SHA-256 over the last state that stands."""
    return moves_file.replay(golden.standing(), games).digest()[:16]


def _read(path: Path) -> Golden:
    told = tomllib.loads(path.with_suffix(".toml").read_text("utf-8"))
    refused = told.pop("refused", None)
    golden = Golden(
        path=path,
        covers=tuple(told.pop("covers")),
        entries=told.pop("entries"),
        sheet=tuple((entry, seat, what, by, ruling or None) for entry, seat, what, by, ruling in told.pop("sheet")),
        at=tuple(_moment(moment) for moment in told.pop("at", ())),
        final=_moment({"entry": -1, **told.pop("final")}),
        refused=Refused(refused["line"], refused["ruling"] or None, refused["status"]) if refused else None,
    )
    if told:
        raise ValueError(f"{path.stem}: nobody looks at {', '.join(told)}")
    return golden


def _moment(told: Mapping[str, Any]) -> Moment:
    return Moment(told["entry"], {name: _tuples(value) for name, value in told.items() if name != "entry"})


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
