"""Form fields: the input for a move, one at a time. The small screen lists one; a phone shows the whole form.

`rules.picks` walks a form: `Match.next_pick` returns the next field for the values chosen so far, or None if the move
is complete. `Match.play` accepts the result of every walk that respects the fields, and every legal move can be
reached.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from companion.rules.rule_errors import Refusal
from companion.rules.text import Text, say
from companion.support.frozen_dataclasses import frozen

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]
FieldValues = Mapping[str, Json]
"""Values of the finished fields, by field name, as in the JSON of the move."""
Items = Sequence[Json]
"""Items taken so far for the open list."""


@frozen(kw_only=True)
class _Field:
    name: str
    label: Text


@frozen
class Gap:
    """Numbers between the bounds of a field that cannot be chosen now, from `low` to `high`, with the reason."""

    low: int
    high: int
    refused: Refusal


@frozen(kw_only=True)
class NumberField(_Field):
    """A whole number from `low` to `high`, both included.

    `signed` fields show a plus sign. `nonzero` excludes zero. With a `base`, players read and choose the sum of base
    and number: the amount that it leads to.
    """

    low: int
    high: int
    signed: bool = False
    nonzero: bool = False
    outcomes: tuple[Text, ...] = ()
    """Meaning of each number from `low` on, such as "3 coins and 2 camels", if it decides more than itself. Pages then
    show a slider."""
    gaps: tuple[Gap, ...] = ()
    """Numbers that are refused now. They stay in sight, in grey, with the reason."""
    base: int | None = None
    """Present amount, if the number is what is added to it. The field then starts at this amount."""

    @property
    def first(self) -> int:
        """Number that the field starts at, which may be refused: no change of a present amount, else 1."""
        return min(max(1 if self.base is None else 0, self.low), self.high)

    def refusal_of(self, number: int) -> Refusal | None:
        """Return the reason why a number is refused; None if it is in no gap."""
        return next((gap.refused for gap in self.gaps if gap.low <= number <= gap.high), None)

    def allows(self, number: int) -> bool:
        """Return whether the field can have this number."""
        is_zero = self.nonzero and number == 0
        return self.low <= number <= self.high and not is_zero and self.refusal_of(number) is None


@frozen(kw_only=True)
class TextField(_Field):
    """A short text of at most `longest` characters. It may be empty unless it is `required`."""

    longest: int
    required: bool = False


@frozen
class Blank:
    """A part of a list item that the player fills in before the item is taken."""

    field: NumberField | TextField
    """Field to fill in. Its name is the key in the item's value that receives the answer."""
    filled_key: str
    """Catalogue key of the item's label after the answer. The text has an argument with the name of the field."""
    filled_arguments: tuple[tuple[str, int], ...] = ()
    """Further arguments of that text, such as a seat."""


@frozen
class Choice:
    """An entry of a list: the value that goes into the move, and its label."""

    value: Json
    label: Text
    refused: Refusal | None = None
    things: tuple[str, ...] = ()
    """Components that the choice means, by name (`blue:80`). Pages draw them and add up their worth."""
    note: Text | None = None
    """Additional text for pages, which have room for it."""
    times: int = 1
    """Number of times that it can still be taken; only used by fields that take several items."""
    touches: tuple[str, ...] = ()
    """Things on the table (`card:blue:80`) that select this choice when a player touches them; any of them will do."""
    blank: Blank | None = None
    """Part that is still to be filled in; `value` is then an object without that key. Only used in lists."""
    prerequisites: tuple[Json, ...] = ()
    """Items that are taken together with this one, before it: the steps on the way to a distant place. Only used in
    lists."""
    groups: tuple[Text, ...] = ()
    """Headings under which a long list shows it, the outermost first. The box asks for these before it. Only used in
    ordered lists."""
    default: bool = False
    """True for the choice that applies if nobody chooses; at most one. A form that lacks nothing else is complete. If
    the player is asked all the same, the cursor starts here."""

    def with_answer(self, answer: Json) -> Choice:
        """Return this choice with its blank filled in by a valid answer. An empty text keeps the label."""
        assert self.blank is not None
        assert isinstance(self.value, dict)
        assert isinstance(answer, int | str)
        name = self.blank.field.name
        label = self.label
        if answer != "":
            label = say(self.blank.filled_key, **{name: answer, **dict(self.blank.filled_arguments)})
        return replace(self, value={**self.value, name: answer}, label=label, blank=None)


@frozen(kw_only=True)
class OneOf(_Field):
    """One of several choices. A refused choice cannot be taken."""

    choices: tuple[Choice, ...]
    states_fact: bool = False
    """True if the answer states a fact that only the player knows, such as which card it is: it is asked for even if a
    single choice is open."""
    piece: str | None = None
    """Id of a piece on a track, if the choices are the places where it may be put, each with the touch of its place.
    They are in the order of the track; the choice of its present place is among them. Pages show the track."""

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """Choices that are not refused."""
        return tuple(choice for choice in self.choices if choice.refused is None)


