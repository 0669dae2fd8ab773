"""People as JSON for hosts: everyone who is known here, with colour and number of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.journal.archive import Archive
from companion.rules.game import Game
from companion.rules.people_names import name_key
from companion.server.views.setup_view import colour_view
from companion.server.views.view_types import PeopleView
from companion.table.people import PEOPLE_NOTE, People, from_note
from companion.words.catalogue import Words, colour_words


def people_of(archive: Archive) -> People:
    """Return the people that the journal notes."""
    return from_note(archive.note(PEOPLE_NOTE), colour_words())


def all_colours(games: Iterable[Game]) -> tuple[str, ...]:
    """Return the colours that a person may prefer: those of all games."""
    return tuple(dict.fromkeys(colour for game in games for colour in game.colours))


def people_view(people: People, tables: Sequence[Sequence[str]], games: Iterable[Game], words: Words) -> PeopleView:
    """Return the people at these tables, newest first, and the colours of these games."""
    names = {colour: words(f"colour.{colour}") for colour in all_colours(games)}
    counts = Counter(key for table in tables for key in {name_key(people.present_name(name)) for name in table})
    return {
        "people": [
            {
                "name": person.name,
                "colour": person.colour if person.colour in names else None,
                "colour_name": names.get(person.colour or ""),
                "games": counts[name_key(person.name)],
            }
            for person in people.known(tables)
        ],
        "colours": [colour_view(colour, words) for colour in names],
    }
