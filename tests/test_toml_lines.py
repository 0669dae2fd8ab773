"""Tests of TOML with lines: the line of each entry, in every notation, and of the first syntax error."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from companion.support.resources import boards_dir
from companion.support.toml_line_numbers import TomlError, parse_toml

TEXT = """\
# The owner's.
port = 9000
"board" = "mine"

[keys] # remapped
up = 5
'down' = 6

[[spare]]
up = 7
"""


def test_every_entry_has_a_line() -> None:
    toml = parse_toml(TEXT)
    assert toml.entries["keys"] == {"up": 5, "down": 6}
    places = {"port": 2, "board": 3, "keys": 5, "keys.up": 6, "keys.down": 7, "spare": 9, "spare.up": 10}
    assert {place: toml.line(*place.split(".")) for place in places} == places


def test_missing_entry_has_the_line_where_it_would_be() -> None:
    toml = parse_toml(TEXT)
    assert toml.line("keys", "ok") == 5
    assert toml.line("streams") is None


def test_entries_of_inline_tables_have_lines() -> None:
    toml = parse_toml("port = 1\nkeys = { up = 5, down = 6 }\n")
    assert toml.line("keys", "down") == 2


def test_dotted_entries_have_lines() -> None:
    toml = parse_toml("keys.up = 5\nkeys . down = 6\n")
    assert (toml.line("keys"), toml.line("keys", "up"), toml.line("keys", "down")) == (1, 1, 2)


@pytest.mark.parametrize(
    ("text", "line"), [("port = 1\nport = 2\n", 2), ("port = 1\nhost = \n", 2), ("a = 1\nb = '''\n", 2)]
)
def test_line_of_a_syntax_error_is_reported(text: str, line: int) -> None:
    with pytest.raises(TomlError) as error:
        parse_toml(text)
    assert error.value.line == line
    assert str(error.value)


LISTS = """\
[wheel]
placeholder = false
sectors = [   # "four", in a ring
    { land = 1, sea = 2 },
    # and
    { land = 2, sea = "]" },

    { "land" = 'bandit', sea = 3 }, {land=1,sea=1},
]
name = \"\"\"
[no.table]
x = 1 \\" \"\"\"

[goods.values]
80 = 3
'50' = 4

[[towns]]
name = "one"
[[towns]]
name = 'two'
sizes = [[1, 2], [
  3]]
[towns.more]
far = true
"""


@pytest.mark.parametrize(
    ("monster", "expected"),
    [
        ("a = " + "9" * 100_000, "digits"),
        ("a = 1." + "9" * 100_000, "digits"),
        (".".join(["a"] * 20_000) + " = 1", "parts"),
        ("[" + " . ".join(['"a"'] * 20_000) + "]", "parts"),
        ("a = " + "[" * 20_000 + "]" * 20_000, "nested"),
        ("a = " + "{b = " * 20_000 + "1" + "}" * 20_000, "nested"),
        ("a = [" + "9" * 90 + "_" * 5000 + "]", ""),
    ],
    ids=["digits", "decimals", "dots", "header", "lists", "tables", "underscores"],
)
def test_excessive_toml_is_refused_quickly_with_its_line(monster: str, expected: str) -> None:
    began = monotonic()
    with pytest.raises(TomlError) as error:
        parse_toml(f"# one\nb = 1\n{monster}\n")
    assert expected in str(error.value)
    assert error.value.line == 3
    assert monotonic() - began < 1, "some of them took a quarter of a minute"


def test_long_harmless_file_is_read() -> None:
    text = "".join(f"[a{n}]\nb = [[1, 2], {{c = 3}}] # (((\n" for n in range(200)) + 'd = "1.2.3.4.5.6.7.8.9"\n'
    assert len(parse_toml(text).entries) == 200


def test_entries_of_lists_and_nested_tables_have_lines() -> None:
    toml = parse_toml(LISTS)
    places = {
        **{"wheel.sectors": 3, "wheel.sectors.0.sea": 4, "wheel.sectors.1.sea": 6, "wheel.sectors.2.land": 8},
        **{"wheel.sectors.3": 8, "wheel.sectors.9": 3, "wheel.name": 10, "goods.values.80": 15, "goods.values.50": 16},
        **{"goods.values": 14, "towns.0.name": 19, "towns.1.name": 21, "towns.1.sizes.1.0": 23, "towns.1.more.far": 25},
    }
    assert {place: toml.line(*place.split(".")) for place in places} == places
    assert toml.line("no", "table") is None


@pytest.mark.parametrize("path", sorted(boards_dir().glob("*.toml")), ids=lambda path: path.stem)
def test_every_entry_of_the_boards_has_a_line(path: Path) -> None:
    text = path.read_text("utf-8")
    toml = parse_toml(text)
    for name, table in toml.entries.items():
        for entry in table if isinstance(table, dict) else ():
            line = toml.line(name, entry)
            assert line is not None
            assert entry in text.splitlines()[line - 1]
