"""The house keeps its order: imports run one way, each library has its place, each file says what it is for."""

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]

# Who may know whom, lowest first; every part may import itself. A new part of companion/ gets its line here.
_PURE = ("rules", "chance")
_GAME = (*_PURE, "session")
_SEEN = (*_GAME, "views")
_BOX = (*_SEEN, "input", "screen")
_OPEN = ("packages", "qr", "resources", "settings_errors", "toml_lines")
_HELPERS = ("addresses", "config", "editions", "troubles", *_OPEN)
MAY_IMPORT: Mapping[str, tuple[str, ...]] = {
    "rules": (),
    "games": ("rules",),
    "chance": (),
    "session": _PURE,
    "views": (*_GAME, "resources"),
    "input": _SEEN,
    "screen": (*_SEEN, "resources"),
    "addresses": (),
    "announce": (),
    "config": ("settings_errors", "toml_lines"),
    "editions": ("rules", "config", "settings_errors"),
    "half_installed": ("packages",),
    "packages": (),
    "qr": (),
    "resources": (),
    "toml_lines": (),
    "settings_errors": (),
    "troubles": ("rules", "config", "editions", "settings_errors"),
    "chosen_board": (*_SEEN, "config", "devices", "settings_errors"),
    "devices": (*_BOX, *_OPEN),
    "machine": (*_BOX, *_HELPERS, "devices"),
    "mirror": (*_BOX, *_OPEN),
    "stop": (),
    "arrivals": ("input", "devices"),
    "opening": (*_HELPERS, "devices"),
    "app": (
        *_BOX,
        *_HELPERS,
        "games",
        "announce",
        "devices",
        "machine",
        "mirror",
        "stop",
        "arrivals",
        "opening",
        "chosen_board",
    ),
    "doctor": (*_BOX, *_HELPERS, "games", "devices", "machine", "mirror", "opening", "half_installed", "chosen_board"),
    "terminal": (*_SEEN, *_HELPERS),
    "running": (*_SEEN, *_HELPERS, "machine", "app", "stop"),
    "plans": ("rules", "session", "views", "resources", "devices"),
    "spinner_commands": (*_SEEN, *_HELPERS, "devices", "terminal"),
    "board_commands": (*_SEEN, *_HELPERS, "devices", "machine", "plans", "terminal"),
    "cli": (
        *_BOX,
        *_HELPERS,
        "games",
        "devices",
        "machine",
        "mirror",
        "app",
        "doctor",
        "terminal",
        "running",
        "board_commands",
        "spinner_commands",
    ),
    "__main__": ("cli", "half_installed"),
    "__init__": (),
}

# What the parts at the bottom and the two pure ones above them get from outside: nothing.
STANDARD_LIBRARY_ONLY = (
    "rules",
    "games",
    "chance",
    "input",
    "screen",
    "config",
    "half_installed",
    "packages",
    "resources",
    "toml_lines",
    "__init__",
)

# Where a library may be named. What stands for hardware is named in one file only, so that one file replaces it.
ONLY_UNDER = {
    "PIL": "companion/devices/",
    "flask": "companion/mirror/",
    "gpiod": "companion/devices/",
    "gpiozero": "companion/devices/lines",
    "luma": "companion/devices/",
    "machine": "firmware/main.py",
    "segno": "companion/qr.py",
    "serial": "companion/devices/",
    "sqlite3": "companion/session/",
    "zeroconf": "companion/announce.py",
}
ONLY_ONE_FILE = ("luma", "serial")

SILENT = ":1: the first line must say what the file is for"


def test_the_house_is_in_order() -> None:
    files = {
        path.relative_to(CHECKOUT).as_posix(): path.read_text(encoding="utf-8")
        for pattern in ("companion/**/*.py", "firmware/**/*.py", "hardware/**/*.py", "tests/**/*.py", "web/**/*.js")
        for path in sorted(CHECKOUT.glob(pattern))
    }
    assert "companion/rules/game.py" in files
    assert list(faults(files)) == []


