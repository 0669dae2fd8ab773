"""Khanbalik, the mission, Venice and the return in the game of 1983, rulings C12 to C15, C17, C18 and C20."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.rules.game import move_from_json
from companion.rules.match_functions import offered_kinds_of, standings
from companion.rules.scene import Final
from companion.rules.text import say
from companion.rules.viewer import EVERYTHING, PUBLIC
from tests.games.classic.journey import Journey, cards

GIFTS = ("blue:80", "green:80", "yellow:80")


def test_c12_khanbalik_requires_three_goods_of_eighty() -> None:
    journey = Journey().give(1, "blue:80", "blue:80", "green:50").spin()
    error = journey.refuses("C12", move="arrive", place="khanbalik")
    assert ("2" in repr(error.private), error.reason.args) == (True, (("n", 3), ("value", 80)))
    journey.give(1, "mauve:80").play(move="arrive", place="khanbalik")


def test_c12_the_gifts_are_exchanged_for_a_golden_table() -> None:
    journey = Journey().give(1, *GIFTS).go("khanbalik")
    journey.refuses("C12", move="end_turn")
    journey.play(move="give_gifts", cards=cards(*GIFTS))
    assert journey.lines == [*((1, card, -1, "C12") for card in GIFTS), (1, "table", 1, "C12")]
    assert not any(line.secret for line in journey.last)
    assert (journey.holding(1, "stage"), journey.holding(1, "cards")) == ("mission", 0)


@pytest.mark.parametrize(
    "gifts",
    [
        *([], ["blue:80"] * 2, ["blue:80", "green:80"], ["blue:80", "green:80", "yellow:50"]),
        *(["blue:80"] * 3, [*GIFTS, "mauve:80"]),
    ],
)
def test_c12_other_gifts_are_refused(gifts: list[str]) -> None:
    journey = Journey().give(1, *GIFTS, "mauve:80", "yellow:50").go("khanbalik")
    journey.refuses("C12", move="give_gifts", cards=cards(*gifts))


def test_c12_no_second_table_and_none_after_the_mission() -> None:
    journey = Journey().give(1, *GIFTS, "table").spin()
    journey.refuses("C12", move="arrive", place="khanbalik")
    after_mission = Journey().mission().give(1, *GIFTS).spin()
    after_mission.refuses("C12", move="arrive", place="khanbalik")


def test_c12_gifts_are_given_in_khanbalik() -> None:
    Journey().give(1, *GIFTS).go("town").refuses("C12", move="give_gifts", cards=cards(*GIFTS))


def test_c12_a_town_must_be_on_the_owners_list() -> None:
    journey = Journey(mission={"towns": ["Kashgar", "Pagan"]}).give(1, *GIFTS).go("khanbalik")
    journey.refuses("C12", move="give_gifts", cards=cards(*GIFTS), town="Atlantis")
    journey.play(move="give_gifts", cards=cards(*GIFTS), town="Pagan")
    assert journey.state.hands[0].town == "Pagan"


def test_c13_the_mission_turns_the_table_and_gives_a_secret() -> None:
    journey = Journey().give(1, "table").go("mission")
    journey.refuses("C13", move="end_turn")
    journey.play(move="finish_mission")
    assert journey.lines == [(1, "secret", 1, "C13")]
    assert (journey.holding(1, "stage"), journey.holding(1, "table"), journey.holding(1, "secret")) == (
        "homeward",
        1,
        1,
    )
    assert journey.totals(EVERYTHING)[0] == 240 + 240 + 240


def test_c13_there_is_no_mission_without_an_unturned_table() -> None:
    Journey().spin().refuses("C13", move="arrive", place="mission")
    Journey().go("town").refuses("C13", move="finish_mission")
    Journey().mission().pass_turns(2).spin().refuses("C13", move="arrive", place="mission")


def home(*names: str, besants: int = 240, seats: int = 2, **options: Any) -> Journey:
    """Return a journey with seat 1 in Venice after its mission, with these goods."""
    return Journey(seats, **options).mission().give(1, *names, besants=besants).go("venice")


def test_c14_the_first_return_with_a_fortune_wins_at_once() -> None:
    journey = home("blue:80", "green:80", "yellow:80", besants=380).play(move="claim")
    assert (journey.over, journey.turn, journey.active_seats, journey.state.winner) == (True, None, (), 1)
    places = [(place.seat, place.rank, place.total) for place in standings(journey.match, journey.state)]
    assert places == [(1, 1, 1100), (2, 2, 240)]


def test_c14_the_winner_is_called_messer_millionni() -> None:
    journey = home("blue:80", "green:80", "yellow:80", besants=380)
    before = journey.state
    journey.play(move="claim")
    claim = move_from_json(CLASSIC, {"move": "claim"})
    final = journey.match.animations(before, 1, claim, journey.state, journey.last, PUBLIC)[-1]
    assert isinstance(final, Final)
    assert final.name == say("classic.messer_millionni")
    view = journey.match.player_view(journey.state, PUBLIC)
    texts = [[note.says for note in journey.match.seat_notes(view, seat)] for seat in (1, 2)]
    assert [say("classic.messer_millionni") in seat_texts for seat_texts in texts] == [True, False]


def test_c14_the_first_wins_even_against_a_richer_seat() -> None:
    journey = home("blue:80", "green:80", "yellow:80", besants=400).give(2, besants=1900).play(move="claim")
    places = [(place.seat, place.rank, place.total) for place in standings(journey.match, journey.state)]
    assert places == [(1, 1, 1120), (2, 2, 1900)]


@pytest.mark.parametrize(("seats", "fortune"), [(2, 1100), (3, 900), (4, 700)])
def test_c14_the_fortune_depends_on_the_number_of_players(seats: int, fortune: int) -> None:
    besants = fortune - 480 - 90
    goods = ("blue:30", "green:30", "yellow:30")
    assert home(*goods, besants=besants, seats=seats).play(move="claim").over
    home(*goods, besants=besants - 10, seats=seats).refuses("C14", move="claim")


@pytest.mark.parametrize(
    "goods",
    [
        ("blue:80", "green:80"),
        ("blue:80", "blue:80", "blue:50", "green:80", "yellow:80"),
        ("mauve:80", "mauve:80", "mauve:80"),
    ],
)
def test_c14_each_required_colour_needs_one_or_two_cards(goods: tuple[str, ...]) -> None:
    home(*goods, besants=1500).refuses("C14", move="claim")


def test_c14_mauve_and_notes_are_unlimited() -> None:
    goods = ("blue:80", "blue:80", "green:50", "yellow:30", *["mauve:80"] * 3, *["mauve:50"] * 4)
    assert home(*goods, besants=240).play(move="claim").over


def test_c14_only_the_seat_learns_what_it_lacks() -> None:
    error = home("blue:80", "blue:80", "blue:50", besants=100).refuses("C14", move="claim")
    assert error.reason.args == ()
    private = repr(error.private)
    assert [word in private for word in ("lacks.besants", "lacks.more", "lacks.fewer", "310")] == [True] * 4


def test_c14_a_claim_needs_venice_and_a_finished_mission() -> None:
    Journey().refuses("C14", move="claim")
    Journey().go("town").refuses("C14", move="claim")
    rich = Journey().give(1, "blue:80", "green:80", "yellow:80", "table", besants=1900)
    rich.pass_turns(2).go("venice").refuses("C14", move="claim")


def test_c15_a_seat_leaves_venice_without_a_fortune() -> None:
    journey = Journey().pass_turns(2).go("venice").end()
    assert journey.pass_turns().go("town").end().turn == 2


def test_c15_venice_allows_trade_only_by_house_rule() -> None:
    journey = Journey().give(1, "blue:80").pass_turns(2).go("venice")
    journey.refuses("C15", move="sell", cards=cards("blue:80"))
    journey.refuses("C15", move="buy", colour="blue", value=80)
    allowed = Journey(trade_in_venice=True).give(1, "blue:80").pass_turns(2).go("venice", colour="green")
    allowed.sell("blue:80").buy("green:50")


def test_c17_a_ruined_seat_may_restart_in_venice() -> None:
    journey = Journey().give(1, besants=30).lose().ransom().pass_turns()
    assert [option.kind for option in offered_kinds_of(journey.match, journey.state, 1)] == [
        "spin",
        "restart",
        "correct",
    ]
    journey.play(move="restart")
    assert journey.lines == [(1, "besants", 240, "C17")]
    journey.refuses("C17", move="restart")
    journey.go("town")


def test_c17_a_restart_does_not_end_the_turn() -> None:
    journey = Journey().give(1, besants=0).play(move="restart")
    journey.refuses("C8", move="end_turn")
    journey.spin().refuses("C8", move="arrive", place="venice")  # the turn now starts in Venice
    assert journey.play(move="arrive", place="town").end().turn == 2


def test_c17_a_restart_is_possible_out_of_turn() -> None:
    for moment in (Journey(), Journey().spin(), Journey().spin_attack(), Journey().lose(), Journey().post("blue", 2)):
        turn = moment.state.turn
        moment.give(2, besants=0).play(2, move="restart")
        assert moment.lines == [(2, "besants", 240, "C17")]
        assert moment.turn == 1
        assert turn is not None
        after = moment.state.turn
        assert after is not None
        assert (after.phase, after.shared_with) == (turn.phase, ())


def test_c17_a_restart_is_possible_in_any_own_phase() -> None:
    under_way = Journey().pass_turns(2).spin().give(1, besants=0).play(move="restart")
    under_way.refuses("C8", move="arrive", place="venice")
    under_way.play(move="arrive", place="town")
    attacked = Journey().spin_attack().give(1, besants=0).play(move="restart").fight(1, 6)
    assert attacked.ransom().besants[0] == 210
    arrived = Journey().post("blue", 2).give(1, besants=0).play(move="restart")
    arrived.refuses("C15", move="buy", colour="blue", value=80)
    assert arrived.state.hands[0].place.value == "venice"
    assert arrived.end().turn == 2


def test_c17_a_restart_cancels_the_debt() -> None:
    journey = Journey().give(1, besants=20).post().hasard({"besants": -60})
    journey.play(move="restart").end()
    assert (journey.besants[0], journey.turn) == (240, 2)


def test_c17_no_restart_with_an_open_fight_or_trade() -> None:
    lost = Journey().lose().give(1, besants=0)
    lost.refuses("C4", move="restart")
    assert lost.ransom().play(1, move="restart").besants == (240, 240)
    unnamed = Journey().give(1, besants=30).give(2, "blue:80").post("blue", 2).play(move="trade", **{"with": 2})
    assert unnamed.besants[0] == 0
    unnamed.refuses("C17", seat=1, move="restart")


def test_c17_no_restart_without_first_besants() -> None:
    Journey(money={"start": 0}).refuses("C17", move="restart")


def sold_for_debts(journey: Journey, *honours: str) -> Journey:
    """Attack seat 1 without besants, and let it sell these for its ransoms, one after the other."""
    for honour in honours:
        journey.give(1, besants=0).lose().play(move="sell", what=honour).ransom().pass_turns(
            len(journey.match.names) - 1
        )
    return journey


def test_c17_a_restart_keeps_the_stage() -> None:
    journey = sold_for_debts(Journey().mission(), "table", "secret")
    journey.give(1, besants=0).play(move="restart")
    assert journey.holding(1, "stage") == "homeward"


@pytest.mark.parametrize("remaining", ["besants", "blue:30", "table", "secret"])
def test_c17_no_restart_with_anything_left(remaining: str) -> None:
    journey = Journey().give(
        1, *([] if remaining == "besants" else [remaining]), besants=10 if remaining == "besants" else 0
    )
    journey.refuses("C17", move="restart")


def test_c18_a_house_rule_requires_table_and_secret() -> None:
    goods = ("blue:80", "green:80", "yellow:80")
    for sold in ("table", "secret"):
        journey = sold_for_debts(Journey(must_hold_both=True).mission(), sold).give(1, *goods, besants=1500)
        journey.go("venice").refuses("C18", move="claim")
    assert home(*goods, besants=1500, must_hold_both=True).play(move="claim").over
    free = sold_for_debts(Journey().mission(), "table").give(1, *goods, besants=1500)
    assert free.go("venice").play(move="claim").over


def test_c20_bandits_may_roll_a_d8() -> None:
    journey = Journey(bandits_d8=True).spin_attack()
    journey.refuses("C3", move="fight", chance=[8, 8])
    assert journey.fight(6, 8).turn == 1
    Journey().spin_attack().refuses("C3", move="fight", chance=[6, 8])


def test_c20_ties_may_go_to_the_bandits() -> None:
    assert Journey(ties_to_bandits=True).spin_attack().fight(4, 4).turn == 1
    assert Journey().spin_attack().fight(4, 4).turn == 2


def test_c20_a_house_rule_requires_gifts_of_two_colours() -> None:
    journey = Journey(gifts_two_colours=True).give(1, "blue:80", "blue:80", "blue:80").spin()
    journey.refuses("C20", move="arrive", place="khanbalik")
    journey.give(1, "green:80").play(move="arrive", place="khanbalik")
    journey.refuses("C20", move="give_gifts", cards=cards("blue:80", "blue:80", "blue:80"))
    journey.play(move="give_gifts", cards=cards("blue:80", "blue:80", "green:80"))


def test_c20_a_bonus_may_be_added_to_every_number() -> None:
    turn = Journey(move_bonus=2).spin(6, "sea").state.turn
    assert turn is not None
    assert turn.points == 8


def test_c20_enabled_house_rules_are_listed() -> None:
    journey = Journey(bandits_d8=True, move_bonus=1)
    assert journey.match.rules.enabled == ("bandits_d8", "move_bonus")
    assert Journey().match.rules.enabled == ()


# Untracked hands.


def test_untracked_cards_are_counted_at_the_claim() -> None:
    journey = untracked_home()
    assert [journey.holding(1, what) for what in ("cards", "goods", "stage")] == [None, None, "homeward"]
    journey.refuses("C14", move="claim", goods={"blue": [80], "green": [80]})
    journey.refuses("C14", move="claim", goods={"blue": [80, 80, 50], "green": [80], "yellow": [80]})
    journey.refuses("C19", move="claim", goods={"blue": [80], "green": [80], "yellow": [80], "mauve": [80] * 4})
    journey.play(move="claim", goods={"blue": [80], "green": [80], "yellow": [80], "mauve": [80, 80]})
    assert journey.over
    assert journey.holding(1, "goods") == ["blue:80", "green:80", "yellow:80", "mauve:80", "mauve:80"]
    assert standings(journey.match, journey.state)[0].total == 240 + 480 + 400


def test_untracked_hands_keep_only_besants_and_stage() -> None:
    journey = Journey(tracking="dice").post("blue", 2).sell("blue:80", "blue:80").play(move="buy", colour="blue")
    assert (journey.besants[0], journey.holding(1, "goods")) == (380, None)
    traded = Journey(tracking="dice").post("blue", 2).play(move="trade", **{"with": 2})
    assert (traded.besants, traded.active_seats) == ((210, 270), (1,))
    assert Journey(tracking="dice").lose().ransom("blue:30").besants == (240, 240)


def untracked_home() -> Journey:
    """Return a journey with seat 1 in Venice after its mission, with untracked cards."""
    journey = Journey(tracking="dice").go("khanbalik").play(move="give_gifts").end().pass_turns()
    return journey.go("mission").play(move="finish_mission").end().pass_turns().go("venice")


# The town of a mission.


def give_gifts_and_note(journey: Journey, town: str) -> Journey:
    """Let the current seat come to Khanbalik with three gifts, and note this town of the Table."""
    seat = journey.turn
    assert seat is not None
    journey.give(seat, *GIFTS).go("khanbalik", colour="blue")
    return journey.play(move="give_gifts", cards=cards(*GIFTS), town=town)


def noted_town(journey: Journey) -> list[str | None]:
    return [hand.town for hand in journey.state.hands]


def test_c12_a_taken_town_is_not_noted_again() -> None:
    journey = give_gifts_and_note(
        give_gifts_and_note(Journey(mission={"towns": ["Kashgar", "Pagan"]}), "Pagan").end(), "Pagan"
    )
    assert noted_town(journey) == ["Pagan", None]
    assert (journey.holding(2, "table"), journey.holding(2, "stage")) == (
        1,
        "mission",
    )  # the gifts are accepted all the same


def test_c12_a_free_or_twice_listed_town_is_noted() -> None:
    assert noted_town(
        give_gifts_and_note(
            give_gifts_and_note(Journey(mission={"towns": ["Kashgar", "Pagan"]}), "Pagan").end(), "Kashgar"
        )
    ) == [
        "Pagan",
        "Kashgar",
    ]
    twice = Journey(3, mission={"towns": ["Pagan", "Pagan"]})
    assert noted_town(
        give_gifts_and_note(give_gifts_and_note(give_gifts_and_note(twice, "Pagan").end(), "Pagan").end(), "Pagan")
    ) == ["Pagan", "Pagan", None]


def test_c12_a_sold_table_frees_its_town() -> None:
    journey = give_gifts_and_note(Journey(mission={"towns": ["Pagan"]}), "Pagan").end()
    journey.go("town").end().give(1, besants=0).lose()
    journey.play(move="sell", what="table").play(move="ransom", pay="besants")
    assert noted_town(give_gifts_and_note(journey, "Pagan")) == [None, "Pagan"]


def test_c12_without_a_list_any_town_is_noted() -> None:
    assert noted_town(give_gifts_and_note(give_gifts_and_note(Journey(), "Pagan").end(), "Pagan")) == ["Pagan", "Pagan"]
