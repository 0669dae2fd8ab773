"""Tours of a game of 1983 around its hands: setting it up, turns at a post, handing the box over, phones that ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.box.pages.phones_page import SETTLES_S
from companion.table.commands import ClaimSeat, Play, StartGame, TakeBack
from tests.input.hands import CODE, Hands

Snap = Callable[[str], None]
"""Takes a picture of the present screen under a name."""
_SECTORS = [{"land": 3, "sea": 4}, {"land": "bandit", "sea": "corsair"}]
_HOUSE = {"wheel": {"sectors": _SECTORS}, "bandits_d8": True, "gifts_two_colours": True, "move_bonus": 2}


def choosing(hands: Hands, snap: Snap) -> None:
    """Choose a game, and the options of the one of 1983."""
    hands.press("ok")
    hands.choose("home.new")
    snap("games")
    hands.choose("game.classic")
    hands.add_player("Inès")
    hands.add_player("Bao")
    hands.choose("rules.tonight")
    snap("rules_tonight")
    for number in range(1, 4):
        hands.press("down")
        snap(f"rules_tonight_{number}")
    hands.press("ok")
    snap("options_classic_1")
    for number in range(2, 9):
        hands.press("down")
        snap(f"options_classic_{number}")
    hands.press("ok", "up", "ok", "back")
    snap("rules_tonight_changed")


def posts(hands: Hands, snap: Snap) -> None:
    """Show arriving, buying, the hand, house rules, a trade, and a ransom."""
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao"), options=_HOUSE))
    hands.press("ok")
    snap("turn_classic")
    hands.press("down")
    snap("turn_classic_sea")
    _play(hands, 1, move="spin", route="land", chance=[0])
    hands.press("ok")
    snap("turn_arrive")
    hands.press(*["up"] * 2)
    snap("turn_arrive_venice")
    hands.press("up")
    snap("turn_arrive_refused")
    hands.press("down", "down", "ok")
    snap("form_place")
    hands.press("back", "down", "ok")
    snap("turn_post")
    hands.press("ok")
    snap("hand_pass")
    hands.press("ok")
    snap("form_drawn")
    hands.press("ok")
    snap("confirm_buy")
    hands.press("ok")
    snap("turn_bought")
    hands.hold("ok")
    snap("menu_classic")
    hands.choose("menu.blocks")
    snap("blocks_classic")
    for name in ("classic.wheel", "classic.stacks"):
        hands.choose(name)
        snap(f"block_{name.partition('.')[2]}")
        hands.press("back")
    hands.press("seat2")
    snap("block_purse")
    hands.press("back", "back")
    hands.choose("hand.of", name="Inès")
    hands.press("ok")
    snap("hand_mine")
    hands.press(*["down"] * 8)
    snap("hand_mine_road")
    hands.press(*["down"] * 8)
    snap("hand_mine_lacks")
    hands.wait(20)
    snap("hand_hidden")
    hands.press("ok")
    hands.choose("rules.tonight")
    snap("rules_table")
    hands.press("down")
    snap("rules_table_players")
    hands.press("ok")
    snap("rules_table_read")
    hands.press("ok")
    hands.choose("rules.title")
    snap("rules")
    hands.press("ok")
    snap("rules_read")
    hands.hold("back")
    hands.press("back")
    _play(hands, 2, move="spin", route="land", chance=[0])
    hands.press("ok")
    _play(hands, 2, move="arrive", place="post", colour="blue", shared_with=[1])
    snap("turn_shared")
    _play(hands, 2, move="trade", **{"with": 1})
    snap("turn_asked")
    hands.press("ok", "ok")
    snap("confirm_named")
    hands.press("ok")
    snap("hand_back_to")
    hands.press("ok", "back")
    _play(hands, 1, move="spin", route="sea", chance=[1])
    hands.press("ok")
    snap("turn_attack")
    hands.hold("ok")
    hands.press("ok", "ok")
    snap("form_chance_fight")
    hands.press("down", "ok")
    snap("form_die_white")
    hands.press("ok")
    snap("form_die_black")
    hands.hold("back")
    _play(hands, 1, move="fight", chance=[1, 8])
    hands.press("ok")
    snap("turn_ransom")


def hands_at_phones(hands: Hands, snap: Snap) -> None:
    """Show seats that have phones, at their hands and when another phone asks."""
    hands.other_hand(StartGame(game="classic", names=("Inès", "Jean-Luc"), options={}))
    hands.press("ok")
    hands.other_hand(ClaimSeat(seat=2, phone="one"))
    hands.hold("ok")
    hands.choose("hand.of", name="Jean-Luc")
    snap("hand_claimed")
    hands.hold("back")
    hands.hold("ok")
    hands.choose("phones.title")
    hands.choose("phones.seat_code", name="Jean-Luc")
    snap("phones_linked")
    hands.press("ok")
    hands.phone(CODE, "another")
    snap("phone_asks")
    hands.wait(SETTLES_S)
    hands.press("back")
    snap("phone_refused")
    hands.press("ok")
    hands.choose("phones.release")
    snap("phone_release")
    hands.press("ok")
    snap("phone_released")


def homeward(hands: Hands, snap: Snap) -> None:
    """Show the Khan's gifts, the mission, and a claim too early; the bank has paid out more than it has."""
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao"), options={"money": {"total": 400}}))
    hands.press("ok")
    for _ in range(3):
        _correct(hands, "blue:80")
    _play(hands, 1, move="spin", route="land", chance=[_peaceful_sector(hands)])
    hands.press("ok")
    _play(hands, 1, move="arrive", place="khanbalik")
    snap("turn_khanbalik")
    hands.press("ok", "ok")
    snap("form_town")
    hands.write("Xi'an")
    snap("confirm_gifts")
    hands.press("ok")
    snap("turn_mission")
    hands.hold("ok")
    hands.find("rules.tonight")
    snap("menu_bank")
    hands.press("ok")
    hands.choose("rules.title")
    hands.press("ok")
    snap("rules_bank")
    hands.hold("back")
    for seat, place in ((2, "town"), (1, "mission")):
        hands.press("back")
        _play(hands, seat, move="spin", route="land", chance=[_peaceful_sector(hands)])
        hands.press("ok")
        _play(hands, seat, move="arrive", place=place)
    snap("turn_at_mission")
    _play(hands, 1, move="finish_mission")
    for seat, place in ((2, "town"), (1, "venice")):
        hands.press("back")
        _play(hands, seat, move="spin", route="land", chance=[_peaceful_sector(hands)])
        hands.press("ok")
        _play(hands, seat, move="arrive", place=place)
    snap("turn_venice")
    hands.act("classic.move.claim")
    snap("refused_claim")
    hands.press("ok", "ok")
    snap("hand_lacks")
    hands.other_hand(TakeBack())


def _play(hands: Hands, seat: int, **move: Any) -> None:
    hands.other_hand(Play(moves=((seat, move),)))


def _correct(hands: Hands, what: str) -> None:
    _play(hands, 1, move="correct", what=what, by=1)


def _peaceful_sector(hands: Hands) -> int:
    """Return a sector that is no attack on land."""
    return next(
        index for index, sector in enumerate(hands.table.match.edition.wheel.sectors) if sector.land is not None
    )
