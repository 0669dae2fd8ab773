"""Tours of the set-up of Voyages, played move by move: dealing, what to lay where, the draft, and goals in the hand."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.commands import StartGame
from tests.input.hands import Hands

Snap = Callable[[str], None]
"""Takes a picture of the present screen under a name."""


def dealing(hands: Hands, snap: Snap) -> None:
    """Let the box deal, lay what it has dealt, choose characters, and keep goals."""
    hands.other_hand(StartGame(game="voyages", names=("Inès", "Bao"), options={"draft": True, "deal": True}))
    hands.press("ok")
    snap("turn_deal")
    hands.press("ok")
    snap("tasks_map")
    hands.press(*["ok"] * 6)
    snap("tasks_map_long")
    hands.press("down", "down")
    snap("tasks_map_scrolled")
    hands.press("back")
    hands.hold("ok")
    hands.find("voyages.setup.of_map")
    snap("menu_tasks")
    hands.press("back", "ok", "back", "ok")
    snap("tasks_characters")
    hands.press("back")
    snap("turn_character")
    hands.press("ok")
    snap("tasks_seat")
    hands.press("back", "down", "ok", "back")
    snap("who_draws_goals")
    hands.press("ok")
    snap("who_keeps_goals")
    hands.press("ok", "ok")
    snap("form_goals")
    hands.press("ok", "down", "ok")
    snap("confirm_goals")
    hands.press("ok")
    snap("turn_keep_goals")


def typing(hands: Hands, snap: Snap) -> None:
    """Enter what lies on the table, card by card."""
    hands.other_hand(StartGame(game="voyages", names=("Inès", "Bao"), options={"deal": True}))
    hands.press("ok")
    hands.hold("ok")
    hands.choose("menu.actions", name="Inès")
    hands.press("ok")
    snap("form_deal")
    hands.press("down", "ok")
    snap("form_dealt_tile")
    hands.press(*["ok"] * 14)
    snap("form_dealt_card")
    hands.press("ok", "ok")
    snap("confirm_dealt")
