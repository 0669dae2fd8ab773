"""The tasks of the players: the set-up, the layout of a round, and incomes where only points are tracked."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages.setup_notes import INCOMES, SETUP
from companion.rules.scene import Note, Notes, Tone
from companion.rules.text import Text
from companion.rules.viewer import PUBLIC, as_seat
from companion.words.catalogue import Words
from tests.games.voyages.test_points import points
from tests.games.voyages.voyage import NAMES, Voyage, first_turn

WORDS = Words("en")


def tasks(voyage: Voyage, block_id: str = SETUP, words: Words = WORDS) -> list[str]:
    """Return the current tasks of a block as text, with no-break spaces replaced by plain ones."""
    match, state = voyage.match, voyage.state
    blocks = match.scene(match.player_view(state, PUBLIC), PUBLIC, None).blocks
    notes = [note for block in blocks if isinstance(block, Notes) and block.id == block_id for note in block.notes]
    assert all(note.tone is Tone.TASK for note in notes)
    return [words.of(note.says, NAMES).replace("\u00a0", " ") for note in notes]


def tasks_of(name: str, *people: str, words: Words = WORDS) -> list[str]:
    """Return the set-up tasks that begin with a seat's name, in a game of these characters, without that name."""
    head = f"{name} : " if words.language == "fr" else f"{name}: "
    all_tasks = tasks(Voyage(len(people), characters=[*people]), words=words)
    return [task.removeprefix(head) for task in all_tasks if task.startswith(head)]


def test_the_set_up_is_shown_before_the_first_roll() -> None:
    """V1 to V4: 5 black dice, no space blocked, and what each seat has and where."""
    assert tasks(Voyage(4)) == [
        "A city card on each card space, a bonus tile in each city",
        "Each income tile on the town with its letter",
        "Contracts shuffled, without the starting ones: 5 piles of 6, the first laid out in the row, "
        "the other 8 face down as the special pile",
        "5 black dice above the Grand bazaar",
        "One figure of each player on space 50 of the score track",
        "Ada (blue, Raschid ad-Din Sinan): 7 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Ada: a figure in Venezia",
        "Bao (green, Matteo Polo): 8 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Bao: a figure in Venezia",
        "Bao: the white die as well",
        "Chen (yellow, Berke Khan): 9 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Chen: a figure in Venezia",
        "Dara (red, Mercator ex Tabriz): 10 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Dara: a figure in Venezia",
        "Dara: the Mercator ex Tabriz tile for 4 players",
        "Two goal cards each, kept secret",
        "Ada takes the hourglass and starts",
    ]


def test_the_french_set_up_uses_the_printed_words() -> None:
    shown = tasks(Voyage(2, characters=["matteo", "berke"]), words=Words("fr"))
    assert shown[3:9] == [
        "3 dés noirs au-dessus du Grand bazar",
        "Un dé d’une couleur inutilisée, sur la face 1, sur chacune des 2 premières cases de la Faveur du Khan "
        "pour toute la partie",
        "Un dé d’une couleur inutilisée sur « Prendre 5 pièces » pour toute la partie, peu importe la valeur",
        "Un pion de chacun sur la case 50 de la piste de score",
        "Ada (bleu, Matteo Polo) : 7 pièces, 2 chameaux, 5 dés, 9 comptoirs, 1 contrat de départ",
        "Ada : un pion à Venise",
    ]


@pytest.mark.parametrize(
    ("person", "english", "french"),
    [
        ("raschid", ["a figure in Venezia"], ["un pion à Venise"]),
        ("matteo", ["a figure in Venezia", "the white die as well"], ["un pion à Venise", "le dé blanc en plus"]),
        ("niccolo_marco", ["2 figures in Venezia"], ["2 pions à Venise"]),
        (
            "kubilai",
            ["a figure in Beijing", "the first post in Beijing, on the space of 10 points"],
            ["un pion à Beijing", "le premier comptoir à Beijing, sur la case de 10 points"],
        ),
        (
            "mercator",
            ["a figure in Venezia", "the Mercator ex Tabriz tile for 2 players"],
            ["un pion à Venise", "la tuile Mercator ex Tabriz pour 2 joueurs"],
        ),
        (
            "wilhelm",
            ["a figure in Venezia", "2 of the 11 posts are black"],
            ["un pion à Venise", "2 des 11 comptoirs sont noirs"],
        ),
    ],
)
def test_v35_to_v41_each_character_has_its_own_set_up(person: str, english: list[str], french: list[str]) -> None:
    assert tasks_of("Bao", "johannes", person) == english
    assert tasks_of("Bao", "johannes", person, words=Words("fr")) == french
    assert tasks_of("Ada", "johannes", person) == ["a figure in Venezia"], "the other seat has nothing of it"


