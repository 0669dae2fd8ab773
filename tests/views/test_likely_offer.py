"""Tests of the one offer that stands out on a phone: at most one, and for the player on turn."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.rules.offers import Offer, default_offer, likely_offer
from companion.rules.rule_errors import Refusal
from companion.rules.text import say
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.table.table import Table
from companion.words.catalogue import Words
from tests.kit.cases import Case, a_few, every_case, hands
from tests.kit.random_play import some_moment
from tests.kit.scripted_games import replayed_table
from tests.views.games import snapshot

ENGLISH = Words("en")
NAMED = say("move.end_turn")
REFUSED = Refusal(say("refused.over"))


def offer(kind: str, **more: Any) -> Offer:
    """Return an offer of this kind."""
    return Offer(kind=kind, label=NAMED, complete=True, **more)


FIRST, SECOND, DEFAULT = offer("first"), offer("second"), offer("third", default=True)
ASIDE = offer("aside", aside=True)


@pytest.mark.parametrize(
    ("offers", "likely", "cursor"),
    [
        ([], None, None),
        ([FIRST], FIRST, FIRST),
        ([FIRST, SECOND], None, FIRST),
        ([FIRST, DEFAULT], DEFAULT, DEFAULT),
        ([ASIDE, FIRST], FIRST, FIRST),
        ([ASIDE], None, ASIDE),
        ([replace(DEFAULT, default=False, refused=REFUSED), SECOND], SECOND, SECOND),
        ([replace(FIRST, refused=REFUSED), ASIDE], None, ASIDE),
        ([offer("correct"), SECOND], SECOND, None),
    ],
)
def test_only_a_default_or_a_single_offer_is_likely(
    offers: list[Offer], likely: Offer | None, cursor: Offer | None
) -> None:
    assert likely_offer(offers) is likely
    if cursor is not None:
        assert default_offer(offers) is cursor


@every_case
@a_few
@given(rnd=hands)
def test_a_phone_has_at_most_one_likely_offer(case: Case, rnd: Random) -> None:
    table = some_moment(case, rnd.randrange(1 << 30), rnd)
    claimed = replace(table, claims={1: "phone"})
    for role in (ViewerRole(seat=1), ViewerRole(host=True), ViewerRole(host=True, seat=1)):
        view = phone_view(snapshot(claimed), role, ENGLISH)
        likely = [row for row in view["offers"] if row["usual"]]
        assert len(likely) <= 1
        for row in likely:
            assert row["refused"] is None
            assert not row.get("no_card")
            assert row["move"]["move"] != "correct"
            assert row["seat"] in view["waiting"]
            assert row["seat"] == view["turn"] or view["turn"] not in role.seats(claimed) or "moves" in row


def test_a_host_of_all_seats_sees_one_likely_offer() -> None:
    def likely(table: Table) -> list[str]:
        view = phone_view(snapshot(table), ViewerRole(host=True), ENGLISH)
        return [row["text"] for row in view["offers"] if row["usual"]]

    assert likely(replayed_table([])) == ["Step to 3"]
    started = replayed_table([(2, {"move": "decline"})], ("Ada", "Bao", "Cleo", "Dora"), "voyages")
    assert likely(started) == ["Roll (3 players)"]


def test_possible_moves_are_aside() -> None:
    table = replayed_table([(2, {"move": "decline"})], ("Ada", "Bao", "Cleo", "Dora"), "voyages")
    view = phone_view(snapshot(table), ViewerRole(seat=2), ENGLISH)
    aside = {row["move"]["move"] for row in view["offers"] if row.get("no_card")}
    assert aside == {"name", "reveal_goals"}
    host_view = phone_view(snapshot(table), ViewerRole(host=True), ENGLISH)
    masked = [row for row in host_view["offers"] if row["secret"]]
    assert masked
    assert all(row.get("no_card") for row in masked if row["move"]["move"] == "reveal_goals")
