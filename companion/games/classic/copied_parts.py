"""The accessories of the game of 1983: its wheel and dice for free use, and the parts that an owner copies once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.classic.cards import EFFECT_KINDS, Colour, GoodsCard
from companion.games.classic.components import sign
from companion.games.classic.edition import KHANBALIK, LONGEST_TOWN, Edition, edition_from
from companion.games.classic.labels import card_word, colour_word
from companion.games.classic.moves import Route
from companion.games.classic.wheel import ATTACKS, HEAVIEST, POINTS, SECTORS, Wheel
from companion.games.classic.wheel_block import attackers, ring_of
from companion.rules.copied_parts import (
    Accessories,
    CopiedBoard,
    CopiedList,
    CopiedLists,
    CopiedSpace,
    CopiedWheel,
    CopyAnswer,
    CopyQuestion,
    FreeWheel,
    LineType,
)
from companion.rules.moves import LONGEST_NOTE
from companion.rules.rule_errors import MalformedError
from companion.rules.text import Text, say

MOST_DICE = 6


def free_wheel(figures: Mapping[str, Any]) -> FreeWheel:
    """Return the wheel of the owner's figures; the trial wheel if none was copied or the figures are not valid."""
    return as_free_wheel(_edition(figures).wheel)


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


def _edition(figures: Mapping[str, Any]) -> Edition:
    """Return the owner's edition; the printed one if its figures are not valid."""
    try:
        return edition_from(figures, 2)
    except MalformedError:
        return edition_from({}, 2)


def _card_answers(figures: Mapping[str, Any]) -> tuple[CopyAnswer, ...]:
    """Return an answer for every goods card in the owner's box."""
    edition = _edition(figures)
    cards = [GoodsCard(colour, value) for colour in edition.colours for value, _ in edition.values]
    return tuple(
        CopyAnswer(value={"colour": card.colour.value, "value": card.value}, text=card_word(card)) for card in cards
    )


def _post_question() -> CopyQuestion:
    colours = [
        CopyAnswer(value=colour.value, text=colour_word(colour), glyph=f"goods_{colour.value}") for colour in Colour
    ]
    no_post = CopyAnswer(value=False, text=say("classic.field.no_post"))
    return CopyQuestion(name="posts", text=say("classic.field.is_post"), answers=(*colours, no_post))


def _post_places(figures: Mapping[str, Any]) -> tuple[CopiedSpace, ...]:
    """Return Khanbalik and the owner's mission towns, each once: only the board shows which are trading posts (C8)."""
    khanbalik = say("classic.place.khanbalik")
    towns = [name for name in dict.fromkeys(_edition(figures).towns) if name != KHANBALIK]
    named = [(name, say("classic.town", town=name)) for name in towns]
    return tuple(
        CopiedSpace(id=name, text=text, label=text, questions=("posts",), highlighted=name == KHANBALIK)
        for name, text in [(KHANBALIK, khanbalik), *named]
    )


def _posts_kept(figures: Mapping[str, Any]) -> Text:
    """Return how many of these places are known."""
    return say("classic.copy_posts.kept", n=len(figures.get("posts", {})))


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
POSTS = CopiedBoard(
    id="posts",
    title=say("classic.copy_posts.title"),
    action_label=say("classic.copy_posts"),
    glyph="post",
    why=say("classic.copy_posts.why"),
    questions=(_post_question(),),
    spaces=_post_places,
    figures=lambda figures: (),
    summary=_posts_kept,
)
ACCESSORIES = Accessories(copied=(WHEEL, CARDS, POSTS), dice=MOST_DICE, wheel=free_wheel)
