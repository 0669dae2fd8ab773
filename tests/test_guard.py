"""The house knows no game: nothing of one is imported, named or spelt out where every game is played alike."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.games.lanterns import LANTERNS

CHECKOUT = Path(__file__).resolve().parents[1]
GUARDED = ("rules", "session", "chance")
"""The parts of companion/ that have to do for any game."""
IDS = frozenset(game.id for game in (*GAMES, LANTERNS))
NAMES = IDS.union(*(game.own_names for game in (*GAMES, LANTERNS)))


def test_the_house_knows_no_game() -> None:
    files = {
        path.relative_to(CHECKOUT).as_posix(): path.read_text("utf-8")
        for part in GUARDED
        for path in sorted((CHECKOUT / "companion" / part).rglob("*.py"))
    }
    assert {f"companion/{part}/__init__.py" for part in GUARDED} <= files.keys()
    assert list(found_in(files)) == []


def test_every_game_has_names_of_its_own() -> None:
    assert all(game.own_names for game in (*GAMES, LANTERNS))
    assert all(name == name.casefold() and name.isidentifier() for name in NAMES)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("import companion.games", "imports companion.games"),
        ("import companion.games.classic.wheel as wheel", "imports companion.games.classic.wheel"),
        ("from companion.games import GAMES", "imports companion.games"),
        ("from companion.games.expedition.state import By", "imports companion.games.expedition.state"),
        ("from companion import games, rules", "imports companion.games"),
        ("from ..games import GAMES", "imports companion.games"),
        ("from .. import games", "imports companion.games"),
        ("if True:\n    from companion.games import GAMES", "imports companion.games"),
        ('wanted = game.id == "expedition"', "says 'expedition'"),
        ('title = say("classic.why.start")', "says 'classic.why.start'"),
        ('title = say(f"classic.{key}")', "says 'classic.'"),
        ('held["Besants"]', "says 'Besants'"),
        ('match what:\n    case "camels":\n        pass', "says 'camels'"),
        ('def held(what: str = "loot") -> None: ...', "says 'loot'"),
        ("class ClassicTable: ...", "is called ClassicTable"),
        ("class Camel: ...", "is called Camel"),
        ("def _count_crates() -> None: ...", "is called _count_crates"),
        ("async def pay_ransom() -> None: ...", "is called pay_ransom"),
        ("class Table:\n    def lantern(self) -> None: ...", "is called lantern"),
    ],
)
def test_what_is_planted_is_found(line: str, fault: str) -> None:
    for part in GUARDED:
        found = list(found_in({f"companion/{part}/table.py": f'"""A file."""\n\n{line}\n'}))
        assert [one.partition(" ")[2] for one in found] == [fault]


@pytest.mark.parametrize("name", ["expedition.py", "classic_rows.py", "crates/rows.py", "camels.py"])
def test_a_file_that_is_called_after_a_game_is_found(name: str) -> None:
    found = list(found_in({f"companion/session/{name}": '"""A file."""\n'}))
    assert len(found) == 1
    assert found[0].startswith(f"companion/session/{name}:1 is called ")


@pytest.mark.parametrize(
    "line",
    [
        "# expedition, classic, besants and camels",
        'class Table:\n    """A table of classic, or "expedition"."""',
        'def held() -> None:\n    """classic.why.start"""',
        'tracked: bool\n"""classic"""',
        "from companion.rules.game import Game",
        'key = "classical.music"',
        'words = "the camels of the expedition"',
        "class Classification: ...",
        "from companion.session import table",
    ],
)
def test_comments_docstrings_and_other_words_may_say_it(line: str) -> None:
    assert list(found_in({"companion/rules/game.py": f'"""Of besants, camels and expeditions."""\n\n{line}\n'})) == []


def found_in(files: Mapping[str, str]) -> Iterator[str]:
    """Every place where one of these files, by its path in the checkout, knows a game."""
    for path, text in files.items():
        parts = [word for part in Path(path).with_suffix("").parts[2:] for word in _words(part)]
        yield from (f"{path}:1 is called {word}" for word in parts if word in NAMES)
        tree = ast.parse(text, path)
        prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        package = Path(path).parent.parts
        for node in ast.walk(tree):
            yield from (f"{path}:{getattr(node, 'lineno', 1)} {fault}" for fault in _faults(node, prose, package))


def _faults(node: ast.AST, prose: set[int], package: tuple[str, ...]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (f"imports {name.name}" for name in names if _of_games(name.name))
        case ast.ImportFrom(module=module, names=names, level=level):
            base = ".".join([*(package[: len(package) - level + 1] if level else ()), *([module] if module else [])])
            inside = [f"{base}.{name.name}" for name in names if _of_games(f"{base}.{name.name}")]
            yield from ([f"imports {base}"] if _of_games(base) else [f"imports {name}" for name in inside])
        case ast.Constant(value=str(value)) if id(node) not in prose:
            said = value.casefold()
            if said in NAMES or any(said.startswith(f"{game}.") for game in IDS):
                yield f"says {value!r}"
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            if NAMES & {*_words(name)}:
                yield f"is called {name}"


def _of_games(module: str) -> bool:
    return module == "companion.games" or module.startswith("companion.games.")


def _words(name: str) -> list[str]:
    """The words that a name is made of, in small letters."""
    return [word.casefold() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)]
