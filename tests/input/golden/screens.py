"""Every screen of the box, reached by its keys: tours through it that take a picture at each stop."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.input.pages.page import Page
from companion.rules.game import Game
from companion.rules.registry import GAMES
from companion.session.commands import Close, Play, Start
from companion.session.table import Table
from companion.views.faces import Face
from tests.input.hands import Hands
from tests.rules.lanterns import LANTERNS

LARGE = (
    *("welcome", "menu", "players_two", "letters", "colour", "settings", "volume", "off", "board_crate"),
    *("turn_start", "turn_crate", "turn_refused", "turn_two_camels", "turn_known", "refused", "tally", "end"),
    *("actions_refused", "confirm", "correct_by", "seat_sheet", "reason"),
)
"""The screens that are also taken in large text."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One stop of a tour."""

    page: type[Page]
    face: Face


class Album:
    """Takes the pictures of a tour."""

    def __init__(self, hands: Hands, *, large: bool = False) -> None:
        self.hands, self.large = hands, large
        self.screens: dict[str, Screen] = {}

    def snap(self, name: str) -> None:
        """Take a picture of what is shown now."""
        if self.large and name not in LARGE:
            return
        name = f"{name}_large" if self.large else name
        assert name not in self.screens, name
        self.screens[name] = Screen(type(self.hands.box.page), self.hands.face)


def screens(language: str) -> dict[str, Screen]:
    """Every screen in one language, by its name."""
    found: dict[str, Screen] = {}
    for tour, games in TOURS.items():
        for large in (False, True):
            with tempfile.TemporaryDirectory() as directory:
                hands = Hands(Path(directory), language, large=large, games=games, draw=_fours)
                album = Album(hands, large=large)
                tour(hands, album.snap)
                hands.close()
            assert not found.keys() & album.screens.keys()
            found |= album.screens
    return found


Snap = Callable[[str], None]


def setting_up(hands: Hands, snap: Snap) -> None:
    """From the welcome to a table of five."""
    snap("welcome")
    hands.press("ok")
    snap("menu_first")
    hands.choose("home.new")
    snap("players_none")
    hands.press("ok")
    snap("letters_first")
    hands.write("Inès")
    snap("colour")
    hands.press("back")
    hands.press("ok")
    hands.press("down", "ok", "down")
    snap("letters")
    hands.turn_to("✓")
    snap("letters_done")
    hands.grip("ok", 0.4)
    snap("letters_finishing")
    hands.let_go("ok")
    hands.press("ok")
    hands.choose("B")
    hands.choose("setup.rename")
    hands.press("back")
    hands.write("inès")
    snap("name_twice")
    hands.press("ok")
    hands.hold("back")
    hands.write("Bao")
    hands.press("back")
    snap("players_two")
    hands.find("setup.begin", n=2)
    snap("players_begin")
    hands.choose("setup.options")
    snap("options_both")
    hands.press("down", "ok")
    snap("options_late")
    hands.press("back", "up", "up", "up", "up")
    hands.press("ok")
    snap("player_two_camels")
    hands.press("back")
    for name in ("Chloé", "Dan", "Eva"):
        hands.add_player(name)
    snap("players_five")
    hands.choose("Chloé")
    snap("player")


def playing(hands: Hands, snap: Snap) -> None:
    """The turns of three players, with all that a turn may bring."""
    hands.new_game("Inès", "Bao", "Chloé")
    snap("turn_start")
    hands.press("back")
    snap("turn_pass_offered")
    hands.press("back")
    hands.grip("ok")
    snap("turn_pressed")
    hands.let_go("ok")
    snap("turn_step")
    hands.press("down")
    snap("turn_crate")
    hands.press("down", "ok")
    snap("turn_after_crate")
    hands.press("down")
    snap("turn_refused")
    hands.press("ok")
    snap("refused")
    hands.press("ok")
    hands.act("expedition.quick.cards", space=4)
    hands.press("ok", "up")
    snap("turn_end")
    hands.press("ok")
    snap("turn_next")
    hands.act("expedition.quick.ballast", space=3)
    snap("turn_ballast_done")
    hands.grip("back", 0.45)
    snap("holding_back")
    hands.wait(0.2)
    hands.let_go("back")
    snap("turn_taken_back")
    hands.grip("ok", 0.3)
    snap("holding_ok")
    hands.wait(0.4)
    snap("menu_table")
    hands.let_go("ok")
    hands.press("down")
    snap("menu_take_back")
    hands.find("menu.restore")
    snap("menu_restore")
    hands.find("menu.leave")
    snap("menu_leave")
    hands.press("back")
    hands.hold("ok")
    hands.press("ok")
    snap("actions")
    hands.press("down")
    snap("actions_refused")


