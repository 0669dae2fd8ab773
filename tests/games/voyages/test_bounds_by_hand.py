"""The least and the most in states where very little can still happen, added up by hand.

The box is almost empty: no city cards, no bonus tiles, two contracts, the income of one town. There is one price list
of each kind, in which only points, posts or contracts have a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.voyages.bound_prices import PriceLists
from companion.games.voyages.bound_valuation import Prices
from companion.games.voyages.final_points_bounds import bounds_of
from companion.rules.game import Bounds
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer
from tests.games.voyages.small_box import SMALL, last_turn, only_entries
from tests.games.voyages.voyage import Voyage

NOTHING = Prices(coins=0, camels=0, pepper=0, silk=0, gold=0, contract=0, post=0, die=0, points=0, filled=0)
LISTS: Mapping[str, Sequence[Prices]] = {
    "points": [replace(NOTHING, points=60)],
    "end": [replace(NOTHING, points=60)],
    "posts": [replace(NOTHING, post=60)],
    "filled": [replace(NOTHING, contract=60, filled=60)],
}
"""With these, a die may give a post by a journey, another by gold (a 5 gives a step), and two contracts."""
EMPTY: dict[str, Any] = {
    **SMALL,
    "city_deck": only_entries("city_deck"),
    "bonus_deck": only_entries("bonus_deck"),
    "contract_cards": only_entries("contract_cards", "K01", "K05"),
    "scoring": {"coins_a_point": 60, "goods_a_point": 60},
}
"""K01 gives 2 points, K05 gives 7. A coin or a good is a sixtieth of a point, so that what a few dice give of them
counts nothing."""
KNOWN: dict[str, Any] = {"goals": [["G01", "G05"], ["G02", "G04"]]}
"""The goals of seat 1: Moscow and Xian 4, Karakorum and Kotschi 5."""
NINE_POSTS = "BEI MOS XIA ANX KAS ORM ADA LAN SUM"
OTHER_NINE_POSTS = "BEI MOS XIA ANX KAS ORM ADA LAN ALE"


def bounds(voyage: Voyage, viewer: Viewer = EVERYTHING, /, **lists: Sequence[Prices]) -> tuple[Bounds, ...]:
    """Return the bounds by these lists of prices, for this viewer."""
    written = {**LISTS, **lists}
    prices = [PriceLists(voyage.match, seat, written) for seat, _ in enumerate(voyage.state.boards, 1)]
    return bounds_of(voyage.match, prices, voyage.match.player_view(voyage.state, viewer))


def last_turn_of_empty_box(*people: str, **options: Any) -> Voyage:
    return last_turn(*(people or ("berke", "johannes")), **{**EMPTY, **options})


def bounds_of_seat_1(holdings: Mapping[str, Any], other_holdings: Mapping[str, Any], **options: Any) -> Bounds:
    """Return the bounds of seat 1, with these holdings for it and for the other seat."""
    voyage = last_turn_of_empty_box(**options).give(2, **other_holdings).give(**holdings)
    return bounds(voyage)[0]


# One die: two contracts, 7 + 2, so that most contracts, 7, can be reached; and one post, mostly for the 10 of Beijing.


@pytest.mark.parametrize(
    ("holdings", "other_holdings", "expected"),
    [
        ({"dice": ""}, {}, (0, 0)),
        ({"dice": "blue:4"}, {}, (0, 9 + 7 + 10)),
        ({"dice": "blue:4", "points": 5}, {}, (5, 5 + 9 + 7 + 10)),
        # The 10 is taken and stays: the other seat has no die to move that post with.
        ({"dice": "blue:4"}, {"posts": "BEI"}, (0, 9 + 7 + 7)),
        ({"dice": "blue:4"}, {"posts": NINE_POSTS}, (0, 9 + 7 + 7)),
        # The other seat has placed all nine, and with a die it reaches one more place, perhaps from Beijing (V18, V19).
        ({"dice": "blue:4"}, {"posts": NINE_POSTS, "dice": "green:4"}, (0, 9 + 7 + 10)),
        # With eight placed it has one left.
        ({"dice": "blue:4"}, {"posts": NINE_POSTS[:-4], "dice": "green:4"}, (0, 9 + 7 + 7)),
        # In Beijing already: the post may reach the first place of Moscow, Xian, Karakorum or Kotschi.
        ({"dice": "blue:4", "posts": "BEI"}, {}, (10, 9 + 7 + 10 + 1)),
        ({"dice": "blue:4", "posts": "BEI MOS"}, {}, (10 + 1, 9 + 7 + 10 + 4 + 3)),  # Xian
        # Not in Beijing, but in Moscow: Beijing is worth more than Xian.
        ({"dice": "blue:4", "posts": "MOS"}, {}, (1, 9 + 7 + 1 + 10)),
        ({"dice": "blue:4", "posts": "MOS"}, {"posts": "BEI"}, (1, 9 + 7 + 1 + 7)),
        # The eighth post is 5 points, and reaches Beijing or another place; a post beyond the nine gives no points.
        ({"dice": "blue:4", "posts": "ANX KAS ORM ADA LAN SUM ALE"}, {}, (0, 9 + 7 + 10 + 5)),
        ({"dice": "blue:4", "posts": "ANX KAS ORM ADA LAN SUM ALE KRC"}, {}, (0, 9 + 7 + 10 + 10)),
        ({"dice": "blue:4", "posts": "ANX KAS ORM ADA LAN SUM ALE KRC SAM"}, {}, (0, 9 + 7 + 10)),
        # Two posts: Beijing and a place.
        ({"dice": "blue:4 blue:4"}, {}, (0, 9 + 7 + 10 + 1)),
        # The other seat has filled one of the two contracts.
        ({"dice": "blue:4"}, {"filled": "K05"}, (0, 2 + 7 + 10)),
        ({"dice": "blue:4"}, {"filled": "K01 K05"}, (0, 7 + 10)),
    ],
)
def test_one_die_may_give_two_contracts_and_a_post(
    holdings: dict[str, Any], other_holdings: dict[str, Any], expected: Bounds
) -> None:
    assert bounds_of_seat_1(holdings, other_holdings, **KNOWN) == expected


@pytest.mark.parametrize(
    ("posts", "dice", "least"),
    [
        # Moscow and Xian 4, two places 3, Beijing 10: all certain while a post is left.
        (NINE_POSTS[:-4], "blue:4", 4 + 3 + 10),
        # One must leave for a new place: at worst that of Beijing.
        (NINE_POSTS, "blue:4", 4 + 3),
        # Two: Beijing and Moscow.
        (NINE_POSTS, "blue:4 blue:4", 1),
        (NINE_POSTS, "", 4 + 3 + 10),
        # Three, because two black dice make a journey: Xian as well.
        (NINE_POSTS, "blue:4 blue:4 black:4 black:4", 0),
    ],
)
def test_v18_posts_are_certain_unless_they_may_have_to_move(posts: str, dice: str, least: int) -> None:
    assert bounds_of_seat_1({"posts": posts, "dice": dice}, {}, **KNOWN)[0] == least


def test_v18_a_lower_beijing_space_can_be_kept() -> None:
    """The other seat has the 10, seat 1 the 7.

    It may return there by moving another post, but to no better space.
    """
    nine = {"posts": OTHER_NINE_POSTS, "dice": "blue:4"}
    # Goals: Moscow and Xian 4; one more place, Karakorum, gives 6 instead of 3.
    assert bounds_of_seat_1(nine, {"posts": "BEI"}, **KNOWN) == (4 + 3, 9 + 7 + 4 + 6 + 7)
    # If the other seat may leave the 10, it can be reached.
    leaves = {"posts": NINE_POSTS, "dice": "green:4"}
    assert bounds_of_seat_1(nine, leaves, **KNOWN)[1] == 9 + 7 + max(4 + 6 + 7, 4 + 3 + 10)


@pytest.mark.parametrize(
    ("posts", "most"),
    [
        ("BEI MOS XIA", 7 + 4 + 3),  # another post cannot be placed in Beijing again
        (OTHER_NINE_POSTS, 10 + 4 + 3),  # all are placed: that of Beijing may return there
    ],
)
def test_v19_a_freed_beijing_space_needs_a_post(posts: str, most: int) -> None:
    voyage = last_turn_of_empty_box(**KNOWN, scoring={**EMPTY["scoring"], "reached": [0, 1, 3, 3, 3]})
    voyage.give(2, posts="BEI").give(posts=posts, dice="blue:4").give(2, posts="")
    voyage.state = replace(voyage.state, beijing=(None, *voyage.state.beijing[1:]))
    assert bounds(voyage)[0][1] == 9 + 7 + most


@pytest.mark.parametrize(
    ("beijing", "holdings", "most"),
    [
        ([0, 0, 0, 0], {"dice": "blue:4"}, 9 + 7 + 1),  # goods give nothing, a place 1
        ([1, 0, 0, 0], {"dice": "blue:4"}, 9 + 7 + 1 + 3),  # Beijing 1, and a point each for 60
        ([9, 0, 0, 0], {"active": "?"}, 7 + 7),  # no post can reach it any more
    ],
)
def test_v44_goods_count_if_a_post_may_reach_beijing(beijing: list[int], holdings: dict[str, Any], most: int) -> None:
    scoring = {**EMPTY["scoring"], "beijing": beijing}
    assert bounds_of_seat_1({"silk": 180 + 4, **holdings}, {}, **KNOWN, scoring=scoring)[1] == most


def test_points_that_a_contract_may_cost_are_uncertain() -> None:
    takes = {**EMPTY["contract_cards"], "K01": {"cost": {"points": 4}, "reward": {"points": 1}}}
    voyage = last_turn_of_empty_box(contract_cards=takes).give(points=9, dice="blue:4").give(2, points=9)
    assert [low for low, _ in bounds(voyage)] == [9 - 3, 9]
    assert [low for low, _ in bounds(voyage.give(dice="").give(2, dice="green:4"))] == [9, 9 - 3]


@pytest.mark.parametrize(
    ("mine", "others", "dice", "other_dice", "low", "high"),
    [
        ("", "", "", "", 0, 0),  # nobody has any
        ("K01", "", "", "", 7, 7),
        ("K01", "", "", "green:4", 0, 7),  # with a die the other seat may fill two
        ("K01 K05", "", "", "green:4", 7, 7),  # the other seat can only draw level
        ("K01", "K05", "", "", 7, 7),
        ("", "K05", "", "", 0, 0),
        ("", "K05", "blue:4", "", 0, 7),
        ("", "K01 K05", "blue:4", "", 0, 7),
        ("", "S1 K01 K05", "blue:4", "", 0, 0),  # with one die it reaches two
        ("K01", "K05", "", "green:4", 0, 7),
    ],
)
def test_v45_most_contracts_are_certain_or_reachable(
    mine: str, others: str, dice: str, other_dice: str, low: int, high: int
) -> None:
    """Nobody reaches Beijing here, and contracts give no points of their own."""
    nothing = {name: {"reward": {"points": 0}} for name in ("K01", "K05")}
    deck = {**EMPTY["contract_cards"], **nothing}
    scoring = {**EMPTY["scoring"], "beijing": [0, 0, 0, 0], "reached": [0] * 5}
    holdings, other_holdings = {"filled": mine, "dice": dice}, {"filled": others, "dice": other_dice}
    assert bounds_of_seat_1(holdings, other_holdings, **KNOWN, contract_cards=deck, scoring=scoring) == (low, high)


# Gains of a finished seat.


@pytest.mark.parametrize(
    ("dice", "black", "points"),
    [
        ("", 0, 0),  # one silk: half a point
        ("blue:4", 0, 1),  # one more good by a copy
        ("blue:4 blue:4 black:1", 0, 2),
        ("blue:4 blue:4 black:1", 2, 3),  # the other seat may gain the free black dice too
        ("", 2, 0),  # but not if the other seat is finished too
    ],
)
def test_v37_mercator_may_gain_from_each_remaining_die_of_others(dice: str, black: int, points: int) -> None:
    voyage = last_turn_of_empty_box(
        "berke", "mercator", scoring={**EMPTY["scoring"], "goods_a_point": 2}, **KNOWN
    ).give(dice=dice)
    voyage.give(2, posts="BEI", silk=1)
    voyage.state = replace(voyage.state, black=black)
    assert bounds(voyage)[1] == (10, 10 + points)
    voyage.give(2, points=5)
    assert bounds(voyage)[1] == (15, 15 + points)


def test_a_finished_seat_has_its_final_count_while_others_act() -> None:
    voyage = last_turn_of_empty_box(**KNOWN).give(dice="blue:4").give(2, posts="BEI MOS ORM", silk=59, coins=119)
    # Moscow and Ormuz 5, two places 3, Beijing 10, a point for 60 coins; goods are one short of a point.
    assert bounds(voyage)[1] == (5 + 3 + 10 + 1,) * 2
    # For others two places may be on one card, Moscow and Ormuz at best: the same 5 and 3. None of it is certain.
    assert bounds(voyage, PUBLIC)[1] == (10 + 1, 5 + 3 + 10 + 1)


def test_the_lowest_bound_of_several_lists_is_used() -> None:
    dear = replace(NOTHING, points=60, coins=60)
    voyage = last_turn_of_empty_box(**KNOWN).give(dice="blue:4", coins=100)
    high = 9 + 7 + 10 + 1  # 105 coins at most: a point
    assert bounds(voyage)[0] == (0, high)
    # The die gives five coins beyond the three that it gives anywhere; the four gold of K05 are a part of a point.
    assert bounds(voyage, points=[dear])[0] == (0, 9 - 1 + 7 + 10 + 100 + 5 + 3)
    assert bounds(voyage, points=[dear, dear, LISTS["points"][0]])[0] == (0, high)


def test_a_post_with_a_price_is_not_counted_twice() -> None:
    """A journey to Beijing gives the post's price of one point, and the 10 less that point."""
    assert (
        bounds(last_turn_of_empty_box(**KNOWN).give(dice="blue:4"), points=[replace(NOTHING, points=60, post=60)])[0][1]
        == 9 + 7 + 10
    )


