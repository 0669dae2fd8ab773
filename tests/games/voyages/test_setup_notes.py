"""The set-up tasks of the players: before the first roll, and when a round is laid out."""

from __future__ import annotations

from companion.rules.scene import Notes, Tone
from companion.rules.viewer import PUBLIC
from companion.words.catalogue import Words
from tests.games.voyages.voyage import NAMES, Voyage, first_turn

WORDS = Words("en")


def tasks(voyage: Voyage) -> list[str]:
    """Return the current tasks as text."""
    match, state = voyage.match, voyage.state
    blocks = match.scene(match.player_view(state, PUBLIC), PUBLIC, None).blocks
    notes = [note for block in blocks if isinstance(block, Notes) for note in block.notes if note.tone is Tone.TASK]
    return [WORDS.of(note.says, NAMES) for note in notes]


def test_the_set_up_is_shown_before_the_first_roll() -> None:
    """V1 to V4: 5 black dice, no space blocked, and the start of each seat."""
    assert tasks(Voyage(4)) == [
        "A card on every card space of the cities, and a bonus tile on each city",
        "Each income tile on the town that has its letter",
        "Contracts shuffled: 5 piles of 6, the first laid out in the row; the other 8 are the special pile",
        "5 black dice beside the board",
        "Raschid ad-Din Sinan: 7 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Matteo Polo: 8 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Berke Khan: 9 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Mercator ex Tabriz: 10 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Two goal cards to each, kept secret",
        "The start player’s hourglass to Ada",
    ]


def test_fewer_seats_block_spaces_and_an_expert_game_deals_more() -> None:
    """V2 and V3; Wilhelm has two more posts (V41)."""
    two = tasks(Voyage(2, expert=True, characters=["wilhelm", "berke"]))
    assert "3 black dice beside the board" in two
    assert "Dice of value 1 on the Khan’s first 2 spaces, for the whole game" in two
    assert "A die on “Take 5 coins”, for the whole game" in two
    assert "Income tiles shuffled, one on each town" in two
    assert "Four goal cards to each: two are kept, in secret" in two
    assert "Wilhelm von Rubruk: 7 coins, 2 camels, 5 dice, 11 posts, 1 starting contract" in two
    three = tasks(Voyage(3))
    assert "A die of value 1 on the Khan’s first space, for the whole game" in three
    assert not [task for task in three if "Take 5 coins" in task]


def test_no_task_is_shown_once_dice_are_rolled() -> None:
    voyage = Voyage(3, characters=["berke", "raschid", "johannes"])
    assert tasks(voyage), "Raschid's dice need no roll"
    assert not tasks(voyage.play(3, move="roll", chance=[4, 4, 4, 4, 4]))
    assert not tasks(first_turn())


def test_a_later_round_shows_the_start_player_and_its_layout() -> None:
    """V5 and V6: Bao used Travel last."""
    voyage = first_turn("berke", "kubilai").give(1, dice="blue:3").give(2, dice="green:3 green:4", coins=9)
    voyage = voyage.play(move="take_three", dice=["blue:3"]).play(move="end_turn")
    voyage = voyage.play(2, move="travel", dice=["green:3", "green:4"], paths=[["O7"]]).play(2, move="end_turn")
    assert voyage.state.round == 2
    assert tasks(voyage) == [
        "The start player’s hourglass to Bao",
        "What is left of the row under the special pile; the next 6 contracts in the row",
        "All dice back to their owners, 3 black ones beside the board",
    ]
    assert not tasks(voyage.play(1, move="roll", chance=[4, 4, 4, 4, 4]).play(2, move="roll", chance=[4, 4, 4, 4, 4]))
