"""An evening of Lanterns at the box, with its four keys only: everything in the game is seen and heard there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.box.faces.chance_faces import SealFace
from companion.box.faces.faces import BlockFace, EndFace
from companion.box.pages.outcome_pages import RevealPage
from companion.box.pages.spin_wheel_page import WheelPage
from companion.rules.fields import ChanceField
from companion.words.signs import Key
from tests.games.lanterns import LANTERNS
from tests.input.hands import Hands, plain

REQUIRED = {Key.UP, Key.DOWN, Key.OK, Key.BACK}
WISH = "boat"


class Chance:
    """A source of chance: these values in order, then the last one repeatedly."""

    def __init__(self, *values: tuple[int, ...]) -> None:
        self.values = list(values)

    def __call__(self, seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
        return self.values.pop(0) if len(self.values) > 1 else self.values[0]


@pytest.fixture
def market(tmp_path: Path) -> Iterator[Hands]:
    """Ada rolls a two and a three, Bo two sixes; the wind shows a four; later everyone rolls a one and a two."""
    chance = Chance((2, 3), (6, 6), (4,), (1, 2))
    hands = Hands(tmp_path / "state", "en", games=(LANTERNS,), draw=chance)
    hands.press("ok")
    hands.choose("home.new")
    for name in ("Ada", "Bo"):
        hands.add_player(name)
    hands.choose("setup.begin", n=2)
    hands.press("ok")
    yield hands
    hands.close()


def hide(hands: Hands, card: int) -> None:
    """Take the box as the first seat that is asked, and put a red card of 10000 and this card under the stall."""
    hands.press("ok")
    hands.press("ok")
    hands.press("ok", *["up"] * card, "ok")
    hands.write(WISH)
    hands.press("ok")


def see(hands: Hands, name: str) -> str:
    """Return the spoken lines of a public block, by its name."""
    hands.hold("ok")
    hands.choose("menu.blocks")
    hands.choose(name)
    face = hands.face
    assert isinstance(face, BlockFace), hands.spoken
    spoken = plain(" | ".join(face.spoken()))
    hands.hold("back")
    return spoken


def act(hands: Hands, action: str) -> None:
    """Go to an action of a turn, opened or not, and press ok."""
    for _ in range(hands.turn.actions):
        if plain(hands.turn.action).rstrip("…") == hands.words(action):
            break
        hands.press("down")
    hands.press("ok")


def hide_and_roll(market: Hands) -> None:
    """Play up to Ada's turn: all cards lie under the stalls, and the dice are rolled."""
    for card in (1, 2, 3, 4):
        hide(market, card)
    market.press("ok")


def hang_two(market: Hands) -> None:
    """Hang two of Ada's lanterns along the river, up to the confirmation."""
    act(market, "lanterns.hang")
    market.choose("lanterns.river")
    market.choose("lanterns.place", place=2)
    market.choose("lanterns.place", place=3)
    market.press("ok")


def test_usual_answers_are_skipped_and_back_leads_to_them(market: Hands) -> None:
    hide_and_roll(market)
    hang_two(market)
    assert "−2 oil" in plain(market.spoken)
    market.press("back")
    assert market.rows == ["small", "large, for one more oil"]
    market.press("down", "ok")
    assert "−3 oil" in plain(market.spoken)
    market.press("ok")
    assert market.table.state.points[0] == 5


