"""The roulette on the box: announced first, held and released, drawn before it turns, and never in anybody's way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.box.faces.chance_faces import FightFace
from companion.box.faces.faces import EndFace, ListFace
from companion.box.faces.signals import Sound
from companion.box.faces.wheel_face import SectorLabel, WheelFace
from companion.box.faces.wheel_motion import wheel_motion
from companion.box.pages.end_page import end_menu
from companion.box.pages.outcome_pages import SpunPage, ThrownPage
from companion.box.pages.spin_wheel_page import WheelPage
from companion.box.pages.turn_page import TablePage
from companion.box.pages.wheel_spin import MOST_TICKS_A_SECOND, thin_out
from companion.chance.seed import short_words
from companion.games.classic import CLASSIC
from companion.games.classic.moves import Route, SpinWheel
from companion.journal.moves_file import closing_digest
from companion.rules.fields import ChanceField
from companion.table.commands import CloseGame, Play, Restore, StartGame, TakeBack
from companion.words.signs import Glyph
from tests.input.hands import Hands
from tests.kit.own_glyphs import SHIP

ATTACK = 7
"""Sector of the trial wheel that is an attack on both rings."""
LONGEST = 4.0
"""Seconds; every wheel turns for less."""


class Chance:
    """A source of chance: the same value again until it is set otherwise."""

    def __init__(self) -> None:
        self.values: tuple[int, ...] = (2,)
        self.drawn: list[str] = []

    def __call__(self, seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
        self.drawn.append(name)
        return self.values


@pytest.fixture
def chance() -> Chance:
    return Chance()


@pytest.fixture
def make(tmp_path: Path, chance: Chance) -> Iterator[Callable[..., Hands]]:
    """Return a function that makes hands at a table of two, the seal closed, the first of them to spin."""
    boxes: list[Hands] = []

    def make(options: dict[str, Any] | None = None, **arguments: Any) -> Hands:
        hands = Hands(tmp_path / "state", games=(CLASSIC,), draw=chance, **arguments)
        hands.other_hand(StartGame(game="classic", names=("Inès", "Bao"), options=options or {}))
        hands.press("ok")
        boxes.append(hands)
        return hands

    yield make
    for hands in boxes:
        hands.close()


@pytest.fixture
def table(make: Callable[..., Hands]) -> Hands:
    return make()


@pytest.fixture
def wheel(table: Hands) -> Hands:
    """Show the wheel's page, land announced."""
    table.press("ok")
    return table


def face(hands: Hands) -> WheelFace:
    present = hands.face
    assert isinstance(present, WheelFace), hands.spoken
    return present


def page(hands: Hands) -> type:
    return type(hands.box.page)


def spin(hands: Hands, *, sector: int, route: str = "land") -> None:
    """Spin the wheel on a phone."""
    move = {"move": "spin", "route": route}
    seat = hands.table.match.turn(hands.table.state) or 0
    hands.other_hand(Play(moves=((seat, move),), source="phone"))


def test_ok_on_the_spin_opens_the_wheel_without_a_draw(table: Hands, chance: Chance) -> None:
    table.act("classic.offer.spin_sea")
    assert page(table) is WheelPage
    assert table.spoken == "En mer | Inès | Roulette provisoire"
    assert (chance.drawn, len(table.table.entries)) == ([], 0)


def test_the_spin_key_opens_the_wheel_from_the_table(table: Hands) -> None:
    table.press("spin")
    assert page(table) is WheelPage
    assert table.spoken.startswith("Sur terre")


def test_up_and_down_go_through_land_sea_and_typing_in(wheel: Hands) -> None:
    lines = []
    for _ in range(3):
        lines.append((wheel.spoken.split(" | ")[0], face(wheel).glyph, face(wheel).sectors[0].label))
        wheel.press("down")
    assert lines == [
        ("Sur terre", Glyph.CAMEL, "1"),
        ("En mer", SHIP, "2"),
        ("Vraie roulette", SHIP, "2"),
    ]
    assert wheel.spoken.startswith("Sur terre")
    wheel.press("right")
    assert wheel.spoken.startswith("En mer")
    wheel.press("left", "up")
    assert wheel.spoken.startswith("Vraie roulette")


