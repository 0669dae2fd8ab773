"""Voyages set up move by move on the box alone: dealing, what to lay where, characters, and goals in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.faces import BlockFace, Face, ListFace, LobbyFace, MessageFace
from companion.box.faces.signals import Glow, RingSeats
from companion.box.pages.private_hand_page import HIDES_AFTER
from companion.box.pages.tasks_page import TasksPage
from companion.box.pages.turn_page import TablePage
from companion.games.voyages import VOYAGES
from companion.games.voyages.printed_parts import Person
from companion.rules.fields import Pick
from companion.rules.game import move_to_json
from companion.table.commands import Play, StartGame, TakeBack
from companion.table.legal_moves import next_pick
from companion.words.catalogue import LANGUAGES
from companion.words.translated_scene import set_up_blocks
from tests.input.hands import Hands, plain
from tests.input.test_setting_up import CountingHands

NAMES = ("Anna", "Bao", "Chris", "Dora")
BOTH = {"draft": True, "deal": True}
STEPS = ("deal_map", "deal_row", "deal_characters")


def begin(hands: Hands, seats: int = 2, **options: Any) -> Hands:
    hands.other_hand(StartGame(game="voyages", names=NAMES[:seats], options=options or BOTH))
    hands.press("ok")
    return hands


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    with closing(Hands(tmp_path / "state", "en", games=(VOYAGES,))) as hands:
        yield hands


@pytest.fixture
def choosing(hands: Hands) -> Hands:
    """Let Bao and Anna choose from three characters."""
    begin(hands)
    hands.press("ok", "back", "ok", "back", "ok", "back")
    assert hands.turn.strip.turn is not None
    assert hands.turn.strip.turn.name == "Bao"
    return hands


@pytest.fixture
def keeping(choosing: Hands) -> Hands:
    """Deal goal cards to Anna and Bao, who still have to keep two each."""
    choosing.press("ok", "back", "ok", "back", "ok")
    assert choosing.rows == ["Keep two goals…"] * 2
    return choosing


def kinds(hands: Hands) -> list[str]:
    return [entry.played.move.kind for entry in hands.table.entries]


def goal_labels(hands: Hands, seat: int) -> list[str]:
    """Return the labels of the goal cards from which a seat chooses."""
    field = next_pick(hands.table, seat, "keep_goals", {})
    assert isinstance(field, Pick)
    return [plain(hands.box.words.of(choice.label)) for choice in field.choices]


def next_task(hands: Hands) -> str:
    """Return the first open task of the list on the screen."""
    face = hands.face
    assert isinstance(face, BlockFace), hands.spoken
    return plain(face.blocks[0].spoken[0])


def title(hands: Hands) -> str:
    return plain(hands.face.strip.title)


# The box deals.


def test_each_deal_is_one_press_and_says_what_to_lay(hands: Hands) -> None:
    begin(hands)
    titles, tasks = [], []
    for kind in STEPS:
        hands.press("ok")
        assert kinds(hands)[-1] == kind
        titles.append(title(hands))
        tasks.append(next_task(hands).split(":")[0])
        hands.press("back")
        assert isinstance(hands.box.page, TablePage)
    assert titles == ["Set up the board 0/17", "Lay out the contracts 0/7", "Set up the players 0/2"]
    assert tasks == ["Moscow", "Slot 1", "Characters turned up"]


def test_new_tasks_are_above_those_put_aside(choosing: Hands) -> None:
    for name in ("Bao", "Anna"):
        choosing.press("ok")
        assert next_task(choosing).startswith(f"{name} (")
        choosing.press("back")


def test_tasks_are_ticked_off_place_by_place(hands: Hands) -> None:
    begin(hands)
    hands.press("ok")
    block = set_up_blocks(hands.table, hands.box.words)[0]
    assert [plain(note.says).split(":")[0] for note in block.notes][:3] == ["Moscow", "Karakorum", "Samarcanda"]
    for number, note in enumerate(block.notes):
        assert (title(hands), next_task(hands)) == (f"Set up the board {number}/17", plain(note.says))
        hands.press("ok")
    assert isinstance(hands.face, MessageFace)
    assert hands.face.body == "All done."
    assert hands.table.state.market.row == (), "one ok too many plays nothing"
    hands.press("ok")
    assert isinstance(hands.box.page, TablePage)


def test_a_tick_made_too_early_is_taken_off_by_up(hands: Hands) -> None:
    begin(hands)
    hands.press("ok")
    first = next_task(hands)
    hands.press("ok", "up")
    assert next_task(hands) == first
    hands.press("down")
    assert "Set up the board 0/17" in hands.spoken
    hands.press("up", "up")
    assert next_task(hands) == first


def test_ticks_stay_until_the_list_is_read_again(hands: Hands) -> None:
    begin(hands)
    hands.press("ok", "ok", "ok", "back")
    hands.hold("ok")
    hands.find("voyages.setup.of_map")
    assert hands.details[hands.rows.index("Set up the board")] == "2/17"
    hands.press("ok")
    assert title(hands) == "Set up the board 2/17"
    hands.press(*["ok"] * 16)
    assert isinstance(hands.face, ListFace)
    assert hands.details[hands.rows.index("Set up the board")] == "17/17"
    hands.press("ok")
    assert title(hands) == "Set up the board 0/17"


def test_the_list_closes_when_a_phone_plays_on(hands: Hands) -> None:
    begin(hands)
    hands.press("ok")
    hands.other_hand(Play(moves=((1, {"move": "deal_row"}),), source="phone"))
    assert title(hands) == "Lay out the contracts 0/7"
    hands.press("back")
    assert isinstance(hands.box.page, TablePage)
    hands.press("ok")
    hands.other_hand(TakeBack(source="phone"))
    hands.other_hand(TakeBack(source="phone"))
    assert isinstance(hands.box.page, TablePage)
    assert kinds(hands) == ["deal_map"]


def test_no_list_opens_over_a_menu(hands: Hands) -> None:
    begin(hands)
    hands.hold("ok")
    hands.other_hand(Play(moves=((1, {"move": "deal_map"}),), source="phone"))
    assert isinstance(hands.face, ListFace)
    assert "Set up the board" in hands.rows


def test_every_list_to_set_up_is_in_the_menu(keeping: Hands) -> None:
    keeping.hold("ok")
    lists = [*takewhile(lambda row: row != "Take back", keeping.rows)][-3:]
    assert lists == ["Set up the board", "Lay out the contracts", "Set up the players"]
    for name in lists:
        keeping.choose(name)
        assert title(keeping).startswith(name)
        keeping.press("back")


def test_lights_blink_for_the_seats_with_goals_to_keep(keeping: Hands) -> None:
    assert keeping.box.output().glows == (Glow.BLINK, Glow.BLINK)
    assert keeping.box.output().ring == RingSeats(("blue", "green"), 0, (1, 2))


# What lies on the table is typed in.


def type_in(hands: Hands) -> None:
    """Open the form of Anna's deal, to type in what lies there."""
    hands.hold("ok")
    hands.choose("menu.actions", name="Anna")
    hands.press("ok")
    assert hands.rows == ["The box draws", "Enter what lies there"]
    hands.choose("form.typed_deal")


