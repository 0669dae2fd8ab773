"""The order of the house: imports run one way and in no circle, and every file says what it is for."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]

# Who may know whom, lowest first; every room may import itself. A new room of companion/ gets its line here.
_BOTTOM = ("support", "rules", "chance")
_TABLE = (*_BOTTOM, "table")
_JOURNAL = (*_TABLE, "journal")
_SESSION = (*_JOURNAL, "session")
_WORDS = (*_SESSION, "words")
_BOX = (*_WORDS, "box", "box.faces", "box.screen")
_DEVICES = (*_BOX, "devices")
_APP = (*_DEVICES, "broker", "games", "server", "server.views", "system")
MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    "support": (),
    "rules": ("support",),
    "chance": ("support",),
    "games": ("support", "rules"),
    "table": _BOTTOM,
    "journal": _TABLE,
    "session": _JOURNAL,
    "words": _SESSION,
    "box.faces": _WORDS,
    "box.screen": (*_WORDS, "box.faces"),
    "box": (*_WORDS, "box.faces"),
    "server.views": _WORDS,
    "broker": (*_WORDS, "server.views"),
    "server": (*_BOX, "server.views"),
    "devices": _BOX,
    "system": _DEVICES,
    "plans": _DEVICES,
    "app": _APP,
    "cli": (*_APP, "app", "plans"),
    "__main__": ("support", "cli"),
    "__init__": (),
}

# What these take from outside: nothing but the standard library. Some are pure, others run where a library is missing.
STANDARD_LIBRARY_ONLY = (
    "companion/__init__.py",
    "companion/box/",
    "companion/chance/",
    "companion/games/",
    "companion/rules/",
    "companion/support/missing_library.py",
    "companion/support/install_commands.py",
    "companion/support/resources.py",
    "companion/support/settings_errors.py",
    "companion/support/toml_line_numbers.py",
    "companion/system/settings.py",
    "companion/table/",
)

# Where a library may be named. What stands for hardware is named in one file only, so that one file replaces it.
ONLY_UNDER = {
    "PIL": "companion/devices/",
    "flask": "companion/server/",
    "gpiod": "companion/devices/",
    "gpiozero": "companion/devices/gpio_lines",
    "luma": "companion/devices/",
    "machine": "firmware/main.py",
    "paho": "companion/broker/mqtt_connection",
    "segno": "companion/support/qr_code.py",
    "serial": "companion/devices/",
    "sqlite3": "companion/journal/",
}
ONLY_ONE_FILE = ("luma", "serial")

# Facts for the tests of a game, beside its code: no part of the package, so nothing of the package may import them.
FOR_TESTS = re.compile(r"companion/games/\w+/facts\.py")

SILENT = ":1: the first line must say what the file is for"


def test_the_house_is_in_order() -> None:
    assert list(faults(_files("companion", "firmware", "hardware", "tests", "web"))) == []


def test_no_import_runs_in_a_circle() -> None:
    assert circle(_files("companion")) is None


def test_no_module_lies_loose() -> None:
    assert {path.name for path in (CHECKOUT / "companion").glob("*.py")} == {"__init__.py", "__main__.py"}


def test_no_two_modules_have_one_name() -> None:
    rooms: dict[str, str] = {}
    for path in _files("companion"):
        *_, folder, name = path.split("/")
        # A game's files are named after what the match protocol asks; the module of a room may be called like the room.
        if not path.startswith("companion/games/") and name != "__init__.py":
            assert rooms.setdefault(name, folder) == folder, f"{name} lies in {rooms[name]} and in {folder}"


def test_contributing_maps_the_rooms_by_their_first_lines() -> None:
    text = (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8")
    for room in sorted((CHECKOUT / "companion").iterdir()):
        if (room / "__init__.py").is_file():
            first = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8"))) or ""
            assert f"| `companion/{room.name}` | {first.splitlines()[0]} |" in text


@pytest.mark.parametrize(
    ("importer", "line"),
    [
        ("companion/rules/match_functions.py", "from . import game"),
        ("companion/games/expedition/play.py", "from companion.rules.moves import Line"),
        ("companion/games/expedition/play.py", "from . import state"),
        ("companion/games/expedition/play.py", "from ...rules.sheet import Line"),
        ("companion/chance/seed.py", "import hashlib, hmac"),
        ("companion/table/table.py", "import companion.rules.game"),
        ("companion/journal/database.py", "import sqlite3"),
        ("companion/words/catalogue.py", "from babel.messages import pofile"),
        ("companion/box/box.py", "from companion.box.faces import faces"),
        ("companion/box/screen/paint.py", "from companion.box import faces"),
        ("companion/devices/gpio_lines.py", "import gpiozero.pins.mock"),
        ("companion/devices/board_profiles.py", "from companion import box, support"),
        ("companion/server/web_app.py", "from flask import Flask"),
        ("companion/server/open_game_routes.py", "from .views import table_view"),
        ("companion/app/application.py", "from companion import __version__, devices, server, system"),
        ("companion/app/application.py", "from companion.games import GAMES"),
        ("companion/cli/main.py", "from companion.app.application import build"),
        ("companion/__main__.py", "from companion.cli.main import main"),
        ("firmware/main.py", "import machine"),
        ("tests/devices/test_keys.py", "import gpiozero"),
        ("companion/games/classic/facts.py", "from tests.games.classic import legal"),
    ],
)
def test_good_imports_pass(importer: str, line: str) -> None:
    assert list(faults({importer: _file_with(line)})) == []


@pytest.mark.parametrize(
    ("importer", "line", "fault"),
    [
        ("companion/rules/game.py", "import companion.chance", "rules may not import chance"),
        ("companion/chance/draw.py", "from companion.rules import game", "chance may not import rules"),
        ("companion/rules/game.py", "import numpy", "numpy is not of the standard library"),
        ("companion/box/screen/font/text.py", "import PIL.Image", "PIL is not of the standard library"),
        ("companion/rules/game.py", "from companion.games import GAMES", "rules may not import games"),
        ("companion/rules/match_functions.py", "from ..games.classic import CLASSIC", "rules may not import games"),
        ("companion/games/expedition/play.py", "from ...table import table", "games may not import table"),
        ("companion/games/classic/match.py", "import companion.words.catalogue", "games may not import words"),
        ("companion/games/classic/wheel.py", "import numpy", "numpy is not of the standard library"),
        ("companion/chance/draws.py", "import companion.games", "chance may not import games"),
        ("companion/table/free_dice.py", "from companion.games.classic import wheel", "table may not import games"),
        ("companion/box/screen/wheel.py", "from companion import games", "box.screen may not import games"),
        ("companion/devices/keys.py", "import companion.games", "devices may not import games"),
        ("companion/server/setup.py", "from companion.games import GAMES", "server may not import games"),
        ("companion/system/edition_files.py", "from companion.games import GAMES", "system may not import games"),
        ("companion/rules/game.py", "from companion import words", "rules may not import words"),
        ("companion/rules/game.py", "from .. import words", "rules may not import words"),
        ("companion/table/table.py", "import companion.journal.rows", "table may not import journal"),
        ("companion/journal/open_journal.py", "from companion.session import desk", "journal may not import session"),
        ("companion/session/desk.py", "from companion.system import settings", "session may not import system"),
        ("companion/box/menu.py", "import companion.box.screen", "box may not import box.screen"),
        ("companion/box/screen/turn.py", "import companion.box.box", "box.screen may not import box"),
        ("companion/box/faces/faces.py", "from ..screen import picture", "box.faces may not import box.screen"),
        ("companion/server/views/x.py", "from companion.server import api", "server.views may not import server"),
        ("companion/devices/keys.py", "import companion.server", "devices may not import server"),
        (
            "companion/devices/board_profiles.py",
            "from companion.system.settings import Settings",
            "devices may not import system",
        ),
        ("companion/server/pages.py", "import companion.devices", "server may not import devices"),
        ("companion/server/pages.py", "from companion.app import run", "server may not import app"),
        ("companion/app/application.py", "import companion.cli.main", "app may not import cli"),
        ("companion/support/qr.py", "import companion.rules", "support may not import rules"),
        ("companion/system/settings.py", "import platformdirs", "platformdirs is not of the standard library"),
        ("companion/server/pages.py", "import PIL", "PIL belongs in companion/devices/"),
        ("companion/devices/keys.py", "import flask", "flask belongs in companion/server/"),
        ("companion/cli/main.py", "import sqlite3", "sqlite3 belongs in companion/journal/"),
        ("companion/app/application.py", "import gpiozero", "gpiozero belongs in companion/devices/gpio_lines"),
        ("companion/devices/link.py", "import machine", "machine belongs in firmware/main.py"),
        (
            "companion/app/application.py",
            "from paho.mqtt import client",
            "paho belongs in companion/broker/mqtt_connection",
        ),
        ("companion/broker/topics.py", "import companion.server.web_app", "broker may not import server"),
        ("firmware/ring.py", "import machine", "machine belongs in firmware/main.py"),
        ("companion/cli/main.py", "from tests.kit import cases", "tests.kit is not in the package"),
        (
            "companion/games/classic/match.py",
            "from companion.games.classic import facts",
            "companion.games.classic.facts is not in the package",
        ),
        (
            "companion/games/classic/match.py",
            "from .facts import GAME_FACTS",
            "companion.games.classic.facts.GAME_FACTS is not in the package",
        ),
        ("companion/parlour/chess.py", "import re", "companion/parlour is not in the list of rooms"),
        ("companion/app/run.py", "__import__('flask')", "an import that cannot be read"),
        ("companion/app/run.py", "importlib.import_module('flask')", "an import that cannot be read"),
    ],
)
def test_bad_imports_are_told_with_file_and_line(importer: str, line: str, fault: str) -> None:
    assert list(faults({importer: _file_with(line)})) == [f"{importer}:3: {fault}"]


def test_an_import_hidden_in_a_function_is_found() -> None:
    hidden = _file_with("def late():\n    import companion.server")
    assert list(faults({"companion/devices/keys.py": hidden})) == [
        "companion/devices/keys.py:4: devices may not import server"
    ]


def test_hardware_is_named_in_one_file_only() -> None:
    bad = {f"companion/devices/{name}.py": _file_with("from luma.core import device") for name in ("oled", "tft")}
    assert list(faults(bad)) == ["companion/devices/tft.py:3: luma is already named in companion/devices/oled.py"]


def test_a_circle_is_found_also_where_only_types_close_it() -> None:
    back = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from companion.rules import match"
    files = {
        "companion/rules/match.py": _file_with("from . import game"),
        "companion/rules/game.py": _file_with(back),
    }
    modules = circle(files)
    assert modules is not None
    assert set(modules) == {"companion.rules.match", "companion.rules.game"}


@pytest.mark.parametrize("text", ["", "import re\n", '"""\nToo late."""\n', "# \n", "'short'\n", '""""""\n'])
def test_a_python_file_without_its_purpose_is_found(text: str) -> None:
    assert list(faults({"companion/cli/main.py": text})) == [f"companion/cli/main.py{SILENT}"]


@pytest.mark.parametrize("text", ["", "'use strict';\n", "/**\n * Too late.\n */\n", "//\n"])
def test_a_script_without_its_purpose_is_found(text: str) -> None:
    assert list(faults({"web/box.js": text})) == [f"web/box.js{SILENT}"]


@pytest.mark.parametrize("text", ["// The box's keys and lights.\n", "/* The box's keys and lights. */\n"])
def test_a_script_that_says_what_it_is_for_passes(text: str) -> None:
    assert list(faults({"web/box.js": text})) == []


def faults(files: Mapping[str, str]) -> Iterator[str]:
    """Yield what breaks the order in these files (path from the checkout → text), as `path:line: fault`."""
    named_in: dict[str, str] = {}
    for path, text in files.items():
        if not _says_what_it_is_for(path, text):
            yield f"{path}{SILENT}"
        if not path.startswith(("companion/", "firmware/")) or FOR_TESTS.fullmatch(path):
            continue
        for line, module in _imports(path, ast.parse(text, path)):
            for fault in _faults_of_import(path, module, named_in):
                yield f"{path}:{line}: {fault}"


def circle(files: Mapping[str, str]) -> list[str] | None:
    """Return the modules of one circle of imports, types included, or None."""
    modules = {_module(path): path for path in files}
    needs = {
        name: {_nearest(other, modules) for _, other in _imports(path, ast.parse(files[path], path))} - {name, ""}
        for name, path in modules.items()
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return None


def _nearest(name: str, modules: Mapping[str, str]) -> str:
    """Return the module that an imported name is, or lies in; "" for none of ours."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return "" if modules.get(name, "").endswith("__init__.py") else name


