"""The trading posts of 1983: selling, buying, Hasards and cards from players, rulings C9 to C11, C16, C18, C19."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.offers import Offer
from tests.games.classic.journey import Journey, cards, line_total


def play_offer(journey: Journey, offer: Offer) -> Journey:
    """Play a complete offer."""
    fields: dict[str, Any] = offer.move()
    return journey.play(**fields)


def short_offers(journey: Journey, kind: str) -> list[Offer]:
    """Return the offers of a kind that phones alone have."""
    offers = journey.match.offers(journey.state, 1)
    return [offer for offer in offers if offer.kind == kind and offer.phone_only and offer.refused is None]


def test_c9_any_cards_are_sold_at_face_value_on_arrival() -> None:
    journey = Journey().give(1, "green:80", "mauve:30").post("blue").sell("green:80", "mauve:30")
    assert line_total(journey.last, "besants") == 110
    assert {line[3] for line in journey.lines} == {"C9"}
    assert (journey.besants[0], journey.holding(1, "goods")) == (350, [])


@pytest.mark.parametrize("place", ["town", "port", "khanbalik", "mission"])
def test_c9_goods_are_sold_only_at_a_trading_post(place: str) -> None:
    journey = Journey().give(1, "blue:80", "green:80", "yellow:80", *(["table"] if place == "mission" else []))
    journey.go(place).refuses("C9", move="sell", cards=cards("blue:80"))


def test_c9_only_existing_cards_in_hand_are_sold() -> None:
    journey = Journey().give(1, "blue:80").post()
    for names in (["blue:80", "blue:80"], ["green:80"], ["blue:70"], []):
        error = journey.refuses("C9", move="sell", cards=cards(*names))
        assert "80" not in repr(error.reason)


def test_c9_a_card_is_sold_by_touching_it() -> None:
    journey = Journey().give(1, "blue:80", "blue:80", "mauve:30").post("green")
    sales = short_offers(journey, "sell")
    assert [(offer.touch, offer.complete, offer.secret) for offer in sales] == [
        ("card:blue:80", True, True),
        ("card:mauve:30", True, True),
    ]
    play_offer(journey, sales[0])
    assert (journey.besants[0], journey.holding(1, "cards")) == (320, 2)
    assert short_offers(journey.buy("green:30"), "sell") == [], "selling comes before buying"
    in_debt = Journey().give(1, "blue:80", besants=10).spin_attack().fight(1, 6)
    assert short_offers(in_debt, "sell") == [], "a debt may need several cards at once"
    with_table = Journey().give(1, "blue:80", "table").post()
    play_offer(with_table, short_offers(with_table, "sell")[0])
    assert (with_table.holding(1, "table"), with_table.besants[0]) == (
        Journey().give(1, "table").holding(1, "table"),
        320,
    )
    assert with_table.holding(1, "table") != Journey().holding(1, "table")


def test_c9_a_sold_card_is_shown() -> None:
    journey = Journey().give(1, "blue:80").post().sell("blue:80")
    assert [line.secret for line in journey.last] == [False, False]


def test_c10_a_post_sells_three_cards_at_most() -> None:
    journey = Journey().post("green").buy("green:30")
    assert journey.lines == [(1, "besants", -20, "C10"), (1, "green:30", 1, "C10")]
    journey.refuses("C10", move="buy", colour="blue", value=80)
    journey.buy("green:80", "green:80").refuses("C10", move="buy", colour="green", value=80)
    assert (journey.besants[0], journey.holding(1, "cards")) == (180, 3)


def test_c10_a_card_that_was_drawn_is_one_press() -> None:
    journey = Journey().post("green").give(1, *["green:80"] * 3)
    offers = short_offers(journey, "buy")
    drawn: list[Any] = [offer.move().get("value") for offer in offers]
    assert [(value, offer.complete) for value, offer in zip(drawn, offers, strict=True)] == [
        (50, True),
        (30, True),
        (None, False),
    ]
    play_offer(journey, offers[0])
    assert journey.lines == [(1, "besants", -20, "C10"), (1, "green:50", 1, "C10")]
    assert short_offers(Journey(tracking="dice").post("green"), "buy") == []


def test_c10_a_card_drawn_is_known_to_its_seat_alone() -> None:
    journey = Journey().post().buy("blue:80")
    assert [(line.what, line.secret) for line in journey.last] == [("besants", False), ("blue:80", True)]


def test_c10_selling_comes_before_buying() -> None:
    journey = Journey().give(1, "blue:80").post().buy("blue:30")
    journey.refuses("C10", move="sell", cards=cards("blue:80"))


def test_c10_nobody_buys_without_twenty_besants() -> None:
    Journey().give(1, besants=10).post().refuses("C10", move="buy", colour="blue", value=80)


def test_c10_the_first_card_sets_the_colour_of_a_post() -> None:
    journey = Journey().go("post").buy("mauve:50")
    journey.refuses("C10", move="buy", colour="blue", value=80)


def test_c10_a_hasard_is_paid_and_counts_among_the_three() -> None:
    journey = Journey().post().hasard({"note": "a storm"})
    assert journey.lines == [(1, "besants", -20, "C10")]
    journey.buy("blue:80", "blue:80").refuses("C10", move="buy", colour="blue", hasard=[])


def test_c10_a_hasard_gives_and_takes_besants_and_cards() -> None:
    journey = Journey().give(1, "green:50").post()
    journey.hasard({"besants": 50}, {"lose": cards("green:50")[0]}, {"gain": cards("mauve:80")[0]})
    assert line_total(journey.last, "besants") == 30
    assert journey.holding(1, "goods") == ["mauve:80"]
    views = {line.what: line.secret for line in journey.last}
    assert views == {"besants": False, "green:50": False, "mauve:80": True}


def test_c10_a_hasard_may_cost_the_next_turn() -> None:
    journey = Journey(3).post().hasard({"miss_turn": True}).end().pass_turns(2)
    assert journey.turn == 2
    assert journey.pass_turns(2).turn == 1


def test_c10_a_hasard_may_allow_another_spin() -> None:
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
def test_c10_an_effect_has_a_single_kind(effect: dict[str, Any]) -> None:
    Journey().post().refuses("C10", move="buy", colour="blue", hasard=[effect])


def test_c10_a_card_is_goods_or_a_hasard() -> None:
    journey = Journey().post()
    journey.refuses("C10", move="buy", colour="blue")
    journey.refuses("C10", move="buy", colour="blue", value=80, hasard=[])
    journey.refuses("C10", move="buy", colour="blue", hasard=[{"lose": cards("blue:80")[0]}])


def test_c11_a_player_at_the_post_sells_a_card() -> None:
    journey = Journey(3).give(2, "blue:80", "green:30").post("blue", 2)
    journey.play(move="trade", **{"with": 2}, card=cards("green:30")[0])
    assert journey.lines == [
        (1, "besants", -30, "C11"),
        (2, "besants", 30, "C11"),
        (2, "green:30", -1, "C11"),
        (1, "green:30", 1, "C11"),
    ]
    assert journey.besants == (210, 270, 240)


def test_c11_the_other_player_may_name_the_card() -> None:
    journey = Journey().give(2, "blue:80", "green:30").post("blue", 2).play(move="trade", **{"with": 2})
    assert (journey.turn, journey.active_seats, journey.besants) == (1, (2,), (210, 270))
    journey.refuses(None, 1, move="end_turn")
    journey.refuses("C11", move="end_turn")
    journey.refuses("C11", move="trade", **{"with": 1}, card=cards("mauve:80")[0])
    journey.play(move="trade", **{"with": 1}, card=cards("blue:80")[0])
    assert (journey.active_seats, journey.holding(1, "goods"), journey.holding(2, "goods")) == (
        (1,),
        ["blue:80"],
        ["green:30"],
    )


def test_c11_one_trade_a_turn_instead_of_buying() -> None:
    journey = Journey(3).give(2, "blue:80", "green:30").give(3, "blue:50").post("blue", 2, 3)
    traded = Journey(3).give(2, "blue:80", "green:30").give(3, "blue:50").post("blue", 2, 3)
    journey.buy("blue:30").refuses("C11", move="trade", **{"with": 2}, card=cards("blue:80")[0])
    traded.play(move="trade", **{"with": 2}, card=cards("blue:80")[0])
    traded.refuses("C11", move="buy", colour="blue", value=80)
    traded.refuses("C11", move="trade", **{"with": 3}, card=cards("blue:50")[0])


def test_c11_the_house_may_allow_one_card_from_each_player() -> None:
    journey = Journey(3, trade_each_player=True).give(2, "blue:80", "green:30").give(3, "blue:50").post("blue", 2, 3)
    for partner, card in ((2, "blue:80"), (3, "blue:50")):
        journey.play(move="trade", **{"with": partner}, card=cards(card)[0])
    journey.refuses("C11", move="trade", **{"with": 2}, card=cards("green:30")[0])


def test_c11_a_trade_needs_company_goods_and_besants() -> None:
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


def test_c11_table_and_secret_are_never_traded() -> None:
    journey = Journey().give(2, "table", "secret").post("blue", 2)
    journey.refuses("C11", move="trade", **{"with": 2}, card=cards("blue:50")[0])


def test_c16_goods_are_sold_anywhere_to_pay_a_ransom() -> None:
    journey = Journey().give(1, "blue:80", "table", besants=10).lose()
    journey.refuses("C4", move="ransom", pay="besants")
    journey.sell("blue:80")
    assert {line[3] for line in journey.lines} == {"C16"}
    journey.refuses("C16", move="sell", what="table")
    journey.ransom()
    assert (journey.besants[0], journey.turn) == (60, 2)


@pytest.mark.parametrize("honour", ["table", "secret"])
def test_c16_table_or_secret_may_be_sold_before_goods(honour: str) -> None:
    journey = Journey().give(1, honour, "blue:30", besants=10).lose()
    journey.refuses("C4", move="ransom", pay="besants")
    journey.play(move="sell", what=honour).ransom()
    assert (journey.besants[0], journey.holding(1, honour), journey.holding(1, "goods")) == (220, 0, ["blue:30"])


def test_c16_without_goods_table_or_secret_must_be_sold() -> None:
    journey = Journey().give(1, "table", besants=10).lose()
    journey.refuses("C16", move="ransom", pay="besants")
    journey.play(move="sell", what="table").ransom()
    assert (journey.besants[0], journey.holding(1, "table")) == (220, 0)


def test_c16_nothing_is_sold_without_need_in_one_move() -> None:
    hand = ("blue:30", "green:50", "mauve:80", "table")
    fined = Journey().give(1, *hand, besants=20).post().hasard({"besants": -80})
    fined.refuses("C16", move="sell", cards=cards("green:50", "mauve:80"))
    fined.refuses("C16", move="sell", cards=cards("blue:30", "green:50", "mauve:80"))
    fined.refuses("C16", move="sell", cards=cards("blue:30"), what="table")
    fined.sell("blue:30", "green:50")
    assert (fined.besants[0], fined.holding(1, "goods")) == (0, ["mauve:80"])


def test_c16_a_sale_below_the_debt_is_needed() -> None:
    fined = Journey().give(1, "blue:30", "green:30", "secret", besants=20).post().hasard({"besants": -300})
    fined.play(move="sell", cards=cards("blue:30", "green:30"), what="secret")
    assert (fined.besants[0], fined.holding(1, "secret")) == (0, 0)


def test_c16_on_arrival_goods_are_sold_without_need() -> None:
    journey = Journey(tracking="dice").give(1, "table", besants=20).post().hasard({"move": True}, {"besants": -30})
    journey.play(move="sell", what="table")
    led = Journey(tracking="dice").give(1, besants=20).post().hasard({"move": True}, {"besants": -30})
    led.play(move="arrive", place="post", colour="green").sell("blue:80", "green:80")
    assert led.besants[0] == 130


def test_c16_after_a_sale_the_ransom_is_paid_in_besants() -> None:
    journey = Journey(ransom={"besants": 60}).give(1, "blue:30", "green:50", "yellow:30", besants=10).lose()
    journey.sell("blue:30").refuses("C16", move="ransom", pay="card", colour="green", value=50)
    journey.refuses("C16", move="ransom", pay="besants")
    assert journey.sell("green:50").ransom().besants[0] == 30
    sold_out = Journey(ransom={"besants": 60}).give(1, "blue:30", "table", besants=10).lose().sell("blue:30")
    sold_out.refuses("C16", move="ransom", pay="besants")
    assert sold_out.play(move="sell", what="table").ransom().turn == 2


def test_c16_the_next_ransom_may_be_a_card_again() -> None:
    journey = Journey().give(1, "blue:30", "green:50", besants=10).lose().sell("blue:30").ransom().pass_turns()
    assert journey.lose().ransom("green:50").holding(1, "goods") == []


def test_c16_with_nothing_to_sell_only_the_notes_are_paid() -> None:
    journey = Journey().give(1, besants=20).lose().ransom()
    assert (journey.lines, journey.besants[0]) == ([(1, "besants", -20, "C4")], 0)


def test_c16_an_unaffordable_hasard_forces_a_sale() -> None:
    journey = Journey().give(1, "green:30", "green:50", besants=40).post().hasard({"besants": -60})
    assert journey.lines == [(1, "besants", -20, "C10"), (1, "besants", -20, "C10")]
    journey.refuses("C16", move="end_turn")
    journey.refuses("C16", move="buy", colour="blue", value=80)
    journey.sell("green:30").refuses("C16", move="end_turn")
    journey.sell("green:50")
    assert journey.lines[-1] == (1, "besants", -10, "C16")
    assert (journey.besants[0], journey.end().turn) == (40, 2)


def test_c16_a_debt_without_means_lapses() -> None:
    journey = Journey().give(1, besants=20).post().hasard({"besants": -60})
    assert (journey.besants[0], journey.end().turn) == (0, 2)


def test_c18_selling_an_unturned_table_ends_the_mission() -> None:
    journey = Journey().give(1, "table", besants=0).lose().play(move="sell", what="table")
    assert journey.lines == [(1, "table", -1, "C16"), (1, "besants", 240, "C16")]
    assert journey.holding(1, "stage") == "outward"
    journey.ransom().pass_turns().give(1, "blue:80", "blue:80", "blue:80").go("khanbalik")
    journey.play(move="give_gifts", cards=cards("blue:80", "blue:80", "blue:80"))
    assert journey.holding(1, "stage") == "mission"


def test_c18_a_finished_mission_stays_finished() -> None:
    journey = Journey().mission().give(1, besants=0).lose().play(move="sell", what="table").ransom().pass_turns()
    journey.give(1, besants=0).lose().play(move="sell", what="secret")
    assert (journey.holding(1, "stage"), journey.holding(1, "table"), journey.holding(1, "secret")) == (
        "homeward",
        0,
        0,
    )


@pytest.mark.parametrize("tracking", ["full", "dice"])
def test_c16_table_and_secret_are_sold_for_a_debt_alone(tracking: str) -> None:
    journey = Journey(tracking=tracking).give(1, "table", "secret").post()
    for honour in ("table", "secret"):
        journey.refuses("C16", move="sell", what=honour)


def test_c16_goods_are_not_sold_beside_a_table_that_covers() -> None:
    journey = Journey().give(1, "table", "blue:30", besants=0).lose()
    journey.refuses("C16", move="sell", cards=cards("blue:30"), what="table")
    journey.sell("blue:30").ransom()
    assert journey.holding(1, "table") == 1


def test_c16_untracked_hands_must_sell_table_or_secret() -> None:
    journey = Journey(tracking="dice").give(1, "table", besants=20).lose()
    journey.refuses("C4", move="ransom", pay="besants")
    journey.play(move="sell", what="table").ransom()
    assert journey.besants[0] == 230
    fined = Journey(tracking="dice").give(1, "secret", besants=20).post().hasard({"besants": -60})
    fined.refuses("C16", move="end_turn")
    assert fined.play(move="sell", what="secret").end().besants[0] == 180
    bare = Journey(tracking="dice").give(1, besants=20).lose().ransom()
    assert bare.besants[0] == 0


def test_c10_khanbalik_may_be_a_post_after_the_gifts() -> None:
    gifts = ("blue:80", "green:80", "yellow:80")
    journey = Journey(3).give(1, *gifts, "mauve:50").give(2, "blue:30").stand(2, "khanbalik", "blue")
    journey.go("khanbalik", colour="blue", shared_with=[2])
    for move in ({"move": "sell", "cards": cards("mauve:50")}, {"move": "end_turn"}):
        journey.refuses("C9" if move["move"] == "sell" else "C12", **move)
    journey.play(move="give_gifts", cards=cards(*gifts)).sell("mauve:50")
    journey.refuses("C10", move="buy", colour="green", value=80)
    journey.play(move="trade", **{"with": 2}).play(move="trade", card=cards("blue:30")[0], **{"with": 1})
    assert journey.end().turn == 2


def test_c10_a_mission_town_may_be_a_post_afterwards() -> None:
    journey = Journey().give(1, "table").go("mission", colour="yellow")
    journey.refuses("C10", move="buy", colour="yellow", value=80)
    journey.play(move="finish_mission").buy("yellow:80", "yellow:80", "yellow:80")
    journey.refuses("C10", move="buy", colour="yellow", value=50)


def test_c10_without_a_colour_khanbalik_is_no_post() -> None:
    gifts = ("blue:80", "green:80", "yellow:80")
    journey = Journey().give(1, *gifts)
    journey.spin().refuses("C8", move="arrive", place="khanbalik", shared_with=[2])
    journey.play(move="arrive", place="khanbalik").play(move="give_gifts", cards=cards(*gifts))
    journey.refuses("C10", move="buy", colour="blue", value=50)


def test_c10_a_sold_table_is_not_earned_again_at_once() -> None:
    journey = Journey(tracking="dice").spin().play(move="arrive", place="khanbalik", colour="blue")
    journey.play(move="give_gifts").give(1, besants=20).hasard({"besants": -60}).play(move="sell", what="table")
    assert journey.end().holding(1, "table") == 0


def test_c10_a_hasard_may_lead_elsewhere() -> None:
    journey = Journey().pass_turns(2).post().hasard({"move": True})
    journey.refuses("C8", move="end_turn")
    assert journey.play(move="arrive", place="post", colour="green").buy("green:80").end().turn == 2


def test_c10_a_hasard_may_lead_to_a_fight() -> None:
    won = Journey().give(1, "loot").post().hasard({"fight": True}).fight(6, 1)
    assert (won.turn, won.besants[0]) == (2, 240 - 20 + 1)
    lost = Journey().post().hasard({"fight": True}, {"besants": -500})
    assert lost.besants[0] == 0
    assert lost.fight(1, 6).ransom().turn == 2
    in_debt = Journey().give(1, "green:80").post().hasard({"fight": True}, {"besants": -230})
    in_debt.refuses("C16", move="fight", chance=[6, 1])
    assert in_debt.sell("green:80").fight(6, 1).turn == 2
    safe = Journey().give(1, "table").post().hasard({"fight": True}).play(move="refuse_fight")
    safe.spin().refuses("C8", move="arrive", place="venice")


def test_c10_a_lost_card_goes_to_bank_seat_or_loot() -> None:
    card = cards("green:80")[0]
    bank = Journey(3).give(1, "green:80").post().hasard({"lose": card})
    assert (bank.holding(1, "cards"), bank.state.loot.cards) == (0, ())
    seat = Journey(3).give(1, "green:80").post().hasard({"lose": card, "to": {"seat": 3}})
    assert seat.lines[1:] == [(1, "green:80", -1, "C10"), (3, "green:80", 1, "C10")]
    assert [line.secret for line in seat.last] == [False, True, True]
    loot = Journey(3).give(1, "green:80").post().hasard({"lose": card, "to": {"loot": True}}).end()
    assert loot.spin_attack().fight(6, 1).holding(2, "goods") == ["green:80"]
    untracked = Journey(3, tracking="dice").post().hasard({"lose": card, "to": {"loot": True}})
    assert [loot_card.card for loot_card in untracked.state.loot.cards] == [None]


def test_c10_a_hasard_may_pay_a_seat_or_the_loot() -> None:
    seat = Journey(3).post().hasard({"besants": -30, "to": {"seat": 3}})
    assert seat.lines[1:] == [(1, "besants", -30, "C10"), (3, "besants", 30, "C10")]
    assert seat.besants == (190, 240, 270)
    loot = Journey(tracking="dice").post().hasard({"besants": -30, "to": {"loot": True}}).end()
    assert (loot.besants[0], loot.state.loot.besants) == (190, 30)
    assert loot.spin_attack().fight(6, 1).besants[1] == 270


def test_c16_a_sale_pays_a_debt_to_a_seat() -> None:
    journey = Journey(3).give(1, "green:80", besants=40).post()
    journey.hasard({"besants": -50}, {"besants": -30, "to": {"seat": 3}}, {"besants": -20, "to": {"loot": True}})
    assert (journey.besants, journey.state.loot.besants) == ((0, 240, 240), 0)
    journey.refuses("C16", move="end_turn")
    journey.sell("green:80")
    assert [line[:3] for line in journey.lines if line[1] == "besants"] == [
        (1, "besants", 80),
        (1, "besants", -30),
        (3, "besants", 30),
        (1, "besants", -20),
        (1, "besants", -30),
    ]
    assert (journey.end().besants, journey.state.loot.besants) == ((0, 240, 270), 20)


def test_c16_a_debt_lapses_once_all_is_sold() -> None:
    journey = Journey().give(1, "green:30", besants=20).post().hasard({"besants": -60, "to": {"seat": 2}})
    assert journey.sell("green:30").besants == (0, 270)
    assert journey.end().besants == (0, 270)


def test_c17_a_restart_cancels_a_debt_to_a_seat() -> None:
    journey = Journey().give(1, besants=20).post().hasard({"besants": -60, "to": {"seat": 2}})
    assert journey.play(move="restart").end().besants == (240, 240)


@pytest.mark.parametrize(
    "effect",
    [
        {"besants": 10, "to": {"loot": True}},
        *({"besants": -10, "to": to} for to in ({}, {"seat": 1}, {"seat": 3}, {"loot": False})),
        {"besants": -10, "to": {"seat": 2, "loot": True}},
        *({"lose": cards("green:80")[0], "to": to} for to in ({}, {"seat": 1}, {"seat": 3}, {"loot": False})),
        {"lose": cards("green:80")[0], "to": {"seat": 2, "loot": True}},
        {"move": False},
        {"fight": False},
    ],
)
def test_c10_an_invalid_hasard_is_refused(effect: dict[str, Any]) -> None:
    Journey().give(1, "green:80").post().refuses("C10", move="buy", colour="blue", hasard=[effect])


def test_c19_an_empty_stack_cannot_be_bought_from() -> None:
    few: dict[str, Any] = {"goods": {"values": {"80": 1, "50": 1, "30": 0}, "hasard": 0}, "khan": {"gifts": 1}}
    journey = Journey(**few).give(2, "blue:80", "blue:50").post()
    journey.refuses("C19", move="buy", colour="blue", value=80)


def test_c19_a_stack_without_goods_gives_only_hasards() -> None:
    few: dict[str, Any] = {"goods": {"values": {"80": 1, "50": 1, "30": 0}}, "khan": {"gifts": 1}}
    journey = Journey(**few).give(2, "blue:80", "blue:50").post()
    journey.refuses("C19", move="buy", colour="blue", value=80)
    journey.hasard({"note": ""})


def test_c19_a_card_with_no_copy_left_is_refused() -> None:
    journey = Journey().post().buy("blue:30", "blue:30")
    error = journey.refuses("C19", move="buy", colour="blue", value=30)
    assert "30" in repr(error.private)
    assert "30" not in repr(error.reason)
    journey.refuses("C19", move="buy", colour="blue", value=70)


def test_c19_sold_cards_can_be_bought_again() -> None:
    journey = Journey().give(1, "blue:30", "blue:30").post().sell("blue:30").buy("blue:30")
    assert journey.holding(1, "goods") == ["blue:30", "blue:30"]


def test_c19_the_bank_never_blocks() -> None:
    journey = Journey(hasard={"effects": []}).give(1, besants=2000).give(1, "blue:80").post().sell("blue:80")
    assert journey.besants[0] == 2080


def test_c19_a_stack_without_hasards_sells_goods() -> None:
    bare: dict[str, Any] = {"goods": {"values": {"80": 1, "50": 1, "30": 0}, "hasard": 0}, "khan": {"gifts": 1}}
    journey = Journey(**bare).post()
    assert "buy" in [offer.kind for offer in journey.match.offers(journey.state, 1) if offer.refused is None]
    sold_out = Journey(**bare).give(2, "blue:80", "blue:50").post()
    refused = {offer.kind: offer.refused for offer in sold_out.match.offers(sold_out.state, 1)}
    assert refused["buy"] is not None
    assert refused["buy"].ruling == "C19"
