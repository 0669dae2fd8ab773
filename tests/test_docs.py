"""The documents are true: settings, keys, commands, targets, moves, quoted words and links match the program."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import companion
from companion.app.run import LOG_LEVEL
from companion.cli.main import main
from companion.devices.board_profiles import board_names, load_board
from companion.games import GAMES
from companion.journal.moves_file import export, replay_file
from companion.rules.game import Game, moves_schema
from companion.rules.moves import Correct
from companion.support.resources import boards_dir
from companion.system.board_from_settings import changes_from
from companion.system.chosen_settings import ChosenSettings, read_chosen
from companion.system.settings import BOARD_VARIABLE, Settings, read_settings
from companion.table.commands import Play, StartGame
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import Key
from tests.kit.settings import EVERY_SETTING
from tests.server.helpers import new_session

CHECKOUT = Path(__file__).resolve().parents[1]
DOCUMENTS = [
    path
    for path in sorted(CHECKOUT.rglob("*.md"))
    if not any(part.startswith(".") for part in path.relative_to(CHECKOUT).parts)
]
LIBRARIES = ("pi", "rpi-lgpio", "rpi-gpio", "spinner", "mqtt", "dev")


def text(name: str) -> str:
    return (CHECKOUT / name).read_text("utf-8")


def section(document: str, heading: str) -> str:
    """Return the text under a heading, up to the next heading of its level or above."""
    level, _, _ = heading.partition(" ")
    match = re.search(rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{len(level)}}} |\Z)", document, re.M | re.S)
    assert match, f"there is no {heading!r}"
    return match[1]


def table(part: str, heading: str = "") -> dict[str, list[str]]:
    """Return the rows of the tables in a part of a document, without headings: the first column, and the rest.

    With a heading, return only the first table whose first column has it.
    """
    if heading:
        part, _, _ = part[part.index(f"| {heading} |") :].partition("\n\n")
    lines = part.splitlines()
    rows = [
        line for line, below in zip(lines, [*lines[1:], ""], strict=True) if line[:1] == "|" and below[:4] != "|---"
    ]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in rows]
    return {first: rest for first, *rest in cells if set(first) != {"-"}}


def codes(part: str) -> list[str]:
    """Return everything that is written as code within a line."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", part, flags=re.M | re.S))


def blocks(document: str) -> list[str]:
    """Return every text between fences."""
    return re.findall(r"^```\w*\n(.*?)^```", document, re.M | re.S)


def links(document: str) -> list[str]:
    """Return the targets of all links and pictures, without those in code."""
    read = re.sub(r"^```.*?^```", "", document, flags=re.M | re.S)  # `Place[Text](id=…)` is no link
    return re.findall(r"\]\(([^)\s]+)\)", read)


# The two READMEs


READMES = {"en": "README.md", "fr": "README.fr.md"}
MOST_LINES = 150
KEYBOARD = {"Entrée": "Enter", "Espace": "Space", "Échap": "Esc"}
"""Keys of a French keyboard, and the same in English."""
HEADINGS = {"## Try it": "## Pour essayer", "## The keys": "## Les touches"}


def heading(language: str, english: str) -> str:
    return english if language == "en" else HEADINGS[english]


@pytest.mark.parametrize("language", READMES)
def test_readme_is_short(language: str) -> None:
    assert len(text(READMES[language]).splitlines()) <= MOST_LINES


def test_readmes_have_the_same_commands() -> None:
    english, french = (text(name) for name in READMES.values())
    assert blocks(english) == blocks(french)
    assert codes(english) == codes(french)


def test_readmes_have_the_same_pictures() -> None:
    shown = [
        re.findall(r"!\[[^]]+\]\((\S+)\)|<img src=\"(\S+)\" (width=\S+) alt=", text(name)) for name in READMES.values()
    ]
    assert shown[0] == shown[1] != []
    assert all((CHECKOUT / (place or source)).is_file() for place, source, _ in shown[0])