def test_before_the_last_round_only_the_first_lists_are_used() -> None:
    cheap, dear = LISTS["points"][0], replace(NOTHING, points=60, coins=60)
    voyage = last_turn_of_empty_box(**KNOWN).give(coins=600)
    voyage.state = replace(voyage.state, round=4)

    def most(**lists: Sequence[Prices]) -> int:
        return bounds(voyage, **lists)[0][1] or 0

    assert most(points=[dear, cheap]) == most(points=[cheap])
    assert most(points=[dear, dear, cheap]) == most(points=[dear]) >= 600
    # A round gives three posts: by a journey, by gold, and by three black dice, each half a journey. These
    # reach three places, or Beijing and two; dear coins would allow any number of posts.
    plain, costly = LISTS["posts"][0], replace(NOTHING, post=60, coins=60)
    assert most(posts=[plain, costly]) == most(posts=[plain])
    # All four places are 10 instead of 6 (three of them) or 3 and Beijing; plus the eighth and the ninth post.
    assert most(posts=[costly, plain]) - most(posts=[plain]) == (4 + 5 + 10 + 10 + 5 + 10) - max(5 + 6, 5 + 3 + 10)


def test_uncertain_figures_leave_no_bounds() -> None:
    tables: list[dict[str, Any]] = [
        {"spaces": {"reroll": {"points": 1}}},
        {"spaces": {"turn_die": {"points": 1}}},
        {"spaces": {"black_die": {"points": 1}}},
        {"income_deck": {"A": {"gives": {"step": 1}}}},
        {"income_deck": {"A": {"gives": {"other_town": 1, "coins": 0}}}},
        {"income_deck": {"D": {"gives": {"coins": 1}}}},
    ]
    for table in tables:
        assert bounds(last_turn(**table)) == ((None, None),) * 2, table
    assert bounds(last_turn(income_deck={"D": {"gives": {"other_town": 2}}})) != ((None, None),) * 2