def test_a_map_is_typed_in_card_by_card(hands: Hands) -> None:
    begin(hands, deal=True)
    type_in(hands)
    titles, chosen = [], []
    while isinstance(hands.face, ListFace):
        titles.append(title(hands))
        chosen.append(hands.rows[1])
        hands.press("down", "ok")
    cities = ["Moscow", "Karakorum", "Samarcanda", "Lan-Zhou", "Alexandria", "Karachi"]
    assert titles == [*cities, "Sumatra", *cities, "Sumatra 1/3", "Sumatra 2/3", "Sumatra 3/3"]
    assert chosen[:3] == ["5 coins", "2 camels", "3 camels"], "what is dealt is not left"
    assert chosen[7] == "2 silk for 3 points"
    hands.press("ok")
    assert move_to_json(hands.table.entries[-1].played.move) == {"move": "deal_map", "chance": [2] * 16}
    assert hands.table.entries[-1].played.typed
    assert isinstance(hands.box.page, TablePage), "whoever has laid it needs no list"


def test_a_replaced_deal_starts_with_its_cards(choosing: Hands) -> None:
    before = choosing.table
    choosing.hold("ok")
    choosing.choose("menu.history")
    choosing.choose("has dealt the contracts")
    choosing.choose("history.replace")
    choosing.press("ok")
    assert choosing.rows == ["Enter what lies there"]
    choosing.press("ok")
    while title(choosing).startswith("Slot "):
        choosing.press("ok")
    assert "Nothing changes on the board." in choosing.spoken
    choosing.press("ok")
    assert choosing.table.state == before.state


def test_characters_are_typed_in_by_their_names(hands: Hands) -> None:
    begin(hands, draft=True, deal=True)
    hands.press("ok", "back", "ok", "back")
    type_in(hands)
    for number, name in enumerate(("Wilhelm von Rubruk", "Berke Khan", "Kubilai Khan"), 1):
        assert title(hands) == f"Character {number}"
        hands.choose(name)
    hands.press("ok")
    assert hands.table.state.open_characters == (Person.BERKE, Person.KUBILAI, Person.WILHELM)


