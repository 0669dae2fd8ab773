"""An edition: every figure of the game, as shipped and with what the owner set laid over it, checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.games.classic.cards import Card, Colour, Effect, Whither
from companion.games.classic.read_figures import known, listed, number, table, texts
from companion.games.classic.wheel import Wheel, wheel_from
from companion.rules import codec
from companion.rules.codec import join
from companion.rules.profile import merged, shipped
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen import frozen

MOST_BESANTS = 99_999
MOST_CARDS = 99
LONGEST_TOWN = 40
_TABLES = {
    "money": ("start", "total", "notes"),
    "goods": ("colours", "values", "hasard", "price", "max_bought"),
    "player_trade": ("price",),
    "ransom": ("besants",),
    "khan": ("gifts", "gift_value", "table", "secret"),
    "return": ("threshold", "each_of", "min_each", "max_each"),
    "wheel": ("placeholder", "sectors"),
    "hasard": ("effects",),
    "mission": ("towns",),
}
FIGURES = shipped("companion.games.classic", "edition")
"""The shipped figures, by table."""
PROFILE = tuple(_TABLES)
"""The tables of a profile that an owner may set."""


@frozen
class Edition:
    """The figures that a table plays by. Sums are in besants."""

    start: int
    total: int
    notes: tuple[int, ...]
    colours: tuple[Colour, ...]
    values: tuple[tuple[int, int], ...]
    """(value, how many cards of it in each colour), dear ones first."""
    hasards: int
    """Hasard cards in each colour."""
    price: int
    most_bought: int
    trade_price: int
    ransom: int
    gifts: int
    gift_value: int
    table_value: int
    secret_value: int
    threshold: int
    """The fortune to come home with, for this many players."""
    each_of: tuple[Colour, ...]
    min_each: int
    max_each: int
    wheel: Wheel
    effects: tuple[Effect, ...]
    """The owner's Hasard cards."""
    towns: tuple[str, ...]
    """The owner's mission towns."""

    def copies(self, card: Card) -> int:
        """How many cards like this the box holds; 0 for one that there is not."""
        return dict(self.values).get(card.value, 0) if card.colour in self.colours else 0

    @property
    def goods_each(self) -> int:
        """How many goods of each colour the box holds, Hasards aside."""
        return sum(copies for _, copies in self.values)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every sort of goods card there is, once."""
        return tuple(Card(colour, value) for colour in self.colours for value, copies in self.values if copies)


def edition_from(options: Mapping[str, Any], seats: int) -> Edition:
    """The shipped edition with the owner's tables laid over it, for this many seats.

    Raises MalformedError with the path of what is unknown or out of its bounds.
    """
    for name, given in options.items():
        if name not in _TABLES:
            raise MalformedError(say("error.unknown_option", option=name), name)
        table(given, name)
    profile = merged(FIGURES, options)
    for name, names in _TABLES.items():
        if name not in profile:
            raise MalformedError(say("error.missing_field", field=name), name)
        known(table(profile[name], name), names, name)
    money, goods, khan, home = profile["money"], profile["goods"], profile["khan"], profile["return"]
    colours = _colours(goods, "colours", "goods", tuple(Colour))
    values = _values(goods)
    least = number(home, "min_each", "return", 0, MOST_CARDS)
    edition = Edition(
        start=number(money, "start", "money", 0, MOST_BESANTS),
        total=number(money, "total", "money", 0, MOST_BESANTS),
        notes=_notes(money),
        colours=colours,
        values=values,
        hasards=number(goods, "hasard", "goods", 0, MOST_CARDS),
        price=number(goods, "price", "goods", 0, MOST_BESANTS),
        most_bought=number(goods, "max_bought", "goods", 0, MOST_CARDS),
        trade_price=number(profile["player_trade"], "price", "player_trade", 0, MOST_BESANTS),
        ransom=number(profile["ransom"], "besants", "ransom", 0, MOST_BESANTS),
        gifts=number(khan, "gifts", "khan", 1, 6),
        gift_value=number(khan, "gift_value", "khan", 1, MOST_BESANTS),
        table_value=number(khan, "table", "khan", 0, MOST_BESANTS),
        secret_value=number(khan, "secret", "khan", 0, MOST_BESANTS),
        threshold=_threshold(home, seats),
        each_of=_colours(home, "each_of", "return", colours),
        min_each=least,
        max_each=number(home, "max_each", "return", least, MOST_CARDS),
        wheel=wheel_from(profile["wheel"], options.get("wheel", {})),
        effects=_effects(profile["hasard"]),
        towns=texts(profile["mission"], "towns", "mission", LONGEST_TOWN),
    )
    _check_whole(edition)
    return edition


def _check_whole(edition: Edition) -> None:
    """What no table can tell alone: there are gifts enough, and every card of the owner's Hasards exists."""
    gifts = sum(edition.copies(Card(colour, edition.gift_value)) for colour in edition.colours)
    if gifts < edition.gifts:
        raise MalformedError(say("error.gifts", value=edition.gift_value, n=gifts), "khan.gift_value")
    for at, effect in enumerate(edition.effects):
        card = effect.lose or effect.gain
        if card and not edition.copies(card):
            raise MalformedError(say("error.no_card", card=str(card)), f"hasard.effects.{at}")