def _faults_of_import(path: str, module: str, named_in: dict[str, str]) -> Iterator[str]:
    top = module.split(".")[0]
    room = _room(_module(path)) if path.startswith("companion/") else None
    if not module:
        yield "an import that cannot be read"
    elif top == "tests" or re.match(r"companion\.games\.\w+\.facts\b", module):
        yield f"{module} is not in the package"
    elif room is not None and room not in MAY_IMPORT:
        yield f"companion/{room} is not in the list of rooms"
    elif room is not None and top == "companion":
        other = _room(module)
        if other not in {room, "__init__", *MAY_IMPORT[room]}:
            yield f"{room} may not import {other}"
    elif path.startswith(STANDARD_LIBRARY_ONLY) and top not in sys.stdlib_module_names:
        yield f"{top} is not of the standard library"
    elif not path.startswith(ONLY_UNDER.get(top, "")):
        yield f"{top} belongs in {ONLY_UNDER[top]}"
    elif top in ONLY_ONE_FILE and named_in.setdefault(top, path) != path:
        yield f"{top} is already named in {named_in[top]}"


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _room(module: str) -> str:
    """Return the room of companion/ that a module belongs to, by the longest name in the list."""
    _, *names = module.split(".")
    inner = ".".join(names[:2])
    if inner in MAY_IMPORT:
        return inner
    return names[0] if names and names[0] != "__version__" else "__init__"


def _imports(path: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every import of a file with its line: full names, or "" where only running the file would tell."""
    package = path.split("/")[:-1]
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = package[: len(package) - level + 1] if level else []
                source = ".".join([*start, *([module] if module else [])])
                ours = source.split(".")[0] == "companion"
                yield from ((node.lineno, f"{source}.{name.name}" if ours else source) for name in names)
            case ast.Call(func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module")):
                yield node.lineno, ""


def _says_what_it_is_for(path: str, text: str) -> bool:
    first = text.partition("\n")[0]
    start = ("//", "/*") if path.endswith(".js") else ('"""', 'r"""')
    return first.startswith(start) and any(letter.isalpha() for letter in first.removeprefix("r"))


def _files(*folders: str) -> dict[str, str]:
    """Return the text of every module and script in these folders of the checkout, by its path."""
    return {
        path.relative_to(CHECKOUT).as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted((CHECKOUT / folder).rglob("*.js" if folder == "web" else "*.py"))
    }


def _file_with(line: str) -> str:
    return f'"""An example."""\n\n{line}\n'
