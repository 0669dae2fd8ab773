"""The accessories of the game of 1983: its wheel and dice for free use, and the parts that an owner copies once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.classic.cards import EFFECT_KINDS, GoodsCard
from companion.games.classic.components import sign
from companion.games.classic.edition import LONGEST_TOWN, edition_from
from companion.games.classic.labels import card_word
from companion.games.classic.moves import Route
from companion.games.classic.wheel import ATTACKS, HEAVIEST, POINTS, SECTORS, Wheel
from companion.games.classic.wheel_block import attackers, ring_of
from companion.rules.copied_parts import (
    Accessories,
    CopiedList,
    CopiedLists,
    CopiedWheel,
    CopyAnswer,
    CopyQuestion,
    FreeWheel,
    LineType,
)
from companion.rules.moves import LONGEST_NOTE
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say

MOST_DICE = 6


def free_wheel(figures: Mapping[str, Any]) -> FreeWheel:
    """Return the wheel of the owner's figures; the trial wheel if none was copied or the figures are not valid."""
    try:
        wheel = edition_from(figures, 2).wheel
    except MalformedError:
        wheel = edition_from({}, 2).wheel
    return as_free_wheel(wheel)


def as_free_wheel(wheel: Wheel) -> FreeWheel:
    """Return a wheel in the form for spinning without a game."""
    signs = tuple(sign(route.value) for route in Route)
    return FreeWheel(ring_of(wheel), signs, (*signs, sign("fight")), wheel.placeholder)


def _band(route: Route) -> CopyQuestion:
    points = [CopyAnswer(value=number, text=say("classic.count", n=number), n=number) for number in POINTS]
    glyph = "sabres" if route is Route.LAND else "ship"
    attack = CopyAnswer(value=ATTACKS[route], text=attackers(route), glyph=glyph, stark=True)
    return CopyQuestion(
        name=route.value,
        text=say(f"classic.copy_wheel.{route.value}"),
        answers=(*points, attack),
        glyph=sign(route.value).page_glyph,
    )


def _lists(figures: Mapping[str, Any]) -> tuple[CopiedList, ...]:
    """Return the lists of Hasard cards and mission towns that an owner copies."""
    effects = CopiedList(
        path="hasard.effects",
        title=say("classic.copy_cards.effects"),
        note=say("classic.copy_cards.effects_note"),
        line=say("classic.copy_cards.effect", n="{n}"),
        add=say("classic.copy_cards.add_effect"),
        line_types=tuple(_effect_line_types(_card_answers(figures))),
    )
    towns = CopiedList(
        path="mission.towns",
        title=say("classic.copy_cards.towns"),
        note=say("classic.copy_cards.towns_note"),
        line=say("classic.copy_cards.town", n="{n}"),
        add=say("classic.copy_cards.add_town"),
        line_types=(LineType(name=None, text=say("classic.copy_cards.towns"), max_letters=LONGEST_TOWN),),
    )
    return (effects, towns)


def _effect_line_types(card_answers: tuple[CopyAnswer, ...]) -> Iterator[LineType]:
    for name in EFFECT_KINDS:
        yield LineType(
            name=name,
            text=say(f"classic.copy_cards.{name}"),
            max_letters=LONGEST_NOTE if name == "note" else 0,
            number=name == "besants",
            answers=card_answers if name in ("lose", "gain") else (),
        )


def _card_answers(figures: Mapping[str, Any]) -> tuple[CopyAnswer, ...]:
    """Return an answer for every goods card in the owner's box."""
    try:
        edition = edition_from(figures, 2)
    except MalformedError:
        edition = edition_from({}, 2)
    cards = [GoodsCard(colour, value) for colour in edition.colours for value, _ in edition.values]
    return tuple(
        CopyAnswer(value={"colour": card.colour.value, "value": card.value}, text=card_word(card)) for card in cards
    )


WHEEL = CopiedWheel(
    id="wheel",
    title=say("classic.copy_wheel.title"),
    action_label=say("classic.copy_wheel"),
    glyph="wind_rose",
    why=say("classic.copy_wheel.why"),
    table="wheel",
    sectors=SECTORS,
    default=8,
    max_weight=HEAVIEST,
    bands=tuple(_band(route) for route in Route),
    ring=lambda figures: free_wheel(figures).ring,
)
CARDS = CopiedLists(
    id="edition",
    title=say("classic.copy_cards.title"),
    action_label=say("classic.copy_cards"),
    glyph="hasard",
    why=say("classic.copy_cards.why"),
    lists=_lists,
)
ACCESSORIES = Accessories(copied=(WHEEL, CARDS), dice=MOST_DICE, wheel=free_wheel)