def test_readmes_have_the_same_key_table() -> None:
    english, french = (
        table(section(text(name), heading(language, "## The keys"))) for language, name in READMES.items()
    )
    assert [*english] == [*french]
    for key, (on_keyboard, _) in french.items():
        for word, translation in KEYBOARD.items():
            on_keyboard = on_keyboard.replace(word, translation)
        assert on_keyboard == english[key][0]


def test_readmes_lead_to_the_same_pages() -> None:
    """The French one leads to the French page where there is one."""
    first, *english = links(text("README.md"))
    back, *french = links(text("README.fr.md"))
    assert (first, back) == ("README.fr.md", "README.md")
    assert [without_anchor(target) for target in french] == [french_page(without_anchor(target)) for target in english]


def without_anchor(target: str) -> str:
    """Return the target of a link without the heading in it, which is translated too."""
    return target.partition("#")[0]


def french_page(page: str) -> str:
    """Return the French version of a page if it exists, otherwise the page."""
    translated = page.replace(".md", ".fr.md")
    return translated if (CHECKOUT / translated).is_file() else page


README_COMMANDS = [
    *"".join(blocks(text("README.md"))).splitlines(),
    *(code for code in codes(text("README.md")) if re.match(r"(sudo )?(make|(\S*/)?companion)( |$)", code)),
]


@pytest.mark.parametrize("command", README_COMMANDS)
def test_commands_of_the_readme_work(command: str) -> None:
    assert run_dry(command) == 0


def run_dry(command: str) -> int:
    """Return the exit status of a command that only reads its words. The package has to be the one of this version."""
    words = shlex.split(command.removeprefix("sudo "))
    if words[0] == "make":
        return subprocess.run(
            ["make", "--dry-run", *words[1:]], cwd=CHECKOUT, capture_output=True, check=False
        ).returncode
    if Path(words[0]).name == "companion":
        return CliRunner().invoke(main, [*words[1:], "--help"]).exit_code
    assert words == ["apt", "install", f"./companion_{companion.__version__}_all.deb"]
    return 0


QUOTING = {
    "README.md": "en",
    "README.fr.md": "fr",
    **{f"docs/{path.name}": "en" for path in (CHECKOUT / "docs").glob("*.md")},
    **{f"docs/{path.name}": "fr" for path in (CHECKOUT / "docs").glob("*.fr.md")},
    **{f"docs/pi/{name}.md": "en" for name in ("README", "bench", "bonnet", "spinner", "waveshare")},
    **{f"docs/pi/{name}.fr.md": "fr" for name in ("README", "bench", "bonnet", "spinner", "waveshare")},
}
"""Documents that quote menus and buttons in italics, and the language of what they quote."""
FRENCH_AT_FIRST = ("Réglages", "Langue")
"""The box speaks French until this is found."""


@pytest.mark.parametrize("document", QUOTING)
def test_quoted_words_are_on_a_screen(document: str) -> None:
    language = QUOTING[document]
    read = re.sub(r"^```.*?^```|`[^`\n]*`|\*\*", "", text(document), flags=re.M | re.S)
    quoted = [re.sub(r"[ \n]+", " ", words) for words in re.findall(r"\*([^*|]+)\*", read)]
    unknown = [words for words in quoted if not on_a_screen(words, language)]
    assert [words for words in unknown if not (words in FRENCH_AT_FIRST and on_a_screen(words, "fr"))] == []


def on_a_screen(words: str, language: str) -> bool:
    """Return whether the catalogues of a language have these words, with any arguments."""
    return any(re.fullmatch(template, words) for template in screen_templates(language))


@cache
def screen_templates(language: str) -> list[str]:
    """Return a pattern for each sentence of a language that has a word of its own."""
    sentences = [
        sentence
        for forms in Words(language).with_prefix("").values()
        for sentence in ([forms] if isinstance(forms, str) else forms)
    ]
    parts = [re.split(r"\{\w*(?::\w+)?\}", sentence) for sentence in sentences]
    return [".+".join(map(re.escape, literals)) for literals in parts if re.search(r"[^\W\d]{3}", "".join(literals))]


# Settings