def test_goals_are_typed_in_as_numbers(hands: Hands) -> None:
    begin(hands, deal=True)
    hands.press("ok", "back", "ok", "back")
    type_in(hands)
    captions = []
    for value in (3, 1):
        captions.append(hands.spoken)
        hands.press(*["up"] * (value - 1), "ok")
    assert all(f"Card {number}" in caption for number, caption in enumerate(captions, 1))
    hands.press("ok")
    assert move_to_json(hands.table.entries[-1].played.move) == {"move": "deal_goals", "chance": [3, 1]}


# Characters.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [False, True])
def test_what_a_character_does_fits_below_its_name(language: str, large: bool, tmp_path: Path) -> None:
    for seats in (2, 3, 4):
        with closing(Hands(tmp_path / str(seats), language, large=large, games=(VOYAGES,))) as hands:
            begin(hands, seats, draft=True)
            names = []
            for _ in Person:
                names.append(hands.turn.action)
                assert hands.turn.action_detail
                hands.press("down")  # a face that shortens its words fails
            assert len({*names}) == len(Person)


def test_ok_takes_the_character_in_sight_and_says_its_pieces(choosing: Hands) -> None:
    choosing.press("down")
    wanted = plain(choosing.turn.action)
    choosing.press("ok")
    assert move_to_json(choosing.table.entries[-1].played.move)["move"] == "take_character"
    assert title(choosing).startswith("Set up the players 0/")
    assert next_task(choosing).startswith(f"Bao (green, {wanted}): 8 coins")
    choosing.press("back")
    assert choosing.turn.strip.turn is not None
    assert choosing.turn.strip.turn.name == "Anna"


def test_holding_back_returns_a_character(choosing: Hands) -> None:
    choosing.press("ok", "back")
    choosing.hold("back")
    assert kinds(choosing) == [*STEPS]
    assert choosing.turn.strip.turn is not None
    assert choosing.turn.strip.turn.name == "Bao"


def test_only_points_are_tracked_and_characters_are_taken(hands: Hands) -> None:
    begin(hands, tracking="points", draft=True)
    hands.press("ok")
    hands.press("back", "ok", "back")
    assert kinds(hands) == ["take_character"] * 2
    assert hands.table.match.round(hands.table.state) == 1


# Goals, in the hand of their seat.


def test_goals_are_chosen_in_the_hand_and_hidden_again(keeping: Hands) -> None:
    faces: list[Face] = []
    keeping.watch = faces.append
    keeping.press("down")
    for seat, name in ((2, "Bao"), (1, "Anna")):
        keeping.press("ok")
        assert keeping.spoken == f"Pass the box to {name}."
        keeping.press("ok")
        assert keeping.box.viewer.seat == seat
        cards = keeping.table.state.boards[seat - 1].goal_choice
        assert cards is not None
        labels = goal_labels(keeping, seat)
        assert keeping.rows == [*labels, "Done"]
        assert len(labels) == len(cards)
        keeping.press("ok", "down", "ok", "ok")
        assert keeping.table.state.boards[seat - 1].goals == tuple(cards[:2])
        assert keeping.box.viewer.seat is None
        assert not any(label in keeping.spoken for label in labels)
    assert kinds(keeping)[-2:] == ["keep_goals"] * 2
    assert keeping.table.match.round(keeping.table.state) == 1


def test_a_seat_goes_on_choosing_while_another_keeps_its_goals(keeping: Hands) -> None:
    keeping.press("ok", "ok", "ok")
    seat = keeping.box.viewer.seat
    assert seat is not None
    cards = list(keeping.table.state.boards[2 - seat].goal_choice[:2])
    keeping.other_hand(Play(moves=((3 - seat, {"move": "keep_goals", "cards": cards}),), source="phone"))
    assert isinstance(keeping.face, ListFace)
    assert (keeping.box.viewer.seat, [row.ticked for row in keeping.face.rows].count(True)) == (seat, 1)
    keeping.press("down", "ok", "ok")
    assert keeping.table.match.round(keeping.table.state) == 1
    assert keeping.box.viewer.seat is None


def test_a_move_taken_back_hides_the_choice_of_another(keeping: Hands) -> None:
    keeping.press("ok", "ok", "ok")
    keeping.other_hand(TakeBack(source="phone"))
    assert keeping.box.viewer.seat is None


def test_the_last_choice_names_its_goals_beside_no_income(keeping: Hands) -> None:
    """The incomes of the round that follows are not gains of the choice."""
    keeping.press("down")
    for _ in range(2):
        keeping.press("ok", "ok", "ok", "down", "ok")
        seat = keeping.box.viewer.seat
        assert seat is not None
        assert all(label.split(" (")[0] in keeping.spoken for label in goal_labels(keeping, seat)[:2])
        keeping.press("ok")
    assert any(line.follows for line in keeping.table.entries[-1].lines)