@frozen(kw_only=True)
class Pick(_Field):
    """A list, filled one item at a time. The choices for the next item may depend on the items taken before.

    A list may be anywhere in a form. Its choices depend on the fields before it and on `items`; a choice is open only
    if it leads to at least one complete move. The list closes when it is full, or when the player ends it once it is
    complete.
    """

    choices: tuple[Choice, ...]
    """Choices for the next item."""
    least: int
    """Minimum number of items."""
    most: int
    """Maximum number of items."""
    items: tuple[Json, ...] = ()
    """Items taken so far."""
    ordered: bool = False
    """True if the order of the items matters. Otherwise they are sorted like the choices."""
    list_count: int = 0
    """Number of lists filled at once from shared choices; 0 for a single list of plain items.

    If it is not 0, each item is `{"into": 0, "item": …}` and the value is the lists, one after the other."""

    @property
    def value(self) -> list[Json]:
        """Value that goes into the move."""
        if not self.list_count:
            return list(self.items)
        lists: list[list[Json]] = [[] for _ in range(self.list_count)]
        for item in self.items:
            assert isinstance(item, dict)
            into = item["into"]
            assert isinstance(into, int)
            lists[into].append(item["item"])
        return [*lists]

    def items_of(self, value: Items) -> list[Json]:
        """Return the items that make up this value, those of the first list first. Plain items stay as they are."""
        if not self.list_count or not all(isinstance(entry, list) for entry in value):
            return list(value)
        lists = (entry for entry in value if isinstance(entry, list))
        return [{"into": into, "item": item} for into, list_items in enumerate(lists) for item in list_items]

    @property
    def complete(self) -> bool:
        """True if the list may end here."""
        return self.least <= len(self.items)

    @property
    def full(self) -> bool:
        """True if the list must end here because nothing more can be taken."""
        return self.complete and not self.open_choices

    @property
    def remaining_choices(self) -> tuple[Choice, ...]:
        """Choices for the next item, refused ones included; empty once the maximum is reached."""
        return self.choices if len(self.items) < self.most else ()

    @property
    def open_choices(self) -> tuple[Choice, ...]:
        """Choices for the next item that are not refused."""
        return tuple(choice for choice in self.remaining_choices if choice.refused is None)


@frozen(kw_only=True)
class SeatField(_Field):
    """One of several seats."""

    seats: tuple[int, ...]


@frozen(kw_only=True)
class YesNoField(_Field):
    """Yes or no, as true or false."""


@frozen
class Deal:
    """Cards dealt from one pile, one to each place: the value drawn for it is an index, from 1, into what is left."""

    pile: tuple[Choice, ...]
    """Cards of the pile before the first is dealt, in the order that the indexes count."""
    places: tuple[Text, ...]
    """Destination of each card, in the order of the values."""

    def left_after(self, values: Sequence[int]) -> tuple[Choice, ...]:
        """Return the cards that are left after the cards of these values."""
        left = list(self.pile)
        for value in values:
            del left[value - 1]
        return tuple(left)


@frozen(kw_only=True)
class ChanceField(_Field):
    """A result of chance: a number of dice of one kind, `{"d6": 5}`, or one of several sectors, `{"sectors": 8}`.

    If a command leaves it out, the session draws it. A command that contains it was rolled by hand and is marked as
    typed.
    """

    draws: tuple[tuple[str, int], ...]
    purpose_suffix: str = ""
    """Suffix that separates several purposes of one kind of move. It depends on public facts only: one purpose always
    has the same dice, or only the first of them."""
    weights: tuple[int, ...] = ()
    """Probability of each sector, from sector 0, as parts of their sum; empty if all are equally likely."""
    deals: tuple[Deal, ...] = ()
    """Piles that are dealt, if `draws` deal cards that everybody may see: a result is then typed in card by card."""

    @property
    def is_deal(self) -> bool:
        """True if the values are cards, seen or secret, and not dice."""
        return bool(self.deals) or deals_cards(self.draws)

    def purpose(self, kind: str) -> str:
        """Return the purpose of a draw for this kind of move, as it appears in the name of the draw."""
        return f"{kind}.{self.purpose_suffix}" if self.purpose_suffix else kind

    @property
    def bounds(self) -> tuple[range, ...]:
        """Possible values of each die or wheel, in order. Faces of a die count from 1, sectors of a wheel from 0."""
        ranges: list[range] = []
        for kind, count in self.draws:
            if kind == "sectors":
                ranges.append(range(count))
            else:
                ranges.extend([range(1, int(kind.removeprefix("d")) + 1)] * count)
        return tuple(ranges)


def deals_cards(draws: Sequence[tuple[str, int]]) -> bool:
    """Return whether values are drawn from ever smaller piles: one card is missing after each."""
    sizes = [int(kind.removeprefix("d")) for kind, _ in draws if kind != "sectors"]
    return any(second == first - 1 for first, second in pairwise(sizes))


Field = NumberField | OneOf | Pick | SeatField | TextField | YesNoField | ChanceField


ValuePath = tuple[int | str, ...]
"""Path of an answer within the value of an option: keys of objects, and indexes of lists from 0."""


@frozen
class OptionPart:
    """A part of an option that has a separate answer: a seat, a place, or a part of a place."""

    path: ValuePath
    seat: int | None = None
    """Seat that the answer is about; None if it is about something else."""
    label: Text | None = None
    """Label of the part, if it is not a seat."""


@frozen
class SetupField:
    """A set-up option as a form field, with its default."""

    field: YesNoField | OneOf | NumberField
    default: Json
    secret: bool = False
    """True if each seat has its secret value. No phone's form shows such an option."""
    parts: tuple[OptionPart, ...] = ()
    """Parts that are answered one by one, in this order; empty for an ordinary option.

    `field` is then the field of each part. The value of the option combines all answers; a part without an answer is
    null in it, or missing."""
    exclusive: bool = False
    """True if no two parts may have the same answer."""
    house_rule: bool = False
    """True if most tables leave it as it is: pages have a line for such options alone."""