def test_the_ring_has_the_labels_of_the_announced_route(wheel: Hands) -> None:
    assert [sector.label for sector in face(wheel).sectors] == [*"1234123", "bandits"]
    wheel.press("down")
    assert [sector.label for sector in face(wheel).sectors] == [*"2345136", "corsaires"]
    assert [sector.stark for sector in face(wheel).sectors] == [False] * 7 + [True]


@pytest.mark.parametrize("key", ["ok", "spin"])
def test_the_wheel_winds_while_held_and_draws_on_release(wheel: Hands, chance: Chance, key: str) -> None:
    angles = []
    wheel.grip(key, 0.0)
    for _ in range(4):
        wheel.wait(0.3)
        angles.append(face(wheel).rotation)
    assert all(before < after for before, after in pairwise(angles))
    assert wheel.hints == {key: "lâcher"}
    assert face(wheel).hints[0].pressed
    assert (chance.drawn, face(wheel).result) == ([], None)
    wheel.let_go(key)
    assert chance.drawn == ["classic/1/spin/1"]
    assert page(wheel) is SpunPage


def test_holding_at_the_wheel_is_no_long_press(wheel: Hands) -> None:
    wheel.grip("ok", 3.0)
    assert page(wheel) is WheelPage
    assert face(wheel).hold is None


def test_the_result_is_in_the_journal_before_the_wheel_turns(wheel: Hands, chance: Chance) -> None:
    chance.values = (5,)
    wheel.press("ok")
    assert (page(wheel), face(wheel).result) == (SpunPage, None)
    wheel.pull_the_plug()
    assert [entry.played.move for entry in wheel.table.entries] == [SpinWheel(Route.LAND, (5,))]
    assert page(wheel) is TablePage


def test_the_wheel_turns_from_its_held_angle_to_the_result(wheel: Hands) -> None:
    wheel.grip("ok", 0.5)
    held = face(wheel).rotation
    wheel.let_go("ok")
    assert abs(face(wheel).rotation - held) % 1 < 0.5
    wheel.wait(0.5)
    angle = face(wheel).rotation
    wheel.wait(LONGEST)
    assert angle != face(wheel).rotation
    assert face(wheel).result == 2
    assert face(wheel).rotation == pytest.approx(1 - 2 / 8)
    assert wheel.spoken == "3 | 3 cases | Inès | Roulette provisoire"
    assert wheel.hints == {"ok": "suite"}
    wheel.press("ok")
    assert page(wheel) is TablePage


@pytest.mark.parametrize("seconds", [0.0, 1.0, 5.0])
def test_the_wheel_stops_in_under_four_seconds(wheel: Hands, seconds: float) -> None:
    wheel.grip("ok", seconds)
    wheel.let_go("ok")
    wheel.wait(LONGEST - 0.1)
    assert face(wheel).result == 2


@pytest.mark.parametrize("key", ["ok", "back", "up", "down", "left", "right", "spin", "undo", "seat1"])
def test_any_key_down_shows_the_result_at_once(wheel: Hands, key: str) -> None:
    wheel.press("ok")
    wheel.wait(0.3)
    wheel.grip(key, 0.0)
    assert face(wheel).result == 2
    wheel.let_go(key)
    assert (page(wheel), face(wheel).result) == (SpunPage, 2)
    assert len(wheel.table.entries) == 1
    wheel.press("ok")
    assert page(wheel) is TablePage


def test_the_knob_and_the_spinner_skip_too(wheel: Hands) -> None:
    wheel.press("ok")
    wheel.knob(1)
    assert face(wheel).result == 2
    wheel.press("ok")
    wheel.other_hand(TakeBack())
    wheel.press("ok")
    wheel.throw(30.0)
    assert (page(wheel), face(wheel).result) == (SpunPage, None)
    wheel.throw(30.0)
    assert face(wheel).result == 2
    wheel.throw(30.0)
    wheel.knob(-2)
    assert page(wheel) is SpunPage, "a nudge takes no result away"


