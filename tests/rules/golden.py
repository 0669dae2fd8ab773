"""Golden games: moves files with what must come of them, as tests/golden/README.md tells."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "golden"


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an entry; what is None is not looked at."""

    entry: int
    turn: int | None = None
    """0 is nobody's."""
    over: bool | None = None
    gold: tuple[int, ...] | None = None
    camels: tuple[tuple[int, ...], ...] | None = None
    besants: tuple[int, ...] | None = None
    goods: tuple[tuple[str, ...], ...] | None = None
    stages: tuple[str, ...] | None = None
    loot: tuple[int, int] | None = None
    """(besants, cards) in the loot space."""
    standings: tuple[tuple[int, int, int], ...] | None = None
    """(seat, rank, total)."""


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
    sheet: tuple[tuple[int, int, str, int, str | None], ...]
    """(entry, seat, what, by, ruling)."""
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


def golden_games(game: str) -> tuple[Golden, ...]:
    """Every golden game of this id."""
    return tuple(_read(path) for path in sorted((FOLDER / game).glob("*.jsonl")))


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
    return Moment(**{name: _tuples(value) for name, value in told.items()})


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