def forms(hands: Hands, snap: Snap) -> None:
    """Moves by their forms, and a correction by hand."""
    hands.new_game("Inès", "Bao", "Chloé")
    hands.hold("ok")
    hands.press("ok", "ok")
    snap("form_by")
    hands.press("down")
    snap("form_by_refused")
    hands.press("up", "ok")
    snap("confirm_step")
    hands.press("ok")
    hands.hold("ok")
    hands.press("ok")
    hands.choose("expedition.move.crate")
    snap("form_crate")
    hands.press("ok")
    snap("confirm_crate")
    hands.press("ok", "ok", "back")
    hands.hold("ok")
    hands.press("ok", "ok", "down", "ok")
    snap("confirm")
    hands.press("ok")
    hands.hold("ok")
    hands.choose("menu.correct")
    snap("correct_whom")
    hands.press("ok")
    snap("correct_what")
    hands.press("ok", "up")
    snap("correct_by")
    hands.press("ok")
    snap("correct_note")
    hands.write("déjà payé")
    snap("confirm_correction")
    hands.press("ok")
    snap("turn_corrected")
    hands.hold("ok")
    hands.choose("menu.sheet")
    snap("sheet")
    hands.choose("Inès")
    snap("seat_sheet_corrected")
    hands.press("ok")
    snap("reason_corrected")


def two_players(hands: Hands, snap: Snap) -> None:
    """Two camels each."""
    hands.new_game("Inès", "Bao")
    hands.press("down")
    snap("turn_two_camels")
    hands.press("ok")
    snap("turn_second_camel")
    hands.press("up")
    snap("turn_other_camel")
    hands.press("ok")
    snap("refused_other_camel")
    hands.press("ok")
    hands.hold("ok")
    hands.press("ok", "ok")
    snap("form_camel")
    hands.press("back", "back", "back", "back")
    hands.play(until=lambda table: table.state.tallied)
    hands.press("ok")
    snap("tally_second_camel")


def whole_game(hands: Hands, snap: Snap) -> None:
    """A game to its end, its sheet, its history, and the next one."""
    hands.new_game("Inès", "Bao", "Chloé")
    hands.press("ok", "back", "ok", "back", "ok")
    hands.hold("ok")
    hands.choose("menu.history")
    snap("history")
    hands.press("down", "down", "ok")
    snap("history_entry")
    hands.choose("history.read")
    snap("history_read")
    hands.press("ok", "up", "up", "ok")
    snap("history_instead")
    hands.choose("expedition.move.step")
    hands.press("down", "ok")
    snap("history_refused")
    hands.press("ok", "back", "back", "down", "ok")
    snap("history_leave_out")
    hands.press("back", "back", "down", "down", "ok", "ok")
    hands.choose("move.end_turn")
    snap("history_misfits")
    hands.press("down")
    snap("history_misfit")
    hands.press("up", "ok")
    snap("turn_changed")
    hands.hold("back")
    hands.play(until=lambda table: table.state.tallied)
    snap("tally")
    hands.press("ok", "ok")
    snap("tally_nothing")
    hands.press("ok")
    snap("turn_ganzhou")
    hands.play()
    snap("tally_dadu")
    hands.press("ok", "ok", "ok")
    snap("end")
    hands.press("ok")
    snap("end_menu")
    hands.choose("menu.sheet")
    hands.press("ok")
    snap("seat_sheet")
    hands.press("ok")
    snap("reason")
    hands.press("ok", "back", "back")
    hands.choose("menu.leave")
    hands.press("ok")
    snap("menu")
    hands.choose("home.past")
    snap("past")
    hands.press("ok", "ok")
    hands.choose("end.rematch")
    snap("rematch")
    hands.press("ok")
    snap("rematch_begun")
    hands.hold("ok")
    hands.choose("menu.leave")
    hands.press("ok")
    hands.choose("home.go_on")
    snap("go_on")
    hands.press("ok")
    hands.other_hand(Close())
    snap("end_closed")
    hands.hold("ok")
    hands.choose("home.new")
    hands.press("ok")
    snap("names")


def shared(hands: Hands, snap: Snap) -> None:
    """Five who come to Ganzhou together, late ones too, and a game that two of them win."""
    hands.new_game("Inès", "Bao", "Chloé", "Dan", "Eva")
    hands.play(until=lambda table: table.state.tallied)
    hands.press("back")
    hands.press("back", "ok")
    hands.play(until=lambda table: table.state.turn is not None and bool(table.state.turn.stopped))
    snap("turn_late")
    hands.press("up", "up")
    snap("turn_late_refused")
    hands.press("ok")
    snap("refused_late")
    hands.press("ok")
    hands.hold("ok")
    hands.press("ok")
    snap("actions_late")
    hands.press("back", "back")
    hands.play()
    hands.press("back")
    snap("end_five")


