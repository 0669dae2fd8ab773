"""Tests of evenings of The Voyages of Marco Polo by the box's keys alone, from the welcome to the end, in a browser."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.box.faces.faces import ConfirmFace, EndFace, LettersFace, ListFace, MessageFace, NumberFace, TurnFace
from tests.depth import deep
from tests.e2e.player import Player
from tests.e2e.test_games import assert_ended_as_replayed
from tests.kit.scripted_games import play

pytestmark = [pytest.mark.e2e, deep]
REQUIRED = {"up", "down", "ok", "back"}
ENDS_A_LIST = ("Stop here", "Done")


class KeyPlayer:
    """A player who always selects the first answer, and checks whose turn the box names."""

    def __init__(self, player: Player, *names: str) -> None:
        self.player, self.names = player, names
        self.count: Counter[str] = Counter()
        """Presses by purpose."""
        self.purpose = "setting up"
        self.log: list[tuple[str, list[str]]] = []
        """Each press of the end, with what the box said before it, for a test that fails."""
        self.turns: Counter[str] = Counter()
        """Turns by seat, as the box named them."""
        player.press("ok")
        player.choose("New game")
        player.choose("The Voyages of Marco Polo")
        player.sit_down(*names)

    def press(self, *keys: str) -> None:
        self.count[self.purpose] += len(keys)
        if self.purpose == "the end":
            self.log.append((" ".join(keys), self.player.lines()))
        self.player.press(*keys)

    def presses(self, purpose: str, times: int) -> float:
        """Return the average number of presses for a purpose."""
        return self.count[purpose] / times

    def assert_it_says_whose_turn_it_is(self) -> None:
        """Check that the box names the only active seat, also aloud, unless it shows a list."""
        table = self.player.companion.session.table
        assert table is not None
        face = self.player.face()
        active = table.match.active_seats(table.state)
        named = isinstance(face, TurnFace | ConfirmFace | NumberFace | LettersFace)
        if len(active) != 1 or not named:
            return
        assert face.strip.turn is not None
        assert face.strip.turn.name == self.names[active[0] - 1]
        assert self.names[active[0] - 1] in self.player.lines()

    def answer(self) -> None:
        """Answer until it is a seat's turn, or several may act, or all is over; in a list select the first free row."""
        for _ in range(40):
            face = self.player.face()
            self.assert_it_says_whose_turn_it_is()
            if self.player.turn() is not None or isinstance(face, EndFace) or self.several_may_act():
                return
            if isinstance(face, ListFace):
                self._take_a_row(face)
            else:
                self.press("ok")
        raise AssertionError(f"it asks and asks; it says {self.player.lines()}")

    def act(self, *wanted: str) -> bool:
        """Do the first of these that is offered, with its questions; return False if none is."""
        turn = self.player.turn()
        assert turn is not None, self.player.lines()
        for _ in range(turn.actions):
            turn = self.player.turn()
            assert turn is not None
            if turn.action.startswith(wanted) and not turn.action_refused:
                self.press("ok")
                self.answer()
                return True
            self.press("down")
        return False

    def take_turn(self, actions: tuple[str, ...]) -> None:
        """Take an action, three coins for every remaining die, and end the turn."""
        self.turns[self.player.lines()[0]] += 1
        while not any(self.act(action) for action in actions) and self.act("Take 3 coins"):
            pass  # until an action can be paid
        for _ in range(20):
            if self.act("Take 3 coins"):
                continue
            if self.act("End the turn"):
                return
            self.press("ok")  # the question of a place or a contract
            self.answer()
        raise AssertionError(f"the turn never ended; it says {self.player.lines()}")

    def note_turn(self) -> None:
        """Enter points, the journey of some, and the number of dice used."""
        name = self.player.lines()[0]
        self.turns[name] += 1
        self.act("Score points")
        if name == "B":
            self.act("Record a journey")
        self.press("back")
        self.press("up", "ok")

    def hand_over_for_goals(self) -> None:
        """Hand the box to each seat, which enters its goals and gives the box back."""
        for name in self.names:
            self.press("ok")
            assert isinstance(self.player.face(), MessageFace)
            assert any(name in line for line in self.player.lines()), "whom to hand it to"
            self.press("ok")
            assert isinstance(self.player.face(), ListFace), "goals, for that seat's eyes"
            self.answer()
        if self.several_may_act():  # both seats have entered the first two cards of the list
            companion = self.player.companion
            companion.ask(lambda: companion.session.do(play((1, {"move": "leave_goals"}))))
            self.purpose = "the final scoring"
            for _ in range(12):  # each press skips a part of what is shown of the end, or a step of the final scoring
                if not isinstance(self.player.face(), EndFace):
                    self.press("ok")

    def begin_round(self) -> None:
        """Answer the questions of incomes, roll all dice, and take compensations."""
        self.purpose = "rounds"
        while self._before_the_turns():
            self.press("ok")
            self.answer()

    def _before_the_turns(self) -> bool:
        """Return whether there is still something to answer or to roll before the first turn."""
        table = self.player.companion.session.table
        assert table is not None
        return not table.over and table.match.turn(table.state) is None and not self.asked_for_goals()

    def asked_for_goals(self) -> bool:
        """Return whether all is played, and each seat is asked for its goals."""
        return self.several_may_act() and any("goals" in line for line in self.player.lines())

    def several_may_act(self) -> bool:
        return self.player.lines()[-1] == "Whose move?"

    def _take_a_row(self, face: ListFace) -> None:
        ends = [index for index, row in enumerate(face.rows) if row.text.startswith(ENDS_A_LIST) and not row.refused]
        others = [index for index, row in enumerate(face.rows) if not row.refused and not row.ticked]
        index = (ends or others)[0]
        down = (index - face.chosen) % len(face.rows)
        way = ["down"] * down if 2 * down <= len(face.rows) else ["up"] * (len(face.rows) - down)
        self.press(*way, "ok")