def _colours(values: Mapping[str, Any], name: str, where: str, among: tuple[Colour, ...]) -> tuple[Colour, ...]:
    words = {colour.value: colour for colour in among}
    found = listed(values, name, where)
    for at, word in enumerate(found):
        if not isinstance(word, str) or word not in words:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), join(where, f"{name}.{at}"))
    if twice := [word for word, count in Counter(found).items() if count > 1]:
        raise MalformedError(say("error.colour_twice", colour=twice[0]), join(where, name))
    if not found and where == "goods":
        raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), join(where, name))
    return tuple(words[word] for word in found)


def _values(goods: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """(value, copies) of the goods, dear ones first."""
    values, where = table(goods.get("values"), "goods.values"), "goods.values"
    for name in values:
        if not name.isascii() or not name.isdecimal() or not 1 <= int(name[:9]) <= MOST_BESANTS or name[0] == "0":
            raise MalformedError(say("error.out_of_bounds", low=1, high=MOST_BESANTS), join(where, name))
    pairs = [(int(name), number(values, name, where, 0, MOST_CARDS)) for name in values]
    return tuple(sorted(pairs, reverse=True))


def _notes(money: Mapping[str, Any]) -> tuple[int, ...]:
    notes = listed(money, "notes", "money")
    by_place = {str(at): note for at, note in enumerate(notes)}
    return tuple(number(by_place, name, "money.notes", 1, MOST_BESANTS) for name in by_place)


def _threshold(home: Mapping[str, Any], seats: int) -> int:
    thresholds = table(home.get("threshold"), "return.threshold")
    known(thresholds, ("2", "3", "4"), "return.threshold")
    found = {name: number(thresholds, name, "return.threshold", 0, MOST_BESANTS) for name in thresholds}
    if str(seats) not in found:
        raise MalformedError(say("error.missing_field", field=str(seats)), join("return.threshold", str(seats)))
    return found[str(seats)]


def _effects(hasard: Mapping[str, Any]) -> tuple[Effect, ...]:
    effects = []
    for at, entry in enumerate(listed(hasard, "effects", "hasard")):
        where = f"hasard.effects.{at}"
        effect = codec.from_json(Effect, entry, where)
        untrue = False in (effect.miss_turn, effect.spin_again, effect.move, effect.fight)
        if not effect.sort or effect.besants == 0 or untrue:
            raise MalformedError(say("classic.refused.one_effect"), where)
        if effect.to is not None and not (effect.sort == "lose" and effect.to == Whither(loot=True)):
            raise MalformedError(say("classic.refused.whither"), join(where, "to"))
        effects.append(effect)
    return tuple(effects)
