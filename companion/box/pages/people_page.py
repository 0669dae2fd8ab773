"""People who are known here: renaming and merging them, their preferred colours, and forgetting them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.box.faces.faces import ListRow
from companion.box.faces.signals import Sound
from companion.box.pages.letters_page import SHORT_NAME, LettersPage
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.page import PageHost
from companion.rules.rule_errors import RulesError
from companion.table.people import KnownPerson
from companion.table.session_errors import SessionError


class _PeopleMenu:
    """The people on the screen: read when a menu opens or a person changes, not with every picture."""

    def __init__(self, box: PageHost) -> None:
        self.box = box
        self.people: tuple[KnownPerson, ...] = ()
        """The one who played last first."""

    def attempt(self, action: Callable[[], None]) -> bool:
        """Do something, then read the people; show why if that is refused, and return whether it was done."""
        try:
            action()
            self.people = self.box.queries.known_people()
        except (RulesError, SessionError) as error:
            self.box.show_refusal(error)
            return False
        return True

    def change(self, action: Callable[[], None], pages: int) -> None:
        """Change a person and remove pages from the top, or show why not."""
        if self.attempt(action):
            self.box.sound(Sound.DONE)
            self.box.pop(pages)


def open_people(box: PageHost) -> None:
    """List the people with their preferred colours; ok opens one of them."""
    menu = _PeopleMenu(box)

    def items() -> list[ListItem]:
        return [_item(menu, person) for person in menu.people]

    box.push(ListPage(box, lambda: box.words("people.title"), items))
    menu.attempt(lambda: None)


def _item(menu: _PeopleMenu, person: KnownPerson) -> ListItem:
    row = ListRow(person.name, detail=_colour_word(menu, person))
    return ListItem(row, lambda: menu.box.push(_person_page(menu, person)))


def _person_page(menu: _PeopleMenu, person: KnownPerson) -> ListPage:
    box, word = menu.box, menu.box.words

    def rename() -> None:
        typed = person.name if len(person.name) <= SHORT_NAME else ""
        renamed = partial(_rename, menu, person.name)
        box.push(LettersPage(box, word("page.people.name"), renamed, longest=SHORT_NAME, name=True, typed=typed))

    def ask_to_forget() -> None:
        forget = partial(menu.change, partial(box.queries.forget_person, person.name), 1)
        question = word("page.people.question", name=person.name)
        box.push(ConfirmPage(box, word("page.people.forget"), question, forget, body=word("people.forget_body")))

    def items() -> list[ListItem]:
        colour = ListRow(word("people.colour"), detail=_colour_word(menu, person))
        return [
            ListItem(ListRow(word("page.people.rename")), rename),
            ListItem(colour, lambda: box.push(_colours_page(menu, person))),
            ListItem(ListRow(word("page.people.forget")), ask_to_forget),
        ]

    return ListPage(box, person.name, items)


def _rename(menu: _PeopleMenu, before: str, after: str) -> None:
    """Rename a person; if that merges it with another person, ask first."""
    box, word = menu.box, menu.box.words
    rename = partial(menu.change, partial(box.queries.rename_person, before, after), 2)
    try:
        other = box.queries.merged_person(before, after)
    except (RulesError, SessionError) as error:
        box.show_refusal(error)
        return
    if other is None:
        rename()
        return
    body = word("people.merge_body", name=before, other=other)
    box.push(ConfirmPage(box, before, word("people.merge_question"), rename, body=body))


def _colours_page(menu: _PeopleMenu, person: KnownPerson) -> ListPage:
    box = menu.box
    colours = list(dict.fromkeys(colour for game in box.queries.games for colour in game.colours))

    def items() -> list[ListItem]:
        return [
            ListItem(
                ListRow(box.words(f"colour.{colour}")),
                partial(menu.change, partial(box.queries.prefer_colour, person.name, colour), 2),
            )
            for colour in colours
        ]

    chosen = colours.index(person.colour) if person.colour in colours else 0
    return ListPage(box, box.words("people.colour"), items, chosen)


def _colour_word(menu: _PeopleMenu, person: KnownPerson) -> str:
    """Return the word for a person's colour; empty without one that this program knows."""
    words = menu.box.words
    return words(f"colour.{person.colour}") if person.colour and words.has(f"colour.{person.colour}") else ""
