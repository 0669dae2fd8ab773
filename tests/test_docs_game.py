"""docs/game.md shows real files: every excerpt stands in its file, line by line."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.rules import scene
from companion.rules.base_game import PlainMatch
from companion.rules.fields import Field
from companion.rules.offers import Offer
from companion.rules.scene import ANIMATIONS, BLOCKS, Purse
from companion.table.game_facts import GameFacts
from tests.terminal import run
from tests.test_docs import codes, section, table

CHECKOUT = Path(__file__).resolve().parents[1]
DOCUMENT = (CHECKOUT / "docs" / "game.md").read_text("utf-8")
FIRST_PART, *_ = DOCUMENT.partition("\n## What can a form")
MOST_OF_A_PICTURE, MOST_OF_ALL_PICTURES = 40_000, 300_000
"""Limits of the pictures, in bytes."""
EXCERPTS = re.findall(r"^<!-- from (\S+) -->\n```\w+\n(.*?)^```", DOCUMENT, re.M | re.S)
LEFT_OUT = "…\n"
"""A line that stands for some that are not shown."""


def stands_in(excerpt: str, text: str) -> bool:
    """Return whether a text contains the parts of an excerpt, as whole lines, one after the other."""
    position = 0
    for part in excerpt.split(LEFT_OUT):
        start = f"\n{text}".find(f"\n{part}", position)
        if start < 0:
            return False
        position = start + len(part)
    return True


@pytest.mark.parametrize(("path", "excerpt"), EXCERPTS, ids=[f"{n}-{path}" for n, (path, _) in enumerate(EXCERPTS)])
def test_what_is_shown_stands_in_its_file(path: str, excerpt: str) -> None:
    assert stands_in(excerpt, (CHECKOUT / path).read_text("utf-8"))


def test_every_excerpt_names_its_file() -> None:
    assert len(EXCERPTS) == len(re.findall(r"^```(?:python|po)$", DOCUMENT, re.M)) > 10


@pytest.mark.parametrize(
    ("excerpt", "stands"),
    [("b\n", True), ("a\n…\nc\n", True), ("c\n…\na\n", False), ("a\nc\n", False), ("B\n", False), ("bb\n", False)],
)
def test_an_excerpt_that_has_grown_old_is_found(excerpt: str, stands: bool) -> None:
    assert stands_in(excerpt, "a\nb\nc\n") is stands


def test_every_block_and_ceremony_is_documented() -> None:
    documented = {
        cls for cls in (*BLOCKS, *ANIMATIONS) if f"`{cls.__name__}`" in DOCUMENT or f"`{cls.__name__} " in DOCUMENT
    }
    assert documented == {*BLOCKS, *ANIMATIONS} - {Purse}


def test_what_a_plain_match_has_to_answer_is_documented() -> None:
    [documented] = re.findall(r"methods\s+are\s+required:(.*?)\.", DOCUMENT, re.S)
    assert {*re.findall(r"`(\w+)`", documented)} == PlainMatch.__abstractmethods__


def test_every_field_of_an_offer_is_in_its_table() -> None:
    rows = table(DOCUMENT, "field of `Offer`")
    documented = [name for row in rows for name in codes(row)]
    assert sorted(documented) == sorted(field.name for field in fields(Offer))


def test_every_field_of_the_facts_is_in_its_table() -> None:
    rows = table(DOCUMENT, "field of `GameFacts`")
    assert [name for row in rows for name in codes(row)] == [field.name for field in fields(GameFacts)]


def test_tables_show_every_field_and_block() -> None:
    for heading, classes in (("field", Field.__args__), ("block", tuple({*BLOCKS} - {Purse}))):
        shown = {name: re.findall(r"!\[(\w+)\]", " ".join(cells)) for name, cells in table(DOCUMENT, heading).items()}
        assert shown == {f"`{cls.__name__}`": [cls.__name__] for cls in classes}


def test_every_field_of_a_block_is_in_its_table() -> None:
    rows = table(DOCUMENT, "in `rules.scene`")
    parts = {row.strip("`"): getattr(scene, row.strip("`")) for row in rows}
    assert {*BLOCKS} - {Purse} < {*parts.values()}
    for name, [documented] in rows.items():
        assert codes(documented) == [field.name for field in fields(parts[name.strip("`")])]


def test_what_a_game_imports_is_there() -> None:
    for module, [names] in table(DOCUMENT, "from `companion.rules`").items():
        contents = vars(import_module(f"companion.rules.{module.strip('`')}"))
        assert [name for name in codes(names) if name not in contents] == []


def test_pictures_are_small_and_all_of_them_are_shown() -> None:
    sizes = {path.name: path.stat().st_size for path in (CHECKOUT / "docs").glob("game-*.png")}
    assert sorted(re.findall(r"!\[[^]]+\]\((\S+)\)", DOCUMENT)) == sorted(sizes)
    assert max(sizes.values()) < MOST_OF_A_PICTURE
    assert sum(sizes.values()) < MOST_OF_ALL_PICTURES


def test_first_code_is_that_of_a_new_game() -> None:
    sources = {path for path, excerpt in EXCERPTS if excerpt in FIRST_PART}
    assert all(path.startswith("companion/cli/new_game/my_game/") for path in sources)
    assert len(sources) == 2


@pytest.mark.usefixtures("own_words")
def test_commands_of_the_first_part_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table itself is started by another test, and here only asked for its options."""
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    commands = [shlex.split(line)[1:] for line in re.findall(r"^companion .*", FIRST_PART, re.M)]
    assert [command[2] for command in commands] == ["new-game", "run", "check-game"]
    for command in commands:
        help_only = ["--help"] if "run" in command else []
        assert run(*command, *help_only).exit_code == 0
    step = section(DOCUMENT, "## Ten minutes to the first game")
    before, after = re.findall(r"replace `(\([\d, ]+\))` by `(\([\d, ]+\))`", step)[0]
    file = tmp_path / "my-games/goose/__init__.py"
    changed = file.read_text("utf-8").replace(before, after)
    assert changed != file.read_text("utf-8")
    file.write_text(changed, "utf-8")
    assert run(*commands[2]).exit_code == 0


def test_nothing_on_the_page_depends_on_the_list() -> None:
    quoted = "\n".join(excerpt for _, excerpt in EXCERPTS)
    assert not [game.id for game in GAMES if re.search(rf"\b{game.id}\b", quoted, re.IGNORECASE)]
