"""The scene of a game of 1983: next steps, wheel and fight, hands, loot and stacks, the road, and animations."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import pytest

from companion.games.classic import CLASSIC
from companion.rules.game import move_from_json
from companion.rules.scene import CardRow, Cards, Dice, Final, Notes, Reveal, Ring, Road, Spin, Throw, Tone
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.scene_view import animations_view
from companion.table import table as tables
from companion.table.random_play import open_kinds
from companion.table.table import CompleteMove, Table, close
from companion.words.catalogue import Words
from companion.words.translated_scene import animations_in_words, badges_view, scene_of, seat_notes_of
from tests.games.classic.table import AT_POST, at_a_post, classic, correction, golden, spin_move
from tests.kit.golden_games import golden_file
from tests.views.games import with_move

ENGLISH = Words("en")
SHOWN = TypeVar("SHOWN")


def fight_move(white: int, black: int) -> dict[str, Any]:
    return {"seat": 1, "move": "fight", "chance": [white, black]}


def block(table: Table, block_type: type[SHOWN], viewer: Viewer = PUBLIC, name: str | None = None) -> SHOWN:
    """Return the block of this type, and of this id, that a viewer sees."""
    blocks = scene_of(table, viewer, ENGLISH).blocks
    return next(candidate for candidate in blocks if isinstance(candidate, block_type) and name in (None, candidate.id))


def block_ids(table: Table, viewer: Viewer = PUBLIC) -> list[str]:
    return [block.id for block in scene_of(table, viewer, ENGLISH).blocks]


def row_of(table: Table, name: str, viewer: Viewer = PUBLIC, row: int = 0) -> CardRow[str]:
    return block(table, Cards, viewer, name).rows[row]


def component_names(row: CardRow[str]) -> list[str | None]:
    return [card.thing for card in row.cards]


# Seat notes.


def seat_texts(table: Table, seat: int, viewer: Viewer = PUBLIC) -> list[str]:
    return [note.says for note in seat_notes_of(table, seat, viewer, ENGLISH)]


def test_seat_notes_give_stage_cards_and_own_fortune() -> None:
    table = at_a_post("mauve:50", "blue:80")
    assert seat_texts(table, 1) == ["to Khanbalik", "2 cards"]
    assert seat_texts(table, 1, as_seat(1)) == ["to Khanbalik", "2 cards", "your fortune: 370"]
    assert seat_texts(table, 2, as_seat(1)) == ["to Khanbalik", "1 card"]
    assert seat_texts(classic(), 1) == ["to Khanbalik"]
    assert seat_texts(classic(tracking="dice"), 1, as_seat(1)) == ["to Khanbalik"]


def test_a_fortune_of_besants_alone_is_only_the_total() -> None:
    assert seat_texts(classic(), 1, as_seat(1)) == ["to Khanbalik"]


def test_the_end_of_a_turn_names_a_skipped_seat() -> None:
    misses = {"seat": 2, "move": "buy", "colour": "green", "hasard": [{"miss_turn": True}]}
    table = classic(
        spin_move(3),
        AT_POST | {"shared_with": []},
        {"seat": 1, "move": "end_turn"},
        spin_move(3, seat=2),
        AT_POST | {"seat": 2, "shared_with": []},
        misses,
        {"seat": 2, "move": "end_turn"},
        spin_move(3),
        {"seat": 1, "move": "arrive", "place": "town"},
    )
    assert seat_texts(table, 2)[-1] == "misses 1 turn"
    ended = with_move(table, 1, {"move": "end_turn"})
    assert ended.match.turn(ended.state) == 1
    text = ended.match.describe_move(table.state, 1, ended.entries[-1].played.move, ended.state, ended.state, PUBLIC)
    assert ENGLISH.of(text, ended.names) == "Ada ends the turn and Bao misses one"
    assert seat_texts(ended, 2) == ["to Khanbalik"]


# The next step.


def next_step(table: Table, viewer: Viewer = PUBLIC) -> tuple[int | None, str]:
    note, *_ = block(table, Notes, viewer, "next").notes
    assert note.tone is Tone.NEXT
    return note.seat, note.says


def test_the_next_step_is_named_in_every_phase() -> None:
    assert next_step(classic()) == (1, "Say land or sea, then spin the wheel.")
    assert next_step(classic(spin_move(3, "sea"))) == (1, "Move 5 spaces by sea, then say where you stop.")
    assert next_step(classic(spin_move(7))) == (1, "You’re under attack! White die for you, black die for them.")
    assert next_step(classic(spin_move(7), fight_move(1, 6))) == (1, "Pay the ransom: 30 besants.")
    assert next_step(classic(spin_move(3), {"seat": 1, "move": "arrive", "place": "town"}))[1].startswith(
        "Nothing left to do"
    )
    assert next_step(at_a_post("green:50"))[1] == "You can sell. Then buy up to 3 cards, or take one from someone."


def test_a_ransom_asks_only_for_possible_payments() -> None:
    lost = (spin_move(7), fight_move(1, 6))
    few, none = correction(1, "besants", -220), correction(1, "besants", -240)
    assert next_step(classic(correction(1, "blue:30"), few, *lost))[1] == "Pay the ransom: 30 besants or a card."
    assert next_step(classic(correction(1, "table"), few, *lost))[1] == "Pay the ransom: 30 besants."
    assert next_step(classic(few, *lost))[1] == "Pay the 20 besants you have left."
    assert next_step(classic(none, *lost))[1] == "You have nothing left to pay with. Go on."
    assert next_step(classic(few, *lost, tracking="dice"))[1] == "Pay the ransom: 30 besants or a card."


def note_texts(table: Table, name: str) -> list[str]:
    """Return the texts of a block of notes, without the next step."""
    return [note.says for note in block(table, Notes, PUBLIC, name).notes if note.tone is not Tone.NEXT]


def test_setup_tasks_are_shown_before_the_first_spin() -> None:
    texts = note_texts(classic(), "setup")
    assert len(texts) == 5
    assert texts[2] == "240 besants each: 2 × 50, 2 × 30, 3 × 20 and 2 × 10"
    assert texts[-1] == "Ada starts (youngest first)"
    assert all(note.tone is Tone.TASK for note in block(classic(), Notes, PUBLIC, "setup").notes)
    assert "setup" not in block_ids(classic(spin_move(3)))
    ended = [{"seat": 1, "move": "arrive", "place": "town"}, {"seat": 1, "move": "end_turn"}]
    assert "setup" not in block_ids(classic(spin_move(3), *ended))


def test_first_besants_without_fitting_notes_are_a_plain_sum() -> None:
    assert note_texts(classic(money={"start": 245}), "setup")[2] == "245 besants each"
    assert note_texts(classic(money={"notes": []}), "setup")[2] == "240 besants each"
    assert note_texts(classic(money={"start": 100, "notes": [50]}), "setup")[2] == "100 besants each: 2 × 50"
    assert note_texts(classic(money={"start": 40, "notes": [20, 50]}), "setup")[2] == "40 besants each: 2 × 20"


def test_an_arrival_shows_reminders_of_the_board() -> None:
    texts = note_texts(classic(spin_move(3)), "next")
    assert len(texts) == 4
    assert "our reading" in texts[0]
    assert "Exact arrival" in texts[0]
    assert "our reading" not in note_texts(classic(spin_move(3), strict_arrival=True), "next")[0]
    assert note_texts(classic(), "next") == []
    assert note_texts(classic(spin_move(7)), "next") == []
    asides = [note for note in block(classic(spin_move(3)), Notes, PUBLIC, "next").notes if note.tone is Tone.ASIDE]
    assert len(asides) == len(texts)


def test_a_stack_without_goods_mentions_the_hasards() -> None:
    values = {"80": 1, "50": 0, "30": 0}
    few: dict[str, Any] = {"goods": {"values": values}, "khan": {"gifts": 1}}
    rows = {row.thing: row for row in block(classic(correction(2, "blue:80"), **few), Cards, PUBLIC, "stacks").rows}
    assert (rows["blue"].count, rows["blue"].says) == (0, "No goods left, only Hasards.")
    assert (rows["green"].count, rows["green"].says) == (1, None)
    none: dict[str, Any] = {"goods": {"values": values, "hasard": 0}, "khan": {"gifts": 1}}
    rows = {row.thing: row for row in block(classic(correction(2, "blue:80"), **none), Cards, PUBLIC, "stacks").rows}
    assert rows["blue"].says == "That stack is empty."


def test_the_next_step_addresses_the_player_whose_card_was_taken() -> None:
    table = with_move(at_a_post(), 1, {"move": "trade", "with": 2})
    assert next_step(table) == (2, "It’s up to Bao to name the card that Ada took.")
    assert next_step(table, as_seat(2)) == (2, "Ada took a card from you at random. Say which, in secret.")


def test_the_next_step_at_khanbalik_is_the_gifts() -> None:
    gifts = [correction(1, "blue:80"), correction(1, "green:80"), correction(1, "mauve:80")]
    table = classic(*gifts, spin_move(3), {"seat": 1, "move": "arrive", "place": "khanbalik"})
    assert next_step(table) == (1, "Give the Khan 3 goods cards of 80.")


def test_a_finished_or_closed_game_has_no_next_step() -> None:
    assert "next" not in block_ids(golden("two_players"))
    assert "next" in block_ids(golden("two_players", 20))
    assert "next" not in block_ids(close(golden("two_players", 20)))


@pytest.mark.parametrize("name", ["two_players", "four_players_ruin", "three_players_dice"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_moment_of_a_game_is_translated(name: str, language: str) -> None:
    table = golden(name)
    for entry in range(len(table.entries) + 1):
        then = table if entry == len(table.entries) else golden_at(table, entry)
        for viewer in (PUBLIC, *map(as_seat, table.seats)):
            assert "classic." not in repr(scene_of(then, viewer, Words(language)))


def golden_at(table: Table, entry: int) -> Table:
    """Return the table as it was after an entry."""
    earlier = tables.start(CLASSIC, table.names, dict(table.match.options), number=1)
    played = [recorded.played for recorded in table.entries[:entry]]
    return tables.play(earlier, played, 1) if played else earlier


# Wheel and fight.


def test_the_wheel_shows_rings_sectors_and_result() -> None:
    wheel = block(classic(spin_move(3, "sea")), Ring)
    assert [(band.id, band.name) for band in wheel.bands] == [("land", "By land"), ("sea", "By sea")]
    assert (wheel.announced, wheel.rests, wheel.sectors[3].touch) == ("sea", "sector:3", "sector:3")
    land, sea = wheel.sectors[7].shows
    assert (land.name, land.stark, sea.name, sea.n) == ("bandits", True, "corsairs", None)
    before = block(classic(), Ring)
    assert (before.announced, before.rests) == (None, None)
    assert scene_of(classic(), PUBLIC, ENGLISH).wide == "wheel"


def test_both_dice_are_shown_from_attack_to_ransom() -> None:
    attacked, lost = classic(spin_move(7)), classic(spin_move(7), fight_move(1, 6))
    traveller, bandits = block(attacked, Dice).groups
    assert (traveller.seat, traveller.dice[0].value, bandits.name, bandits.dice[0].faces) == (1, None, "bandits", 6)
    assert [(group.dice[0].value, group.won) for group in block(lost, Dice).groups] == [(1, False), (6, True)]
    assert "fight" not in block_ids(with_move(lost, 1, {"move": "ransom", "pay": "besants"}))


# Hands, loot, stacks.


def test_only_its_own_seat_sees_a_hand() -> None:
    table = at_a_post("mauve:50", "mauve:50")
    row = row_of(table, "hand", as_seat(1))
    assert component_names(row) == ["mauve:50", "mauve:50"]
    assert [card.touch for card in row.cards] == ["card:mauve:50", "card:mauve:50"]
    assert [card.id for card in row.cards] == ["1:mauve:50:0", "1:mauve:50:1"]
    assert component_names(row_of(table, "hand", as_seat(2))) == ["blue:30"]
    for viewer in (PUBLIC, EVERYTHING):
        assert "hand" not in block_ids(table, viewer)


def test_a_seat_sees_its_own_cards_in_the_loot() -> None:
    paid = {"seat": 1, "move": "ransom", "pay": "card", "colour": "mauve", "value": 50}
    table = classic(correction(1, "mauve:50"), spin_move(7), fight_move(1, 6), paid)
    assert component_names(row_of(table, "loot", as_seat(1))) == ["mauve:50"]
    for viewer in (PUBLIC, as_seat(2)):
        assert component_names(row_of(table, "loot", viewer)) == [None]
        assert row_of(table, "loot", viewer).says == "1 card face down"
    assert "loot" not in block_ids(classic())


def test_the_stacks_are_counted() -> None:
    rows = block(at_a_post("mauve:50", "mauve:80"), Cards, name="stacks").rows
    assert [(row.thing, row.count, row.of) for row in rows] == [
        ("blue", 8, 9),
        ("green", 9, 9),
        ("yellow", 9, 9),
        ("mauve", 7, 9),
    ]


def test_untracked_hands_show_neither_cards_nor_stacks() -> None:
    table = classic(tracking="dice")
    assert block(table, Cards, as_seat(1), "hand").rows == ()
    assert "stacks" not in block_ids(table)
    road = block(table, Road, as_seat(1))
    assert ([need.thing for need in road.needs], road.lacks) == (["besants"], ())
    assert road.says == "Your cards will be counted in Venice."


def test_an_overdrawn_bank_and_house_rules_are_badges() -> None:
    table = classic(correction(1, "besants", 1600), bandits_d8=True, move_bonus=2)
    badges = {badge["key"]: (badge["level"], badge["text"]) for badge in badges_view(table, ENGLISH)}
    assert badges["rule.bandits_d8"] == ("info", "House rule: Bandits roll a d8")
    assert badges["rule.move_bonus"] == ("info", "House rule: Extra spaces, +2")
    assert badges["bank"][0] == "warning"
    assert "2080" in badges["bank"][1]
    assert badges_view(classic(), ENGLISH) == []


# The road.


def test_the_road_shows_what_the_return_lacks() -> None:
    road = block(at_a_post("blue:80", "blue:50", "blue:50", "green:80"), Road, as_seat(1))
    assert [(need.thing, need.have, need.met) for need in road.needs] == [
        ("besants", 500, False),
        ("blue", 3, False),
        ("green", 1, True),
        ("yellow", 0, False),
    ]
    assert [(stage.done, stage.now) for stage in road.stages] == [(False, True), (False, False), (False, False)]
    assert (road.seat, len(road.lacks), road.says) == (1, 3, None)


def test_a_finished_road_is_ready() -> None:
    lines = golden_file("classic", "two_players").read_text("utf-8").splitlines()
    road = block(golden("two_players", len(lines) - 2), Road, as_seat(1))
    assert (road.lacks, road.says) == ((), "You have it all! Go and say so in Venice.")
    assert [stage.done for stage in road.stages] == [True, True, False]


# The journey.


def travellers(table: Table, viewer: Viewer = PUBLIC) -> list[tuple[str, tuple[int, ...]]]:
    return [(stage.name, stage.seats) for stage in block(table, Road, viewer, "journey").stages]


def test_the_journey_shows_what_each_seat_travels_to() -> None:
    assert travellers(classic()) == [("Venice", ()), ("Khanbalik", (1, 2)), ("Mission", ()), ("Venice", ())]
    with_table = classic(correction(2, "table"))
    assert travellers(with_table, as_seat(1)) == travellers(with_table)
    assert travellers(with_table)[1:3] == [("Khanbalik", (1,)), ("Mission", (2,))]
    lines = golden_file("classic", "two_players").read_text("utf-8").splitlines()
    assert travellers(golden("two_players", len(lines) - 2))[-1] == ("Venice", (1,))
    assert "journey" not in block_ids(golden("two_players"))


def test_the_journey_says_why_fewer_besants_rank_higher() -> None:
    assert block(classic(correction(2, "table")), Road, name="journey").says is None
    poorer = classic(correction(2, "table"), correction(2, "besants", -10))
    assert block(poorer, Road, name="journey").says == "The stage counts before besants."
    richer = classic(correction(2, "table"), correction(1, "besants", -10))
    assert block(richer, Road, name="journey").says is None


# Animations.


def animations_of(table: Table, viewer: Viewer = PUBLIC) -> Any:
    """Return the animations of the last entry."""
    return animations_in_words(table, len(table.entries), viewer, ENGLISH)


def test_a_spin_animation_names_sector_and_result() -> None:
    assert animations_of(classic(spin_move(3))) == (
        Spin(block="wheel", band="land", sector="sector:3", says="4 spaces"),
    )
    attacked = animations_of(classic(spin_move(7, "sea")))
    assert attacked == (Spin(block="wheel", band="sea", sector="sector:7", says="Corsairs!"),)
    (spun,) = animations_of(classic(spin_move(3), move_bonus=2))
    assert (spun.says, spun.large) == ("4 + 2 spaces", "6")


def test_a_fight_animation_names_winner_and_consequence() -> None:
    (lost,) = animations_of(classic(spin_move(7), fight_move(1, 6)))
    assert isinstance(lost, Throw)
    assert [group.dice[0].value for group in lost.groups] == [1, 6]
    assert (lost.says, lost.ruling) == ("Ada loses the fight", "C3")
    assert lost.then == ENGLISH("classic.fight.ransom", n=30)
    (won,) = animations_of(classic(spin_move(7), fight_move(6, 1)))
    assert (won.head, won.then) == (ENGLISH("classic.fight.won"), ENGLISH("classic.fight.no_loot"))
    loot = classic(
        spin_move(7), fight_move(1, 6), {"seat": 1, "move": "ransom", "pay": "besants"}, spin_move(7, seat=2)
    )
    (wins,) = animations_of(with_move(loot, 2, {"move": "fight", "chance": [6, 1]}))
    assert wins.then == ENGLISH("classic.fight.loot")


def test_a_typed_spin_says_that_it_was_typed() -> None:
    (spun,) = animations_view(classic(spin_move(3)), PUBLIC, ENGLISH)
    assert (spun["ceremony"], spun["entry"], spun["by"], spun["typed"], spun["again"]) == ("spin", 1, 1, False, False)


def test_the_end_reveals_hands_and_the_parts_of_fortunes() -> None:
    table = golden("two_players")
    revealed, final = animations_of(table)
    assert isinstance(revealed, Reveal)
    assert isinstance(final, Final)
    hands = [row for row in revealed.rows if row.id.startswith("goods")]
    assert [len(row.cards) for row in hands] == [6, 0]
    assert [component_names(row) for row in revealed.rows if row.id.startswith("honours")] == [["table", "secret"]]
    assert [(place.seat, place.rank, place.total) for place in final.places] == [(1, 1, 1100), (2, 2, 160)]
    values = {row.id: [cell.value for cell in row.cells] for row in final.rows}
    assert values["fortune"] == [1100, 160]
    parts = zip(*(values[name] for name in ("besants", "goods", "honours")), strict=True)
    assert [sum(column) for column in parts] == [1100, 160]
    assert block(table, Cards, name="hands").rows == revealed.rows


def test_venice_has_a_market_only_by_house_rule() -> None:
    passed_turns = tuple(
        move
        for seat in (1, 2)
        for move in (
            {**spin_move(3), "seat": seat},
            {"seat": seat, "move": "arrive", "place": "town"},
            {"seat": seat, "move": "end_turn"},
        )
    )
    in_venice = (*passed_turns, spin_move(3), {"seat": 1, "move": "arrive", "place": "venice"})
    in_town = (spin_move(3), {"seat": 1, "move": "arrive", "place": "town"})
    tables_in_turn = (classic(*in_venice, trade_in_venice=True), classic(*in_venice), classic(*in_town))
    assert ["buy" in open_kinds(table.match, table.state, 1) for table in tables_in_turn] == [True, False, False]


def test_the_dice_of_an_ended_fight_come_last() -> None:
    lost = classic(spin_move(7), fight_move(1, 6), {"seat": 1, "move": "ransom", "pay": "besants"})
    assert block_ids(lost)[:2] == ["next", "wheel"]
    lines = [json.loads(line) for line in golden_file("classic", "two_players").read_text("utf-8").splitlines()]
    moves = [CompleteMove(line.pop("seat"), move_from_json(CLASSIC, line)) for line in lines[1:]]
    at_once = tables.play(classic(**lines[0]["options"]), moves, 1)
    assert at_once.over
    assert [block_id for block_id in block_ids(at_once) if not block_id.startswith("purse:")][-1] == "fight"