def test_the_set_up_names_the_colours_that_were_chosen() -> None:
    shown = tasks(Voyage(2, colours=["red", "yellow"]))
    assert [task.partition(",")[0] for task in shown if "coins, " in task] == ["Ada (red", "Bao (yellow"]


def test_an_edition_may_start_the_score_elsewhere() -> None:
    assert "One figure of each player on space 0 of the score track" in tasks(Voyage(2, start={"score_space": 0}))


def test_fewer_seats_block_spaces_and_an_expert_game_deals_more() -> None:
    """V2 and V3; Wilhelm has two more posts (V41)."""
    two = tasks(Voyage(2, expert=True, characters=["wilhelm", "berke"]))
    assert "3 black dice above the Grand bazaar" in two
    assert (
        "A die of an unused colour, showing 1, on each of the first 2 spaces of the Khan’s favour for the whole game"
        in two
    )
    assert "A die of an unused colour on “Take 5 coins” for the whole game, whatever its value" in two
    assert "Income tiles shuffled, one in each town" in two
    assert "Four goal cards each: keep two, in secret" in two
    assert "Ada (blue, Wilhelm von Rubruk): 7 coins, 2 camels, 5 dice, 11 posts, 1 starting contract" in two
    three = tasks(Voyage(3))
    assert "A die of an unused colour, showing 1, on the first space of the Khan’s favour for the whole game" in three
    assert not [task for task in three if "Take 5 coins" in task]


# What the box deals, as lists in the order of the hand that lays it.


def lists(voyage: Voyage) -> dict[str, list[Note[Text]]]:
    """Return the lists of what to lay, by their names, as a television shows them."""
    scene = voyage.match.scene(voyage.match.player_view(voyage.state, PUBLIC), PUBLIC, None)
    shown = [block for block in scene.blocks if isinstance(block, Notes) and block.setup]
    return {WORDS.of(block.name): [*block.notes] for block in shown}


def dealt(**options: Any) -> Voyage:
    """Return a game of two in which everything on the board is dealt: of each pile the first cards."""
    voyage = Voyage(2, deal=True, **options)
    cards = 22 if options.get("expert") else 16
    return voyage.play(move="deal_map", chance=[1] * cards).play(move="deal_row", chance=[1] * 6)


def test_what_is_dealt_is_listed_in_order() -> None:
    voyage = Voyage(2, deal=True, draft=True, expert=True)
    assert [*lists(voyage)] == ["Set up the board"]
    assert len(lists(voyage)["Set up the board"]) == 4, "black dice, blocked spaces, and the score track"
    voyage = dealt(draft=True, expert=True)
    assert [*lists(voyage)] == ["Set up the board", "Lay out the contracts"]
    on_board = lists(voyage)["Set up the board"]
    assert WORDS.of(on_board[6].says) == (
        "Sumatra: bonus (1 good of your choice), card (1 camel and 1 gold for 9 coins), "
        "card (1 camel and 1 silk for 8 coins) and card (1 camel and 1 pepper for 7 coins)"
    )
    assert on_board[6].things == ("bonus:B07", "card:C07", "card:C08", "card:C09")
    assert (WORDS.of(on_board[6].name or on_board[6].says), on_board[-1].things) == ("Sumatra", ())
    assert [WORDS.of(note.says).partition(":")[0] for note in lists(voyage)["Lay out the contracts"]] == [
        *(f"Slot {number}" for number in range(1, 7)),
        "Shuffle the other contracts, without the starting ones",
    ]


