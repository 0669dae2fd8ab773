"""The preview of an offer, as far as it is certain and its viewer may know it before."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from hypothesis import given

from companion.rules.fields import Json
from companion.rules.offers import Offer
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.table import table as tables
from companion.table.legal_moves import offers_of
from companion.table.offer_preview import OfferPreview, preview_offer
from companion.table.random_play import play_move
from companion.table.table import Table
from tests.games.lanterns import LANTERNS
from tests.kit.cases import Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import cut_table, states_of, whole_game
from tests.kit.scripted_games import crate, end_turn, replayed_table, step
from tests.kit.twins import look_equal, twin_of

CHARMS: dict[str, Json] = {"rounds": 1, "charms": ["red", "red"]}


def offered(table: Table, seat: int, kind: str) -> Offer:
    return next(offer for offer in offers_of(table, seat) if offer.kind == kind)


def last_turn(second: str = "22222") -> Table:
    """Return the last turn of a market for two, of seat 2, with this card under its stall: seat 1 has shown one."""
    table = tables.start(LANTERNS, ("Ada", "Bao"), CHARMS)
    for seat, value in ((1, 11_111), (1, 11_112), (2, int(second)), (2, 22_223)):
        table = play_move(table, seat, {"move": "hide", "colour": "red", "value": value, "wish": "rain"})
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "roll", "chance": [1, 2]})
    table = play_move(table, 1, {"move": "show", "cards": ["red:11111"]})
    return play_move(table, 1, end_turn(1)[1])


def test_a_tally_is_previewed_for_all_seats_own_seat_first() -> None:
    table = replayed_table([step(1), end_turn(1), step(2), end_turn(2)])
    for _ in range(11):
        table = play_move(table, 3, step(3)[1])
    offer = next(offer for offer in offers_of(table, 3) if offer.needs_confirmation and offer.kind == "step")
    preview = preview_offer(table, 3, offer, PUBLIC)
    assert preview is not None
    assert {line.seat for line in preview.own} == {3}
    assert all(line.ruling == "E8" for line in preview.own)
    lines = play_move(table, 3, offer.move()).entries[-1].lines
    assert (*preview.own, *preview.others) == tuple(sorted(lines, key=lambda line: line.seat != 3))


def test_the_end_is_previewed_only_with_own_lines() -> None:
    table = last_turn()
    end = offered(table, 2, "end_turn")
    assert end.needs_confirmation
    preview = preview_offer(table, 2, end, as_seat(2))
    assert preview is not None
    assert [(line.by, line.ruling) for line in preview.own] == [(1, "L6"), (1, "L6")]
    assert (preview.owed, preview.others) == ((), ())
    assert preview_offer(table, 2, end, PUBLIC) == OfferPreview()
    full_preview = preview_offer(table, 2, end, EVERYTHING)
    assert full_preview is not None
    assert [(line.seat, line.ruling) for line in full_preview.others] == [(1, "L6"), (1, "L10")]


def test_a_move_of_chance_has_no_preview() -> None:
    table = tables.start(LANTERNS, ("Ada", "Bao"), {})
    for seat in (1, 1, 2, 2):
        hidden = {"move": "hide", "colour": "red", "value": 10_000 + len(table.entries), "wish": "rain"}
        table = play_move(table, seat, hidden)
    assert preview_offer(table, 1, offered(table, 1, "roll"), EVERYTHING) is None


def test_a_refused_or_incomplete_offer_has_no_preview() -> None:
    table = last_turn()
    assert preview_offer(table, 2, offered(table, 2, "hang"), EVERYTHING) is None
    refused = replace(
        offered(table, 1, "correct"), complete=True, refused=offered(replayed_table([]), 1, "crate").refused
    )
    assert refused.refused is not None
    assert preview_offer(table, 1, refused, EVERYTHING) is None


def test_components_that_remain_are_shown_in_between() -> None:
    table = replayed_table([])
    preview = preview_offer(table, 1, offered(table, 1, "step"), PUBLIC)
    assert preview == OfferPreview(owed=("crate",))
    for entry, (before, after) in enumerate(_pairs(replayed_table([step(1), crate(1, 2)]))):
        assert table.match.pending_gains(before, after, 1) == (("crate",) if entry == 0 else ())
        assert table.match.pending_gains(before, after, 2) == ()


def test_a_player_who_was_given_everything_owes_thanks() -> None:
    table = play_move(last_turn(), 2, {"move": "feast", "first": 1})
    after = play_move(table, 1, {"move": "answer", "gives": True})
    assert [table.match.pending_gains(table.state, after.state, seat) for seat in (1, 2)] == [(), ("thanks",)]


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_viewers_that_see_no_difference_get_the_same_preview(case: Case, seed: int, rnd: Random) -> None:
    table = _random_table(case, seed, rnd)
    hidden = rnd.choice(case.every_seat)
    twin = twin_of(table, hidden, rnd)
    for viewer in (PUBLIC, *(as_seat(seat) for seat in table.seats)):
        if not viewer.sees(hidden) and look_equal(table, twin, viewer):
            for seat in table.seats:
                assert _visible_previews(table, seat, viewer) == _visible_previews(twin, seat, viewer)


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_previews_come_true(case: Case, seed: int, rnd: Random) -> None:
    table = _random_table(case, seed, rnd)
    for seat in table.seats:
        for offer in offers_of(table, seat):
            preview = preview_offer(table, seat, offer, EVERYTHING)
            if preview is not None:
                after = play_move(table, seat, offer.move())
                assert sorted((*preview.own, *preview.others), key=repr) == sorted(after.entries[-1].lines, key=repr)
                assert all(line.seat == seat for line in preview.own)
                assert all(line.seat != seat for line in preview.others)


def _visible_previews(table: Table, seat: int, viewer: Viewer) -> list[tuple[Offer, OfferPreview | None]]:
    """Return each visible offer of a seat with its preview for this viewer."""
    secret = {offer.kind for offer in offers_of(table, seat) if offer.secret}
    visible = [offer for offer in offers_of(table, seat) if viewer.sees(seat) or offer.kind not in secret]
    return [(offer, preview_offer(table, seat, offer, viewer)) for offer in visible]


def _random_table(case: Case, seed: int, rnd: Random) -> Table:
    table = whole_game(case, seed)
    steps = len(table.entries) - (rnd.randint(1, 4) if rnd.random() < 0.5 else rnd.randint(0, len(table.entries)))
    return replace(cut_table(table, max(0, steps)))


def _pairs(table: Table) -> list[tuple[object, object]]:
    return list(pairwise(states_of(table)))