@pytest.mark.parametrize(
    ("importer", "line"),
    [
        ("companion/rules/match.py", "from . import game"),
        ("companion/games/expedition/play.py", "from companion.rules.sheet import Line"),
        ("companion/games/expedition/play.py", "from . import state"),
        ("companion/games/expedition/play.py", "from ...rules.sheet import Line"),
        ("companion/chance/seed.py", "import hashlib, hmac"),
        ("companion/session/table.py", "import companion.rules.game"),
        ("companion/session/journal.py", "import sqlite3"),
        ("companion/views/words/texts.py", "from babel.messages import pofile"),
        ("companion/screen/turn.py", "from companion.views import faces"),
        ("companion/devices/lines.py", "import gpiozero.pins.mock"),
        ("companion/devices/boards.py", "from companion import input, resources"),
        ("companion/mirror/pages.py", "from flask import Flask"),
        ("companion/app.py", "from companion import __version__, config, devices, mirror"),
        ("companion/app.py", "from companion.games import GAMES"),
        ("companion/cli.py", "from companion.app import build"),
        ("companion/cli.py", "from companion.games import GAMES"),
        ("companion/__main__.py", "from companion.cli import main"),
        ("firmware/main.py", "import machine"),
        ("tests/devices/test_keys.py", "import gpiozero"),
    ],
)
def test_good_imports_pass(importer: str, line: str) -> None:
    assert list(faults({importer: _file_with(line)})) == []


@pytest.mark.parametrize(
    ("importer", "line", "fault"),
    [
        ("companion/rules/game.py", "import companion.chance", "rules may not import chance"),
        ("companion/chance/draw.py", "from companion.rules import game", "chance may not import rules"),
        ("companion/rules/game.py", "import numpy", "rules may not import numpy: standard library only"),
        ("companion/screen/font/text.py", "import PIL.Image", "screen may not import PIL: standard library only"),
        ("companion/rules/game.py", "from companion.games import GAMES", "rules may not import games"),
        ("companion/rules/match.py", "from ..games.classic import CLASSIC", "rules may not import games"),
        ("companion/games/expedition/play.py", "from ...session import table", "games may not import session"),
        ("companion/games/classic/match.py", "import companion.views.words.texts", "games may not import views"),
        ("companion/games/classic/wheel.py", "import numpy", "games may not import numpy: standard library only"),
        ("companion/chance/draws.py", "import companion.games", "chance may not import games"),
        ("companion/session/free.py", "from companion.games.classic import wheel", "session may not import games"),
        ("companion/screen/wheel.py", "from companion import games", "screen may not import games"),
        ("companion/devices/keys.py", "import companion.games", "devices may not import games"),
        ("companion/mirror/setup.py", "from companion.games import GAMES", "mirror may not import games"),
        ("companion/editions.py", "from companion.games import GAMES", "editions may not import games"),
        ("companion/rules/game.py", "from companion import views", "rules may not import views"),
        ("companion/rules/game.py", "from .. import views", "rules may not import views"),
        ("companion/session/table.py", "import companion.views.faces.faces", "session may not import views"),
        ("companion/session/table.py", "from companion import config", "session may not import config"),
        ("companion/input/menu.py", "import companion.screen", "input may not import screen"),
        ("companion/screen/turn.py", "import companion.input", "screen may not import input"),
        ("companion/views/__init__.py", "from ..screen import picture", "views may not import screen"),
        ("companion/devices/keys.py", "import companion.mirror", "devices may not import mirror"),
        ("companion/mirror/pages.py", "import companion.devices", "mirror may not import devices"),
        ("companion/mirror/pages.py", "from companion import app", "mirror may not import app"),
        ("companion/app.py", "import companion.cli", "app may not import cli"),
        ("companion/config.py", "import companion.resources", "config may not import resources"),
        ("companion/config.py", "import platformdirs", "config may not import platformdirs: standard library only"),
        ("companion/mirror/pages.py", "import PIL", "PIL belongs in companion/devices/"),
        ("companion/devices/keys.py", "import flask", "flask belongs in companion/mirror/"),
        ("companion/cli.py", "import sqlite3", "sqlite3 belongs in companion/session/"),
        ("companion/app.py", "import gpiozero", "gpiozero belongs in companion/devices/lines"),
        ("companion/devices/link.py", "import machine", "machine belongs in firmware/main.py"),
        ("firmware/ring.py", "import machine", "machine belongs in firmware/main.py"),
        ("companion/parlour/chess.py", "import re", "companion/parlour is not in the list of parts"),
        ("companion/app.py", "__import__('flask')", "an import that cannot be read"),
        ("companion/app.py", "importlib.import_module('flask')", "an import that cannot be read"),
    ],
)
def test_bad_imports_are_told_with_file_and_line(importer: str, line: str, fault: str) -> None:
    assert list(faults({importer: _file_with(line)})) == [f"{importer}:3: {fault}"]


