"""The trading posts of 1983: selling, buying, Hasards and cards from players, rulings C9 to C11, C16, C18, C19."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.classic.journey import Journey, cards, of


def test_c9_any_cards_are_sold_at_face_value_on_arrival() -> None:
    journey = Journey().give(1, "green:80", "mauve:30").post("blue").sell("green:80", "mauve:30")
    assert of(journey.last, "besants") == 110
    assert {line[3] for line in journey.lines} == {"C9"}
    assert (journey.besants[0], journey.held(1, "goods")) == (350, [])


@pytest.mark.parametrize("place", ["town", "port", "khanbalik", "mission"])
def test_c9_nowhere_but_at_a_trading_post(place: str) -> None:
    journey = Journey().give(1, "blue:80", "green:80", "yellow:80", *(["table"] if place == "mission" else []))
    journey.go(place).refuses("C9", move="sell", cards=cards("blue:80"))


def test_c9_only_what_is_held_and_only_cards_that_there_are() -> None:
    journey = Journey().give(1, "blue:80").post()
    for names in (["blue:80", "blue:80"], ["green:80"], ["blue:70"], []):
        error = journey.refuses("C9", move="sell", cards=cards(*names))
        assert "80" not in repr(error.reason)


def test_c9_what_is_sold_is_shown() -> None:
    journey = Journey().give(1, "blue:80").post().sell("blue:80")
    assert [line.secret for line in journey.last] == [False, False]


def test_c10_up_to_three_cards_of_the_posts_colour_for_twenty_each() -> None:
    journey = Journey().post("green").buy("green:30")
    assert journey.lines == [(1, "besants", -20, "C10"), (1, "green:30", 1, "C10")]
    journey.refuses("C10", move="buy", colour="blue", value=80)
    journey.buy("green:80", "green:80").refuses("C10", move="buy", colour="green", value=80)
    assert (journey.besants[0], journey.held(1, "cards")) == (180, 3)


def test_c10_a_card_drawn_is_known_to_its_seat_alone() -> None:
    journey = Journey().post().buy("blue:80")
    assert [(line.what, line.secret) for line in journey.last] == [("besants", False), ("blue:80", True)]


def test_c10_selling_comes_before_buying() -> None:
    journey = Journey().give(1, "blue:80").post().buy("blue:30")
    journey.refuses("C10", move="sell", cards=cards("blue:80"))


def test_c10_nobody_buys_without_twenty_besants() -> None:
    Journey().give(1, besants=10).post().refuses("C10", move="buy", colour="blue", value=80)


def test_c10_a_post_whose_colour_was_not_said_shows_it_by_the_first_card() -> None:
    journey = Journey().go("post").buy("mauve:50")
    journey.refuses("C10", move="buy", colour="blue", value=80)


def test_c10_a_hasard_counts_among_the_three_and_its_twenty_are_lost() -> None:
    journey = Journey().post().hasard({"note": "a storm"})
    assert journey.lines == [(1, "besants", -20, "C10")]
    journey.buy("blue:80", "blue:80").refuses("C10", move="buy", colour="blue", hasard=[])


def test_c10_a_hasard_gives_and_takes() -> None:
    journey = Journey().give(1, "green:50").post()
    journey.hasard({"besants": 50}, {"lose": cards("green:50")[0]}, {"gain": cards("mauve:80")[0]})
    assert of(journey.last, "besants") == 30
    assert journey.held(1, "goods") == ["mauve:80"]
    shown = {line.what: line.secret for line in journey.last}
    assert shown == {"besants": False, "green:50": False, "mauve:80": True}


def test_c10_a_hasard_may_cost_the_next_turn() -> None:
    journey = Journey(3).post().hasard({"miss_turn": True}).end().past(2)
    assert journey.turn == 2
    assert journey.past(2).turn == 1


def test_c10_a_hasard_may_let_one_spin_again() -> None:
    journey = Journey().post().hasard({"spin_again": True}).go("town")
    journey.refuses("C2", move="spin", route="land", chance=[0])
    assert journey.end().turn == 2


@pytest.mark.parametrize(
    "effect",
    [
        {},
        {"besants": 0},
        {"besants": 5000},
        {"miss_turn": False},
        {"besants": 10, "miss_turn": True},
        {"note": "x" * 201},
    ],
)
def test_c10_an_effect_is_one_thing(effect: dict[str, Any]) -> None:
    Journey().post().refuses("C10", move="buy", colour="blue", hasard=[effect])


def test_c10_a_card_is_goods_or_a_hasard() -> None:
    journey = Journey().post()
    journey.refuses("C10", move="buy", colour="blue")
    journey.refuses("C10", move="buy", colour="blue", value=80, hasard=[])
    journey.refuses("C10", move="buy", colour="blue", hasard=[{"lose": cards("blue:80")[0]}])


def test_c11_thirty_besants_to_a_player_here_for_a_card_at_random() -> None:
    journey = Journey(3).give(2, "blue:80", "green:30").post("blue", 2)
    journey.play(move="trade", **{"with": 2}, card=cards("green:30")[0])
    assert journey.lines == [
        (1, "besants", -30, "C11"),
        (2, "besants", 30, "C11"),
        (2, "green:30", -1, "C11"),
        (1, "green:30", 1, "C11"),
    ]
    assert journey.besants == (210, 270, 240)


def test_c11_the_other_player_may_say_which_card_it_was() -> None:
    journey = Journey().give(2, "blue:80", "green:30").post("blue", 2).play(move="trade", **{"with": 2})
    assert (journey.turn, journey.waiting, journey.besants) == (1, (2,), (210, 270))
    journey.refuses(None, 1, move="end_turn")
    journey.refuses("C11", move="end_turn")
    journey.refuses("C11", move="trade", **{"with": 1}, card=cards("mauve:80")[0])
    journey.play(move="trade", **{"with": 1}, card=cards("blue:80")[0])
    assert (journey.waiting, journey.held(1, "goods"), journey.held(2, "goods")) == ((1,), ["blue:80"], ["green:30"])


def test_c11_instead_of_buying_and_one_a_turn() -> None:
    journey = Journey(3).give(2, "blue:80", "green:30").give(3, "blue:50").post("blue", 2, 3)
    traded = Journey(3).give(2, "blue:80", "green:30").give(3, "blue:50").post("blue", 2, 3)
    journey.buy("blue:30").refuses("C11", move="trade", **{"with": 2}, card=cards("blue:80")[0])
    traded.play(move="trade", **{"with": 2}, card=cards("blue:80")[0])
    traded.refuses("C11", move="buy", colour="blue", value=80)
    traded.refuses("C11", move="trade", **{"with": 3}, card=cards("blue:50")[0])


def test_c11_the_house_may_allow_one_card_from_each_player() -> None:
    journey = Journey(3, trade_each_player=True).give(2, "blue:80", "green:30").give(3, "blue:50").post("blue", 2, 3)
    for other, card in ((2, "blue:80"), (3, "blue:50")):
        journey.play(move="trade", **{"with": other}, card=cards(card)[0])
    journey.refuses("C11", move="trade", **{"with": 2}, card=cards("green:30")[0])


def test_c11_not_from_who_is_elsewhere_or_has_no_goods_nor_without_the_besants() -> None:
    journey = Journey(3).give(3, "blue:50", "table").post("blue", 2)
    journey.refuses("C11", move="trade", **{"with": 3}, card=cards("blue:50")[0])
    journey.refuses("C11", move="trade", **{"with": 2}, card=cards("blue:50")[0])
    poor = Journey().give(1, besants=20).give(2, "blue:50").post("blue", 2)
    poor.refuses("C11", move="trade", **{"with": 2}, card=cards("blue:50")[0])
    Journey().post().refuses("C11", move="trade", **{"with": 2}, card=cards("blue:50")[0])


def test_c11_thirty_besants_are_enough_and_one_less_is_not() -> None:
    short, enough = (Journey().give(1, besants=held).give(2, "blue:50").post("blue", 2) for held in (29, 30))
    short.refuses("C11", move="trade", **{"with": 2}, card=cards("blue:50")[0])
    enough.play(move="trade", **{"with": 2}, card=cards("blue:50")[0])
    assert enough.besants == (0, 270)


def test_c11_never_a_table_or_a_secret() -> None:
    journey = Journey().give(2, "table", "secret").post("blue", 2)
    journey.refuses("C11", move="trade", **{"with": 2}, card=cards("blue:50")[0])


def test_c16_goods_are_sold_anywhere_for_a_ransom_that_the_notes_do_not_cover() -> None:
    journey = Journey().give(1, "blue:80", "table", besants=10).lose()
    journey.refuses("C4", move="ransom", pay="besants")
    journey.refuses("C16", move="sell", what="table")
    journey.sell("blue:80")
    assert {line[3] for line in journey.lines} == {"C16"}
    journey.refuses("C16", move="sell", what="table")
    journey.ransom()
    assert (journey.besants[0], journey.turn) == (60, 2)


def test_c16_then_table_or_secret() -> None:
    journey = Journey().give(1, "table", besants=10).lose()
    journey.refuses("C16", move="ransom", pay="besants")
    journey.play(move="sell", what="table").ransom()
    assert (journey.besants[0], journey.held(1, "table")) == (220, 0)


def test_c16_with_nothing_to_sell_the_notes_there_are_are_paid() -> None:
    journey = Journey().give(1, besants=20).lose().ransom()
    assert (journey.lines, journey.besants[0]) == ([(1, "besants", -20, "C4")], 0)


def test_c16_a_hasard_that_costs_more_than_there_is_makes_one_sell() -> None:
    journey = Journey().give(1, "green:30", "green:50", besants=40).post().hasard({"besants": -60})
    assert journey.lines == [(1, "besants", -20, "C10"), (1, "besants", -20, "C10")]
    journey.refuses("C16", move="end_turn")
    journey.refuses("C16", move="buy", colour="blue", value=80)
    journey.sell("green:30").refuses("C16", move="end_turn")
    journey.sell("green:50")
    assert journey.lines[-1] == (1, "besants", -10, "C16")
    assert (journey.besants[0], journey.end().turn) == (40, 2)


def test_c16_what_cannot_be_paid_at_all_is_forgiven() -> None:
    journey = Journey().give(1, besants=20).post().hasard({"besants": -60})
    assert (journey.besants[0], journey.end().turn) == (0, 2)


def test_c18_an_unturned_table_that_is_sold_takes_the_mission_along_and_may_be_earned_again() -> None:
    journey = Journey().give(1, "table").post().play(move="sell", what="table")
    assert journey.lines == [(1, "table", -1, "C18"), (1, "besants", 240, "C18")]
    assert journey.held(1, "stage") == "outward"
    journey.end().past().give(1, "blue:80", "blue:80", "blue:80").go("khanbalik")
    journey.play(move="give_gifts", cards=cards("blue:80", "blue:80", "blue:80"))
    assert journey.held(1, "stage") == "mission"


def test_c18_a_mission_accomplished_stays_so() -> None:
    journey = Journey().mission().post().play(move="sell", what="table").play(move="sell", what="secret")
    assert (journey.held(1, "stage"), journey.held(1, "table"), journey.held(1, "secret")) == ("homeward", 0, 0)
    journey.refuses("C9", move="sell", what="secret")


def test_c19_an_empty_stack_cannot_be_bought_from() -> None:
    few: dict[str, Any] = {"goods": {"values": {"80": 1, "50": 1, "30": 0}, "hasard": 0}, "khan": {"gifts": 1}}
    journey = Journey(**few).give(2, "blue:80", "blue:50").post()
    journey.refuses("C19", move="buy", colour="blue", value=80)


def test_c19_of_a_stack_with_hasards_alone_only_these_are_drawn() -> None:
    few: dict[str, Any] = {"goods": {"values": {"80": 1, "50": 1, "30": 0}}, "khan": {"gifts": 1}}
    journey = Journey(**few).give(2, "blue:80", "blue:50").post()
    journey.refuses("C19", move="buy", colour="blue", value=80)
    journey.hasard({"note": ""})


def test_c19_a_card_that_cannot_exist_any_more_is_refused() -> None:
    journey = Journey().post().buy("blue:30", "blue:30")
    error = journey.refuses("C19", move="buy", colour="blue", value=30)
    assert "30" in repr(error.private)
    assert "30" not in repr(error.reason)
    journey.refuses("C19", move="buy", colour="blue", value=70)


def test_c19_what_was_sold_can_be_bought_again() -> None:
    journey = Journey().give(1, "blue:30", "blue:30").post().sell("blue:30").buy("blue:30")
    assert journey.held(1, "goods") == ["blue:30", "blue:30"]


def test_c19_the_bank_never_blocks() -> None:
    journey = Journey(hasard={"effects": []}).give(1, besants=2000).give(1, "blue:80").post().sell("blue:80")
    assert journey.besants[0] == 2080
