"""Tours of everything around a game: setting it up, copying the board, the settings, and errors."""

from __future__ import annotations

from collections.abc import Callable

from companion.session.pairing_codes import LIFE_S
from companion.session.system_status import SystemStatus
from companion.system.machine_facts import MachineFacts, Power
from companion.system.status_report import system_status
from companion.table.commands import ClaimSeat, LeaveGame, StartGame
from tests.input.hands import CODE, EXPEDITION_ALONE, Hands
from tests.kit.older_games import leave_older_games
from tests.system.samples import MEMORY, PROGRAM, SPACE

Snap = Callable[[str], None]
"""Takes a picture of the present screen under a name."""


def setting_up(hands: Hands, snap: Snap) -> None:
    """Go from the welcome page to a table of five."""
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
    hands.grip("ok", 0.5)
    snap("letters_finishing")
    hands.wait(0.2)
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


def board(hands: Hands, snap: Snap) -> None:
    """Copy the board, and play a turn on it."""
    hands.press("ok")
    hands.choose("expedition.copy")
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
    hands.act("expedition.offer.cards_camel", colour=hands.words("colour.red"), space=5)
    hands.press("back")
    hands.hold("ok")
    hands.press("ok", "ok", "ok")
    snap("confirm_known")


def people(hands: Hands, snap: Snap) -> None:
    """Rename, merge and forget people."""
    hands.other_hand(StartGame(game="expedition", names=("Anna", "Bao")))
    hands.other_hand(StartGame(game="expedition", names=("Annie", "Zéphyrine")))
    hands.other_hand(LeaveGame())
    hands.press("ok")
    hands.choose("home.settings")
    hands.choose("people.title")
    snap("people")
    hands.choose("Anna")
    snap("person")
    hands.choose("people.colour")
    snap("person_colour")
    hands.press("back")
    hands.choose("page.people.forget")
    snap("person_forget")
    hands.press("back")
    hands.choose("page.people.rename")
    snap("person_rename")
    hands.press("back")
    hands.write("ie")
    snap("person_merge")
    hands.press("ok")
    snap("people_merged")


def settings(hands: Hands, snap: Snap) -> None:
    """Change the settings, and switch the box off."""
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
    hands.choose("backup.title")
    snap("backup_no_host")
    hands.press("ok")
    hands.other_hand(ClaimSeat(seat=None, phone="phone"))
    hands.choose("backup.title")
    snap("backup")
    hands.press("ok")
    hands.box.codes.backup_permission.ask("phone")
    hands.box.refresh()
    snap("hand_out_question")
    hands.wait(1.0)
    hands.grip("ok", 0.5)
    snap("holding_hand_out")
    hands.wait(0.4)
    hands.let_go("ok")
    snap("handed_out")
    hands.press("ok")
    hands.choose("people.title")
    snap("people_none")
    hands.press("back")
    hands.choose("settings.address")
    snap("address")
    hands.box.address = lambda: ""
    snap("address_none")
    hands.press("ok")
    hands.box.system_status = _low_power
    hands.choose("how.title")
    snap("how")
    hands.press("ok")
    snap("how_power")
    hands.press("ok")
    hands.press(*["down"] * 5)
    snap("how_more")
    hands.press("up", "ok")
    snap("how_one")
    hands.press("ok", "back")
    hands.box.screen_lost = True
    hands.session.damaged = True
    snap("badges")
    hands.box.screen_lost = hands.session.damaged = False
    hands.grip("back", 0.5)
    snap("holding_home")
    hands.wait(0.4)
    hands.let_go("back")
    hands.press("ok")
    hands.choose("home.off")
    snap("off_question")
    hands.press("ok")
    snap("off")


def restarting(hands: Hands, snap: Snap) -> None:
    """Restart a box that can restart."""
    hands.box.restart = hands.restart
    hands.press("ok")
    hands.choose("home.off")
    snap("off_or_restart")
    hands.choose("restart.title")
    snap("restart_question")
    hands.press("ok")
    snap("moment")


def _low_power() -> SystemStatus:
    """Return the status of a box with too little power, and everything else in order."""
    facts = MachineFacts(
        "Raspberry Pi Zero 2 W Rev 1.0", 47.2, Power(low=True, was_low=True, slowed=True), MEMORY, SPACE
    )
    return system_status(PROGRAM, facts)


def phones(hands: Hands, snap: Snap) -> None:
    """Let phones in, at a table and without a game."""
    hands.press("ok")
    hands.choose("phones.title")
    snap("phones")
    hands.choose("phones.find")
    snap("find")
    hands.press("back")
    hands.choose("phones.table_code")
    snap("code_table")
    hands.phone(CODE)
    snap("linked_host")
    hands.press("ok")
    hands.choose("phones.table_code")
    hands.wait(LIFE_S)
    snap("code_too_late")
    hands.press("ok", "back", "back")
    hands.new_game("Inès", "Bao", "Maximilienne")
    hands.hold("ok")
    hands.choose("phones.title")
    hands.choose("phones.seat_code", name="Inès")
    snap("code_seat")
    hands.phone(CODE)
    snap("linked_seat")
    hands.press("ok")
    snap("phones_seats")
    hands.find("phones.seat_code", name="Maximilienne")
    snap("phones_long_name")
    hands.press("ok")
    hands.codes.redeem(CODE)
    hands.box.refresh()
    snap("code_used_up")
    hands.press("ok")
    hands.codes.attendance.note_contact("phone")
    hands.wait(125)
    hands.other_hand(ClaimSeat(seat=2, phone="another"))
    hands.choose("phones.guests")
    snap("phones_guests")
    hands.press("ok")
    snap("forget_one_question")
    hands.press("ok")
    snap("forgotten_one")
    hands.press("ok", "back")
    hands.choose("phones.forget")
    snap("forget_question")
    hands.press("ok")
    snap("forgotten")


def full_card(hands: Hands, snap: Snap) -> None:
    """Play with a full card."""
    hands.new_game("Inès", "Bao")
    hands.fill_the_card()
    hands.press("ok")
    snap("not_saved")
    hands.press("ok")
    snap("turn_not_saved")


def by_other_rules(hands: Hands, snap: Snap) -> None:
    """Open saved games by other rules, or of a game that is not installed."""
    leave_older_games(hands.session)
    hands.games = EXPEDITION_ALONE
    hands.pull_the_plug()
    hands.press("ok")
    hands.choose("home.go_on")
    snap("past_other_rules")
    hands.press("down", "down")
    snap("past_missing")
    hands.press("ok")
    snap("missing")
    hands.press("ok", "up", "ok")
    snap("misfits")
    hands.press("down", "down")
    snap("misfits_move")
    hands.press("up", "ok")
    snap("misfits_close")
    hands.press("ok")
    snap("misfits_closed")
    hands.press("ok", "back")
    hands.choose("home.past")
    snap("past_closed")
    hands.press("ok")
    snap("closed_by_other_rules")
    hands.press("ok", "down")
    snap("past_ended")
    hands.press("ok")
    snap("ended_by_other_rules")
    hands.press("ok", "back")
    hands.choose("home.go_on")
    hands.choose("Inès, Bao +1")
    snap("carried")