def test_a_turning_wheel_ticks_at_most_twelve_times_a_second(wheel: Hands) -> None:
    wheel.grip("ok", 3.0)
    wheel.let_go("ok")
    wheel.sounds.clear()
    ticks = []
    for _ in range(40):
        before = wheel.sounds.count(Sound.TICK)
        wheel.wait(0.1)
        ticks.append(wheel.sounds.count(Sound.TICK) - before)
    assert sum(ticks) > 10
    assert max(sum(ticks[start : start + 10]) for start in range(len(ticks) - 10)) <= MOST_TICKS_A_SECOND
    assert wheel.last_sound() is Sound.DONE
    assert ticks[0] > 0


def test_only_ticks_that_follow_too_closely_are_left_out() -> None:
    for count in (2, 8, 36):
        ticks = wheel_motion(tuple(range(1, count + 1)), 1, 0.0, 40.0).ticks()
        spaced = thin_out(ticks)
        assert set(spaced) <= set(ticks)
        assert all(after - before >= 1 / MOST_TICKS_A_SECOND for before, after in pairwise(spaced))
    assert thin_out((0.0, 0.1, 0.2)) == (0.0, 0.1, 0.2)
    assert thin_out((0.0, 0.05, 0.1)) == (0.0, 0.1)


def test_without_motion_the_result_is_shown_at_once(make: Callable[..., Hands]) -> None:
    hands = make(calm=True)
    hands.press("ok")
    hands.grip("ok", 1.0)
    assert face(hands).rotation == 0.0
    hands.let_go("ok")
    assert face(hands).result == 2
    hands.sounds.clear()
    hands.wait(LONGEST)
    assert hands.sounds == []


def test_the_motion_setting_is_saved(table: Hands) -> None:
    table.hold("ok")
    table.choose("home.settings")
    table.choose("settings.calm")
    assert table.box.preferences.calm
    table.pull_the_plug()
    assert table.box.preferences.calm


def test_an_attack_is_announced(wheel: Hands, chance: Chance) -> None:
    chance.values = (ATTACK,)
    wheel.press("down", "ok", "ok")
    assert wheel.spoken == "corsaires | Corsaires ! | Inès | Roulette provisoire"


def test_a_bonus_of_the_house_is_shown(make: Callable[..., Hands]) -> None:
    hands = make({"move_bonus": 2}, calm=True)
    hands.press("ok", "ok")
    assert face(hands).sector_at_pointer == SectorLabel("3")
    assert hands.spoken.startswith("5 | 3 + 2 cases | Inès")


def test_an_owners_wheel_is_not_called_a_trial(make: Callable[..., Hands]) -> None:
    sectors = [{"land": 9, "sea": "corsair"}, {"land": "bandit", "sea": 4}, {"land": 2, "sea": 7}]
    hands = make({"wheel": {"sectors": sectors}}, calm=True)
    hands.press("ok")
    assert hands.spoken == "Sur terre | Inès"
    hands.press("ok")
    assert hands.spoken == "2 | 2 cases | Inès"


def test_the_result_of_a_real_wheel_is_typed_in(wheel: Hands, chance: Chance) -> None:
    wheel.press("up")
    assert wheel.hints["ok"] == "entrer"
    wheel.press("ok")
    wheel.choose("Mer")
    assert wheel.rows == ["1", "2", "3", "4", "5", "6", "Corsaires"]
    wheel.choose("4")
    assert wheel.spoken == "4 | 4 cases | Inès | Roulette provisoire · saisi"
    [entry] = wheel.table.entries
    assert (entry.played.typed, entry.played.move) == (True, SpinWheel(Route.SEA, (2,)))
    assert chance.drawn == []
    wheel.press("ok")
    assert page(wheel) is TablePage


@pytest.mark.parametrize("key", ["spin", "ok"])
def test_nothing_is_thrown_while_typing_in_is_chosen(wheel: Hands, key: str) -> None:
    wheel.press("up")
    wheel.throw(20.0)
    assert page(wheel) is WheelPage
    wheel.hold(key)
    assert isinstance(wheel.face, ListFace)
    assert wheel.table.entries == ()


def test_typing_in_can_be_left_step_by_step(wheel: Hands) -> None:
    wheel.press("up", "ok", "ok", "back", "back")
    assert page(wheel) is WheelPage
    wheel.press("back")
    assert page(wheel) is TablePage