def test_pieces_of_a_seat_are_listed_with_its_character() -> None:
    voyage = dealt(draft=True)
    assert "Set up the players" not in lists(voyage)
    voyage.play(move="deal_characters", chance=[1, 1, 1]).play(2, move="take_character", character="matteo")
    tasks_of_players = [WORDS.of(note.says, NAMES) for note in lists(voyage)["Set up the players"]]
    assert tasks_of_players == [
        "Characters turned up: Raschid ad-Din Sinan, Matteo Polo and Berke Khan",
        "Bao (green, Matteo Polo): 8 coins, 2 camels, 5 dice, 9 posts, 1 starting contract",
        "Bao: a figure in Venezia",
        "Bao: the white die as well",
        "Ada takes the hourglass and starts",
    ]


def test_characters_of_the_first_game_come_before_what_is_dealt() -> None:
    assert [*lists(dealt())] == ["Set up the players", "Set up the board", "Lay out the contracts"]


@pytest.mark.parametrize(
    ("options", "largest"),
    [({}, "setup.row"), ({"draft": True}, "setup.row"), ({"draft": True, "turned": True}, "characters")],
)
def test_the_newest_list_or_the_choice_is_the_largest(options: dict[str, bool], largest: str) -> None:
    voyage = dealt(draft=options.get("draft", False))
    if options.get("turned"):
        voyage.play(move="deal_characters", chance=[1, 1, 1])
    assert voyage.match.scene(voyage.state, PUBLIC, None).wide == largest


def test_the_seat_that_chooses_sees_characters_as_moves_alone() -> None:
    voyage = dealt(draft=True).play(move="deal_characters", chance=[1, 1, 1])
    blocks = {
        seat: {block.id for block in voyage.match.scene(voyage.state, as_seat(seat), None).blocks} for seat in (1, 2)
    }
    assert ("characters" in blocks[1], "characters" in blocks[2]) == (True, False)
    offers = [offer for offer in voyage.match.offers(voyage.state, 2) if offer.kind == "take_character"]
    assert [WORDS.of(offer.detail) for offer in offers if offer.detail] == [
        "Doesn’t roll: sets each die to any value on using it. No compensation.",
        "A white die as well. Each round: 1 contract to draw.",
        "Pays no fee on spaces with dice.",
    ]


@pytest.mark.parametrize(
    ("steps", "english", "french"),
    [
        (0, "Ada deals the cards and tiles of the board", "Ada garnit le plateau de cartes et de tuiles"),
        (1, "Ada deals the first contracts", "Ada distribue les premiers contrats"),
        (2, "Ada turns up the characters", "Ada révèle les personnages"),
        (3, "Bao chooses a character", "Bao choisit un personnage"),
        (5, "Ada and Bao draw goal cards", "Ada et Bao piochent leurs objectifs"),
        (6, "Bao draws goal cards", "Bao pioche ses objectifs"),
        (7, "Ada and Bao choose two goals", "Ada et Bao choisissent deux objectifs"),
        (8, "Bao chooses two goals", "Bao choisit deux objectifs"),
    ],
)
def test_a_note_says_what_the_table_waits_for(steps: int, english: str, french: str) -> None:
    moves: list[tuple[int, dict[str, Any]]] = [
        (1, {"move": "deal_map", "chance": [1] * 16}),
        (1, {"move": "deal_row", "chance": [1] * 6}),
        (1, {"move": "deal_characters", "chance": [1, 1, 1]}),
        (2, {"move": "take_character", "character": "matteo"}),
        (1, {"move": "take_character", "character": "berke"}),
        (1, {"move": "deal_goals", "chance": [1, 1, 1, 1]}),
        (2, {"move": "deal_goals", "chance": [1, 1, 1, 1]}),
        (1, {"move": "keep_goals", "cards": ["G01", "G02"]}),
    ]
    voyage = Voyage(2, deal=True, draft=True)
    for seat, move in moves[:steps]:
        voyage.play(seat, **move)
    blocks = voyage.match.scene(voyage.match.player_view(voyage.state, PUBLIC), PUBLIC, None).blocks
    [note] = [note for block in blocks if isinstance(block, Notes) for note in block.notes if note.tone is Tone.NEXT]
    assert [words.of(note.says, NAMES) for words in (WORDS, Words("fr"))] == [english, french]


def test_no_task_is_shown_once_dice_are_rolled() -> None:
    voyage = Voyage(3, characters=["berke", "raschid", "johannes"])
    assert tasks(voyage), "Raschid's dice need no roll"
    assert not tasks(voyage.play(3, move="roll", chance=[4, 4, 4, 4, 4]))
    assert not tasks(first_turn())