def test_an_import_hidden_in_a_function_is_found() -> None:
    hidden = _file_with("def late():\n    import companion.mirror")
    assert list(faults({"companion/devices/keys.py": hidden})) == [
        "companion/devices/keys.py:4: devices may not import mirror"
    ]


def test_hardware_is_named_in_one_file_only() -> None:
    bad = {f"companion/devices/{name}.py": _file_with("from luma.core import device") for name in ("oled", "tft")}
    assert list(faults(bad)) == ["companion/devices/tft.py:3: luma is already named in companion/devices/oled.py"]


@pytest.mark.parametrize("text", ["", "import re\n", '"""\nToo late."""\n', "# \n", "'short'\n", '""""""\n'])
def test_a_python_file_that_does_not_say_what_it_is_for_is_found(text: str) -> None:
    assert list(faults({"companion/cli.py": text})) == [f"companion/cli.py{SILENT}"]


@pytest.mark.parametrize("text", ["", "'use strict';\n", "/**\n * Too late.\n */\n", "//\n"])
def test_a_script_that_does_not_say_what_it_is_for_is_found(text: str) -> None:
    assert list(faults({"web/box.js": text})) == [f"web/box.js{SILENT}"]


@pytest.mark.parametrize("text", ["// The box's keys and lights.\n", "/* The box's keys and lights. */\n"])
def test_a_script_that_says_what_it_is_for_passes(text: str) -> None:
    assert list(faults({"web/box.js": text})) == []


def faults(files: Mapping[str, str]) -> Iterator[str]:
    """What breaks the order of the house in these files (path from the checkout → text), as `path:line: fault`."""
    named_in: dict[str, str] = {}
    for path, text in files.items():
        if not _says_what_it_is_for(path, text):
            yield f"{path}{SILENT}"
        if not path.startswith(("companion/", "firmware/")):
            continue
        for line, module in _imports(path, ast.parse(text, path)):
            for fault in _faults_of_import(path, module, named_in):
                yield f"{path}:{line}: {fault}"


def _faults_of_import(path: str, module: str, named_in: dict[str, str]) -> Iterator[str]:
    top = module.split(".")[0]
    part = _part(path)
    if not module:
        yield "an import that cannot be read"
    elif part is not None and part not in MAY_IMPORT:
        yield f"companion/{part} is not in the list of parts"
    elif part is not None and top == "companion":
        other = module.split(".")[1] if "." in module else "__init__"
        if other not in {part, "__init__", *MAY_IMPORT[part]}:
            yield f"{part} may not import {other}"
    elif part in STANDARD_LIBRARY_ONLY and top not in sys.stdlib_module_names:
        yield f"{part} may not import {top}: standard library only"
    elif not path.startswith(ONLY_UNDER.get(top, "")):
        yield f"{top} belongs in {ONLY_UNDER[top]}"
    elif top in ONLY_ONE_FILE and named_in.setdefault(top, path) != path:
        yield f"{top} is already named in {named_in[top]}"


def _part(path: str) -> str | None:
    """The part of companion/ that a file belongs to, None elsewhere."""
    folders = path.removesuffix(".py").split("/")
    return folders[1] if folders[0] == "companion" else None


def _imports(path: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every import of a file with its line: full module names, or empty where only running the file would tell."""
    package = path.split("/")[:-1]
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = package[: len(package) - level + 1] if level else []
                source = ".".join([*start, *([module] if module else [])])
                # From the package itself one takes its parts, or what its __init__.py gives.
                parts = [f"{source}.{name.name}" for name in names if name.name in MAY_IMPORT]
                yield from ((node.lineno, found) for found in (parts if source == "companion" else [source]))
            case ast.Call(func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module")):
                yield node.lineno, ""


def _says_what_it_is_for(path: str, text: str) -> bool:
    first = text.partition("\n")[0]
    start = ("//", "/*") if path.endswith(".js") else ('"""', 'r"""')
    return first.startswith(start) and any(letter.isalpha() for letter in first.removeprefix("r"))


def _file_with(line: str) -> str:
    return f'"""An example."""\n\n{line}\n'
