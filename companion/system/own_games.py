"""Games of the owner: each a folder inside the one that the setting `games` names, loaded once at the start."""

from __future__ import annotations

import logging
import os
import stat
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import invalidate_caches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from companion.rules.game import Game
from companion.rules.viewer import PUBLIC
from companion.support.settings_errors import OnSettingsError, SettingsError
from companion.system.settings import Settings
from companion.table.game_facts import GameFacts
from companion.words.catalogue import LANGUAGES, keys_in

PACKAGE = "companion_own_games"
"""The package that an owner's games are modules of."""
MOST_FILES = 10_000
"""The folder of a whole disk was named by mistake: it is not searched to its end."""
_NAMES = ("Ada", "Bao", "Chloé", "Dara", "Émile")
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
log = logging.getLogger(__name__)


def with_own_games(settings: Settings, ours: Sequence[Game], on_slip: OnSettingsError) -> tuple[Game, ...]:
    """Return the games of the product, and after them the owner's, by the names of their folders.

    Their code runs with all rights of this program. So nothing is loaded if others than root and the owner of the
    folder could change it, and only from there. `on_slip` is called with each fault; the game that has it is left out.
    """
    if not settings.games:
        return tuple(ours)
    folder = Path(settings.games).absolute()
    try:
        ids = list(_ids_in(folder))
    except SettingsError as slip:
        on_slip(slip)
        return tuple(ours)
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    package = sys.modules[PACKAGE] = ModuleType(PACKAGE)
    package.__path__ = [str(folder)]
    invalidate_caches()
    games = list(ours)
    with _no_bytecode():
        for name in ids:
            try:
                games.append(_load(folder, name, {game.id for game in games}))
            except SettingsError as slip:
                on_slip(slip)
    return tuple(games)


def game_facts(game: Game) -> GameFacts:
    """Return the facts in the game's folder, for its tests and its check; none if it has no `facts.py`.

    Facts of the product's games are no part of the package. Raises whatever a faulty `facts.py` raises.
    """
    file = folder_of(game) / "facts.py"
    if not file.is_file():
        return GameFacts()
    with _no_bytecode():
        facts = _module(file, f"{_module_of(game).__package__}.facts")
    return getattr(facts, "GAME_FACTS", None) or GameFacts()


@contextmanager
def _no_bytecode() -> Iterator[None]:
    """Write no bytecode beside the code of own games: others might be able to write to it."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


def _ids_in(folder: Path) -> Iterator[str]:
    """Yield the names of the games in a folder. Raises SettingsError if it cannot be read or is not safe."""
    try:
        if (unsafe := _unsafe_path(folder)) is not None:
            raise SettingsError(folder, None, "own_games.unsafe", setting="games", place=str(unsafe))
        children = sorted(folder.iterdir())
    except OSError as error:
        cause = error.strerror or str(error)
        raise SettingsError(folder, None, "config.unreadable", setting="games", cause=cause) from error
    yield from (child.name for child in children if child.name.isidentifier() and (child / "__init__.py").is_file())


def _unsafe_path(folder: Path) -> Path | None:
    """Return a path by which others than root and the owner of a folder could change its content; None if it is safe.

    Raises OSError.
    """
    folder = folder.resolve()
    owner = folder.stat().st_uid
    for above in folder.parents:
        if is_open_to_others(above.stat(), owner, may_be_sticky=True):
            return above
    for number, path in enumerate(_all_in(folder)):
        if is_open_to_others(path.lstat(), owner) or number >= MOST_FILES:
            return path
    return None


def is_open_to_others(status: os.stat_result, owner: int, *, may_be_sticky: bool = False) -> bool:
    """Return whether others than root and this owner could change a file or folder, or what a link leads to.

    In a sticky folder others may add files, but neither rename nor replace anybody's.
    """
    is_writable = status.st_mode & _WRITABLE_BY_OTHERS and not (may_be_sticky and status.st_mode & stat.S_ISVTX)
    return bool(is_writable) or stat.S_ISLNK(status.st_mode) or status.st_uid not in (0, owner)


def _all_in(folder: Path) -> Iterator[Path]:
    yield folder
    for parent, folders, files in os.walk(folder, onerror=_raise):
        yield from (Path(parent, name) for name in (*folders, *files))


def _raise(error: OSError) -> NoReturn:
    raise error


def _load(folder: Path, name: str, taken: set[str]) -> Game:
    """Return the game in `folder/name`. Raises SettingsError if it cannot be loaded, or cannot be begun."""
    place = folder / name
    if name in taken:
        raise SettingsError(place, None, "own_games.taken", setting="games", name=name)
    try:
        module = _module(place / "__init__.py", f"{PACKAGE}.{name}")
        game: Game | None = next((value for value in vars(module).values() if _is_game(value, name)), None)
        if game is None:
            raise SettingsError(place / "__init__.py", None, "own_games.none", setting="games", name=name)
        _check_words(place, game)
        _begin(game)
    except SettingsError:
        raise
    except (Exception, SystemExit) as error:
        log.warning("the game %s cannot be loaded", place, exc_info=True)
        file, line = place_of_error(error, place)
        cause = f"{type(error).__name__}: {getattr(error, 'msg', None) or error}"
        raise SettingsError(file, line, "own_games.broken", setting="games", name=name, cause=cause) from error
    return game


def _module(file: Path, name: str) -> ModuleType:
    """Return a file of a game as the module with this name, loaded once; an `__init__.py` with its submodules."""
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(file)
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _is_game(value: Any, name: str) -> bool:
    return not isinstance(value, type) and getattr(value, "id", None) == name and hasattr(value, "begin")


def _check_words(place: Path, game: Game) -> None:
    """Raise SettingsError if a catalogue is not there or cannot be read, or has no title for the game."""
    for language in LANGUAGES if game.words else ():
        file = place / "words" / f"{language}.po"
        try:
            keys = keys_in(game.words, language)
        except (OSError, ValueError, UnicodeError) as error:
            cause = getattr(error, "strerror", None) or str(error)
            raise SettingsError(file, None, "config.unreadable", setting="games", cause=cause) from error
        if (title := f"game.{game.id}") not in keys:
            raise SettingsError(file, None, "own_games.no_title", setting="games", title=title)


def _begin(game: Game) -> None:
    """Ask a game what a table asks first, so that what is missing is noticed before anybody plays it."""
    for seats in game.seats:
        game.setup_form(seats)
        match, state, _ = game.begin(_NAMES[:seats], {})
        view = match.player_view(state, PUBLIC)
        match.totals(view)
        match.scene(view, PUBLIC, None)
        for seat in match.active_seats(state):
            match.offers(state, seat)


def place_of_error(error: BaseException, place: Path) -> tuple[Path, int | None]:
    """Return the file of a game, and the line in it, that an error comes from."""
    if isinstance(error, SyntaxError) and error.filename:
        return Path(error.filename), error.lineno
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(place)
    ]
    return (Path(frames[-1].filename), frames[-1].lineno) if frames else (place / "__init__.py", None)


def folder_of(game: Game) -> Path:
    """Return the folder that the code of a game is in."""
    return Path(_module_of(game).__file__ or ".").parent


def _module_of(game: Game) -> ModuleType:
    return sys.modules[type(game).__module__]