def test_two_experts_track_everything_to_their_goals(player: Player) -> None:
    """Every turn has another action if it can be paid for; all remaining dice bring three coins each."""
    evening = KeyPlayer(player, "A", "B")
    player.choose("Tonight’s rules")
    player.choose("Options")
    player.press("ok")
    assert player.lines()[0].startswith("Income tiles shuffled yes")
    player.press("back")
    player.choose("Entered by hand")
    player.choose("Characters")
    for name, person in (("A", "Matteo Polo"), ("B", "Johannes")):
        player.choose(name)
        player.choose(person)
    player.press("back", "back", "back")
    player.choose("Start")
    evening.answer()
    lines = ("Travel", "Bazaar: gold", "Take contracts", "Bazaar: silk", "Khan", "Take 5 coins")
    while not isinstance(player.face(), EndFace):
        evening.begin_round()
        evening.purpose = "turns"
        for _ in range(2):
            number = evening.turns.total()
            evening.take_turn(lines[number // 2 :] + lines)
        evening.purpose = "the end"
        if evening.asked_for_goals():
            evening.hand_over_for_goals()
    assert_ended_as_replayed(player)
    assert evening.turns == {"A": 5, "B": 5}
    assert player.used <= REQUIRED
    assert evening.presses("rounds", 5) <= 8
    assert evening.presses("turns", 10) <= 50, "with an action and three coins for every other die"
    assert evening.presses("the end", 2) <= 10, evening.log


def test_three_players_track_only_points_to_the_end(player: Player) -> None:
    evening = KeyPlayer(player, "A", "B", "C")
    player.choose("Tonight’s rules")
    player.choose("Tracking")
    assert player.lines()[0].startswith("Tracking Points")
    player.press("back")
    player.choose("Start")
    evening.answer()
    for _ in range(5):
        evening.begin_round()
        evening.purpose = "turns"
        for _ in range(3):
            evening.note_turn()
    evening.purpose = "the end"
    for _ in range(3):
        evening.press("ok")
        evening.answer()
    assert_ended_as_replayed(player)
    assert evening.turns == {"A": 5, "B": 5, "C": 5}
    assert player.used <= REQUIRED
    assert evening.presses("rounds", 5) <= 2
    assert evening.presses("turns", 15) <= 12
    assert evening.presses("the end", 3) <= 12
