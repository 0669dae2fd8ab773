"""An edition: every figure of the game, the shipped ones overridden by the owner's, checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.classic.cards import Colour, Destination, Effect, GoodsCard
from companion.games.classic.edition_value_readers import (
    check_known_names,
    check_text,
    read_list,
    read_number,
    read_table,
    read_texts,
)
from companion.games.classic.wheel import Wheel, wheel_from
from companion.rules import codec
from companion.rules.codec import join_path
from companion.rules.figure_tables import load_figures, merge_figures
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen

MOST_BESANTS = 99_999
MOST_CARDS = 99
LONGEST_TOWN = 40
_FIELDS = {
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
_NAMED_BY_OWNER = "posts"
"""The table whose names are places: Khanbalik, and mission towns."""
KHANBALIK = "khanbalik"
"""The name of Khanbalik among the posts."""
FIGURES = load_figures("companion.games.classic", "edition")
"""The shipped figures, by table."""
PROFILE_TABLES = (*_FIELDS, _NAMED_BY_OWNER)
"""The tables of a profile that an owner may set."""


@frozen
class KnownPost:
    """Knowledge of Khanbalik or a mission town: the colour that it sells as a trading post."""

    place: str
    """`khanbalik`, or the name of a town."""
    colour: Colour | None = None
    """None if it is no trading post."""


@frozen
class Edition:
    """The figures of one table's edition. Sums are in besants."""

    start: int
    total: int
    notes: tuple[int, ...]
    colours: tuple[Colour, ...]
    values: tuple[tuple[int, int], ...]
    """(value, number of cards of it in each colour), highest value first."""
    hasards: int
    """Number of Hasard cards in each colour."""
    price: int
    most_bought: int
    trade_price: int
    ransom: int
    gifts: int
    gift_value: int
    table_value: int
    secret_value: int
    threshold: int
    """The fortune needed for the return, for this number of players."""
    each_of: tuple[Colour, ...]
    min_each: int
    max_each: int
    wheel: Wheel
    effects: tuple[Effect, ...]
    """The effects of the owner's Hasard cards."""
    towns: tuple[str, ...]
    """The owner's mission towns."""
    posts: tuple[KnownPost, ...]
    """The trading posts among Khanbalik and the mission towns, by the owner's board (C8)."""

    def copies(self, card: GoodsCard) -> int:
        """Return the number of cards like this in the box; 0 for a card that does not exist."""
        return dict(self.values).get(card.value, 0) if card.colour in self.colours else 0

    @property
    def goods_per_colour(self) -> int:
        """Number of goods cards of each colour in the box, without Hasards."""
        return sum(copies for _, copies in self.values)

    @property
    def cards(self) -> tuple[GoodsCard, ...]:
        """Every different goods card, once."""
        return tuple(GoodsCard(colour, value) for colour in self.colours for value, copies in self.values if copies)


def edition_from(options: Mapping[str, Any], seats: int) -> Edition:
    """Return the shipped edition overridden by the owner's tables, for this number of seats.

    Raises MalformedError with the path of an unknown name or of a value out of bounds.
    """
    for name, figures in options.items():
        if name not in PROFILE_TABLES:
            raise MalformedError(say("error.unknown_option", option=name), name)
        read_table(figures, name)
    profile = merge_figures(FIGURES, options)
    for name, names in _FIELDS.items():
        if name not in profile:
            raise MalformedError(say("error.missing_field", field=name), name)
        check_known_names(read_table(profile[name], name), names, name)
    if _NAMED_BY_OWNER not in profile:
        raise MalformedError(say("error.missing_field", field=_NAMED_BY_OWNER), _NAMED_BY_OWNER)
    money, goods, khan, home = profile["money"], profile["goods"], profile["khan"], profile["return"]
    colours = _colours(goods, "colours", "goods", tuple(Colour))
    values = _values(goods)
    least = read_number(home, "min_each", "return", 0, MOST_CARDS)
    edition = Edition(
        start=read_number(money, "start", "money", 0, MOST_BESANTS),
        total=read_number(money, "total", "money", 0, MOST_BESANTS),
        notes=_notes(money),
        colours=colours,
        values=values,
        hasards=read_number(goods, "hasard", "goods", 0, MOST_CARDS),
        price=read_number(goods, "price", "goods", 0, MOST_BESANTS),
        most_bought=read_number(goods, "max_bought", "goods", 0, MOST_CARDS),
        trade_price=read_number(profile["player_trade"], "price", "player_trade", 0, MOST_BESANTS),
        ransom=read_number(profile["ransom"], "besants", "ransom", 0, MOST_BESANTS),
        gifts=read_number(khan, "gifts", "khan", 1, 6),
        gift_value=read_number(khan, "gift_value", "khan", 1, MOST_BESANTS),
        table_value=read_number(khan, "table", "khan", 0, MOST_BESANTS),
        secret_value=read_number(khan, "secret", "khan", 0, MOST_BESANTS),
        threshold=_threshold(home, seats),
        each_of=_colours(home, "each_of", "return", colours),
        min_each=least,
        max_each=read_number(home, "max_each", "return", least, MOST_CARDS),
        wheel=wheel_from(profile["wheel"], options.get("wheel", {})),
        effects=_effects(profile["hasard"]),
        towns=read_texts(profile["mission"], "towns", "mission", LONGEST_TOWN),
        posts=tuple(_posts(read_table(profile["posts"], "posts"), colours)),
    )
    _check_consistency(edition)
    return edition