def test_every_setting_is_documented_with_its_default() -> None:
    documented = table(section(text("docs/settings.md"), "## All settings"))
    defaults = {codes(name)[0]: codes(row[0])[0] for name, row in documented.items()}
    read = {name: tomllib.loads(f"value = {default}")["value"] for name, default in defaults.items()}
    shipped = {name: getattr(Settings(), name) for name in EVERY_SETTING}
    assert {name: tuple(value) if isinstance(value, list) else value for name, value in read.items()} == shipped


def test_the_documented_defaults_are_a_settings_file(tmp_path: Path) -> None:
    documented = table(section(text("docs/settings.md"), "## All settings"))
    path = tmp_path / "settings.toml"
    path.write_text("".join(f"{codes(name)[0]} = {codes(row[0])[0]}\n" for name, row in documented.items()), "utf-8")
    assert read_settings(path) == Settings()


def test_the_examples_of_settings_can_be_used(tmp_path: Path) -> None:
    card, turned, exchanged, *_ = blocks(text("docs/settings.md"))
    card_file = tmp_path / "companion.toml"
    card_file.write_text(card, "utf-8")
    assert read_chosen(card_file, board_names(boards_dir())) == ChosenSettings("adafruit-bonnet", "fr", "marco-polo")
    boards = []
    for example in (turned, exchanged):
        path = tmp_path / "settings.toml"
        path.write_text(example, "utf-8")
        settings = read_settings(path)
        boards.append(load_board(settings.board, boards_dir(), changes_from(settings)).keys)
    proxy = next(block for block in blocks(text("docs/settings.md")) if "https:" in block)
    (tmp_path / "proxy.toml").write_text(proxy, "utf-8")
    assert read_settings(tmp_path / "proxy.toml") == Settings(host="127.0.0.1", address="https://table.example")
    bonnet = load_board("adafruit-bonnet", boards_dir()).keys
    assert boards[0][Key.UP] == bonnet[Key.LEFT]
    assert boards[1] == {**bonnet, Key.BACK: bonnet[Key.SPIN], Key.SPIN: bonnet[Key.BACK], Key.UNDO: 12}


# Keys


@pytest.mark.parametrize("language", READMES)
def test_every_key_is_documented(language: str) -> None:
    documented = table(section(text(READMES[language]), heading(language, "## The keys")))
    seats = [key.value for key in Key if key.value.startswith("seat")]
    assert f"`{seats[0]}` … `{seats[-1]}`" in documented
    others = [word for name in documented for word in codes(name) if word not in seats]
    assert sorted(others) == sorted(key.value for key in Key if key.value not in seats)


# The command line


COMMANDS = {
    **{name: command for name, command in main.commands.items() if not isinstance(command, click.Group)},
    **{
        f"{group} {name}": command
        for group, commands in main.commands.items()
        if isinstance(commands, click.Group)
        for name, command in commands.commands.items()
    },
}
"""Every command by its words."""


def command_of(row: str) -> str:
    """Return the command that a row of the table is about, without its arguments."""
    return " ".join(word for word in codes(row)[0].split() if word.islower())


def options_of(command: str) -> list[str]:
    """Return every way to write the options of a command, except `--help`."""
    params = COMMANDS[command].params
    return [name for param in params if param.param_type_name == "option" for name in param.opts]


def test_every_command_is_documented() -> None:
    documented = table(section(text("docs/command-line.md"), "## Commands"))
    assert sorted(map(command_of, documented)) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_documented_and_no_other(command: str) -> None:
    documented = table(section(text("docs/command-line.md"), "## Commands"))
    [row] = [rest for name, rest in documented.items() if command_of(name) == command]
    options = [word.split()[0] for word in codes(row[1]) if word.startswith("-") and word != "-"]
    assert sorted(set(options)) == sorted(options_of(command))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_argument_is_documented(command: str) -> None:
    documented = table(section(text("docs/command-line.md"), "## Commands"))
    [name] = [codes(name)[0] for name in documented if command_of(name) == command]
    arguments = [param for param in COMMANDS[command].params if param.param_type_name == "argument"]
    wanted = [param.make_metavar(main.make_context("companion", [command.split()[0], "--help"])) for param in arguments]
    assert name.split()[len(command.split()) :] == wanted