def test_dealt_cards_are_listed_until_the_first_round_ends() -> None:
    voyage = dealt()
    voyage.play(1, move="deal_goals", chance=[1, 1]).play(2, move="deal_goals", chance=[1, 1])
    assert [*lists(voyage)] == ["Set up the players", "Set up the board", "Lay out the contracts"]
    voyage.play(2, move="decline").play(2, move="roll", chance=[4, 4, 4, 4, 4, 4])
    assert not lists(voyage), "a television shows the map again"
    on_board = tasks(voyage, "setup.map")
    assert on_board[0] == "Moscow: bonus (3 coins) and card (2 gold for 4 points)"
    assert len(on_board) == 13


def test_a_later_round_shows_the_start_player_and_its_layout() -> None:
    """V5 and V6: Bao used Travel last."""
    voyage = first_turn("berke", "kubilai").give(1, dice="blue:3").give(2, dice="green:3 green:4", coins=9)
    voyage = voyage.play(move="take_three", dice=["blue:3"]).play(move="end_turn")
    voyage = voyage.play(2, move="travel", dice=["green:3", "green:4"], paths=[["O7"]]).play(2, move="end_turn")
    assert voyage.state.round == 2
    assert tasks(voyage) == [
        "Bao takes the hourglass and starts",
        "The contracts left over under the special pile, 6 new ones in the row",
        "Everyone takes back their dice. The 3 black ones go above the Grand bazaar",
    ]
    assert not tasks(voyage.play(1, move="roll", chance=[4, 4, 4, 4, 4]).play(2, move="roll", chance=[4, 4, 4, 4, 4]))


# Incomes where only points are tracked (V5).


def test_v5_characters_take_their_incomes_from_round_one() -> None:
    voyage = Voyage(4, tracking="points", characters=["matteo", "johannes", "niccolo_marco", "wilhelm"])
    assert tasks(voyage, INCOMES) == [
        "Ada: 1 contract to draw (Matteo Polo)",
        "Bao: 3 coins (Johannes Carprini)",
        "Chen: 1 camel (Niccolò and Marco Polo)",
    ]
    assert tasks(voyage, SETUP), "the set-up is shown beside it"
    assert tasks(voyage, INCOMES, Words("fr")) == [
        "Ada : 1 contrat à piocher (Matteo Polo)",
        "Bao : 3 pièces (Johannes Caprini)",
        "Chen : 1 chameau (Niccolo et Marco Polo)",
    ]


def test_incomes_are_shown_until_the_first_turn() -> None:
    voyage = Voyage(2, tracking="points", characters=["johannes", "berke"])
    roll = [3, 3, 3, 3, 3]
    assert tasks(voyage.play(1, move="roll", chance=roll), INCOMES) == ["Ada: 3 coins (Johannes Carprini)"]
    assert not tasks(voyage.play(2, move="roll", chance=roll), INCOMES)


def test_v20_a_seat_with_posts_takes_its_town_incomes() -> None:
    voyage = points(3).play(move="post").play(move="post").play(move="end_turn", used=5)
    voyage.play(move="post").play(move="end_turn", used=5).play(move="end_turn", used=5)
    assert tasks(voyage, INCOMES) == [
        "Ada: the income of each town with a post (2 posts placed)",
        "Bao: the income of each town with a post (1 post placed)",
        "Chen: 3 coins (Johannes Carprini)",
    ]


def test_v39_the_first_post_of_kubilai_brings_no_income() -> None:
    voyage = Voyage(2, tracking="points", characters=["kubilai", "berke"])
    assert voyage.holding(1, "posts") == 1
    assert not tasks(voyage, INCOMES)
    for seat in (1, 2):
        voyage.play(seat, move="roll", chance=[3, 3, 3, 3, 3])
    voyage.play(move="post").play(move="end_turn", used=5).play(move="end_turn", used=5)
    assert tasks(voyage, INCOMES) == ["Ada: the income of each town with a post (2 posts placed)"]


def test_incomes_that_are_booked_are_no_tasks() -> None:
    assert not tasks(first_turn("johannes", "niccolo_marco").give(posts="ANX").end_round(), INCOMES)
