"""Forms: a move's input, one field at a time. One field is one list on the small screen; a phone draws all at once.

A form is walked (`rules.picks`): `Match.next_pick` gives the next field for what is chosen so far, or None when the
move is whole. Every walk that keeps to what the fields allow is accepted by `Match.play`, and every move is reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.rules.rule_errors import Refusal
from companion.rules.text import Text, say
from companion.support.frozen import frozen

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
Chosen = Mapping[str, Json]
"""What is filled in so far, by field name, as the JSON of the move."""
Items = Sequence[Json]
"""What is taken so far of the list that is being made."""


@frozen(kw_only=True)
class _Field:
    name: str
    label: Text


@frozen(kw_only=True)
class NumberField(_Field):
    """A whole number from `low` to `high`, both included; `signed` ones show their plus. Zero may be ruled out."""

    low: int
    high: int
    signed: bool = False
    nonzero: bool = False
    told: tuple[Text, ...] = ()
    """What each number from `low` on comes to, where it decides more than itself ("3 coins and 2 camels"): a slider."""


@frozen(kw_only=True)
class TextField(_Field):
    """A few words, at most `longest` characters; may be empty unless `required`."""

    longest: int
    required: bool = False


@frozen
class Blank:
    """What a choice of a list leaves to be said: one field more, which is filled in before the item is taken."""

    field: NumberField | TextField
    """Its name is the member of the item that the answer becomes."""
    filled: str
    """What an item is called once this is said: the key of a text that the answer goes into, under the field's name."""


@frozen
class Choice:
    """One entry of a list: what goes into the move, and how it is called."""

    value: Json
    label: Text
    refused: Refusal | None = None
    things: tuple[str, ...] = ()
    """What it stands for, by the names of the holdings (`blue:80`): pages draw them, and add up what they are worth."""
    note: Text | None = None
    """A word more than the label, for pages, which have room for it."""
    times: int = 1
    """How often it may be taken from here on; of use where a field takes several."""
    touches: tuple[str, ...] = ()
    """What of the things on the table one touches to take it (`card:blue:80`); one of them is enough."""
    blank: Blank | None = None
    """What is still to be said of it; its value is then an object without that member. Of use in lists alone."""
    before: tuple[Json, ...] = ()
    """The items that one takes with it, before it: those on the way to something further off. Of use in lists alone."""
    default: bool = False
    """What it is where nobody says otherwise, one at most: a form that lacks nothing else is whole. Who is asked all
    the same begins here."""

    def said(self, answer: Json) -> Choice:
        """This choice with its blank filled in by what that field may have; without an answer it keeps its words."""
        assert self.blank is not None
        assert isinstance(self.value, dict)
        assert isinstance(answer, int | str)
        name = self.blank.field.name
        label = self.label if answer == "" else say(self.blank.filled, **{name: answer})
        return replace(self, value={**self.value, name: answer}, label=label, blank=None)


@frozen(kw_only=True)
class OneOf(_Field):
    """One of these choices; one that is refused may not be taken."""

    choices: tuple[Choice, ...]

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """What may be taken."""
        return tuple(choice for choice in self.choices if choice.refused is None)


@frozen(kw_only=True)
class Pick(_Field):
    """A list, one item at a time: what may come next knows what was taken before. It may stand anywhere in a form.

    Which items there may be hangs on the fields before it and on `items`; a choice is open only where at least one
    whole move goes on from it. The list is closed once it is full, or by the one who picks as soon as it is whole.
    """

    choices: tuple[Choice, ...]
    """What may come next."""
    least: int
    most: int
    items: tuple[Json, ...] = ()
    """What was taken so far."""
    ordered: bool = False
    """Whether it matters in which order items are taken; where it does not, they stand in that of the choices."""
    lists: int = 0
    """How many lists are made at once, that share what they may have: each item is `{"into": 0, "item": …}` then, and
    the value is the lists, one after the other. 0 where it is the one list of its items."""

    @property
    def value(self) -> list[Json]:
        """What goes into the move."""
        if not self.lists:
            return list(self.items)
        made: list[list[Json]] = [[] for _ in range(self.lists)]
        for item in self.items:
            assert isinstance(item, dict)
            into = item["into"]
            assert isinstance(into, int)
            made[into].append(item["item"])
        return [*made]

    def items_of(self, value: Items) -> list[Json]:
        """The items that this value is made of, those of the first list first; items alone stay what they are."""
        if not self.lists or not all(isinstance(one, list) for one in value):
            return list(value)
        lists = (one for one in value if isinstance(one, list))
        return [{"into": into, "item": item} for into, one in enumerate(lists) for item in one]

    @property
    def complete(self) -> bool:
        """Whether the list may end here."""
        return self.least <= len(self.items)

    @property
    def full(self) -> bool:
        """Whether it ends here, because nothing more can be taken."""
        return self.complete and not self.open_choices

    @property
    def left(self) -> tuple[Choice, ...]:
        """What may come next, refused or not; nothing once there are as many as there may be."""
        return self.choices if len(self.items) < self.most else ()

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """What may be taken next."""
        return tuple(choice for choice in self.left if choice.refused is None)


@frozen(kw_only=True)
class SeatField(_Field):
    """One of these seats."""

    seats: tuple[int, ...]


@frozen(kw_only=True)
class YesNoField(_Field):
    """Yes or no, as true or false."""


@frozen(kw_only=True)
class ChanceField(_Field):
    """What chance decides: so many dice of a kind, `{"d6": 5}`, or one of so many sectors, `{"sectors": 8}`.

    A command that leaves it out is drawn by the session; one that carries it was rolled by hand and is marked as typed.
    """

    draws: tuple[tuple[str, int], ...]
    word: str = ""
    """Told apart from other draws of its kind of move by this word, from public facts: one purpose, one set of dice."""
    weights: tuple[int, ...] = ()
    """How likely each sector is, from sector 0, as parts of their sum; empty when all are alike."""

    def purpose(self, kind: str) -> str:
        """What a draw for this kind of move is for, as its name says it."""
        return f"{kind}.{self.word}" if self.word else kind

    @property
    def bounds(self) -> tuple[range, ...]:
        """What each single value may be, in order: the faces of a die count from 1, the sectors of a wheel from 0."""
        found: list[range] = []
        for kind, count in self.draws:
            if kind == "sectors":
                found.append(range(count))
            else:
                found.extend([range(1, int(kind.removeprefix("d")) + 1)] * count)
        return tuple(found)


Field = NumberField | OneOf | Pick | SeatField | TextField | YesNoField | ChanceField


At = tuple[int | str, ...]
"""Where an answer stands in the value of an option: members of objects by name, items of lists from 0."""


@frozen
class Apart:
    """One of those of whom an option is said: a seat, a place, a part of one."""

    at: At
    seat: int | None = None
    """The seat that it is of; None where it is of something else."""
    label: Text | None = None
    """What it is of, where that is no seat."""


@frozen
class SetupField:
    """One option of a set-up, as a form: the field, and what it is when nobody says anything."""

    field: YesNoField | OneOf | NumberField
    default: Json
    secret: bool = False
    """Each seat has one of its own, which is its secret: no phone's form shows it."""
    apart: tuple[Apart, ...] = ()
    """Of whom it is said one by one, in this order; the field is that of each, and the option all answers in one value.

    Whom nothing is said of has null there, or is not in it.
    """
    exclusive: bool = False
    """What is said of one is said of no other."""
