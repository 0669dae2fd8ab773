"""A game of 1983 played by short method calls, for tests that go through the rulings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.classic import CLASSIC
from companion.games.classic.cards import Colour
from companion.games.classic.match import Match
from companion.games.classic.moves import Location
from companion.games.classic.state import State
from companion.games.classic.state_changes import with_hand
from companion.rules import codec
from companion.rules.game import move_from_json
from companion.rules.moves import Line
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.viewer import Viewer
from tests.games.scripted_game import ScriptedGame

NAMES = ("Ada", "Bao", "Chen", "Dara")
ATTACK = 7
"""The sector of the trial wheel that shows bandits and corsairs; sector 0 shows 1 on land and 2 at sea."""


def cards(*names: str) -> list[dict[str, Any]]:
    """Return cards given by their names, like `blue:80`, in the form that moves use."""
    pairs = [name.split(":") for name in names]
    return [{"colour": colour, "value": int(value)} for colour, value in pairs]


class Journey(ScriptedGame):
    """A game in progress. Moves are made by the active seat; each method returns the journey."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.match: Match
        self.state: State
        self.match, self.state, self.last = CLASSIC.begin(NAMES[:seats], options)

    @property
    def besants(self) -> tuple[int, ...]:
        return tuple(hand.besants for hand in self.state.hands)

    def totals(self, viewer: Viewer) -> tuple[int | None, ...]:
        """Return each seat's total, as far as this viewer may know it."""
        return tuple(total.value for total in self.match.totals(self.match.player_view(self.state, viewer)))

    def view_json(self, viewer: Viewer) -> Any:
        """Return the view of this viewer, as JSON."""
        return codec.to_json(self.match.player_view(self.state, viewer))

    def give(self, seat: int, *names: str, besants: int | None = None) -> Journey:
        """Put cards, a Table or a Secret into a hand by corrections, and set its besants."""
        for name in names:
            self.play(seat, move="correct", what=name, by=1)
        if besants is not None and besants != self.besants[seat - 1]:
            self.play(seat, move="correct", what="besants", by=besants - self.besants[seat - 1])
        return self

    def spin(self, sector: int = 0, route: str = "land") -> Journey:
        return self.play(move="spin", route=route, chance=[sector])

    def spin_attack(self, route: str = "land") -> Journey:
        return self.spin(ATTACK, route)

    def fight(self, white: int, black: int) -> Journey:
        return self.play(move="fight", chance=[white, black])

    def lose(self) -> Journey:
        """Be attacked, and lose the fight."""
        return self.spin_attack().fight(1, 6)

    def ransom(self, card: str | None = None) -> Journey:
        return self.play(move="ransom", **({"pay": "card", **cards(card)[0]} if card else {"pay": "besants"}))

    def go(self, place: str, **fields: Any) -> Journey:
        """Spin, and arrive."""
        return self.spin().play(move="arrive", place=place, **fields)

    def post(self, colour: str = "blue", *others: int) -> Journey:
        """Spin, and arrive at a trading post shared with these seats, which have arrived there before."""
        for seat in others:
            self.stand(seat, "post", colour)
        return self.go("post", colour=colour, shared_with=list(others))

    def stand(self, seat: int, place: str, colour: str | None = None) -> Journey:
        """Let a seat have arrived last at this place, without playing the turn in which it did."""
        hand = self.state.hands[seat - 1]
        here = replace(hand, place=Location(place), colour=Colour(colour) if colour else None, moved=None)
        self.state = with_hand(self.state, seat, here)
        return self

    def buy(self, *names: str) -> Journey:
        for card in cards(*names):
            self.play(move="buy", **card)
        return self

    def hasard(self, *effects: dict[str, Any], colour: str = "blue") -> Journey:
        return self.play(move="buy", colour=colour, hasard=list(effects))

    def sell(self, *names: str) -> Journey:
        return self.play(move="sell", cards=cards(*names))

    def end(self, turns: int = 1) -> Journey:
        for _ in range(turns):
            self.play(move="end_turn")
        return self

    def pass_turns(self, turns: int = 1) -> Journey:
        """Let other seats take turns in which nothing happens."""
        for _ in range(turns):
            self.go("town").end()
        return self

    def mission(self) -> Journey:
        """Let the current seat bring its gifts to Khanbalik, and accomplish its mission in its next turn."""
        seat = self.turn or 1
        self.give(seat, "blue:80", "green:80", "yellow:80")
        self.go("khanbalik").play(move="give_gifts", cards=cards("blue:80", "green:80", "yellow:80")).end()
        self.pass_turns(len(self.match.names) - 1)
        return self.go("mission").play(move="finish_mission").end().pass_turns(len(self.match.names) - 1)

    def play(self, seat: int | None = None, **body: Any) -> Journey:
        """Make any move, of the active seat or of another."""
        actor = seat or self.active_seats[0]
        self.state, self.last = self.match.play(self.state, actor, move_from_json(CLASSIC, body))
        return self

    def refuses(self, ruling: str | None, seat: int | None = None, **body: Any) -> IllegalMoveError:
        """Check that this ruling refuses the move and nothing changes. Return the error."""
        before = self.state
        with pytest.raises(IllegalMoveError) as caught:
            self.match.play(self.state, seat or self.active_seats[0], move_from_json(CLASSIC, body))
        assert caught.value.ruling == ruling
        assert self.state == before
        return caught.value


def line_total(lines: tuple[Line, ...], what: str) -> int:
    """Return the sum of the lines of this thing."""
    return sum(line.by for line in lines if line.what == what)