def _check_consistency(edition: Edition) -> None:
    """Check across the tables: there are enough gifts, and every card in the owner's Hasard effects exists."""
    gifts = sum(edition.copies(GoodsCard(colour, edition.gift_value)) for colour in edition.colours)
    if gifts < edition.gifts:
        raise MalformedError(say("error.gifts", value=edition.gift_value, n=gifts), "khan.gift_value")
    for index, effect in enumerate(edition.effects):
        card = effect.lose or effect.gain
        if card and not edition.copies(card):
            raise MalformedError(say("error.no_card", card=str(card)), f"hasard.effects.{index}")


def _colours(values: Mapping[str, Any], name: str, path: str, allowed: tuple[Colour, ...]) -> tuple[Colour, ...]:
    words = {colour.value: colour for colour in allowed}
    entries = read_list(values, name, path)
    for index, word in enumerate(entries):
        if not isinstance(word, str) or word not in words:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), join_path(path, f"{name}.{index}"))
    if duplicates := [word for word, count in Counter(entries).items() if count > 1]:
        raise MalformedError(say("error.colour_twice", colour=duplicates[0]), join_path(path, name))
    if not entries and path == "goods":
        raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), join_path(path, name))
    return tuple(words[word] for word in entries)


def _posts(values: Mapping[str, Any], colours: tuple[Colour, ...]) -> Iterator[KnownPost]:
    """Yield what is known of each place: the colour of its trading post, or false if it is none."""
    words = {colour.value: colour for colour in colours}
    for place, word in values.items():
        path = join_path("posts", place)
        check_text(place, path, LONGEST_TOWN)
        if word is not False and (not isinstance(word, str) or word not in words):
            raise MalformedError(say("error.unknown_word", wanted=", ".join(["false", *words])), path)
        yield KnownPost(place, words[word] if word else None)


def _values(goods: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    """Return (value, copies) of the goods, highest value first."""
    values, path = read_table(goods.get("values"), "goods.values"), "goods.values"
    for name in values:
        if not name.isascii() or not name.isdecimal() or not 1 <= int(name[:9]) <= MOST_BESANTS or name[0] == "0":
            raise MalformedError(say("error.out_of_bounds", low=1, high=MOST_BESANTS), join_path(path, name))
    pairs = [(int(name), read_number(values, name, path, 0, MOST_CARDS)) for name in values]
    return tuple(sorted(pairs, reverse=True))


def _notes(money: Mapping[str, Any]) -> tuple[int, ...]:
    notes = read_list(money, "notes", "money")
    by_index = {str(index): note for index, note in enumerate(notes)}
    return tuple(read_number(by_index, name, "money.notes", 1, MOST_BESANTS) for name in by_index)


def _threshold(home: Mapping[str, Any], seats: int) -> int:
    thresholds = read_table(home.get("threshold"), "return.threshold")
    check_known_names(thresholds, ("2", "3", "4"), "return.threshold")
    by_seats = {name: read_number(thresholds, name, "return.threshold", 0, MOST_BESANTS) for name in thresholds}
    if str(seats) not in by_seats:
        raise MalformedError(say("error.missing_field", field=str(seats)), join_path("return.threshold", str(seats)))
    return by_seats[str(seats)]


def _effects(hasard: Mapping[str, Any]) -> tuple[Effect, ...]:
    effects = []
    for index, entry in enumerate(read_list(hasard, "effects", "hasard")):
        path = f"hasard.effects.{index}"
        effect = codec.from_json(Effect, entry, path)
        has_false = False in (effect.miss_turn, effect.spin_again, effect.move, effect.fight)
        if not effect.kind or effect.besants == 0 or has_false:
            raise MalformedError(say("classic.refused.one_effect"), path)
        given_away = effect.kind == "lose" or (effect.besants or 0) < 0
        if effect.to is not None and not (given_away and effect.to == Destination(loot=True)):
            raise MalformedError(say("classic.refused.whither"), join_path(path, "to"))
        effects.append(effect)
    return tuple(effects)
