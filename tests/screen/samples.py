"""Faces as the box really shows them, in both languages, and some extreme ones that are unlikely but possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.box.faces.block_view import BlockView
from companion.box.faces.chance_faces import DiceFace, FightFace, SealFace
from companion.box.faces.faces import (
    LAST_CROWN_STEP,
    WINNER_STEP,
    BlockFace,
    CheckedPart,
    CodeFace,
    ConfirmFace,
    EndFace,
    Face,
    Hint,
    Hold,
    HomeFace,
    KeyTestFace,
    LettersFace,
    LevelFace,
    ListFace,
    ListRow,
    LobbyFace,
    MessageFace,
    NumberFace,
    OffFace,
    PlaceFace,
    QrFace,
    RevealColumn,
    RevealFace,
    SeatResult,
    SpaceAnswer,
    SpaceFace,
    Strip,
    TallyFace,
    TurnFace,
)
from companion.box.faces.wheel_face import SectorLabel, WheelFace
from companion.rules.scene import Mark, Piece, Place, Role, Track
from companion.support.qr_code import modules
from companion.words.catalogue import Words
from companion.words.signs import Badge, Glyph, Key, TurnedPart, seat_marks
from tests.kit.own_glyphs import ALL_COLOURS, ALL_GOODS, DRIVERS, IDENTICAL_GOODS, PEPPER, SABRES, SHIP, SILK
from tests.screen.block_samples import BACK, block_faces

FIVE = seat_marks(
    ("Inès", "Bao", "Éléonore", "Jean-Baptiste", "Maximilienne"),
    ("blue", "red", "green", "yellow", "violet"),
    Words("fr"),
)
INES, BAO, ELEONORE, JEAN_BAPTISTE, MAXIMILIENNE = FIVE

ZONES = (*range(11, 17), *range(23, 30))
TOWNS = {0: "Ormuz", 16: "Ganzhou", 29: "Dadu"}
CRATES = (3, 6, 9, 12, 14, 18, 21, 25)

CHOOSE = (Hint(Key.BACK, "retour"), Hint(Key.OK, "choisir"))
CHOOSE_EN = (Hint(Key.BACK, "back"), Hint(Key.OK, "choose"))
TURN = (Hint(Key.BACK, "fin tour"), Hint(Key.DOWN, "autre"), Hint(Key.OK, "jouer"))
TURN_EN = (Hint(Key.BACK, "end turn"), Hint(Key.DOWN, "other"), Hint(Key.OK, "play"))
NEXT = (Hint(Key.BACK, "sauter"), Hint(Key.OK, "suite"))
YES_NO = (Hint(Key.BACK, "non"), Hint(Key.OK, "oui"))
YES_NO_EN = (Hint(Key.BACK, "no"), Hint(Key.OK, "yes"))
MENU = (Hint(Key.OK, "menu"),)


def race(*spaces: int, turn: int = 1, crates: tuple[int, ...] = CRATES) -> BlockView:
    """Return a track with one camel for each seat, on these spaces."""
    pieces = [_camel(space, seat) for seat, space in enumerate(spaces, 1)]
    return _race(pieces, turn, crates)


def race_of_two(first: tuple[int, int], second: tuple[int, int]) -> BlockView:
    """Return a track with two camels for each seat, Inès to move."""
    pieces = [_camel(space, seat, nr) for seat, both in ((1, first), (2, second)) for nr, space in enumerate(both, 1)]
    return _race(pieces, 1, CRATES)


def _camel(space: int, seat: int, number: int | None = None) -> Piece[str]:
    return Piece(id=f"{seat}:{number}", at=str(space), seat=seat, number=number, says=f"case {space}")


def _race(pieces: Iterable[Piece[str]], turn: int, crates: tuple[int, ...]) -> BlockView:
    places = tuple(
        Place(id=str(space), label=str(space), name=TOWNS.get(space), marks=tuple(_marks(space, crates)))
        for space in range(30)
    )
    track = Track(id="race", name="La course", places=places, pieces=tuple(pieces))
    return BlockView(block=track, seats=FIVE, turn=turn)


def _marks(space: int, crates: tuple[int, ...]) -> Iterator[Mark[str]]:
    if space in ZONES:
        yield Mark(thing="gold", n=space % 7 + 1, role=Role.GIVES)
    if space in crates:
        yield Mark(thing="crate", n=2)


def turn_faces() -> dict[str, TurnFace]:
    """Return faces of the table while it waits."""
    plain = TurnFace(
        strip=Strip(turn=BAO),
        hints=TURN,
        number=12,
        unit=Glyph.COIN,
        place="case 7",
        action="Avancer en 8",
        action_detail="2 chameliers",
        action_glyph=DRIVERS,
        actions=3,
        block=race(9, 7, 4, 14, 11, turn=2),
        last="Inès prend une caisse, +2",
    )
    english = replace(
        plain,
        hints=TURN_EN,
        place="space 7",
        action="Step to 8",
        action_detail="2 drivers",
        last="Inès takes a crate, +2",
        action_index=1,
    )
    two = TurnFace(
        strip=Strip(turn=INES),
        hints=TURN,
        number=3,
        unit=Glyph.COIN,
        place="8 · 13",
        action="Délestage : 2 en 14",
        action_detail="−1 or",
        actions=4,
        action_index=3,
        block=race_of_two((8, 13), (12, 9)),
        last="Bao avance en 12",
    )
    sentence = replace(
        plain,
        strip=Strip(turn=JEAN_BAPTISTE),
        number=0,
        place="",
        action="Raschid ad-Din Sinan",
        action_detail="Ne lance pas ses dés : il choisit leur valeur en les utilisant. Pas de compensation.",
        action_glyph=None,
        actions=5,
        block=None,
        last="Maximilienne a révélé les personnages",
    )
    return {
        "turn": plain,
        "turn_en": english,
        "turn_large": replace(plain, large=True),
        "turn_large_en": replace(english, large=True),
        "turn_start": replace(
            plain,
            strip=Strip(turn=INES),
            number=3,
            place="Ormuz",
            action="Avancer en 5",
            action_detail="des cartes",
            action_glyph=None,
            block=race(0, 1, 2, 3, 4),
            last="",
        ),
        "turn_two_camels": two,
        "turn_refused": replace(
            plain,
            strip=Strip(turn=ELEONORE, badges=(Badge.CORRECTED,)),
            number=0,
            place="case 4",
            action="Délestage en 5",
            action_detail="−1 or",
            action_glyph=None,
            action_refused=True,
            action_index=2,
            block=race(9, 7, 4, 14, 11, turn=3),
        ),
        "turn_all_on_ganzhou": replace(
            plain,
            strip=Strip(turn=MAXIMILIENNE, badges=(Badge.NOT_SAVED, Badge.MUTED)),
            place="Ganzhou",
            number=104,
            action="Avancer en 17",
            action_detail="3 identiques",
            action_glyph=IDENTICAL_GOODS,
            actions=1,
            block=race(16, 16, 16, 16, 16, turn=5),
            last="Bao atteint Ganzhou",
        ),
        "turn_crowd_at_the_end": replace(
            plain,
            strip=Strip(turn=JEAN_BAPTISTE),
            place="case 28",
            number=31,
            action="Avancer en 29",
            action_detail="5 couleurs",
            action_glyph=ALL_COLOURS,
            block=race(25, 26, 27, 28, 24, turn=4),
            last="Maximilienne passe",
        ),
        "turn_ganzhou_and_after": replace(plain, block=race(16, 16, 17, 15, 18, turn=2), place="Ganzhou"),
        "turn_of_many_words": replace(
            plain,
            strip=Strip(turn=JEAN_BAPTISTE),
            round="manche 1/5",
            place="Raschid ad-Din Sinan",
            action="Utiliser une carte Cité",
            action_detail="",
            action_glyph=None,
            block=None,
            last="Maximilienne voyage jusqu’à Anxi par Moscou",
            last_brief="M va à Anxi",
        ),
        "turn_with_a_sentence": sentence,
        "turn_with_a_sentence_large": replace(sentence, large=True, action="Matteo Polo"),
        "turn_with_a_brief_sentence": replace(
            sentence,
            action="Mercator ex Tabriz",
            action_detail="Quand l’autre joueur utilise le bazar : 1 de la même chose. Faveur du Khan : 1 chameau. "
            "Prendre 5 pièces : 2 pièces.",
            action_detail_brief="Bazar de l’autre : 1 pareil. Faveur du Khan : 1 chameau. 5 pièces : 2 pièces.",
        ),
        "turn_without_race": replace(
            plain,
            block=None,
            unit=Glyph.CROWN,
            number=86,
            action="Choisir un coup",
            action_detail="",
            action_glyph=None,
            place="",
            last="Jean-Baptiste prend cinq dés et pose un comptoir",
        ),
        "turn_round_en": replace(english, round="round 2", number=3, place="7"),
        "turn_round_alone": replace(plain, round="manche 2", place="2 cartes sous l’étal"),
        "turn_round_without_track": replace(
            plain, round="manche 2", place="2 cartes sous l’étal", block=None, last="Bao passe"
        ),
        "turn_long_hints": replace(
            plain,
            hints=(Hint(Key.BACK, "Finir le tour"), *TURN[1:]),
            action="Caisse 1",
            action_detail="+1 or",
            action_glyph=Glyph.CRATE,
            action_index=2,
            last="↶ Jean-Baptiste avance en 14",
        ),
        "turn_pressed": replace(plain, hints=(*TURN[:2], replace(TURN[2], pressed=True))),
        "turn_holding": replace(plain, hold=Hold("Reprendre", 0.6)),
        "turn_let_go_early": replace(plain, hold=Hold("Rien : tape ou maintiens", 0.0)),
        "turn_reminder": replace(plain, reminder="Éléonore pioche une carte"),
        "turn_large_refused": replace(
            plain,
            large=True,
            number=104,
            action="Délestage en 5",
            action_detail="−1 or",
            action_glyph=None,
            action_refused=True,
        ),
    }


def list_faces() -> dict[str, ListFace]:
    """Return menus and lists."""
    home = ListFace(
        strip=Strip(title="Menu"),
        hints=CHOOSE,
        rows=(
            ListRow("Retour à la table", glyph=Glyph.LANTERN),
            ListRow("Nouvelle partie", glyph=Glyph.CAMEL),
            ListRow("Reprendre une partie", detail="3"),
            ListRow("Parties finies"),
            ListRow("Recopier ton plateau", glyph=Glyph.CRATE),
            ListRow("Réglages"),
            ListRow("Éteindre"),
        ),
        chosen=1,
    )
    players = ListFace(
        strip=Strip(title="Qui joue ?"),
        hints=CHOOSE,
        rows=tuple(ListRow(mark.name, detail=mark.colour, mark=mark) for mark in FIVE),
        chosen=3,
    )
    settings = ListFace(
        strip=Strip(title="Settings", badges=(Badge.MUTED,)),
        hints=CHOOSE_EN,
        rows=(
            ListRow("Language", detail="English"),
            ListRow("Volume", detail="2/5"),
            ListRow("Mute", detail="no"),
            ListRow("Large text", detail="yes"),
        ),
        chosen=0,
    )
    refused = ListFace(
        strip=Strip(turn=INES),
        hints=CHOOSE,
        rows=(
            ListRow("Avec des cartes"),
            ListRow("Délestage (1 or)", refused=True),
            ListRow("Finir le tour"),
            ListRow("Reprendre le coup"),
        ),
        chosen=1,
        note="Le délestage coûte 1 or, et tu n’en as pas.",
    )
    ticks = ListFace(
        strip=Strip(title="Contrats"),
        hints=CHOOSE,
        rows=(
            ListRow("Soie", detail="4 pts", ticked=True, glyph=SILK),
            ListRow("Poivre", detail="2 pts", ticked=False, glyph=PEPPER),
            ListRow("Or", detail="7 pts", ticked=True, glyph=Glyph.GOLD),
            ListRow("Comptoir", detail="5 pts", ticked=False, glyph=Glyph.POST, refused=True),
            ListRow("Fini", detail="2/3"),
        ),
        chosen=2,
    )
    return {
        "list_home": home,
        "list_home_large": replace(home, large=True, chosen=6),
        "list_players": players,
        "list_players_large": replace(players, large=True, chosen=2),
        "list_settings_en": settings,
        "list_settings_large_en": replace(settings, large=True, chosen=3),
        "list_refused": refused,
        "list_refused_elsewhere": replace(refused, chosen=3, note=""),
        "list_refused_large": replace(refused, large=True),
        "list_ticks": ticks,
        "list_long_row": replace(
            refused,
            rows=(
                ListRow("Bao avance en 12"),
                ListRow("Jean-Baptiste prend une caisse, +2", detail="#12"),
                ListRow("Inès passe"),
            ),
            note="",
        ),
        "list_long_note": replace(
            refused, note="On ne prend pas la tête par délestage : aucun autre chameau n’est au-delà de 12."
        ),
        "list_empty": replace(home, rows=(), chosen=0, note="Rien ici encore"),
    }


def word_faces() -> dict[str, Face]:
    """Return words to read, and questions."""
    refusal = MessageFace(
        strip=Strip(title="Pas possible"),
        hints=(Hint(Key.OK, "OK"),),
        heading="",
        body="On ne prend pas la tête par délestage : aucun autre chameau n’est au-delà de 12.",
        ruling="E5",
    )
    message = MessageFace(
        strip=Strip(title="Ton plateau"),
        hints=(Hint(Key.OK, "OK"),),
        heading="C’est noté",
        body="22 cases avec leur symbole, 12 avec une caisse. Les nouvelles parties s’en servent.",
        glyph=Glyph.CRATE,
        scroll=1,
    )
    english = replace(
        refusal, strip=Strip(title="Not possible"), body="Ballast may not lead: no other camel is past 12."
    )
    ballast = ConfirmFace(
        strip=Strip(turn=INES), hints=YES_NO, question="Délestage en 12", costs=("−1 or",), gives=("case 12", "+2 or")
    )
    off = ConfirmFace(strip=Strip(title="Éteindre"), hints=YES_NO, question="Éteindre ?", body="La partie est gardée.")
    return {
        "message_refused": refusal,
        "message_refused_en": english,
        "message_refused_large": replace(refusal, large=True, scroll=1),
        "message_glyph": message,
        "message_holding": replace(message, hold=Hold("Accueil", 0.25)),
        "confirm_balance": ballast,
        "confirm_balance_large": replace(ballast, large=True, gives=("+2 or",)),
        "confirm_costs_only": replace(ballast, gives=()),
        "confirm_gives_only_en": replace(
            ballast, hints=YES_NO_EN, question="Take a crate", costs=(), gives=("+2 gold",)
        ),
        "confirm_body": off,
        "confirm_body_large_en": replace(
            off,
            large=True,
            hints=YES_NO_EN,
            strip=Strip(title="Switch off"),
            question="Switch off?",
            body="The game is kept.",
        ),
        "confirm_long_body": replace(
            off,
            strip=Strip(title="Coup 12"),
            question="Changer ce coup ?",
            body="Inès prend une caisse, +1. Tous les coups suivants restent valables.",
        ),
        "confirm_three": replace(ballast, costs=("−1 or",), gives=("+1 pièce", "+1 chameau", "+3 soies")),
        "confirm_many": replace(
            ballast, costs=("−2 pièces", "−1 or"), gives=("+7 pièces", "+2 or", "+3 soies", "+1 or")
        ),
        "confirm_bare": ConfirmFace(hints=YES_NO, question="Changer ce coup ?"),
    }


def set_faces() -> dict[str, Face]:
    """Return faces for things to set."""
    wheel = ("✓", *"ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÊËÀÂÇÎÏÔÙÛŒ", *"'-0123456789", "␣", "⌫")
    write = (Hint(Key.BACK, "effacer"), Hint(Key.OK, "prendre"))
    letters = LettersFace(strip=Strip(title="Nom"), hints=write, typed="Élé", wheel=wheel, chosen=15)
    number = NumberFace(
        strip=Strip(title="De combien ?"), hints=CHOOSE, caption="Or d’Inès", number=2, low=-3, high=99, signed=True
    )
    level = LevelFace(strip=Strip(title="Volume"), hints=CHOOSE, caption="Volume", level=2, top=5)
    space = SpaceFace(
        strip=Strip(title="Ton plateau"),
        hints=(Hint(Key.BACK, "retour"), Hint(Key.OK, "suite")),
        space="12",
        place=12,
        of=29,
        asked=(SpaceAnswer("2 chameliers", DRIVERS), SpaceAnswer("caisse 2", Glyph.CRATE, 2)),
    )
    place = PlaceFace(
        strip=Strip(turn=BAO),
        hints=CHOOSE,
        block=race(9, 12, 4, 14, 11, turn=2),
        piece="2:None",
        start="7",
        change="Case 7 → 12",
    )
    identical, crate = SpaceAnswer("3 identiques", IDENTICAL_GOODS), space.asked[1]
    return {
        "letters": letters,
        "letters_done": replace(letters, typed="", chosen=0),
        "letters_long_large": replace(letters, typed="Jean-Baptiste ", chosen=54, large=True, caption="Qui joue ?"),
        "number": number,
        "number_low_large": replace(number, number=-3, large=True),
        "number_en": replace(
            number, strip=Strip(title="Correct"), hints=CHOOSE_EN, caption="Gold", number=104, high=999, signed=False
        ),
        "number_told": replace(
            number, number=9, signed=False, caption="Pièces, sur 10", consequence="9 pièces et 1 chameau"
        ),
        "place": place,
        "place_question": replace(place, start="12", change="Case 12 → où\u00a0?"),
        "place_refused_large": replace(
            place,
            large=True,
            block=race(9, 16, 4, 14, 11, turn=2),
            change="Case 7 → Ganzhou",
            refused="Pas à la main avant le décompte",
        ),
        "level": level,
        "level_silent_large": replace(level, level=0, large=True, strip=Strip(title="Réglages")),
        "space": space,
        "space_crate": replace(space, space="7", place=7, field=1, asked=(identical, crate)),
        "space_unknown": replace(
            space, space="1", place=1, asked=(SpaceAnswer("pas noté"), SpaceAnswer("pas de caisse", n=0))
        ),
        "space_en": replace(
            space,
            strip=Strip(title="Your board"),
            hints=CHOOSE_EN,
            asked=(SpaceAnswer("4 different goods", ALL_GOODS), SpaceAnswer("crate 1", Glyph.CRATE, 1)),
        ),
    }


def table_faces() -> dict[str, Face]:
    """Return tallies, the end of a game, and the faces before and after a game."""
    tally = TallyFace(
        strip=Strip(title="Décompte de Ganzhou"),
        hints=NEXT,
        city="Ganzhou",
        mark=INES,
        place="case 16",
        pays=6,
        total=15,
        step=0,
        steps=5,
    )
    results = (
        SeatResult(1, INES, 31, ""),
        SeatResult(2, JEAN_BAPTISTE, 28, "chameaux\N{NO-BREAK SPACE}: 27"),
        SeatResult(3, ELEONORE, 28, "chameaux\N{NO-BREAK SPACE}: 24"),
        SeatResult(4, MAXIMILIENNE, 17, ""),
        SeatResult(5, BAO, 9, ""),
    )
    end = EndFace(
        strip=Strip(title="Marco Polo Expédition"),
        hints=MENU,
        headline="Inès gagne !",
        results=results,
        unit=Glyph.COIN,
        game="Marco Polo Expédition",
    )
    reveal = RevealFace(
        strip=Strip(title="Le plus de contrats"),
        hints=(Hint(Key.OK, "suite"),),
        columns=tuple(
            RevealColumn(result.mark, amount, result.total)
            for result, amount in zip(results, ("+7", "", "+3", "", "+1"), strict=True)
        ),
    )
    home = HomeFace(strip=Strip(title="Compagnon"), hints=MENU, line="Pose tes chameaux !")
    return {
        "reveal": reveal,
        "reveal_first": replace(
            reveal,
            strip=Strip(title="Le décompte final"),
            columns=tuple(replace(column, amount="") for column in reveal.columns[::4]),
            line="Qui gagne\N{NO-BREAK SPACE}? On compte\N{NO-BREAK SPACE}!",
        ),
        "reveal_one_seat": replace(
            reveal,
            strip=Strip(turn=INES),
            reasons=("Dadu, case 29",),
            columns=(
                *(replace(column, amount="", total=None) for column in reveal.columns[1:4]),
                replace(reveal.columns[0], amount="+480", total=1320),
            ),
        ),
        "reveal_seat_large": replace(
            reveal,
            strip=Strip(turn=INES),
            reasons=("Dadu, case 29",),
            columns=(RevealColumn(INES, "+7", 31), RevealColumn(BAO, "", 9)),
            large=True,
        ),
        "reveal_nothing_large": replace(
            reveal,
            strip=Strip(turn=BAO),
            columns=tuple(replace(column, amount="") for column in reveal.columns[2:]),
            line="rien de plus",
            large=True,
        ),
        "tally": tally,
        "tally_long_name": replace(tally, mark=MAXIMILIENNE, place="chameau 2, case 11", pays=12, total=104, step=4),
        "tally_nothing_en": replace(
            tally,
            strip=Strip(title="Tally at Dadu"),
            hints=(Hint(Key.BACK, "skip"), Hint(Key.OK, "next")),
            mark=BAO,
            place="space 9",
            pays=0,
            total=3,
            step=2,
        ),
        "end_five": end,
        "end_five_without_hints": replace(end, hints=()),
        "end_four_en": replace(end, headline="Inès wins!", results=results[:4]),
        "end_three": replace(end, results=results[:3]),
        "end_two_large": replace(end, results=results[:2], large=True, headline="Inès et Jean-Baptiste gagnent !"),
        "end_five_large": replace(
            end,
            large=True,
            scroll=1,
            results=(*results[:1], *(replace(each, mark=BAO, place="") for each in results[1:])),
        ),
        "end_stopped": replace(
            end, headline="Partie arrêtée", results=tuple(replace(each, rank=None, place="") for each in results[:3])
        ),
        "end_facts": replace(end, facts=("31 à 28", "Tournant : tour 8, +9", "11 tours · 40 min"), scroll=1),
        "end_facts_large": replace(
            end, facts=("31 à 28", "Tournant : tour 8, +9", "11 tours · 40 min"), scroll=1, large=True
        ),
        "end_crown": replace(end, hints=MENU[1:], crown=3),
        "end_crown_shines": replace(end, hints=MENU[1:], crown=LAST_CROWN_STEP),
        "end_winner": replace(end, hints=MENU[1:], crown=WINNER_STEP),
        "end_winner_long_name": replace(end, hints=MENU[1:], crown=WINNER_STEP, results=results[1:]),
        "end_winner_longest_name": replace(
            end,
            hints=MENU[1:],
            crown=WINNER_STEP,
            results=(SeatResult(1, replace(MAXIMILIENNE, name="Maximilienne-Élisabeth de La Rochefoucau"), 1100, ""),),
        ),
        "end_winner_large_total": replace(
            end, hints=MENU[1:], crown=WINNER_STEP, results=(SeatResult(1, ELEONORE, 1320, ""),)
        ),
        "home": home,
        "home_two_lines": replace(home, strip=Strip(title="Compagnon de table"), line="Pose tes chameaux : qui joue ?"),
        "home_large_en": replace(
            home, strip=Strip(title="Companion", badges=(Badge.MUTED,)), line="Who plays?", large=True
        ),
        "off": OffFace(line="Tu peux débrancher"),
        "off_large_en": OffFace(line="You can unplug it now", large=True),
    }


def strip_faces() -> dict[str, Face]:
    """Return strips and hints at their fullest."""
    crowded = MessageFace(
        strip=Strip(turn=MAXIMILIENNE, badges=tuple(Badge)[:3]),
        hints=(Hint(Key.UP, ""), Hint(Key.DOWN, "autre"), Hint(Key.OK, "choisir", pressed=True), Hint(Key.BACK, "fin")),
        heading="Badges",
        body="Non enregistré, écran perdu, fichier abîmé.",
    )
    keys = tuple(Hint(key, "") for key in Key)
    return {
        "strip_badges": crowded,
        "strip_other_badges": replace(
            crowded,
            strip=Strip(title="Réglages", badges=tuple(Badge)[-5:]),
            hints=keys[:8],
            body="Muet, corrigé.",
        ),
        "strip_seat_keys": replace(crowded, strip=Strip(turn=INES, title="Menu"), hints=keys[8:], body="Les places."),
    }


def phone_faces() -> dict[str, Face]:
    """Return faces that let phones in."""
    code = CodeFace(
        strip=Strip(title="Code de la table"),
        hints=(Hint(Key.BACK, "fermer"),),
        code="482913",
        line="Tape-le sur le téléphone",
    )
    scanned = replace(
        code,
        strip=Strip(title="Table"),
        hints=(Hint(Key.BACK, "fermer"),),
        line="Scanne-le ou tape-le. Il vaut tant que cet écran est ouvert.",
        modules=modules(f"http://192.168.100.200:8080/#{'Ab3_-x' * 3}wxyz"),
    )
    qr = QrFace(
        strip=Strip(title="Trouver la table"),
        hints=(Hint(Key.BACK, "retour"),),
        modules=modules("http://192.168.1.23:8080/"),
        line="Scanne ici",
        words=("192.168.1.23:8080", "caravane.local:8080"),
    )
    english = replace(qr, hints=(Hint(Key.BACK, "back"),), line="Scan or type")
    lobby = LobbyFace(
        strip=Strip(title="Qui joue ?"),
        hints=(Hint(Key.BACK, "sortir"), Hint(Key.OK, "liste")),
        code="482913",
        line="Scanne pour t’asseoir",
        modules=scanned.modules,
    )
    typed = replace(lobby, modules=(), line="Tape-le sur le téléphone")
    leave = (Hint(Key.BACK, "leave"), Hint(Key.OK, "list"))
    return {
        "lobby": lobby,
        "lobby_three": replace(lobby, marks=FIVE[:3]),
        "lobby_five": replace(lobby, marks=FIVE, strip=Strip(title="Qui joue ?", badges=(Badge.NOT_SAVED,))),
        "lobby_five_large": replace(lobby, marks=FIVE, large=True),
        "lobby_three_large_en": replace(
            lobby, marks=FIVE[:3], large=True, hints=leave, strip=Strip(title="Who’s playing?")
        ),
        "lobby_large": replace(lobby, large=True),
        "lobby_arrival": replace(lobby, marks=FIVE[:2], arrival="Inès", arrival_line="s’assied"),
        "lobby_arrival_long_en": replace(
            lobby, marks=FIVE, hints=leave, arrival="Maximilienne", arrival_line="sits down", large=True
        ),
        "lobby_typed": typed,
        "lobby_typed_five": replace(typed, marks=FIVE),
        "lobby_typed_arrival_large": replace(
            typed, marks=FIVE, arrival="Jean-Baptiste", arrival_line="s’assied", large=True
        ),
        "code": code,
        "code_scanned": scanned,
        "code_scanned_seat": replace(scanned, strip=Strip(turn=INES, badges=(Badge.NOT_SAVED,)), large=True),
        "code_seat": replace(code, strip=Strip(turn=MAXIMILIENNE), code="011170"),
        "code_large_en": replace(
            code,
            large=True,
            strip=Strip(turn=INES, badges=(Badge.MUTED,)),
            hints=(Hint(Key.BACK, "close"),),
            line="Type it on the phone",
        ),
        "qr": qr,
        "qr_large": replace(qr, large=True),
        "qr_longest_en": replace(
            english,
            strip=Strip(title="Find the table", badges=(Badge.CORRECTED,)),
            modules=modules("http://192.168.100.200:65535/"),
            words=("192.168.100.200:65535", "raspberrypi.local:65535"),
        ),
        "qr_badges": replace(
            qr, strip=Strip(badges=tuple(Badge)[:4]), modules=modules("http://10.0.0.5:80/"), words=("10.0.0.5:80",)
        ),
        "qr_long_code": replace(
            english,
            modules=modules("http://[2001:db8:1234:5678:9abc:def0:1234:5678]:8080/"),
            words=("[2001:db8:1234:5678:9abc:def0:1234:5678]:8080",),
        ),
        "qr_holding": replace(qr, hold=Hold("Accueil", 0.5)),
    }


def wheel(land: str, attacker: str) -> tuple[SectorLabel, ...]:
    """Return a wheel with a sector for each number, and an attack."""
    return (*(SectorLabel(figure) for figure in land), SectorLabel(attacker, stark=True, glyph=SABRES))


def wheel_faces() -> dict[str, Face]:
    """Return the roulette: waiting, turning, at rest."""
    skip = (Hint(Key.OK, "sauter"),)
    resting = WheelFace(
        strip=Strip(turn=INES),
        hints=(Hint(Key.BACK, "retour"), Hint(Key.SPIN, "lancer")),
        sectors=wheel("1234123", "bandits"),
        rotation=0,
        line="Sur terre",
        glyph=Glyph.CAMEL,
    )
    sea = replace(resting, sectors=wheel("2345136", "corsaires"), line="En mer", glyph=SHIP)
    english = replace(sea, hints=(Hint(Key.OK, "skip"),), line="At sea", rotation=50 / 128)
    bandits = SectorLabel("bandits", stark=True, glyph=SABRES)
    many_sectors = tuple(bandits if n % 9 == 8 else SectorLabel(str(n % 6 + 1)) for n in range(36))
    return {
        "wheel_waiting": resting,
        "wheel_turning": replace(resting, hints=skip, rotation=37 / 128),
        "wheel_sea_turning_en": english,
        "wheel_attack_passing": replace(sea, hints=skip, rotation=18 / 128),
        "wheel_result": replace(sea, hints=NEXT[1:], rotation=2 / 8, result=6, line="Avance de 6"),
        "wheel_result_attack": replace(resting, hints=NEXT[1:], rotation=1 / 8, result=7, line="Des bandits !"),
        "wheel_result_attack_large_en": replace(
            english, hints=(Hint(Key.OK, "next"),), rotation=1 / 8, result=7, line="Corsairs!", large=True
        ),
        "wheel_result_large": replace(resting, hints=NEXT[1:], rotation=0.0, result=0, line="Avance de 1", large=True),
        "wheel_two_sectors": replace(
            resting, strip=Strip(title="Ta roulette"), sectors=wheel("9", "bandits"), rotation=0.0, line="", glyph=None
        ),
        "wheel_twelve_sectors": replace(resting, sectors=wheel("12345678912", "bandits"), rotation=3 / 132, hints=skip),
        "wheel_thirty_six_sectors": replace(resting, sectors=many_sectors, rotation=5 / 144, hints=skip),
        "wheel_trial": replace(resting, note="Roulette provisoire"),
        "wheel_trial_attack": replace(
            sea,
            hints=NEXT[1:],
            rotation=1 / 8,
            result=7,
            line="Corsaires !",
            note="Roulette provisoire · saisi",
        ),
        "wheel_bonus": replace(
            sea,
            hints=NEXT[1:],
            rotation=2 / 8,
            result=6,
            counts="8",
            line="6 + 2 cases",
            note="Roulette provisoire · répété",
        ),
        "wheel_result_told_long": replace(
            resting, hints=NEXT[1:], rotation=5 / 8, result=3, line="Le vent apporte 1 huile", glyph=Glyph.LANTERN
        ),
        "wheel_told_long_en": replace(english, line="Ask the wind at the river", large=True),
        "wheel_thirty_six_result": replace(
            resting, sectors=many_sectors, rotation=1 - 10 / 36, result=10, line="Avance de 5"
        ),
    }


def chance_faces() -> dict[str, Face]:
    """Return both dice of a fight, free dice, and seals."""
    fight = FightFace(
        strip=Strip(turn=INES),
        hints=NEXT[1:],
        white=5,
        black=3,
        headline="Gagné !",
        line="Le butin est à toi",
        ruling="C3",
    )
    hints = (Hint(Key.BACK, "retour"), Hint(Key.DOWN, "nombre"), Hint(Key.OK, "maintenir"))
    dice = DiceFace(strip=Strip(title="Dés"), hints=hints, dice=(3, 6), line="total")
    digits = "9c2e4d8fe97d8814"
    seal = SealFace(
        strip=Strip(title="Tirages scellés"),
        hints=NEXT[1:],
        words=("nubov", "hukaz", "vojut", "mobih"),
        digits=digits,
    )
    lost = replace(fight, strip=Strip(turn=MAXIMILIENNE), white=1, headline="Perdu", note="saisi")
    return {
        "fight_won": fight,
        "fight_lost_d8": replace(lost, black=8, faces=8, line="Rançon : une carte ou 30"),
        "fight_lost_large_en": replace(
            lost, black=6, headline="Lost", line="No loot", note="typed in", large=True, hints=(Hint(Key.OK, "next"),)
        ),
        "fight_seven": replace(fight, white=6, black=7, faces=8),
        "dice_one": replace(dice, dice=(1,), line="1 dé"),
        "dice_two": dice,
        "dice_three": replace(dice, dice=(6, 6, 6)),
        "dice_five": replace(dice, dice=(1, 2, 3, 4, 5)),
        "dice_six_large": replace(dice, dice=(6, 5, 4, 3, 2, 6), large=True),
        "dice_told": replace(dice, dice=(5, 6), line="jusqu’à 58, puis départ"),
        "dice_shaken": replace(dice, dice=(0,) * 6, line="6 dés", shaken=1, hints=(Hint(Key.OK, "lâcher", True),)),
        "dice_lesson": replace(dice, line="", lesson="Les mêmes ! Reprendre ne change pas les dés."),
        "dice_lesson_large": replace(dice, line="", lesson="Maintiens OK, puis lâche", large=True),
        "seal": seal,
        "seal_to_note": replace(seal, line="Note ces mots"),
        "seal_digits": replace(seal, strip=Strip(title="Le sceau en entier"), words=(), digits=digits * 4),
    }


def key_test_faces() -> dict[str, Face]:
    """Return key tests of a box with four keys, of the bench, and of a box with every key."""
    four = (Key.UP, Key.DOWN, Key.OK, Key.BACK)
    bench = (Key.OK, Key.BACK, Key.SPIN, Key.UNDO, Key.SEAT1, Key.SEAT2, Key.SEAT3, Key.SEAT4, Key.SEAT5)
    small = KeyTestFace(
        strip=Strip(title="Premiers pas 2/6"),
        hints=(Hint(Key.OK, "2 fois : suite"),),
        parts=tuple(CheckedPart(key, key.value, worked=key is Key.UP) for key in four),
        line="Appuie sur chaque touche",
        note="Écran, 4 touches",
    )
    with_knobs = tuple(CheckedPart(part, part.value) for part in (*bench, *TurnedPart))
    whole = replace(small, parts=with_knobs, note="Écran, 9 touches, bouton, roulette, lumières")
    every = tuple(CheckedPart(part, part.value, worked=True) for part in (*Key, *TurnedPart))
    return {
        "keys_four": small,
        "keys_four_large": replace(small, large=True),
        "keys_bench": whole,
        "keys_bench_large": replace(whole, large=True, line="Tourne le bouton"),
        "keys_all": replace(small, parts=every, line="Tout marche !", note="Écran, 13 touches"),
    }


def samples() -> dict[str, Face]:
    """Return every sample by its name, which is also the name of its golden picture."""
    return {
        **turn_faces(),
        **list_faces(),
        **word_faces(),
        **set_faces(),
        **table_faces(),
        **strip_faces(),
        **phone_faces(),
        **wheel_faces(),
        **chance_faces(),
        **key_test_faces(),
        "block_track": BlockFace(strip=Strip(title="La course"), hints=BACK, blocks=(race(9, 7, 4, 14, 11),)),
        "block_track_large": BlockFace(
            strip=Strip(title="La course"), hints=BACK, blocks=(race_of_two((8, 13), (12, 9)),), large=True
        ),
        **block_faces(FIVE),
    }