def test_a_hand_left_alone_keeps_its_goals_to_itself(keeping: Hands) -> None:
    keeping.press("ok", "ok", "ok")
    keeping.wait(HIDES_AFTER)
    assert keeping.spoken == "It’s hidden | Nothing was played."
    assert kinds(keeping)[-1] == "deal_goals"
    keeping.press("ok")
    assert keeping.rows == ["Keep two goals…"] * 2


def test_nobody_sees_a_goal_before_the_box_is_passed(keeping: Hands) -> None:
    labels = [*goal_labels(keeping, 1), *goal_labels(keeping, 2)]
    faces: list[str] = []
    keeping.watch = lambda face: faces.append(plain(" | ".join(face.spoken())))
    keeping.hold("ok")
    for name in ("menu.blocks", "menu.history", "menu.sheet"):
        keeping.choose(name)
        for _ in keeping.rows:
            keeping.press("ok", "back", "down")
        keeping.press("back")
    assert not any(label in face for face in faces for label in labels)


# How many presses it takes.


@pytest.mark.parametrize(("seats", "most"), [(2, 27), (3, 33), (4, 41)])
def test_a_set_up_by_the_box_takes_few_presses(
    seats: int, most: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Count from the start to the first roll; each list of what to lay takes one press more, to put it aside."""
    options = {**BOTH, "expert": True}
    with closing(CountingHands(tmp_path / "state", games=(VOYAGES,))) as hands:
        hands.other_hand(StartGame(game="voyages", names=NAMES[:seats], options=options))
        hands.presses = 0
        while "roll" not in kinds(hands) and hands.presses < 100:
            press_next(hands)
        with capsys.disabled():
            print(f"\nset-up of {seats} players: {hands.presses} presses")
        assert hands.presses <= most
        assert kinds(hands).count("keep_goals") == seats


def press_next(hands: Hands) -> None:
    """Press what goes on: back puts a list aside, and ok does everything else."""
    if isinstance(hands.box.page, TasksPage):
        hands.press("back")
    elif isinstance(hands.face, ListFace) and any(row.ticked for row in hands.face.rows):
        hands.press("down", "ok")
    else:
        hands.press("ok")


# Options.


def open_rules(hands: Hands, seats: int) -> None:
    """Let this number of people sit down, and open tonight's rules."""
    hands.press("ok")
    hands.choose("home.new")
    for name in NAMES[:seats]:
        hands.add_player(name)
    hands.choose("rules.tonight")


def test_dealing_without_full_tracking_is_refused_and_loses_nothing(hands: Hands) -> None:
    open_rules(hands, 2)
    hands.choose("setup.options")
    for row, note in (
        ("voyages.option.draft.short", "The last player chooses first. Two goals of four."),
        ("voyages.option.deal", "It says which card lies where."),
    ):
        hands.find(row)
        assert hands.note == note
        hands.press("ok")
    hands.press("back")
    hands.choose("voyages.option.tracking")
    hands.press("back")
    hands.choose("setup.begin", n=2)
    assert isinstance(hands.face, MessageFace)
    assert hands.spoken == "The box deals only where everything is tracked."
    hands.press("ok")
    assert hands.rows[:2] == ["Anna", "Bao"]
    hands.choose("rules.tonight")
    assert hands.details == ["Anna", "no", "Points", "2", "nothing", "none"]
    hands.choose("voyages.option.tracking")
    hands.press("back")
    hands.choose("setup.begin", n=2)
    assert hands.table.match.options == {"deal": True, "draft": True, "tracking": "full"} | {
        "colours": hands.table.match.options["colours"]
    }


def test_a_character_named_in_the_lobby_is_not_drafted(hands: Hands) -> None:
    open_rules(hands, 3)
    hands.choose("setup.options")
    hands.choose("voyages.option.draft.short")
    hands.press("back")
    hands.choose("rules.dealt")
    hands.choose("voyages.option.characters")
    hands.choose("Bao")
    hands.choose("Matteo Polo")
    hands.press("back", "back")
    hands.choose("Who begins")
    hands.press("back")
    hands.choose("setup.begin", n=3)
    assert hands.table.names == ("Bao", "Chris", "Anna")
    assert not isinstance(hands.face, LobbyFace)
    hands.press("ok")
    while kinds(hands).count("take_character") < 2:
        hands.press("back" if isinstance(hands.box.page, TasksPage) else "ok")
    assert [entry.played.seat for entry in hands.table.entries] == [3, 2]
    people = [board.person for board in hands.table.state.boards]
    assert people[0] is None
    assert Person.MATTEO not in people
