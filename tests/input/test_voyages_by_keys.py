"""Number of presses for the moves of Voyages on the box: ok for each pick, to begin, and to confirm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.chance_faces import DiceFace, SealFace
from companion.box.faces.faces import ConfirmFace, LettersFace, ListFace, NumberFace, TurnFace
from companion.games.voyages import VOYAGES
from companion.rules.game import move_to_json
from companion.table.commands import Play, StartGame
from tests.input.hands import Hands, plain


class Presses:
    """Hands that go the shorter way round every list, and count their presses."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.keys: list[str] = []

    def press(self, *keys: str) -> None:
        self.keys += keys
        self.hands.press(*keys)

    def act(self, label: str) -> None:
        """Take an action from the turn page."""
        labels = []
        index = self.hands.turn.action_index
        for _ in range(self.hands.turn.actions):
            labels.append(plain(self.hands.turn.action).rstrip("…"))
            self.hands.press("down")
        assert self.hands.turn.action_index == index
        self._go(labels.index(label), len(labels))

    def row(self, label: str) -> None:
        """Take a row that begins with this label and is not ticked yet."""
        face = self.hands.face
        assert isinstance(face, ListFace), self.hands.spoken
        labels = [plain(row.text) for row in face.rows]
        fitting = [index for index, row in enumerate(face.rows) if labels[index].startswith(label) and not row.ticked]
        assert fitting, f"no {label!r} among {labels}"
        self._go(min((index - face.chosen) % len(labels) for index in fitting), len(labels))

    def number(self, wanted: int) -> None:
        """Count to a number and take it."""
        face = self.hands.face
        assert isinstance(face, NumberFace), self.hands.spoken
        self.press(*["up" if wanted > face.number else "down"] * abs(wanted - face.number), "ok")

    def confirm(self) -> None:
        assert isinstance(self.hands.face, ConfirmFace), self.hands.spoken
        self.press("ok")

    @property
    def oks(self) -> int:
        return self.keys.count("ok")

    @property
    def all(self) -> int:
        return len(self.keys)

    @property
    def last_move(self) -> dict[str, Any]:
        """The last move."""
        return move_to_json(self.hands.table.entries[-1].played.move)

    def _go(self, down: int, of: int) -> None:
        self.press(*(["down"] * down if 2 * down <= of else ["up"] * (of - down)), "ok")


def table(hands: Hands, names: tuple[str, ...], **options: Any) -> None:
    hands.other_hand(StartGame(game="voyages", names=names, options=options))
    if isinstance(hands.face, SealFace):
        hands.press("ok")


def play(hands: Hands, seat: int, move: str, **fields: Any) -> None:
    hands.other_hand(Play(moves=((seat, {"move": move, **fields}),)))


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    hands = Hands(tmp_path / "state", "en", games=(VOYAGES,))
    yield hands
    hands.close()


@pytest.fixture
def rolls(hands: Hands) -> Hands:
    """Start a first game of four in which only the dice are still to be rolled."""
    table(hands, ("Anna", "Bao", "Chris", "Dora"))
    play(hands, 2, "decline")
    return hands


@pytest.fixture
def presses(rolls: Hands) -> Presses:
    """Bao's turn; he has all kinds of dice and can pay for anything, and nobody has taken coins yet."""
    play(rolls, 2, "roll", chance=[6, 3, 5, 5, 2, 5])
    play(rolls, 3, "roll", chance=[5, 3, 5, 6, 2])
    play(rolls, 4, "roll", chance=[5, 3, 5, 6, 2])
    play(rolls, 1, "bazaar", row="camel", dice=["blue:6"])
    play(rolls, 1, "end_turn")
    for what, by in (("coins", 40), ("camels", 10)):
        play(rolls, 2, "correct", what=what, by=by, note="")
    assert rolls.turn.action_index == 0
    return Presses(rolls)


@pytest.mark.parametrize(
    ("action", "dice", "most"),
    [
        ("Take 5 coins", ("green 3",), 4),
        ("Bazaar: camels", ("green 5",), 6),
        ("Bazaar: pepper", ("green 5",), 7),
        ("Bazaar: silk", ("green 5", "green 5"), 9),
        ("Bazaar: gold", ("green 5", "green 5", "green 6"), 12),
    ],
)
def test_a_move_by_dice_takes_two_extra_oks(presses: Presses, action: str, dice: tuple[str, ...], most: int) -> None:
    presses.act(action)
    for die in dice:
        presses.row(die)
    presses.confirm()
    assert presses.last_move["dice"] == [die.replace(" ", ":") for die in dice]
    assert presses.oks == len(dice) + 2
    assert presses.all <= most


def test_equal_dice_are_taken_by_ok_alone(presses: Presses) -> None:
    presses.act("Bazaar: silk")
    presses.row("green 5")
    before = presses.all
    presses.press("ok")
    presses.confirm()
    assert presses.last_move["dice"] == ["green:5", "green:5"]
    assert presses.all == before + 2


def test_the_khans_favour_takes_two_oks(presses: Presses) -> None:
    presses.act("Khan’s favour")
    presses.row("green 2")
    presses.row("1 silk")
    presses.confirm()
    assert presses.last_move == {"move": "khan", "dice": ["green:2"], "good": "silk"}
    assert (presses.oks, presses.all) == (4, 10)


def test_two_contracts_take_three_oks(presses: Presses) -> None:
    presses.act("Take contracts")
    presses.row("green 5")
    presses.row("slot 2")
    presses.row("slot 4")
    presses.confirm()
    move = presses.last_move
    assert (move["dice"], move["slots"], move["contracts"]) == (["green:5"], [2, 4], [None, None])
    assert presses.oks == 5
    assert presses.all <= 16


