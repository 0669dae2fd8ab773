"""Blocks read aloud: what somebody hears who sees nothing of them, in both languages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.scene import (
    BLOCKS,
    Band,
    Board,
    Card,
    CardRow,
    Cards,
    Cell,
    Dice,
    DiceGroup,
    Die,
    Edge,
    Graph,
    Grid,
    GridRow,
    Held,
    Lie,
    Lying,
    Mark,
    Need,
    Note,
    Notes,
    Onward,
    Piece,
    Place,
    Purse,
    Reading,
    Ring,
    Road,
    Rung,
    Sector,
    Slot,
    Space,
    SpaceGroup,
    Spot,
    Stage,
    Track,
)
from companion.rules.things import Amount
from companion.views.words.spoken import spoken
from companion.views.words.texts import Words
from tests.views.showing import showing

TABLE = showing()
ENGLISH = Words("en")
PATH = Track(
    id="path",
    name="The path",
    places=(Place(id="0", label="12"), Place(id="1", label="13", name="The gate")),
    pieces=(
        Piece(id="a", at="0", seat=1),
        Piece(id="b", at="1", seat=2, number=2),
        Piece(id="c", at="1", thing="oil"),
        Piece(id="e", at="0", seat=2, number=1, thing="lantern"),
        Piece(id="d", at="1", seat=3, says="far ahead"),
    ),
)
MAP = Graph(
    id="map",
    name="The map",
    spots=(
        Spot(id="a", x=0, y=0, name="The well", marks=(Mark(thing="oil", n=2), Mark(thing="points", says="a crown"))),
        Spot(id="b", x=1, y=0, name="The inn"),
    ),
    edges=(Edge(a="a", b="b", cost=Amount("oil", 1)),),
    pieces=(Piece(id="p", at="b", seat=3),),
    next=(Onward("a"), Onward("b")),
)
WHEEL = Ring(
    id="wheel",
    name="The wheel",
    bands=(Band(id="in", name="Within"), Band(id="out", name="Without")),
    sectors=(Sector(id="0", shows=(Reading(n=1), Reading(n=2))),),
    announced="out",
)
DICE = Dice(
    id="dice",
    name="The dice",
    groups=(
        DiceGroup(id="1", seat=1, dice=(Die(id="a", value=6), Die(id="b", value=2))),
        DiceGroup(id="2", name="The wind", dice=(Die(id="c"),)),
    ),
    says="Ada wins.",
)
CARDS = Cards(
    id="cards",
    name="Cards",
    rows=(
        CardRow(
            id="1", seat=1, cards=(Card(id="x", thing="red:11111"), Card(id="y", thing="blue:22222", lacks="no oil"))
        ),
        CardRow(id="2", seat=2, cards=(Card(id="1"), Card(id="2"))),
        CardRow(id="3", name="The stack", lie=Lie.STACK, thing="shown", count=2, of=5, says="Take one"),
        CardRow(id="4", seat=3, says="No cards."),
    ),
)
GRID = Grid(
    id="grid",
    name="Accounts",
    rows=(
        GridRow(id="oil", name="Oil", cells=(Cell(value=3), Cell(), Cell(value=-1))),
        GridRow(id="none", name="Charm", cells=(Cell(), Cell(), Cell())),
    ),
)
ROAD = Road(
    id="road",
    name="The road",
    stages=(Stage(name="Begun", done=True), Stage(name="On the way", now=True)),
    needs=(
        Need(have=1, least=3, thing="lantern"),
        Need(have=1, least=2, most=2, name="Twins"),
        Need(have=5, least=1, most=4, thing="oil"),
    ),
    lacks=("2 are missing",),
)
NOTES = Notes(
    id="notes", name="Notes", notes=(Note(id="a", says="Roll the dice.", seat=2), Note(id="b", says="House rule."))
)
BOARD = Board(
    id="board",
    name="The board",
    groups=(
        SpaceGroup(
            id="group",
            spaces=(
                Space(
                    id="inn",
                    name="The inn",
                    costs=(Amount("oil", 1),),
                    gives=(Amount("points", 2),),
                    lies=(Lying(id="x", seat=1), Lying(id="y", thing="oil"), Lying(id="z", seat=2, value=4)),
                ),
                Space(id="wall", name="The wall", ladder=(Rung(id="1", value=3, gives=(Amount("oil", 1),)),)),
                Space(
                    id="row",
                    name="The row",
                    slots=(
                        Slot(id="1", asks="two alike", gives=(Amount("points", 1),)),
                        Slot(id="2", holds=Lying(id="h", seat=3)),
                    ),
                    says="Full at the end",
                ),
                Space(id="bare", name="The field"),
            ),
        ),
    ),
)
PURSE = Purse(
    id="purse:1",
    name="Ada’s purse",
    seat=1,
    holds=(
        Held(thing="oil", n=4),
        Held(thing="hidden"),
        Held(thing="shown", n=1, things=("red:11111",)),
        Held(thing="wishes", n=0, things=()),
    ),
)
HEARD: tuple[tuple[Any, str, str], ...] = (
    (
        PATH,
        "Ada : 12. Bao, 2 : The gate. huile : The gate. Bao, lanterne : 12. Chloé : far ahead",
        "Ada: 12. Bao, 2: The gate. oil: The gate. Bao, lantern: 12. Chloé: far ahead",
    ),
    (
        MAP,
        "Chloé : The inn. The well : 2 huile, a crown. Ensuite : The well, The inn",
        "Chloé: The inn. The well: 2 oil, a crown. Next: The well, The inn",
    ),
    (WHEEL, "Without", "Without"),
    (DICE, "Ada wins. Ada : 6 + 2. The wind : –", "Ada wins. Ada: 6 + 2. The wind: –"),
    (
        CARDS,
        "Ada : rouge 11111, bleu 22222 (no oil). Bao : caché, caché. "
        "The stack : cartes montrées : 2 sur 5. Take one. Chloé : No cards.",
        "Ada: red 11111, blue 22222 (no oil). Bao: unseen, unseen. "
        "The stack: cards shown: 2 of 5. Take one. Chloé: No cards.",
    ),
    (GRID, "Oil : Ada 3, Chloé −1. Charm", "Oil: Ada 3, Chloé −1. Charm"),
    (
        ROAD,
        "On the way. lanterne : 1 sur 3. Twins : 1 sur 2 exactement. huile : 5, il en faut 1 à 4. 2 are missing",
        "On the way. lantern: 1 of 3. Twins: 1 of exactly 2. oil: 5, wanted are 1 to 4. 2 are missing",
    ),
    (NOTES, "Bao : Roll the dice. House rule.", "Bao: Roll the dice. House rule."),
    (
        BOARD,
        "The inn : coûte 1 huile, donne 2 points. Ada, huile, Bao 4. The wall : 3 : 1 huile. "
        "The row : two alike, 1 point : libre, Chloé. Full at the end. The field",
        "The inn: costs 1 oil, gives 2 points. Ada, oil, Bao 4. The wall: 3: 1 oil. "
        "The row: two alike, 1 point: free, Chloé. Full at the end. The field",
    ),
    (
        PURSE,
        "huile : 4. cartes sous l’étal : caché. cartes montrées : rouge 11111. vœux : rien",
        "oil: 4. cards under the stall: unseen. cards shown: red 11111. wishes: none",
    ),
)
"""What is heard of each, its lines one after the other."""


@pytest.mark.parametrize(("block", "french", "english"), HEARD, ids=lambda one: getattr(one, "id", ""))
def test_a_block_is_read_aloud_in_the_language_of_who_listens(block: Any, french: str, english: str) -> None:
    for language, heard in (("fr", french), ("en", english)):
        lines = spoken(block, TABLE, Words(language))
        aloud = " ".join(f"{line.removesuffix('.')}." for line in lines)
        assert aloud == f"{heard.removesuffix('.')}."


def test_every_sort_of_block_is_heard() -> None:
    assert {type(block) for block, _, _ in HEARD} == {*BLOCKS}


def test_what_a_wheel_means_is_heard_with_what_was_announced() -> None:
    turned = replace(WHEEL, rests="0", says="The wind blows.")
    assert spoken(turned, TABLE, ENGLISH) == ("Without: The wind blows.",)
    assert spoken(replace(turned, announced=None), TABLE, ENGLISH) == ("The wind blows.",)
    assert spoken(replace(WHEEL, announced=None), TABLE, ENGLISH) == ()
