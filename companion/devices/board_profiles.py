"""Loads the profile of a hardware board, which says what is wired to the Pi, by its name or file."""

from __future__ import annotations

from pathlib import Path

from companion.devices.board_file import BoardError, read_board
from companion.devices.board_overrides import BoardOverrides, apply_changes
from companion.devices.board_parts import BoardProfile, DisplaySpec, I2c, KnobSpec, Spi

__all__ = [
    "BoardError",
    "BoardOverrides",
    "BoardProfile",
    "DisplaySpec",
    "I2c",
    "KnobSpec",
    "Spi",
    "UnknownBoardError",
    "board_names",
    "load_board",
]

_UNCHANGED = BoardOverrides()


class UnknownBoardError(LookupError):
    """An error for a board name without a profile. Its text lists the available names."""

    def __init__(self, name: str, available: tuple[str, ...]) -> None:
        """`available` are the names of the existing profiles."""
        self.name = name
        self.available = available
        super().__init__(f"There is no board named {name}; the boards are: {', '.join(available) or 'none'}.")


def board_names(boards_dir: Path) -> tuple[str, ...]:
    """Return the names of the profiles in a folder, sorted."""
    return tuple(sorted(file.stem for file in boards_dir.glob("*.toml")))


def load_board(name_or_path: str | Path, boards_dir: Path, changes: BoardOverrides = _UNCHANGED) -> BoardProfile:
    """Load a board by its name in `boards_dir`, or by the path of its file (ending in `.toml`), and apply `changes`.

    Raises:
        UnknownBoardError: No profile in `boards_dir` has this name.
        BoardError: The file cannot be read or is not a valid profile.
        SettingsError: The settings ask for something that this board cannot do.
    """
    path = Path(name_or_path)
    if path.suffix != ".toml":
        names = board_names(boards_dir)
        if str(name_or_path) not in names:
            raise UnknownBoardError(str(name_or_path), names)
        path = boards_dir / f"{name_or_path}.toml"
    return apply_changes(read_board(path), changes)