def test_the_variables_are_documented() -> None:
    used = {
        LOG_LEVEL,
        BOARD_VARIABLE,
        *(str(param.envvar) for command in (main, *main.commands.values()) for param in command.params if param.envvar),
    }
    pages = [text(f"docs/{page}.md") for page in ("settings", "command-line", "saved-games")]
    assert used == {word for page in pages for word in codes(page) if re.fullmatch(r"COMPANION_\w+", word)}


# Make


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", text("Makefile"), re.M))


def test_every_target_is_documented() -> None:
    documented = table(section(text("CONTRIBUTING.md"), "## Tests"))
    assert {codes(name)[0].removeprefix("make ") for name in documented} == targets()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_every_target_that_is_spoken_of_is_there(document: Path) -> None:
    read = document.read_text("utf-8")
    spoken = [words for part in (*codes(read), *blocks(read)) for words in re.findall(r"^make ([a-z-]+)", part, re.M)]
    assert set(spoken) <= targets()


def test_phony_targets_are_the_ones_there_are() -> None:
    [phony] = re.findall(r"^\.PHONY: (.*)$", text("Makefile"), re.M)
    assert set(phony.split()) == targets()


# Moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_move_of_a_game_is_documented_with_its_fields(game: Game) -> None:
    document = text("docs/moves.md")
    shared = table(document, "move")
    own = table(section(document, f"## {game.id}"), "move")
    documented = {codes(name)[0]: row for name, row in (*shared.items(), *own.items())}
    assert set(documented) == set(game.moves)
    for entry in moves_schema(game)["oneOf"]:
        names = set(entry["properties"]) - {"seat", "move"}
        row = documented[entry["properties"]["move"]["const"]]
        assert names <= set(codes(row[0]))
        assert (row[0] == "none") == (not names)
    assert "correct" in game.moves
    assert game.moves["correct"] is Correct


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_option_of_a_game_is_documented(game: Game) -> None:
    part = section(text("docs/moves.md"), f"## {game.id}")
    documented = table(part, "option") if "| option |" in part else []  # a game without options has no such table
    assert {codes(name)[0] for name in documented} == set(game.options_schema["properties"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_may_be_corrected_is_documented(game: Game) -> None:
    part = section(text("docs/moves.md"), f"## {game.id}")
    for seats in game.seats:
        match, state, _ = game.begin([f"Player {seat}" for seat in range(1, seats + 1)], {})
        assert {correctable.what for correctable in match.correctable(state, 1)} <= set(codes(part))


def test_every_other_line_of_an_export_is_documented() -> None:
    documented = {
        codes(name)[0]: row for name, row in table(section(text("docs/moves.md"), "## More than moves")).items()
    }
    written = [json.loads(line) for line in export(_game_with_chance()).splitlines()]
    kinds = {body["kind"]: set(body) - {"kind"} for body in written if "kind" in body}
    assert {*kinds} == {*documented} - {"kind"}
    assert all(fields <= {*codes(documented[kind][0])} for kind, fields in kinds.items())


def _game_with_chance() -> Table:
    """Return a finished short game of 1983, with a drawn spin and some that were typed in."""
    home = {"threshold": {"2": 0}, "min_each": 0}
    options = {"return": home, "wheel": {"sectors": [{"land": 1, "sea": 1}, {"land": 2, "sea": 2, "weight": 2}]}}
    spin = {"move": "spin", "route": "land"}
    moves: list[tuple[int, dict[str, Any]]] = [
        (1, {"move": "correct", "what": "table", "by": 1}),
        *((1, move) for move in (spin, {"move": "arrive", "place": "mission"}, {"move": "finish_mission"})),
        (1, {"move": "end_turn"}),
        *((2, move) for move in (spin | {"chance": [0]}, {"move": "arrive", "place": "town"}, {"move": "end_turn"})),
        *((1, move) for move in (spin, {"move": "arrive", "place": "venice"}, {"move": "claim"})),
    ]
    with new_session() as session:
        session.do(StartGame(game="classic", names=("Ada", "Bao"), options=options))
        for seat, move in moves:
            session.do(Play(moves=((seat, move),)))
        assert session.table is not None
        return session.table


@pytest.mark.parametrize(
    "example", blocks(text("docs/moves.md")), ids=lambda example: json.loads(example.splitlines()[0])["game"]
)
def test_the_examples_of_moves_files_can_be_played(example: str) -> None:
    assert len(replay_file(example.encode(), GAMES).entries) == len(example.splitlines()) - 1


def test_the_example_of_a_deal_leads_to_the_first_round() -> None:
    table = replay_file(blocks(text("docs/moves.md"))[1].encode(), GAMES)
    bonus = {city.id: city.bonus for city in table.state.cities}
    assert (table.match.round(table.state), bonus["MOS"], bonus["KAR"]) == (1, "B01", "B06")


# Languages, boards, versions


def test_every_language_is_documented() -> None:
    assert {path.stem for path in (CHECKOUT / "companion").rglob("*.po")} == set(LANGUAGES)
    [setting] = [
        row for name, row in table(section(text("docs/settings.md"), "## All settings")).items() if "`language`" in name
    ]
    assert codes(setting[1]) == [json.dumps(language) for language in LANGUAGES]
    listed = section(text("CONTRIBUTING.md"), "### A language").rsplit("So far", 1)[1]
    assert codes(listed) == [*LANGUAGES]


def test_every_board_is_documented() -> None:
    documented = table(section(text("hardware/README.md"), "## The boards"))
    assert [*documented] == [f"[{name}](boards/{name}.toml)" for name in _boards()]


def _boards() -> tuple[str, ...]:
    return board_names(boards_dir())


def test_the_changelog_knows_this_version() -> None:
    assert f"\n## [{companion.__version__}]" in text("CHANGELOG.md")


def test_python_and_extras_are_those_of_the_package() -> None:
    package = tomllib.loads(text("pyproject.toml"))["project"]
    for language, name in READMES.items():
        assert package["requires-python"].removeprefix(">=") in section(text(name), heading(language, "## Try it"))
    assert set(package["optional-dependencies"]) == set(LIBRARIES)


# Links and paths


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    for target in links(document.read_text("utf-8")):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        there = document.parent / path if path else document
        assert there.exists(), f"{document.name} leads to {target}"
        assert not anchor or anchor in anchors(there), f"{document.name} leads to {target}"


def anchors(document: Path) -> list[str]:
    """Return the names of a page's headings in links, as GitHub makes them: "## The case" is the-case."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_paths_that_are_spoken_of_are_there(document: Path) -> None:
    for path in codes(document.read_text("utf-8")):
        if re.fullmatch(r"(companion|web|tests|hardware|docs)/[\w./*-]+", path):
            assert [*CHECKOUT.glob(path)], f"{document.name} speaks of {path}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_modules_that_are_spoken_of_are_there(document: Path) -> None:
    read = document.read_text("utf-8")
    for module in re.findall(r"python -m (tests[\w.]*)", read):
        paths = {CHECKOUT / module.replace(".", "/") / "__main__.py", CHECKOUT / f"{module.replace('.', '/')}.py"}
        assert any(path.exists() for path in paths), f"{document.name} speaks of {module}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_no_document_knows_a_machine_of_ours(document: Path) -> None:
    private = re.compile(r"(?<![\w.~])/(tmp|root|home|work|Users)/|index-url|\bpypi\b", re.I)
    assert [line for line in document.read_text("utf-8").splitlines() if private.search(line)] == []


def test_what_a_newcomer_looks_for_is_there() -> None:
    names = {path.relative_to(CHECKOUT).as_posix() for path in DOCUMENTS}
    assert {
        "README.md",
        "README.fr.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/moves.md",
        "hardware/README.md",
    } <= names
    assert "MIT License" in text("LICENSE")