def test_the_list_of_actions_opens_the_wheel_too(table: Hands) -> None:
    table.hold("ok")
    table.press("ok")
    table.choose("classic.move.spin")
    assert page(table) is WheelPage


def test_a_spinner_throws_with_its_own_speed(wheel: Hands) -> None:
    rested = []
    for speed in (1.0, 40.0):
        wheel.throw(speed)
        assert page(wheel) is SpunPage
        start = wheel.now
        while face(wheel).result is None:
            wheel.wait(0.05)
        rested.append(wheel.now - start)
        wheel.press("ok")
        wheel.hold("back")
        wheel.press("ok")
    assert rested[0] < rested[1] < LONGEST
    assert {draw.values for draw in wheel.table.draws} == {(2,)}


def test_a_spin_that_cannot_be_saved_is_reported(wheel: Hands) -> None:
    wheel.fill_the_card()
    wheel.press("ok")
    assert wheel.table.entries == ()
    wheel.press("ok")
    assert page(wheel) is WheelPage
    wheel.fill_the_card(full=False)
    wheel.press("ok")
    assert page(wheel) is SpunPage


def test_another_page_cancels_the_winding(wheel: Hands) -> None:
    wheel.grip("ok", 0.5)
    wheel.box.show_message("Téléphone", "Quelqu’un demande.")
    wheel.box._gestures.cancel()
    wheel.let_go("ok")
    wheel.press("ok")
    assert page(wheel) is WheelPage
    still = face(wheel).rotation
    wheel.wait(1.0)
    assert (face(wheel).rotation, wheel.table.entries) == (still, ())
    assert set(wheel.hints) == {"back", "down", "ok"}


def test_a_phones_spin_turns_on_the_box(table: Hands) -> None:
    table.wait(1000.0)
    spin(table, sector=2)
    assert (page(table), face(table).result) == (SpunPage, None)
    table.wait(0.5)
    assert face(table).result is None
    table.wait(LONGEST)
    assert face(table).result == 2


def test_a_phones_spin_closes_the_wheels_page(wheel: Hands) -> None:
    wheel.grip("ok", 0.5)
    spin(wheel, sector=2)
    wheel.let_go("ok")
    assert len(wheel.table.entries) == 1
    assert page(wheel) is SpunPage
    wheel.press("ok", "ok")
    assert page(wheel) is TablePage


def test_typing_in_closes_when_a_phone_has_spun(wheel: Hands) -> None:
    wheel.press("up", "ok", "ok")
    spin(wheel, sector=2)
    assert wheel.spoken.startswith("Sur terre")
    assert len(wheel.table.entries) == 1


def test_playing_on_does_not_wait_for_the_wheel(table: Hands) -> None:
    spin(table, sector=2)
    table.other_hand(Play(moves=((1, {"move": "arrive", "place": "town"}),), source="phone"))
    assert page(table) is TablePage


def test_a_spin_made_again_has_the_same_result(wheel: Hands, chance: Chance) -> None:
    wheel.press("ok")
    wheel.other_hand(TakeBack())
    assert page(wheel) is TablePage
    wheel.other_hand(Restore())
    assert page(wheel) is TablePage
    wheel.other_hand(TakeBack())
    chance.values = (4,)
    wheel.press("ok", "ok", "ok")
    assert wheel.spoken == "3 | 3 cases | Inès | Roulette provisoire · répété"


def test_the_next_wheel_starts_at_the_last_angle(wheel: Hands) -> None:
    wheel.press("ok", "ok", "ok")
    for move in ({"move": "arrive", "place": "town"}, {"move": "end_turn"}):
        wheel.other_hand(Play(moves=((1, move),)))
    wheel.press("ok")
    assert page(wheel) is WheelPage
    assert face(wheel).rotation == pytest.approx(1 - 2 / 8)


def test_the_safe_conduct_leads_to_another_announcement(make: Callable[..., Hands], chance: Chance) -> None:
    """C7."""
    hands = make(calm=True)
    for what, by in (("table", 1),):
        hands.other_hand(Play(moves=((1, {"move": "correct", "what": what, "by": by, "note": ""}),)))
    chance.values = (ATTACK,)
    hands.press("ok", "ok", "ok")
    hands.act("classic.move.refuse_fight")
    hands.press("ok")
    assert page(hands) is WheelPage