def test_three_steps_take_an_ok_each_and_one_to_stop(presses: Presses) -> None:
    presses.act("Travel")
    presses.row("green 5")
    presses.row("green 5")
    presses.row("Anxi")
    presses.row("Stop here")
    presses.confirm()
    assert presses.last_move["paths"][0] == ["O1", "MOS", "ANX"]
    assert presses.oks == 6
    assert presses.all <= 20


def test_nothing_is_bought_by_one_ok_at_a_turns_start(presses: Presses) -> None:
    entries = len(presses.hands.table.entries)
    assert presses.hands.turn.action.rstrip("…") == "Take 5 coins"
    presses.press("ok", "back")
    assert len(presses.hands.table.entries) == entries
    presses.act("Take a black die")
    assert presses.last_move["move"] == "black_die"
    assert presses.oks == 2, "it may be bought by one all the same"


def test_a_turn_after_its_action_ends_by_one_ok(presses: Presses) -> None:
    presses.act("Take 5 coins")
    presses.row("green 3")
    presses.confirm()
    before = presses.all
    presses.press("ok")
    assert presses.last_move == {"move": "end_turn"}
    assert presses.hands.table.match.turn(presses.hands.table.state) == 3
    assert presses.all == before + 1


def test_all_dice_of_the_round_are_rolled_by_one_ok(rolls: Hands) -> None:
    presses = Presses(rolls)
    presses.press("ok")
    assert [entry.played.move.kind for entry in rolls.table.entries].count("roll") == 3
    assert presses.all == 1


def look_at_dice(presses: Presses) -> None:
    """Close the page of the rolled dice."""
    while isinstance(presses.hands.face, DiceFace):
        presses.press("ok")


def test_with_only_points_tracked_a_turn_takes_three_picks(hands: Hands) -> None:
    """The points, a reason, which may be left out, and the number of used dice; a round takes one more, its roll."""
    table(hands, ("Anna", "Bao"), tracking="points", characters=["berke", "wilhelm"])
    presses = Presses(hands)
    presses.press("ok")
    look_at_dice(presses)
    for seat, used in ((1, 2), (2, 2), (1, 3), (2, 3)):
        assert isinstance(hands.face, TurnFace)
        assert hands.table.match.turn(hands.table.state) == seat
        picks, oks = 0, presses.oks
        presses.press("ok")
        while not isinstance(hands.face, ConfirmFace):
            picks += 1
            if isinstance(hands.face, NumberFace):
                presses.number(4)
            else:
                assert isinstance(hands.face, LettersFace)
                presses.press("ok")
        presses.confirm()
        assert presses.last_move == {"move": "score", "by": 4, "why": ""}
        presses.press("back")
        presses.row(f"{used} dice")
        picks += 1
        assert presses.last_move == {"move": "end_turn", "used": used}, "nobody asks whether it is meant"
        assert (picks, presses.oks - oks) == (3, 5)
    before = presses.all
    presses.press("ok")
    assert [entry.played.move.kind for entry in hands.table.entries][-2:] == ["roll", "roll"]
    assert presses.all == before + 1


def test_final_points_of_a_seat_take_an_ok_each(hands: Hands) -> None:
    table(hands, ("Anna", "Bao"), tracking="points", characters=["berke", "wilhelm"])
    presses = Presses(hands)
    for _ in range(5):
        for seat in (1, 2):
            play(hands, seat, "roll", chance=[3, 3, 3, 3, 3])
        first = hands.table.match.turn(hands.table.state)
        assert first is not None
        for seat in (first, 3 - first):
            play(hands, seat, "end_turn", used=5)
    look_at_dice(presses)
    presses.keys.clear()
    presses.press("ok")
    for counted in (2, 0, 1):
        presses.number(counted)
    for row in ("none", "Done", "0 places"):
        presses.row(row)
    presses.confirm()
    assert presses.last_move["coins"] == 2
    assert presses.oks <= 8


@pytest.fixture
def rolled(tmp_path: Path) -> Iterator[Hands]:
    """Let Anna roll in a game of two; the page of her roll is open, from the history."""
    with closing(Hands(tmp_path / "state", "en", games=(VOYAGES,), calm=True)) as hands:
        table(hands, ("Anna", "Bao"), characters=["berke", "wilhelm"])
        play(hands, 1, "roll", chance=[4, 4, 4, 5, 6])
        while not isinstance(hands.face, TurnFace):
            hands.press("back")
        hands.hold("ok")
        hands.choose("menu.history")
        hands.press("ok")
        yield hands


def test_a_replaced_roll_starts_with_its_dice(rolled: Hands) -> None:
    rolled.choose("history.replace")
    rolled.press("ok", "ok")
    values = []
    while isinstance(rolled.face, NumberFace):
        values.append(rolled.face.number)
        rolled.press(*(["down"] if len(values) == 4 else []), "ok")
    assert values == [4, 4, 4, 5, 6]
    rolled.press("ok")
    assert move_to_json(rolled.table.entries[0].played.move) == {"move": "roll", "chance": [4, 4, 4, 4, 6]}


def test_a_roll_before_another_starts_at_one(rolled: Hands) -> None:
    rolled.choose("history.put_in")
    rolled.press("ok", "ok", "ok")
    assert isinstance(rolled.face, NumberFace)
    assert rolled.face.number == 1
