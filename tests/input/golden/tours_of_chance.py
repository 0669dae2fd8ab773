"""Tours of chance: the wheel and the fight, free dice and roulette, the seal, and copying a wheel."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.commands import CloseGame, Play, StartGame, TakeBack
from tests.input.hands import Hands

Snap = Callable[[str], None]
"""Takes a picture of the present screen under a name."""
_OWN = [{"land": land, "sea": sea} for land, sea in ((3, "corsair"), ("bandit", 5), (2, 9), (6, 1), (4, 4))]
"""A wheel that its owner has copied."""


def wheel(hands: Hands, snap: Snap) -> None:
    """Play with the trial wheel: announced, held, turning, at rest, typed in; and both fights."""
    _classic(hands, {"move_bonus": 2})
    hands.press("ok", "ok")
    snap("wheel_land")
    hands.press("down")
    snap("wheel_sea")
    hands.press("down")
    snap("wheel_own")
    hands.press("ok")
    snap("wheel_own_route")
    hands.press("ok")
    snap("wheel_own_result")
    hands.press("back", "back", "down")
    hands.grip("ok", 1.0)
    snap("wheel_held")
    hands.let_go("ok")
    hands.wait(0.6)
    snap("wheel_turns")
    hands.wait(4.0)
    snap("wheel_rests")
    hands.other_hand(TakeBack())
    hands.press("ok", "ok", "ok")
    snap("wheel_again")
    _typed(hands, {"move": "arrive", "place": "town"}, {"move": "end_turn"})
    _typed(hands, {"move": "spin", "route": "sea", "chance": [7]})
    snap("wheel_attack")
    _typed(hands, {"move": "fight"})
    snap("fight_won")
    _typed(hands, {"move": "spin", "route": "land", "chance": [7]}, {"move": "fight", "chance": [2, 5]})
    snap("fight_lost")
    ransom, attacked = {"move": "ransom", "pay": "besants"}, {"move": "spin", "route": "land", "chance": [7]}
    hands.other_hand(Play(moves=((1, ransom), (2, attacked), (2, {"move": "fight", "chance": [6, 5]}))))
    hands.press("ok")
    snap("fight_loot")


def seal(hands: Hands, snap: Snap) -> None:
    """Show the seal of a game: before it begins, later in full, and opened after its end."""
    _classic(hands, {})
    snap("seal_begins")
    hands.press("ok")
    hands.hold("ok")
    hands.find("chance.title")
    snap("menu_chance")
    hands.press("ok", "ok")
    snap("seal_digits")
    hands.press("ok")
    hands.other_hand(CloseGame())
    hands.press("back", "ok", "back")
    snap("closing_words")
    hands.press("ok", "back")
    hands.choose("chance.title")
    hands.press("ok")
    snap("seal_opened")
    hands.press("ok", "ok")
    snap("seal_seed")


def own_wheel(hands: Hands, snap: Snap) -> None:
    """Play with a copied wheel, and a black die of eight faces."""
    _classic(hands, {"wheel": {"sectors": _OWN}, "bandits_d8": True})
    hands.press("ok", "ok")
    snap("wheel_copied")
    hands.press("ok", "ok")
    snap("wheel_copied_rests")
    hands.other_hand(TakeBack())
    _typed(hands, {"move": "spin", "route": "sea", "chance": [0]}, {"move": "fight", "chance": [5, 8]})
    snap("fight_d8")


def free(hands: Hands, snap: Snap) -> None:
    """Throw free dice, spin the free roulette, and put them away."""
    hands.press("ok")
    hands.choose("home.free")
    snap("free")
    hands.press("ok")
    snap("free_dice")
    hands.grip("ok", 0.4)
    snap("free_dice_held")
    hands.let_go("ok")
    snap("free_dice_thrown")
    for number in (3, 4, 5, 6):
        hands.press("up", "ok")
        snap(f"free_dice_{number}")
    hands.press(*["down"] * 5, "ok")
    snap("free_dice_1")
    hands.press("back", "down", "ok")
    snap("free_wheel")
    hands.press("ok")
    hands.wait(1.0)
    snap("free_wheel_turns")
    hands.press("ok")
    snap("free_wheel_rests")
    hands.press("back")
    hands.find("free.put_away")
    snap("free_after")
    hands.press("ok")
    snap("free_put_away_question")


def copying(hands: Hands, snap: Snap) -> None:
    """Copy a wheel."""
    hands.press("ok")
    hands.choose("copy.title")
    snap("copy_which")
    hands.choose("classic.copy_wheel")
    snap("copy_count")
    hands.press("ok", "down")
    snap("copy_uneven")
    hands.press("ok", "up", "up")
    snap("copy_first")
    hands.press("ok", "up", "ok", "up", "up", "up")
    snap("copy_weight")
    hands.press("ok", "up", "up", "up", "ok", "down")
    snap("copy_attack")
    while hands.box.page.__class__.__name__ == "CopyWheelPage":
        hands.press("ok")
    snap("copy_done")


def _classic(hands: Hands, options: dict[str, object]) -> None:
    hands.other_hand(StartGame(game="classic", names=("Inès", "Maximilienne"), options=options))


def _typed(hands: Hands, *moves: dict[str, object]) -> None:
    """Play moves of the seat on turn, as a phone does."""
    for move in moves:
        seat = hands.table.match.turn(hands.table.state) or 0
        hands.other_hand(Play(moves=((seat, move),), source="phone"))