def test_an_evening_is_played_with_the_four_keys(market: Hands) -> None:
    # A secret choice: once it is made, nothing of it is on the screen.
    for card in (1, 2, 3, 4):
        hide(market, card)
        assert "1000" not in market.spoken
    assert sorted(market.table.state.hidden) == [("red:10001", "red:10002"), ("red:10003", "red:10004")]
    assert see(market, "Cards of the stalls").endswith("Ada: 2 of 2 | Bo: No cards. | Bo: 2 of 2")
    assert see(market, "Ada’s purse").startswith("Ada’s purse | oil: 1")

    # Dice, everyone's at once; a player with two sixes misses the turn.
    assert market.rows[0] == "Roll for oil (2 players)"
    market.press("ok")
    assert see(market, "Dice for oil") == "Dice for oil | Ada: 2 + 3 | Bo: 6 + 6"
    assert "Bo: Two sixes: no turn this round." in see(market, "What is going on")

    # A turn: the round beside it, the map and the board a few presses away.
    assert market.spoken.startswith("Ada | 0 | round 1/2 · 2 cards under the stall")
    assert see(market, "The market").startswith("The market | Next: gate 1 for 1 oil, gate 2 for 1 oil")
    assert "Hang a lantern: costs 1 oil, gives 2 points" in see(market, "A turn at the market")
    hang_two(market)
    market.press("ok")
    assert see(market, "The accounts").startswith("The accounts | oil: Ada 4, Bo 13 | Cards shown: Ada 0, Bo 0")
    assert "river 2: a lantern hangs there | river 3: a lantern hangs there" in see(market, "The market")
    assert "lantern: 2 of 9" in see(market, "The evening")

    # A seat's own card is shown while the seat holds the box.
    act(market, "lanterns.show")
    market.press("ok", "ok", "up", "ok", "ok")
    assert "Ada: red 10001 | Ada: 1 of 2" in see(market, "Cards of the stalls")

    # A feast: the guest answers out of turn, and then has only one move, which takes one press.
    act(market, "lanterns.feast")
    market.press("ok")
    assert market.spoken.startswith("Bo | ")
    act(market, "lanterns.gives.yes")
    assert (market.turn.action, market.turn.actions) == ("Give thanks", 1)
    market.press("ok")

    # The wind, a die on a wheel.
    act(market, "lanterns.wind.gate")
    assert isinstance(market.box.page, WheelPage)
    market.press("ok", "ok")
    assert market.spoken.startswith("4 | The wind brings 1 oil | Ada")
    market.press("ok")

    # The next round begins at once, because Bo misses the turn; the evening ends with everything revealed.
    act(market, "move.end_turn")
    assert market.rows[0] == "Roll for oil (2 players)"
    assert see(market, "Rounds") == "Rounds | lantern: round 2"
    market.press("ok")
    act(market, "move.end_turn")
    act(market, "move.end_turn")
    market.press("ok")
    assert isinstance(market.face, EndFace)
    assert market.spoken.startswith("Ada wins")
    market.press("ok")
    assert isinstance(market.box.page, RevealPage)
    assert market.spoken == "Ada | What lay under the stalls | Ada: red 10002"
    market.press("ok")
    assert market.spoken == "Bo | What lay under the stalls | Bo: red 10003, red 10004"
    market.press("ok", "back")
    assert isinstance(market.face, SealFace)
    assert market.spoken.startswith("Closing words | ")
    market.press("ok")
    assert isinstance(market.face, EndFace)
    assert market.spoken.startswith("Ada wins")
    assert market.used == REQUIRED


def test_a_forgotten_move_is_inserted_with_its_known_chance(market: Hands) -> None:
    hide_and_roll(market)
    act(market, "lanterns.end_turn")
    market.hold("ok")
    market.choose("menu.history")
    market.press("ok")
    market.choose("history.put_in")
    market.choose("Ada")
    market.choose("lanterns.wind")
    market.choose("lanterns.gate")
    assert market.rows == [market.words("form.typed")], "nothing is drawn for what was before"
    market.press("ok", "up", "ok")
    assert plain(market.spoken).startswith("Before: A ends the turn | Ada asks the wind | Ada: oil: 6 → 7")
    market.press("ok")
    put_in = market.table.entries[-2].played
    assert (put_in.seat, put_in.move.kind, put_in.typed) == (1, "wind", True)


def test_a_move_that_would_leak_secrets_is_not_inserted(market: Hands) -> None:
    for card in (1, 2, 3, 4):
        hide(market, card)
    before = market.table
    market.hold("ok")
    market.choose("menu.history")
    market.press("up", "up", "ok")
    market.choose("history.put_in")
    market.choose("Ada")
    market.choose("lanterns.hide")
    market.press("ok", "ok", "ok")
    market.write(WISH)
    assert "Later moves are secret" in market.spoken
    assert market.table is before