def test_a_fight_shows_both_dice_and_the_winner(make: Callable[..., Hands], chance: Chance) -> None:
    """C3, C5."""
    hands = make(calm=True)
    chance.values = (ATTACK,)
    hands.press("ok", "ok", "ok")
    chance.values = (4, 4)
    hands.act("classic.move.fight")
    fight = hands.face
    assert isinstance(fight, FightFace)
    assert (fight.white, fight.black, fight.faces, fight.ruling) == (4, 4, 6, "C3")
    assert hands.spoken == "Gagné ! | 4 – 4 | Pas de butin à prendre | Inès | C3"
    hands.knob(1)
    hands.throw(20.0)
    assert page(hands) is ThrownPage
    hands.press("back")
    assert page(hands) is TablePage


def test_a_fight_shows_the_ransom_or_the_loot(make: Callable[..., Hands], chance: Chance) -> None:
    hands = make({"bandits_d8": True}, calm=True)
    for white, black, consequence in ((2, 8, "Rançon : une carte ou 30"), (6, 1, "Le butin est à toi")):
        chance.values = (ATTACK,)
        spin(hands, sector=ATTACK)
        seat = hands.table.match.turn(hands.table.state) or 0
        hands.other_hand(Play(moves=((seat, {"move": "fight", "chance": [white, black]}),)))
        assert page(hands) is ThrownPage
        assert hands.face.faces == 8  # type: ignore[attr-defined]  # it is a FightFace
        assert consequence in hands.spoken
        assert "saisi" in hands.spoken
        hands.press("ok")
        if black == 8:
            hands.other_hand(Play(moves=((seat, {"move": "ransom", "pay": "besants"}),)))


def test_a_fight_taken_back_closes(make: Callable[..., Hands], chance: Chance) -> None:
    hands = make(calm=True)
    chance.values = (ATTACK,)
    spin(hands, sector=ATTACK)
    hands.other_hand(Play(moves=((1, {"move": "fight", "chance": [6, 1]}),)))
    hands.press("undo")
    assert page(hands) is TablePage
    assert hands.table.state.fight is None


def test_any_key_closes_the_seal_before_the_first_draw(tmp_path: Path, chance: Chance) -> None:
    hands = Hands(tmp_path / "sealed", games=(CLASSIC,), draw=chance)
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao")))
    words = " ".join(hands.table.commitments[0].words)
    assert hands.spoken == f"Tirages scellés | {words} | À noter pour vérifier"
    hands.press("seat2")
    assert page(hands) is TablePage
    hands.close()


def test_the_first_move_closes_the_seal(tmp_path: Path, chance: Chance) -> None:
    hands = Hands(tmp_path / "sealed", games=(CLASSIC,), draw=chance)
    hands.other_hand(StartGame(game="classic", names=("Inès", "Bao")))
    spin(hands, sector=2)
    assert page(hands) is SpunPage
    hands.press("ok", "ok")
    assert page(hands) is TablePage
    hands.close()


def test_the_seed_is_shown_only_after_the_game(table: Hands) -> None:
    [sealed] = table.table.commitments
    table.hold("ok")
    table.choose("chance.title")
    pages = [table.spoken]
    table.press("down")
    pages.append(table.spoken)
    table.press("down", "down", "up")
    assert pages == [f"Tirages scellés | {' '.join(sealed.words)}", f"Le sceau en entier | {sealed.sha256}"]
    assert table.spoken == pages[0]
    assert sealed.seed.hex() not in " ".join(pages)
    table.press("back")
    table.other_hand(CloseGame())
    closing = closing_digest(table.table)
    assert closing is not None
    table.press("back")
    assert isinstance(table.face, EndFace)
    table.press("ok", "back")
    words = f"Mots de clôture | {' '.join(short_words(closing))}"
    assert table.spoken == f"{words} | À noter pour vérifier"
    table.press("ok")
    table.box.push(end_menu(table.box))
    table.choose("chance.title")
    assert table.spoken == words
    table.press("ok", "ok", "ok")
    assert table.spoken == f"La graine, révélée | {sealed.seed.hex()}"
    table.press("ok")
    assert isinstance(table.face, ListFace)
