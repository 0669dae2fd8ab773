"""Arrivals in the game of 1983: who may stand where, and which places are trading posts (C8)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.fields import OneOf
from companion.rules.match_functions import next_pick
from companion.rules.offers import Offer
from companion.rules.rule_errors import MalformedError
from companion.rules.scene import Notes
from companion.rules.viewer import PUBLIC, as_seat
from tests.games.classic.journey import Journey, cards

GIFTS = ("blue:80", "green:80", "yellow:80")


def arrivals(journey: Journey) -> dict[str, Offer]:
    """Return the offers to arrive, each by its place and colour."""
    offers = [offer for offer in journey.match.offers(journey.state, journey.active_seats[0]) if offer.kind == "arrive"]
    chosen = [dict(offer.chosen) for offer in offers]
    names = [" ".join(str(fields[name]) for name in ("place", "colour") if fields.get(name)) for fields in chosen]
    return dict(zip(names, offers, strict=True))


def colours(journey: Journey, place: str) -> dict[str | None, str | None]:
    """Return the colours that the form of an arrival lists, each with the ruling that refuses it."""
    form_field = next_pick(journey.match, journey.state, journey.active_seats[0], "arrive", {"place": place}, ())
    assert isinstance(form_field, OneOf)
    return {str(choice.value): choice.refused.ruling if choice.refused else None for choice in form_field.choices}


def guest(seats: int = 2, **options: Any) -> Journey:
    """Return a journey with seats that have gifts, seat 1 about to arrive."""
    journey = Journey(seats, **options)
    for seat in range(1, seats + 1):
        journey.give(seat, *GIFTS)
    return journey.spin()


def give(journey: Journey, town: str | None = None) -> Journey:
    return journey.play(move="give_gifts", cards=cards(*GIFTS), town=town).end()


# Who may be named.


@pytest.mark.parametrize("place", ["town", "port", "venice", "khanbalik"])
def test_who_arrived_elsewhere_is_not_at_a_post(place: str) -> None:
    journey = Journey().stand(2, place).spin()
    journey.refuses("C8", move="arrive", place="post", colour="blue", shared_with=[2])


def test_who_arrived_at_another_colour_is_not_here() -> None:
    journey = Journey().stand(2, "post", "green").spin()
    journey.refuses("C8", move="arrive", place="post", colour="blue", shared_with=[2])
    journey.play(move="arrive", place="post", colour="green", shared_with=[2])


def test_a_post_without_a_colour_may_be_any() -> None:
    Journey().stand(2, "post").spin().play(move="arrive", place="post", colour="blue", shared_with=[2])
    Journey().stand(2, "post", "blue").spin().play(move="arrive", place="post", shared_with=[2])


def test_the_first_card_bought_tells_the_colour() -> None:
    journey = Journey().go("post").buy("green:50").end().spin()
    journey.refuses("C8", move="arrive", place="post", colour="blue", shared_with=[1])
    journey.play(move="arrive", place="post", colour="green", shared_with=[1])


def test_a_mission_town_is_a_post_like_others() -> None:
    journey = Journey().stand(2, "mission", "green").spin()
    journey.refuses("C8", move="arrive", place="post", colour="blue", shared_with=[2])
    journey.play(move="arrive", place="post", colour="green", shared_with=[2])
    on_mission = Journey().give(1, "table").stand(2, "post", "green").spin()
    on_mission.play(move="arrive", place="mission", colour="green", shared_with=[2])


def test_khanbalik_is_shared_with_its_own_guests() -> None:
    for colour in ("blue", None):
        guest().stand(2, "khanbalik", colour).play(move="arrive", place="khanbalik", colour="blue", shared_with=[2])
    for place, colour in (("post", "blue"), ("khanbalik", "green")):
        journey = guest().stand(2, place, colour)
        journey.refuses("C8", move="arrive", place="khanbalik", colour="blue", shared_with=[2])


def test_venice_as_a_post_is_shared_with_its_guests() -> None:
    journey = Journey(trade_in_venice=True).pass_turns(3).stand(1, "venice").spin()
    journey.play(move="arrive", place="venice", colour="green", shared_with=[1])
    other = Journey(trade_in_venice=True).stand(1, "town").stand(2, "post", "green").spin()
    other.refuses("C8", move="arrive", place="venice", colour="green", shared_with=[2])


def test_a_restart_arrives_in_venice() -> None:
    journey = Journey().stand(2, "post", "blue").give(2, besants=0)
    journey.play(2, move="restart").spin()
    journey.refuses("C8", move="arrive", place="post", colour="blue", shared_with=[2])


def test_a_hasard_in_words_may_have_moved_any_piece() -> None:
    journey = Journey(3).stand(3, "town").post().hasard({"note": "change places"}).end()
    journey.spin().play(move="arrive", place="post", colour="green", shared_with=[1, 3]).end()
    journey.go("town").end().spin()
    journey.refuses("C8", move="arrive", place="post", colour="green", shared_with=[3])
    journey.play(move="arrive", place="post", colour="green", shared_with=[2])


def test_a_moved_piece_may_go_to_its_last_place() -> None:
    journey = Journey().post().hasard({"note": "your neighbour leaves Venice"}).end()
    assert journey.go("venice").end().turn == 1


# Khanbalik without a trading post has room for one.


def test_nobody_joins_a_guest_of_the_khan_without_a_colour() -> None:
    journey = guest().stand(2, "khanbalik")
    error = journey.refuses("C8", move="arrive", place="khanbalik")
    assert error.reason.key == "classic.refused.say_colour"
    assert colours(journey, "khanbalik") == {"None": "C8", **dict.fromkeys(("blue", "green", "yellow", "mauve"))}
    journey.play(move="arrive", place="khanbalik", colour="blue")


def test_a_guest_who_left_makes_room() -> None:
    give(guest().play(move="arrive", place="khanbalik")).pass_turns().go("town").end().go("khanbalik")


def test_khanbalik_that_is_no_post_is_refused_while_taken() -> None:
    journey = guest(posts={"khanbalik": False}).stand(2, "khanbalik")
    error = journey.refuses("C8", move="arrive", place="khanbalik")
    assert error.reason.key == "classic.refused.shared"
    assert arrivals(journey)["khanbalik"].refused is not None
    journey.stand(2, "town").play(move="arrive", place="khanbalik")


def test_a_mission_town_is_never_refused_as_taken() -> None:
    journey = Journey().give(1, "table").stand(2, "mission").spin()
    notes = [note.id for note in _next_notes(journey)]
    assert "remind.several" in notes
    journey.play(move="arrive", place="mission")


# Which places are trading posts.


def test_the_first_arrival_asks_whether_khanbalik_is_a_post() -> None:
    journey = guest()
    assert not arrivals(journey)["khanbalik"].complete
    assert colours(journey, "khanbalik") == dict.fromkeys(("None", "blue", "green", "yellow", "mauve"))


def test_the_colour_of_khanbalik_stands_for_later_arrivals() -> None:
    journey = give(guest().play(move="arrive", place="khanbalik", colour="green")).spin()
    assert colours(journey, "khanbalik") == {"None": "C8", "blue": "C8", "green": None, "yellow": "C8", "mauve": "C8"}
    error = journey.refuses("C8", move="arrive", place="khanbalik", colour="blue")
    assert error.reason.key == "classic.refused.known_post"
    journey.play(move="arrive", place="khanbalik", shared_with=[1])
    assert journey.state.turn is not None
    assert (journey.state.turn.colour, journey.state.hands[1].colour) == (journey.state.hands[0].colour,) * 2
    journey.play(move="give_gifts", cards=cards(*GIFTS)).buy("green:50")


def test_the_answer_no_post_is_not_asked_again() -> None:
    journey = give(guest().play(move="arrive", place="khanbalik")).stand(1, "town").spin()
    offer = arrivals(journey)["khanbalik"]
    assert (offer.complete, dict(offer.chosen)) == (True, {"place": "khanbalik", "colour": None})
    journey.play(move="arrive", place="khanbalik", colour="blue")


def test_the_owners_board_fills_in_khanbalik() -> None:
    journey = guest(posts={"khanbalik": "mauve"})
    offer = arrivals(journey)["khanbalik mauve"]
    assert offer.complete
    journey.refuses("C8", move="arrive", place="khanbalik", colour="blue")
    journey.play(move="arrive", place="khanbalik").play(move="give_gifts", cards=cards(*GIFTS)).buy("mauve:30")


def test_the_owners_board_may_say_no_post() -> None:
    journey = guest(posts={"khanbalik": False})
    assert arrivals(journey)["khanbalik"].complete
    error = journey.refuses("C8", move="arrive", place="khanbalik", colour="blue")
    assert error.private is not None
    assert error.private.key == "classic.lacks.no_post"


def on_mission(town: str = "Pagan", seats: int = 2, **options: Any) -> Journey:
    """Return a journey with seat 1 about to arrive in this town, which it has noted."""
    journey = give(guest(seats, **options).play(move="arrive", place="khanbalik", colour="blue"), town)
    return journey.pass_turns(seats - 1).spin()


def test_the_owners_board_fills_in_a_mission_town() -> None:
    journey = on_mission(posts={"Pagan": "yellow"})
    assert colours(journey, "mission")["yellow"] is None
    error = journey.refuses("C8", move="arrive", place="mission", colour="blue")
    assert ("yellow" in repr(error.private), "yellow" in repr(error.reason)) == (True, False)
    journey.play(move="arrive", place="mission").play(move="finish_mission").buy("yellow:80")


def test_a_mission_town_that_is_no_post_allows_no_trade() -> None:
    journey = on_mission(posts={"Pagan": False})
    journey.refuses("C8", move="arrive", place="mission", colour="blue")
    journey.play(move="arrive", place="mission").play(move="finish_mission")
    journey.refuses("C10", move="buy", colour="blue", value=30)


def test_a_town_told_to_all_stands_for_later_missions() -> None:
    journey = on_mission().play(move="arrive", place="mission", colour="green").play(move="finish_mission").end()
    journey.stand(2, "town").go("khanbalik")
    give(journey, "Pagan").pass_turns().spin()
    journey.refuses("C8", move="arrive", place="mission", colour="blue")
    journey.play(move="arrive", place="mission")
    assert str(journey.state.hands[1].colour) == "Colour.GREEN"


def test_a_town_is_known_only_once_it_is_told() -> None:
    journey = on_mission(seats=3).play(move="arrive", place="mission", colour="green")
    assert [post.place for post in journey.state.posts or ()] == ["khanbalik"]
    journey.play(move="finish_mission")
    assert [post.place for post in journey.state.posts or ()] == ["khanbalik", "Pagan"]


def test_what_the_owners_board_says_is_not_noted_again() -> None:
    journey = on_mission(posts={"khanbalik": "blue"})
    noted = [journey.state.posts]
    journey.play(move="arrive", place="mission", colour="green").play(move="finish_mission")
    noted.append(journey.state.posts)
    assert [[post.place for post in posts or ()] for posts in noted] == [[], ["Pagan"]]
    journey.stand(2, "town").end().spin()
    assert arrivals(journey)["khanbalik blue"].complete


def test_a_seat_is_no_company_for_itself() -> None:
    journey = Journey().stand(1, "post", "blue").stand(2, "town").spin()
    assert arrivals(journey)["post blue"].complete


def test_an_arrival_that_may_tell_the_town_is_private() -> None:
    known, unknown = on_mission(posts={"Pagan": "yellow"}), on_mission()
    assert (arrivals(known)["mission"].secret, arrivals(unknown)["mission"].secret) == (True, False)


def test_others_cannot_tell_towns_apart_by_their_posts() -> None:
    posts = {"Pagan": "yellow", "Kashgar": False}
    journeys = [on_mission(town, posts=posts) for town in ("Pagan", "Kashgar", "Atlantis")]
    for viewer in (PUBLIC, as_seat(2)):
        assert len({repr(journey.view_json(viewer)) for journey in journeys}) == 1
    offered = [[(offer.label, offer.complete, offer.refused) for offer in arrivals(each).values()] for each in journeys]
    assert offered[0] == offered[1] == offered[2]


def test_untracked_towns_tell_nothing() -> None:
    journey = Journey(tracking="dice", posts={"Pagan": "yellow"}).go("khanbalik").play(move="give_gifts", town="Pagan")
    journey.end().pass_turns().spin().play(move="arrive", place="mission", colour="blue")


@pytest.mark.parametrize(
    ("posts", "where"),
    [
        ({"khanbalik": "pink"}, "posts.khanbalik"),
        ({"khanbalik": True}, "posts.khanbalik"),
        ({"Pagan": 0}, "posts.Pagan"),
        ({" ": "blue"}, "posts. "),
    ],
)
def test_a_wrong_board_is_refused_with_its_path(posts: dict[str, Any], where: str) -> None:
    with pytest.raises(MalformedError) as caught:
        Journey(posts=posts)
    assert caught.value.where == where


# A move by a Hasard, and the house rule of exact arrivals.


def test_a_hasard_may_lead_back_to_the_start() -> None:
    journey = Journey().pass_turns(2).spin()
    journey.play(move="arrive", place="post", colour="blue").hasard({"move": True})
    assert [note.id for note in _next_notes(journey)] == ["next", "remind.several"]
    assert Journey().post().hasard({"move": True}).play(move="arrive", place="venice").end().turn == 2


def test_a_hasard_leads_to_khanbalik_with_gifts_alone() -> None:
    journey = Journey().post().hasard({"move": True})
    journey.refuses("C12", move="arrive", place="khanbalik")
    journey.give(1, *GIFTS).stand(2, "khanbalik").refuses("C8", move="arrive", place="khanbalik")
    journey.stand(2, "town").play(move="arrive", place="khanbalik")


def test_a_hasard_leads_to_a_post_that_counts_anew() -> None:
    journey = Journey().give(1, "blue:30").post().buy("blue:80", "blue:80").hasard({"move": True})
    journey.play(move="arrive", place="post", colour="green").sell("blue:30")
    journey.buy("green:80", "green:80", "green:80").refuses("C10", move="buy", colour="green", value=50)


def test_exact_arrivals_are_said_with_their_number() -> None:
    strict, free = (guest(strict_arrival=option) for option in (True, False))
    assert [arrivals(journey)["khanbalik"].detail is None for journey in (strict, free)] == [False, True]
    assert arrivals(strict)["town"].detail is None
    form_field = next_pick(strict.match, strict.state, 1, "arrive", {}, ())
    assert isinstance(form_field, OneOf)
    noted = {str(choice.value) for choice in form_field.choices if choice.note is not None}
    assert noted == {"khanbalik", "mission", "venice"}
    led = Journey(strict_arrival=True).post().hasard({"move": True})
    assert arrivals(led)["venice"].detail is None


def _next_notes(journey: Journey) -> list[Any]:
    scene = journey.match.scene(journey.match.player_view(journey.state, PUBLIC), PUBLIC, None)
    return [note for block in scene.blocks if isinstance(block, Notes) and block.id == "next" for note in block.notes]
