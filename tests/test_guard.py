"""The house knows no game: nothing of one is imported, named or spelt out where every game is played alike."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.games.made_up import MADE_UP

CHECKOUT = Path(__file__).resolve().parents[1]
GUARDED = (
    *("support", "rules", "chance", "table", "journal", "session", "words"),
    *("box", "server", "devices", "system", "plans"),
)
"""The parts of companion/ that have to do for any game; what is put together of them knows which games there are."""
PAGES = ("scripts", "styles", "templates")
IDS = frozenset(game.id for game in (*GAMES, *MADE_UP))
NAMES = IDS.union(*(game.reserved_names for game in (*GAMES, *MADE_UP)))
REASONED: Mapping[str, frozenset[str]] = {
    # The drawings of the house, which any game may take for its things; they are called after what one sees.
    "companion/words/signs.py": frozenset({"camel", "crate", "lantern"}),
    "web/templates/drawings.html": frozenset({"camel", "lantern"}),
    "web/styles/lib/things.css": frozenset({"camel"}),
    # The house itself is a caravan at dusk: it walks over the welcome, lies under empty pages, lights what goes on.
    "companion/box/screen/paint_welcome.py": frozenset({"camel"}),
    "web/scripts/past/evening_picture.js": frozenset({"lantern"}),
    "web/templates/index.html": frozenset({"camel"}),
    "web/templates/tv.html": frozenset({"camel"}),
    "web/scripts/setup/rules.js": frozenset({"lantern"}),
    "web/templates/page.html": frozenset({"lantern"}),
    "web/templates/parts.html": frozenset({"lantern"}),
    "web/scripts/table/table.js": frozenset({"lantern"}),
    "web/scripts/ceremonies/moment.js": frozenset({"lantern"}),
}
"""What may be said nevertheless, by file, and why."""


def test_the_house_knows_no_game() -> None:
    files = {
        path.relative_to(CHECKOUT).as_posix(): path.read_text("utf-8")
        for part in GUARDED
        for path in sorted((CHECKOUT / "companion" / part).rglob("*.py"))
    }
    assert {f"companion/{part}/__init__.py" for part in GUARDED} <= files.keys()
    assert unreasoned(found_in(files)) == []


def test_the_pages_know_no_game() -> None:
    files = {
        path.relative_to(CHECKOUT).as_posix(): path.read_text("utf-8")
        for part in PAGES
        for path in sorted((CHECKOUT / "web" / part).rglob("*"))
        if path.suffix in (".js", ".css", ".html")
    }
    assert {"web/scripts/table/table.js", "web/styles/table/tv.css", "web/templates/page.html"} <= files.keys()
    assert unreasoned(found_in_pages(files)) == []


def test_every_exception_is_wanted() -> None:
    python = {path: (CHECKOUT / path).read_text("utf-8") for path in REASONED if path.endswith(".py")}
    pages = {path: (CHECKOUT / path).read_text("utf-8") for path in REASONED if not path.endswith(".py")}
    faults = (*found_in(python), *found_in_pages(pages))
    used = {(fault.partition(":")[0], _name_in(fault)) for fault in faults}
    assert {(path, name) for path, names in REASONED.items() for name in names} == used


def test_every_game_has_names_of_its_own() -> None:
    assert all(game.reserved_names for game in (*GAMES, *MADE_UP))
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
        faults = found_in({f"companion/{part}/table.py": f'"""A file."""\n\n{line}\n'})
        assert [each.partition(" ")[2] for each in faults] == [fault]


@pytest.mark.parametrize("name", ["expedition.py", "classic_rows.py", "crates/rows.py", "camels.py"])
def test_a_file_that_is_called_after_a_game_is_found(name: str) -> None:
    [fault] = found_in({f"companion/session/{name}": '"""A file."""\n'})
    assert fault.startswith(f"companion/session/{name}:1 is called ")


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


@pytest.mark.parametrize(
    ("path", "line", "fault"),
    [
        ("web/scripts/table/act.js", 'if (view.game === "classic") show();', "says 'classic'"),
        ("web/scripts/table/act.js", 'put(title, t("expedition.copy"));', "says 'expedition.copy'"),
        ("web/scripts/table/act.js", "const rows = { besants: 1 }[held];", "says 'besants'"),
        ("web/scripts/table/act.js", "function showLoot() {}", "says 'Loot'"),
        ("web/styles/table/act.css", ".crate { color: red; }", "says 'crate'"),
        ("web/styles/table/act.css", '[data-thing="ransom"] { color: red; }', "says 'ransom'"),
        ("web/templates/page.html", '<p id="hasard-list"></p>', "says 'hasard'"),
        ("web/templates/page.html", "{% if view.game == 'lanterns' %}", "says 'lanterns'"),
    ],
)
def test_what_is_planted_in_a_page_is_found(path: str, line: str, fault: str) -> None:
    assert [each.partition(" ")[2] for each in found_in_pages({path: line})] == [fault]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("web/scripts/table/act.js", "// A camel steps; the loot is /* besants */ shared."),
        ("web/scripts/table/act.js", "const classical = lanternlight;"),
        ("web/styles/table/act.css", "/* The crate of a camel. */"),
        ("web/templates/page.html", "{# The camels of an expedition. #}"),
    ],
)
def test_comments_in_a_page_may_say_it(path: str, line: str) -> None:
    assert list(found_in_pages({path: line})) == []


def test_a_page_that_is_called_after_a_game_is_found() -> None:
    assert list(found_in_pages({"web/scripts/table/crates.js": ""})) == [
        "web/scripts/table/crates.js:1 is called crates"
    ]


def unreasoned(faults: Iterable[str]) -> list[str]:
    """Return the faults for which no exception is listed."""
    return [fault for fault in faults if _name_in(fault) not in REASONED.get(fault.partition(":")[0], ())]


def _name_in(fault: str) -> str:
    """Return the name that a fault is about."""
    return fault.rpartition(" ")[2].strip("'").casefold()


def found_in_pages(files: Mapping[str, str]) -> Iterator[str]:
    """Yield every place where a script, a style or a template, by its path, names something of one game."""
    for path, text in files.items():
        parts = [word for part in Path(path).with_suffix("").parts[2:] for word in _words(part)]
        yield from (f"{path}:1 is called {word}" for word in parts if word in NAMES)
        for number, line in enumerate(_without_comments(text).splitlines(), 1):
            for part in re.findall(r"[\w.]+", line):
                if part.partition(".")[0] in IDS and "." in part:
                    yield f"{path}:{number} says {part!r}"
                    continue
                for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", part):
                    if word.casefold() in NAMES:
                        yield f"{path}:{number} says {word!r}"


def _without_comments(text: str) -> str:
    """Return a script, style or template without its comments, line by line as before."""

    def blank(comment: re.Match[str]) -> str:
        return "\n" * comment[0].count("\n")

    return re.sub(r"/\*.*?\*/|\{#.*?#\}|<!--.*?-->|(?<![:\"'/])//[^\n]*", blank, text, flags=re.S)


def found_in(files: Mapping[str, str]) -> Iterator[str]:
    """Yield every place where one of these files, by its path in the checkout, knows a game."""
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
            key = value.casefold()
            if key in NAMES or any(key.startswith(f"{game}.") for game in IDS):
                yield f"says {value!r}"
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            if NAMES & {*_words(name)}:
                yield f"is called {name}"


def _of_games(module: str) -> bool:
    return module == "companion.games" or module.startswith("companion.games.")


def _words(name: str) -> list[str]:
    """Return the words of a name, in small letters."""
    return [word.casefold() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)]