def board(hands: Hands, snap: Snap) -> None:
    """Copying the board, and a turn on it."""
    hands.press("ok")
    hands.choose("home.board")
    snap("board_symbol_unknown")
    hands.press("ok")
    snap("board_crate_unknown")
    hands.press(*["ok"] * 5, *["down"] * 4)
    snap("board_symbol")
    hands.press("ok", *["down"] * 3)
    snap("board_crate")
    hands.press("ok", *["down"] * 2, "ok", "down")
    snap("board_no_crate")
    hands.press("ok")
    while hands.box.page.__class__.__name__ == "CopyBoardPage":
        hands.press("ok")
    snap("board_kept")
    hands.press("ok")
    hands.choose("home.new")
    for name in ("Inès", "Bao"):
        hands.add_player(name)
    hands.choose("setup.begin", n=2)
    snap("turn_known")
    hands.press("ok")
    snap("turn_known_crate_taken")
    hands.press("back")
    hands.act("expedition.quick.cards_camel", camel=1, space=5)
    hands.press("back")
    hands.hold("ok")
    hands.press("ok", "ok", "ok", "ok")
    snap("confirm_known")


def settings(hands: Hands, snap: Snap) -> None:
    """What is set on the box, and switching it off."""
    hands.press("ok")
    hands.choose("home.past")
    snap("past_none")
    hands.press("back")
    hands.choose("home.settings")
    snap("settings")
    hands.choose("settings.volume")
    snap("volume")
    hands.press("ok", "down", "ok")
    snap("settings_muted")
    hands.choose("settings.address")
    snap("address")
    hands.press("ok")
    hands.box.screen_lost = True
    hands.session.damaged = True
    snap("badges")
    hands.box.screen_lost = hands.session.damaged = False
    hands.grip("back", 0.3)
    snap("holding_home")
    hands.wait(0.4)
    hands.let_go("back")
    hands.press("ok")
    hands.choose("home.off")
    snap("off_question")
    hands.press("ok")
    snap("off")


def troubles(hands: Hands, snap: Snap) -> None:
    """A card that takes nothing more."""
    hands.new_game("Inès", "Bao")
    hands.fill_the_card()
    hands.press("ok")
    snap("not_saved")
    hands.press("ok")
    snap("turn_not_saved")


def another_game(hands: Hands, snap: Snap) -> None:
    """Forms that Expedition has no use for, and several seats who may act at once. Its words are in no catalogue."""
    hands.other_hand(Start(game="lanterns", names=("Inès", "Bao")))
    snap("who_acts")
    for seat in (1, 1, 2, 2):
        hide = {"move": "hide", "colour": "red", "value": 10000 + seat, "wish": "paix"}
        hands.other_hand(Play(moves=((seat, hide),)))
    hands.press("ok")
    snap("turn_of_several")
    hands.hold("ok")
    hands.press("ok", "ok")
    snap("form_chance")
    hands.press("down", "ok")
    snap("form_die")
    hands.press("ok", "ok")
    snap("confirm_dice")
    hands.press("ok", "ok")
    hands.hold("ok")
    hands.press("ok")
    hands.choose("lanterns.show")
    hands.press("ok")
    snap("form_several")
    hands.press("back", "up", "ok", "ok")
    hands.choose("lanterns.place")
    snap("form_path")
    hands.press("back", "back", "back", "down", "down", "ok")
    snap("form_seat")
    hands.press("ok", "ok")
    hands.hold("ok")
    hands.press("ok", "ok")
    snap("form_yes_no")
    hands.press("ok", "ok")
    hands.press("seat1")
    snap("seat_sheet_secrets")


def _fours(table: Table, seat: int, kind: str, draws: tuple[tuple[str, int], ...]) -> list[int]:
    return [4 for _, count in draws for _ in range(count)]


TOURS: dict[Callable[[Hands, Snap], None], tuple[Game[Any], ...]] = {
    setting_up: GAMES,
    playing: GAMES,
    forms: GAMES,
    two_players: GAMES,
    whole_game: GAMES,
    shared: GAMES,
    board: GAMES,
    settings: GAMES,
    troubles: GAMES,
    another_game: (LANTERNS,),
}
"""Every tour, and the games that the box knows on it."""
