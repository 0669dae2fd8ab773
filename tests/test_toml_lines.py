"""TOML with its lines: where each entry stands, however it is written, and where a text stops being TOML."""

from __future__ import annotations

import pytest

from companion.toml_lines import NotTomlError, parsed

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


def test_every_entry_has_its_line() -> None:
    toml = parsed(TEXT)
    assert toml.entries["keys"] == {"up": 5, "down": 6}
    places = {"port": 2, "board": 3, "keys": 5, "keys.up": 6, "keys.down": 7, "spare": 9, "spare.up": 10}
    assert {place: toml.line(*place.split(".")) for place in places} == places


def test_what_is_not_there_is_told_where_it_would_be() -> None:
    toml = parsed(TEXT)
    assert toml.line("keys", "ok") == 5
    assert toml.line("streams") is None


def test_entries_on_the_line_of_their_table_are_there() -> None:
    toml = parsed("port = 1\nkeys = { up = 5, down = 6 }\n")
    assert toml.line("keys", "down") == 2


def test_entries_named_with_their_table_are_found() -> None:
    toml = parsed("keys.up = 5\nkeys . down = 6\n")
    assert (toml.line("keys"), toml.line("keys", "up"), toml.line("keys", "down")) == (1, 1, 2)


@pytest.mark.parametrize(
    ("text", "line"), [("port = 1\nport = 2\n", 2), ("port = 1\nhost = \n", 2), ("a = 1\nb = '''\n", 2)]
)
def test_where_it_stops_being_toml_is_told(text: str, line: int) -> None:
    with pytest.raises(NotTomlError) as told:
        parsed(text)
    assert told.value.line == line
    assert str(told.value)
