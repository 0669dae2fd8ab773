"""Outcome of an offer that needs confirmation, in words: on phones, and for the question of the box."""

from __future__ import annotations

import pytest

from companion.rules.offers import Offer
from companion.rules.viewer import PUBLIC
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.server.views.preview_view import outlook_view
from companion.server.views.view_types import OfferView
from companion.table import table as tables
from companion.table.legal_moves import offers_of
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.offer_outcome import outcome_lines
from tests.games.lanterns import LANTERNS
from tests.views.games import NAMES, expedition, play_moves, snapshot, with_correction, with_move


@pytest.fixture
def before_tally() -> Table:
    """Return a table with Inès one step before Ganzhou, and Bao's camel close behind."""
    return with_correction(with_correction(expedition(), 1, 15, "space:1"), 2, 13, "space:1")


def offer_to_confirm(table: Table, seat: int) -> Offer:
    return next(offer for offer in offers_of(table, seat) if offer.needs_confirmation)


def offer_views(table: Table, role: ViewerRole, language: str = "en") -> list[OfferView]:
    return phone_view(snapshot(table), role, Words(language))["offers"]


@pytest.mark.parametrize(
    ("language", "amounts"), [("en", ["+6 gold", "+4 gold"]), ("fr", ["+6 or", "+4 or"])], ids=["en", "fr"]
)
def test_a_move_before_a_tally_shows_its_payments_and_reasons(
    before_tally: Table, language: str, amounts: list[str]
) -> None:
    offers = [offer for offer in offer_views(before_tally, ViewerRole(seat=1), language) if offer["solemn"]]
    [outlook] = [offer["outlook"] for offer in offers if offer["move"] == {"move": "step", "by": "cards"}]
    assert [(line["seat"], line["ruling"]) for line in outlook] == [(1, "E8"), (2, "E8")]
    assert all(line.keys() == {"seat", "amount", "text", "ruling"} for line in outlook)
    assert all("Ganzhou" in (line["text"] or "") for line in outlook)
    assert [line["amount"] for line in outlook] == amounts


def test_moves_without_confirmation_have_no_outlook(before_tally: Table) -> None:
    assert not any("outlook" in offer for offer in offer_views(before_tally, ViewerRole(seat=1)) if not offer["solemn"])
    assert not any("outlook" in offer for offer in offer_views(play_moves(expedition(), "step"), ViewerRole(seat=1)))


def test_an_outlook_does_not_show_hidden_cards_to_the_host() -> None:
    table = tables.start(LANTERNS, NAMES[:2], {"rounds": 1})
    for seat, value in ((1, 11_111), (1, 11_112), (2, 22_222), (2, 22_223)):
        table = with_move(table, seat, {"move": "hide", "colour": "red", "value": value, "wish": "rain"})
    for seat in (1, 2):
        table = with_move(table, seat, {"move": "roll", "chance": [1, 2]})
    table = with_move(table, 1, {"move": "end_turn"})
    [end] = [offer for offer in offer_views(table, ViewerRole(host=True)) if offer["move"] == {"move": "end_turn"}]
    assert end["solemn"]
    assert "outlook" not in end
    [end] = [offer for offer in offer_views(table, ViewerRole(seat=2)) if offer["move"] == {"move": "end_turn"}]
    assert [line["seat"] for line in end["outlook"]] == [2, 2]


def test_an_outlook_mentions_a_crate_left_behind() -> None:
    table = expedition(2)
    step = next(offer for offer in offers_of(table, 1) if offer.kind == "step")
    expected = {"seat": 1, "amount": "crate", "text": "still to take", "ruling": None}
    assert outlook_view(table, 1, step, PUBLIC, Words("en")) == [expected]


def test_the_confirmation_on_the_box_gives_the_reason(before_tally: Table) -> None:
    offer = offer_to_confirm(before_tally, 1)
    why, others = outcome_lines(before_tally, 1, offer, PUBLIC, Words("en"))
    assert why.startswith("+6 gold: ")
    assert "Ganzhou" in why
    assert others == "B +4 gold"
    plain = next(
        candidate for candidate in offers_of(before_tally, 1) if not candidate.needs_confirmation and candidate.complete
    )
    assert outcome_lines(before_tally, 1, plain, PUBLIC, Words("en")) == ()


def test_gains_of_others_are_dropped_first_but_never_the_end() -> None:
    known = {str(space): 0 for space in range(3, 16)}  # so that nothing is asked about at Dadu
    tallied = play_moves(expedition(2, crates=known), *["step 1"] * 13, "end")
    before = with_correction(tallied, 1, 12, "space:1")
    end = offer_to_confirm(before, 1)
    why, ends = outcome_lines(before, 1, end, PUBLIC, Words("en"))
    assert why.startswith("+7 gold: Dadu")
    assert ends == "The game ends"
    crowd = with_correction(with_correction(before, 1, 25, "space:2"), 2, 25, "space:1")
    lines = outcome_lines(crowd, 1, offer_to_confirm(crowd, 1), PUBLIC, Words("en"), most=9)
    assert len(lines) == 4, "two camels of one's own, one of another, and the end"
    assert outcome_lines(crowd, 1, offer_to_confirm(crowd, 1), PUBLIC, Words("en")) == (*lines[:2], lines[-1])
