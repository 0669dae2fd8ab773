"""Every screen of the box, reached by its keys: tours that take a picture at each stop."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from companion.box.faces.faces import Face
from companion.box.pages.page import Page
from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.games.voyages import VOYAGES
from companion.rules.fields import ChanceField
from companion.rules.game import Game
from tests.games.lanterns import LANTERNS
from tests.input.golden import tours_around, tours_of_chance, tours_of_hands, tours_of_set_up, tours_of_table
from tests.input.hands import EXPEDITION_ALONE, Hands

LARGE = (
    *("lobby_code", "lobby_arrival", "lobby_four", "lobby_five", "players_known", "players_five", "player_phone"),
    *("welcome", "menu", "players_two", "letters", "colour", "settings", "volume", "brightness", "dark"),
    *("off", "moment", "board_crate", "machine", "machine_boards", "machine_question", "machine_name_question"),
    *("holding_back", "let_go_early"),
    *("first_language", "first_keys", "first_keys_four", "first_volume", "first_text_size", "first_phones"),
    *("first_address", "first_no_network", "first_dice", "first_dice_same", "first_wheel", "first_ready"),
    *("turn_start", "turn_crate", "turn_refused", "turn_two_camels", "turn_known", "refused", "tally", "end"),
    *(
        "actions_refused",
        "confirm",
        "correct_amount_new",
        "correct_place_new",
        "correct_place_refused",
        "confirm_place",
        "seat_sheet",
        "reason",
    ),
    *("phones_seats", "find", "code_seat", "code_too_late", "forget_question", "past_erase_question"),
    *("wheel_sea", "wheel_rests", "wheel_attack", "fight_won", "fight_lost", "seal_begins", "seal_digits"),
    *(
        "turn_classic",
        "turn_arrive",
        "turn_post",
        "turn_asked",
        "hand_pass",
        "hand_mine",
        "hand_mine_road",
        "hand_hidden",
        "phone_asks",
    ),
    *("blocks_classic", "block_wheel", "block_purse"),
    *("who_acts_alike", "form_several", "form_path", "form_yes_no"),
    *("walk", "reveal_begins", "reveal_open", "final_scoring", "final_scoring_nothing", "final_scoring_seat"),
    *("tasks_map", "tasks_map_scrolled", "turn_character", "tasks_seat", "form_goals", "form_dealt_card"),
    *("free_dice", "free_dice_6", "free_wheel_rests", "copy_first", "copy_weight", "copy_count"),
)
"""Screens that are also taken in large text."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One stop of a tour."""

    page: type[Page]
    face: Face


class Album:
    """Takes the pictures of a tour."""

    def __init__(self, hands: Hands, *, large: bool = False, chosen: Collection[str] | None = None) -> None:
        """Create an album of the screens in `chosen`; None for all."""
        self.hands, self.large, self.chosen = hands, large, chosen
        self.screens: dict[str, Screen] = {}

    def snap(self, name: str) -> None:
        """Take a picture of the present screen."""
        if self.chosen is not None and name not in self.chosen:
            return
        name = f"{name}_large" if self.large else name
        assert name not in self.screens, name
        self.screens[name] = Screen(type(self.hands.box.page), self.hands.face)


def screens(language: str, large: Collection[str] | None = LARGE) -> dict[str, Screen]:
    """Return every screen in one language, by its name; also those named in `large` in large text, all for None."""
    taken: dict[str, Screen] = {}
    for tour, games in TOURS.items():
        for is_large, chosen in ((False, None), (True, large)):
            with tempfile.TemporaryDirectory() as directory:
                hands = Hands(Path(directory), language, large=is_large, games=games, draw=_fours)
                album = Album(hands, large=is_large, chosen=chosen)
                tour(hands, album.snap)
                hands.close()
            assert not taken.keys() & album.screens.keys()
            taken |= album.screens
    return taken


def _fours(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
    return tuple(4 for _ in wanted.bounds)


TOURS: dict[Callable[[Hands, Callable[[str], None]], None], tuple[Game, ...]] = {
    tours_around.setting_up: EXPEDITION_ALONE,
    tours_of_table.playing: EXPEDITION_ALONE,
    tours_of_table.forms: EXPEDITION_ALONE,
    tours_of_table.two_players: EXPEDITION_ALONE,
    tours_of_table.whole_game: EXPEDITION_ALONE,
    tours_of_table.shared: EXPEDITION_ALONE,
    tours_around.board: EXPEDITION_ALONE,
    tours_around.people: EXPEDITION_ALONE,
    tours_around.settings: EXPEDITION_ALONE,
    tours_around.first_run: (EXPEDITION, CLASSIC),
    tours_around.restarting: EXPEDITION_ALONE,
    tours_around.phones: EXPEDITION_ALONE,
    tours_around.full_card: EXPEDITION_ALONE,
    tours_around.by_other_rules: (EXPEDITION, CLASSIC),
    tours_of_table.another_game: (LANTERNS,),
    tours_of_table.animations: (LANTERNS,),
    tours_of_chance.wheel: (CLASSIC,),
    tours_of_chance.own_wheel: (CLASSIC,),
    tours_of_chance.seal: (CLASSIC,),
    tours_of_chance.free: (EXPEDITION, CLASSIC),
    tours_of_chance.copying: (EXPEDITION, CLASSIC),
    tours_of_hands.choosing: (EXPEDITION, CLASSIC),
    tours_of_hands.posts: (CLASSIC,),
    tours_of_hands.hands_at_phones: (CLASSIC,),
    tours_of_hands.homeward: (CLASSIC,),
    tours_of_set_up.dealing: (VOYAGES,),
    tours_of_set_up.typing: (VOYAGES,),
}
"""Every tour, and the games that the box knows on it."""
