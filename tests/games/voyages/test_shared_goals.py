"""Two seats with the same goal card: told to everybody once all goals are open, and settled by either seat (V42)."""

from __future__ import annotations

from typing import Any

from companion.games.voyages import VOYAGES
from companion.rules.game import PlayedMove, move_from_json
from companion.rules.scene import Final, Notes, Reveal
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.preview_view import preview_view
from companion.table import amendments
from companion.table import table as tables
from companion.table.commands import Amend
from companion.table.game_setup import amended_start
from companion.table.legal_moves import offers_of
from companion.table.offer_preview import OfferPreview, preview_offer
from companion.table.one_press_moves import preview_move
from companion.table.random_play import play_move
from companion.table.table import Table
from companion.words.catalogue import Words
from tests.games.voyages.test_endgame import last_round
from tests.games.voyages.test_points import FINAL, game_over, points
from tests.games.voyages.voyage import NAMES, Voyage, first_turn

ENGLISH, FRENCH = Words("en"), Words("fr")
LEAVE: dict[str, Any] = {"move": "leave_goals"}


def goals(*cards: str) -> dict[str, Any]:
    return {"move": "reveal_goals", "cards": [*cards]}


def shared(**options: Any) -> Voyage:
    """Return a game after its last turn in which both seats have the card of Moscow and Xian."""
    return last_round(**options).play(1, **goals("G01", "G05")).play(2, **goals("G01", "G02")).end_round()


def notes_of(voyage: Voyage, viewer: Viewer, words: Words) -> list[str]:
    scene = voyage.match.scene(voyage.match.player_view(voyage.state, viewer), viewer, None)
    blocks = [block for block in scene.blocks if isinstance(block, Notes)]
    return [words.of(note.says, NAMES).replace("\u00a0", " ") for block in blocks for note in block.notes]


def test_the_game_waits_for_both_seats_with_a_card() -> None:
    voyage = shared()
    assert (voyage.over, voyage.active_seats, voyage.turn) == (False, (1, 2), None)
    assert [voyage.holding(seat, "points") for seat in (1, 2)] == [0, 0], "nothing is scored yet"


def test_everybody_is_informed_of_the_shared_card() -> None:
    voyage = shared()
    for viewer in (PUBLIC, as_seat(1), as_seat(2)):
        assert [board.goals for board in voyage.match.player_view(voyage.state, viewer).boards] == [
            ("G01", "G05"),
            ("G01", "G02"),
        ]
        assert notes_of(voyage, viewer, ENGLISH) == [
            "Ada and Bao have the same goal card: Moscow and Xian (4). Enter other goals, or leave them as they are."
        ]
        assert notes_of(voyage, viewer, FRENCH) == [
            "Ada et Bao ont la même carte Objectif : Moscou et Xian (4). "
            "Notez d’autres objectifs, ou laissez-les ainsi."
        ]


def test_a_shared_card_stays_secret_before_all_are_open() -> None:
    voyage = last_round().play(1, **goals("G01", "G05")).play(2, **goals("G01", "G02"))
    assert notes_of(voyage, as_seat(1), ENGLISH) == []
    for seat in (1, 2):
        voyage.refuses("V42", seat, **goals("G03", "G04")).refuses(None, seat, **LEAVE)
        assert "leave_goals" not in [offer.kind for offer in voyage.match.offers(voyage.state, seat)]
    assert voyage.match.player_view(voyage.state, PUBLIC).boards[0].goals == (None, None)


def test_either_seat_enters_other_goals() -> None:
    for seat, cards in ((1, ("G03", "G05")), (2, ("G02", "G03"))):
        voyage = shared().play(seat, **goals(*cards))
        assert voyage.over
        assert voyage.board(seat).goals == cards


def test_other_goals_may_be_shared_again() -> None:
    voyage = shared().play(2, **goals("G03", "G05"))
    assert (voyage.over, voyage.active_seats) == (False, (1, 2))
    assert len(notes_of(voyage, PUBLIC, ENGLISH)) == 1
    voyage.refuses("V42", 1, **goals("G05")).refuses("V42", 1, **goals("G05", "G99"))
    assert voyage.play(1, **goals("G04", "G06")).over


