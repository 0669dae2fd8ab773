"""The texts of Voyages for refusals and lines: correct plurals and the right subject."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.voyages import VOYAGES
from companion.rules.game import move_from_json
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.text import Text, say
from companion.words.catalogue import Words
from tests.games.voyages.test_endgame import after_reveals, last_round
from tests.games.voyages.test_points import game_over, points
from tests.games.voyages.voyage import NAMES, Voyage, first_turn

ENGLISH, FRENCH = Words("en"), Words("fr")


def both(text: Text) -> tuple[str, str]:
    """Return the text in English and in French, with no-break spaces replaced by plain ones."""
    return ENGLISH.of(text, NAMES), FRENCH.of(text, NAMES).replace("\u00a0", " ")


def refusal(voyage: Voyage, seat: int = 1, **body: Any) -> tuple[str, str]:
    """Return the reason why a move is refused, in English and in French."""
    with pytest.raises(IllegalMoveError) as caught:
        voyage.match.play(voyage.state, seat, move_from_json(VOYAGES, body))
    return both(caught.value.reason)


@pytest.mark.parametrize(
    ("reason", "n", "english", "french"),
    [
        ("dice_count", 1, "This takes 1 die.", "Il faut 1 dé ici."),
        ("dice_count", 2, "This takes 2 dice.", "Il faut 2 dés ici."),
        ("few_dice", 1, "You need 1 die.", "Il te faut 1 dé."),
        ("faces", 1, "Enter 1 die, from 1 to 6.", "Indique 1 dé, de 1 à 6."),
        ("times", 1, "At most once.", "Au plus une fois."),
        ("times", 3, "At most 3 times.", "Au plus 3 fois."),
        ("too_far", 1, "At most 1 step.", "Au plus 1 étape."),
        ("discards", 1, "Discard exactly 1 older contract.", "Défausse 1 ancien contrat, ni plus ni moins."),
        ("ways", 1, "Choose how to use the card.", "Choisis comment utiliser la carte."),
        ("ways", 2, "Choose how to use it, 2 times.", "Choisis comment l’utiliser, 2 fois."),
        ("figures", 1, "You have only one figure.", "Tu n’as qu’un pion."),
        ("card_count", 1, "Name the card in the slot.", "Nomme la carte de la case."),
    ],
)
def test_refusals_use_the_singular_for_one(reason: str, n: int, english: str, french: str) -> None:
    assert both(say(f"voyages.refused.{reason}", n=n)) == (english, french)


@pytest.mark.parametrize(
    ("what", "n", "english", "french"),
    [
        ("coins", 1, "That costs 1 coin. You have 0.", "Ça coûte 1 pièce. Tu en as 0."),
        ("coins", 2, "That costs 2 coins. You have 1.", "Ça coûte 2 pièces. Tu en as 1."),
        ("camels", 1, "That costs 1 camel. You have 0.", "Ça coûte 1 chameau. Tu en as 0."),
        ("silk", 1, "That costs 1 silk. You have 0.", "Ça coûte 1 soie. Tu en as 0."),
        ("gold", 1, "That costs 1 gold. You have 0.", "Ça coûte 1 or. Tu en as 0."),
        ("gold", 3, "That costs 3 gold. You have 2.", "Ça coûte 3 or. Tu en as 2."),
    ],
)
def test_missing_amounts_use_singular_and_plural(what: str, n: int, english: str, french: str) -> None:
    assert both(say(f"voyages.refused.lacks_{what}", n=n, have=n - 1)) == (english, french)


def test_gold_has_no_plural() -> None:
    assert both(say("voyages.amount.gold", n=2)) == ("2 gold", "2 or")


# Contracts.


def test_v26_a_drawn_contract_without_room_asks_for_a_discard() -> None:
    drawn = Voyage(2, characters=["matteo", "berke"], starting_contracts=["S5", "S6"]).play(move="keep", contract="K01")
    drawn.roll_all()
    while drawn.state.round == 1:
        _take_threes(drawn)
    english, french = refusal(drawn, move="keep", contract="K02")
    assert (english, french) == ("Discard exactly 1 older contract.", "Défausse 1 ancien contrat, ni plus ni moins.")


def test_v26_a_drawn_contract_with_room_takes_no_discard() -> None:
    drawn = Voyage(2, characters=["matteo", "berke"], starting_contracts=["S5", "S6"])
    english, french = refusal(drawn, move="keep", contract="K02", discard="S5")
    assert (english, french) == ("You have room: discard nothing.", "Tu as de la place : ne défausse rien.")


def test_a_new_contract_cannot_be_discarded() -> None:
    voyage = first_turn().give(dice="blue:6", active="K01 K02")
    fields: dict[str, Any] = {"dice": ["blue:6"], "slots": [1], "contracts": ["K03"], "discard": ["K03"]}
    assert refusal(voyage, move="contracts", **fields)[0] == "You can only discard an older contract."


def test_a_slot_cannot_be_taken_twice() -> None:
    voyage = first_turn().give(dice="blue:6", active="")
    fields: dict[str, Any] = {"dice": ["blue:6"], "slots": [4, 4], "contracts": [None, None]}
    assert refusal(voyage, move="contracts", **fields)[0] == "You can take each slot only once."


def test_v29_an_undealt_starting_contract_is_refused_as_missing() -> None:
    voyage = Voyage(2, characters=["berke", "kubilai"], starting_contracts=["S5", "S6"]).roll_all()
    voyage.refuses("V29", move="fulfil", contract="S3")
    assert refusal(voyage, move="fulfil", contract="S3")[0] == "You have no such contract."


def _take_threes(voyage: Voyage) -> None:
    """Play the current turn: all dice for 3 coins each."""
    seat = voyage.turn
    assert seat is not None
    for die in voyage.holding(seat, "dice"):
        voyage.play(seat, move="take_three", dice=[die])
    voyage.play(seat, move="end_turn")


# Goods and goals.


@pytest.mark.parametrize(
    ("tile", "goods", "english"),
    [
        ("B07", ["silk", "gold"], "Choose one good."),
        ("B07", ["tea"], "Choose one good."),
        ("C", ["silk"], "Choose two different goods."),
        ("C", ["silk", "silk"], "Choose two different goods."),
        ("C", ["silk", "tea"], "Choose two different goods."),
    ],
)
def test_the_refusal_says_how_many_goods_to_choose(tile: str, goods: list[str], english: str) -> None:
    if tile == "C":
        voyage = first_turn("berke", "kubilai").give(posts="KAS").end_round()
    else:
        voyage = first_turn("berke", "kubilai", bonus_tiles={"ALE": tile}).give(coins=9)
        voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]])
    assert refusal(voyage, move="choose", goods=goods)[0] == english


def test_v42_contracts_can_be_named_after_revealing_goals() -> None:
    voyage = first_turn("berke", "kubilai", goals=[["G01", "G02"], None])
    assert refusal(voyage, move="reveal_goals", cards=["G03", "G04"])[0] == "Your goals are already entered."
    with pytest.raises(IllegalMoveError):
        voyage.form("reveal_goals", 1)
    assert voyage.play(1, move="name", contract="S1").active() == ["S1"]


def test_v44_beijing_spaces_are_labelled_by_points() -> None:
    field: Any = game_over(points()).form("final", 1, coins=0, camels=0, goods=0).field
    assert [both(choice.label) for choice in field.choices] == [
        ("none", "aucune"),
        ("10 points", "10 points"),
        ("7 points", "7 points"),
        ("4 points", "4 points"),
        ("1 point", "1 point"),
    ]


def test_v22_a_card_by_contracts_needs_a_filled_one() -> None:
    voyage = first_turn("berke", "kubilai", city_cards={"MOS": ["C24"]}).give(posts="MOS", dice="blue:3")
    asked_for = "You haven’t fulfilled any contract yet.", "Tu n’as encore rempli aucun contrat."
    assert refusal(voyage, move="city_card", card="C24", city="MOS", dice=["blue:3"]) == asked_for
    (offer,) = [each for each in voyage.match.offers(voyage.state, 1) if each.kind == "city_card"]
    assert offer.refused is not None
    assert both(offer.refused.reason) == asked_for


# The sheet.


def test_v42_v44_lines_of_the_final_count_have_reasons() -> None:
    voyage = last_round().give(posts="KAS MOS BEI", gold=2, silk=2)
    after_reveals(voyage, ("G03", "G07"), ("G10", "G11"))
    counted = [(line.by, both(line.why)[0]) for line in voyage.last if line.seat == 1]
    assert counted[:4] == [
        (7, "goals completed"),
        (3, "goal places reached"),
        (10, "trading post in Beijing"),
        (2, "goods left"),
    ]


@pytest.mark.parametrize("place", ["ale", "anx", "ada", "orm", "mos"])
def test_french_place_names_need_no_elision(place: str) -> None:
    place_text = say(f"voyages.place.{place}")
    for why in ("town", "bonus", "card", "own_town", "other_town"):
        assert f"de {FRENCH.of(place_text, ())}" not in FRENCH.of(say(f"voyages.why.{why}", place=place_text), ())


def test_french_uses_the_words_of_the_french_rules() -> None:
    """In French a city, with cards and a bonus tile, is a *cité*, and a town, with an income, a *ville*."""
    written = FRENCH.with_prefix("voyages.")
    forms = [form for entry in written.values() for form in ([entry] if isinstance(entry, str) else entry)]
    assert [form for form in forms if "village" in form or "carte de ville" in form] == []
    assert both(say("voyages.move.city_card")) == ("Use a city card", "Utiliser une carte Cité")
    assert both(say("voyages.field.town")) == ("Another town", "Une autre ville")


@pytest.mark.parametrize(
    ("key", "printed"),
    [
        *(("person.raschid", "Raschid ad-Din Sinan"), ("person.matteo", "Matteo Polo"), ("person.berke", "Berke Khan")),
        *(("person.mercator", "Mercator ex Tabriz"), ("person.niccolo_marco", "Niccolo et Marco Polo")),
        *(("person.kubilai", "Kubilai Khan"), ("person.johannes", "Johannes Caprini")),
        ("person.wilhelm", "Guillaume de Rubrouck"),
        *(("place.ven", "Venise"), ("place.mos", "Moscou"), ("place.sam", "Samarcanda"), ("place.ale", "Alexandria")),
        *(("move.take_five", "Prendre 5 pièces"), ("move.take_three", "Prendre 3 pièces")),
        *(("move.bazaar", "Grand bazar"), ("move.khan", "Faveur du Khan"), ("move.contracts", "Prendre des contrats")),
        *(("move.travel", "Voyager"), ("space.travel", "Voyager"), ("space.contracts", "Prendre des contrats")),
        *(
            ("why.take_five", "Prendre 5 pièces"),
            ("why.take_three", "Prendre 3 pièces"),
            ("why.fare", "frais de voyage"),
        ),
        *(("group.bonus", "Actions complémentaires"), ("move.fulfil", "Remplir un contrat")),
        *(("move.reroll", "Relancer un dé"), ("move.black_die", "Prendre un dé noir")),
        *(("block.special", "Pile spéciale"), ("option.starting_contracts", "Contrats de départ")),
        *(("option.city_cards", "Cartes Cité"), ("option.bonus_tiles", "Tuiles Bonus")),
        *(("option.income_tiles", "Tuiles Revenu"), ("field.goals", "Cartes Objectif")),
        *(("option.expert", "Tuiles Revenu mélangées"), ("move.decline", "Refuser le contrat")),
    ],
)
def test_french_terms_are_those_of_the_printed_rules(key: str, printed: str) -> None:
    assert FRENCH.of(say(f"voyages.{key}"), ()).replace("\u00a0", " ") == printed


def test_a_character_has_the_same_name_everywhere() -> None:
    for words in (ENGLISH, FRENCH):
        for person in ("matteo", "mercator", "niccolo_marco", "johannes"):
            assert words.of(say(f"voyages.why.{person}"), ()) == words.of(say(f"voyages.person.{person}"), ())


# Questions.


def question_labels(voyage: Voyage) -> list[str]:
    """Return the label of the pending question in both languages."""
    field = voyage.form("choose").field
    assert field is not None
    return [*both(field.label)]


def answer_labels(voyage: Voyage) -> list[str]:
    """Return the answers as they are labelled among the offers."""
    offers = voyage.match.offers(voyage.state, voyage.active_seats[0])
    return [both(offer.label)[0] for offer in offers if offer.kind == "choose"]


def test_v21_the_question_for_a_bonus_tile_names_the_city() -> None:
    voyage = first_turn("berke", "kubilai").give(coins=9)
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]])
    assert question_labels(voyage) == [
        "Which bonus tile lies in Alexandria?",
        "Quelle tuile Bonus est posée à Alexandria ?",
    ]
    assert answer_labels(voyage) == ["Which bonus tile lies in Alexandria?"]


def test_v21_an_offered_bonus_tile_names_its_city() -> None:
    tiles = {"MOS": "B01", "KAR": "B02", "LAN": "B03", "SAM": "B04", "KRC": "B05", "SUM": "B06"}
    voyage = first_turn("berke", "kubilai", bonus_tiles=tiles).give(coins=9)
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ALE"]])
    assert answer_labels(voyage)[1] == "Alexandria: bonus (1 step)"


def test_v20_an_offered_income_tile_names_its_town() -> None:
    voyage = first_turn("berke", "kubilai", expert=True).give(at="O4", coins=9, camels=9)
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ADA"]])
    assert question_labels(voyage) == [
        "Which income tile lies in Adana?",
        "Quelle tuile Revenu est posée à Adana ?",
    ]
    assert answer_labels(voyage)[0] == "Adana: income (5 coins)"


def test_v18_the_question_for_a_moved_post_names_its_destination() -> None:
    voyage = first_turn("berke", "kubilai").give(at="O4", coins=9, camels=9)
    voyage.give(posts="MOS KAR SAM LAN ALE KRC SUM ANX KAS")
    voyage.play(move="travel", dice=["blue:3", "blue:3"], paths=[["ADA"]])
    assert question_labels(voyage) == ["Which post moves to Adana?", "Quel comptoir va à Adana ?"]
    assert answer_labels(voyage)[0] == "Move the post in Moscow"