def test_leaving_the_goals_settles_all_pairs_at_once() -> None:
    voyage = first_turn("wilhelm", "berke", "kubilai", "johannes", start={"rounds": 1})
    pairs = {1: ("G01", "G02"), 2: ("G02", "G03"), 3: ("G10", "G11"), 4: ("G11", "G12")}
    for seat, cards in pairs.items():
        voyage.play(seat, **goals(*cards)).give(seat, coins=0)
    voyage.end_round()
    assert voyage.active_seats == (1, 2, 3, 4)
    assert voyage.play(4, **LEAVE).over
    assert [voyage.board(seat).goals for seat in pairs] == [*pairs.values()]


def test_a_seat_with_cards_of_its_own_is_not_asked() -> None:
    voyage = first_turn("wilhelm", "berke", "kubilai", start={"rounds": 1})
    for seat, cards in ((1, ("G01", "G02")), (2, ("G02", "G03")), (3, ("G10", "G11"))):
        voyage.play(seat, **goals(*cards))
    voyage.end_round().refuses("V42", 3, **goals("G04", "G05")).refuses(None, 3, **LEAVE)
    assert voyage.active_seats == (1, 2)
    assert [offer.kind for offer in voyage.match.offers(voyage.state, 3)] == ["name"]


def test_goals_of_the_set_up_are_mended_there() -> None:
    voyage = last_round(goals=[["G01", "G05"], None]).play(2, **goals("G01", "G02")).end_round()
    voyage.refuses("V42", 1, **goals("G03", "G05"))
    mend, leave, *_ = voyage.match.offers(voyage.state, 1)
    assert mend.refused is not None
    assert ENGLISH.of(mend.refused.reason) == "Your goals were named at the set-up: change them there."
    assert (leave.kind, leave.refused) == ("leave_goals", None)
    assert voyage.play(2, **goals("G02", "G03")).over, "those of the other seat were named by a move"


def test_both_ways_out_are_offered_to_both_seats() -> None:
    voyage = shared()
    for seat in (1, 2):
        mend, leave, *_ = voyage.match.offers(voyage.state, seat)
        assert [ENGLISH.of(offer.label) for offer in (mend, leave)] == [
            "Enter other goals",
            "Leave the goals as they are",
        ]
        assert [FRENCH.of(offer.label) for offer in (mend, leave)] == [
            "Noter d’autres objectifs",
            "Laisser les objectifs ainsi",
        ]
        assert (mend.complete, mend.secret, mend.default, mend.any_order) == (False, False, True, True)
        assert (leave.complete, leave.secret, leave.default, leave.any_order) == (True, False, False, False)
        assert (mend.needs_confirmation, leave.needs_confirmation) == (False, True)


def test_leaving_the_goals_is_described_and_shows_the_end() -> None:
    voyage = shared()
    before, move = voyage.state, move_from_json(VOYAGES, LEAVE)
    voyage.play(2, **LEAVE)
    text = voyage.match.describe_move(before, 2, move, voyage.state, voyage.state, PUBLIC)
    assert ENGLISH.of(text, NAMES) == "Bao leaves the goals as they are"
    assert FRENCH.of(text, NAMES) == "Bao laisse les objectifs ainsi"
    animations = voyage.match.animations(before, 2, move, voyage.state, voyage.last, PUBLIC)
    assert [type(animation) for animation in animations] == [Reveal, Final]


def test_a_shared_card_is_shown_when_all_goals_open() -> None:
    voyage = last_round(goals=[["G01", "G05"], None]).end_round()
    before, body = voyage.state, goals("G01", "G02")
    voyage.play(2, **body)
    played = PlayedMove(before, 2, move_from_json(VOYAGES, body), voyage.state, voyage.last)
    (reveal,) = voyage.match.animations(before, 2, played.move, played.after, played.lines, PUBLIC)
    assert isinstance(reveal, Reveal)
    assert (ENGLISH.of(reveal.name), FRENCH.of(reveal.name)) == ("The same goal twice", "Deux fois le même objectif")
    assert [(row.seat, [card.thing for card in row.cards]) for row in reveal.rows] == [
        (1, ["goal:G01"]),
        (2, ["goal:G01"]),
    ]
    text = voyage.match.describe_move(before, 2, played.move, voyage.state, voyage.state, PUBLIC)
    assert ENGLISH.of(text, NAMES) == (
        "Bao has the goals Moscow and Xian (4) and Moscow and Ormuz (5). "
        "Ada and Bao have the same goal card: Moscow and Xian (4)"
    )


def test_the_last_turn_names_a_shared_card_too() -> None:
    voyage = last_round(goals=[["G01", "G05"], ["G01", "G02"]]).give(dice="", acted=True).give(2, dice="")
    before, move = voyage.state, move_from_json(VOYAGES, {"move": "end_turn"})
    voyage.play(move="end_turn")
    text = voyage.match.describe_move(before, 1, move, voyage.state, voyage.state, PUBLIC)
    assert FRENCH.of(text, NAMES).endswith("Ada et Bao ont la même carte Objectif\u00a0: Moscou et Xian (4)")
    [reveal] = voyage.match.animations(before, 1, move, voyage.state, voyage.last, PUBLIC)
    assert isinstance(reveal, Reveal)


def test_points_tracking_compares_no_goals() -> None:
    voyage = game_over(points()).play(1, **{**FINAL, "goals": ["G01"], "reached": 2})
    assert voyage.play(2, **{**FINAL, "goals": ["G01"], "reached": 2}).over
    points().refuses(None, 1, **LEAVE)


def last_turn(first: list[str], second: list[str] | None) -> Table:
    """Return a table of two seats with these goals, before the last seat ends the last turn."""
    options: dict[str, Any] = {"start": {"rounds": 1, "dice": 1, "missing_below": 0}, "goals": [first, second]}
    table = tables.start(VOYAGES, NAMES[:2], {**options, "characters": ["berke", "wilhelm"]})
    for seat in (1, 2):
        table = play_move(table, seat, {"move": "roll", "chance": [3]})
    for seat, die in ((1, "blue:3"), (2, "green:3")):
        table = play_move(table, seat, {"move": "take_three", "dice": [die]})
        table = play_move(table, 1, {"move": "end_turn"}) if seat == 1 else table
    return table


def test_no_preview_of_a_turn_tells_of_shared_cards() -> None:
    previews = []
    for first in (["G01", "G02"], ["G03", "G05"]):
        table = last_turn(first, ["G01", "G04"])
        [end] = [offer for offer in offers_of(table, 2) if offer.kind == "end_turn"]
        assert end.needs_confirmation
        previews.append([preview_offer(table, 2, end, viewer) for viewer in (as_seat(2), PUBLIC)])
    assert previews == [[OfferPreview()] * 2] * 2
    everything = preview_offer(table, 2, end, EVERYTHING)
    assert everything is not None
    assert everything.ends, "the cards differ, and who knows them all sees the end"


def test_no_preview_of_goals_tells_of_shared_cards() -> None:
    table = play_move(last_turn(["G01", "G02"], None), 2, {"move": "end_turn"})
    views = [
        preview_view(table, preview_move(table, 2, goals(*cards)), as_seat(2), ENGLISH)
        for cards in (("G01", "G04"), ("G03", "G04"))
    ]
    assert views[0] == views[1]
    assert (views[0]["over"], views[0]["lines"], views[0]["standings"], views[0]["told"]) == (False, [], None, "")


def test_mended_goals_of_the_set_up_end_the_game() -> None:
    table = play_move(last_turn(["G01", "G02"], ["G01", "G04"]), 2, {"move": "end_turn"})
    mended = amendments.amend_start(
        table, amended_start(table, Amend(entry=0, options={"goals": {"2": ["G03", "G04"]}}))
    )
    assert (table.over, mended.over, len(mended.entries)) == (False, True, len(table.entries))
    assert mended.state.boards[1].goals == ("G03", "G04")


def test_leaving_the_goals_is_previewed_with_the_end() -> None:
    table = play_move(last_turn(["G01", "G02"], ["G01", "G04"]), 2, {"move": "end_turn"})
    [leave] = [offer for offer in offers_of(table, 1) if offer.kind == "leave_goals"]
    preview = preview_offer(table, 1, leave, as_seat(1))
    assert preview is not None
    assert (preview.ends, [(line.what, line.by, line.ruling) for line in preview.own]) == (True, [("points", 1, "V43")])
