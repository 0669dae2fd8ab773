"""The scene of a game of 1983: seat notes, the wheel, the fight, hands, stacks and loot, and the road."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.classic.cards import GoodsCard
from companion.games.classic.hands import empty_stack_text, missing_for_return, missing_line
from companion.games.classic.moves import Route
from companion.games.classic.notes import next_note, reminders, setup_notes
from companion.games.classic.player_view import ClassicView, HandView, totals
from companion.games.classic.road_moves import WHITE_FACES, black_faces
from companion.games.classic.state import FightResult, GoldenTable, JourneyStage, Phase, Setup, Turn
from companion.games.classic.wheel_block import ATTACK_SIGNS, WHEEL, attackers, ring_of, sector_id, spin_result
from companion.rules.scene import (
    Block,
    Card,
    CardRow,
    Cards,
    Cell,
    Dice,
    DiceGroup,
    Die,
    Grid,
    GridRow,
    Lie,
    Need,
    Note,
    Notes,
    Ring,
    Road,
    Scene,
    SeatNote,
    Stage,
    Tone,
    Use,
)
from companion.rules.text import Text, join_texts, say
from companion.rules.viewer import Viewer

FIGHT, HAND = "fight", "hand"
"""Ids of blocks that animations and other modules refer to; the wheel's id is in `wheel_block`."""
FIGHTING = (Phase.FIGHT, Phase.RANSOM)
_STATIONS = {
    JourneyStage.OUTWARD: ("classic.place.khanbalik", "khanbalik"),
    JourneyStage.MISSION: ("classic.journey.mission", "mission"),
    JourneyStage.HOMEWARD: ("classic.place.venice", "venice"),
}
"""The name and the drawing of the place where a stage of the journey ends."""


def seat_notes(view: ClassicView, seat: int) -> tuple[SeatNote[Text], ...]:
    """Return the stage of a seat, its number of cards if it has any, its fortune, and the turns it misses.

    Only the seat itself sees its fortune while any of it is secret. It is left out while it equals the besants, which
    are the total. With untracked hands nobody knows more than the others do, so no fortune is shown.
    """
    hand = view.hands[seat - 1]
    texts = [say(f"classic.stage.{hand.stage.value}")]
    if hand.cards:
        texts.append(say("classic.about.cards", n=hand.cards))
    if hand.fortune is not None and hand.fortune != hand.besants and view.tracked and view.turn is not None:
        texts.append(say("classic.about.fortune", n=hand.fortune))
    if view.winner == seat:
        texts.append(say("classic.messer_millionni"))
    if hand.misses:
        texts.append(say("classic.about.misses", n=hand.misses))
    return tuple(SeatNote(says=text) for text in texts)


def scene(setup: Setup, view: ClassicView, viewer: Viewer, announced: Route | None) -> Scene[Text]:
    """Return the scene: next step, fight, wheel, the viewer's hand and road, the journey, cards, and house rules.

    At the end every hand is shown, with the parts of each fortune.
    """
    wheel = _wheel(setup, view, announced)
    return Scene(blocks=tuple(_blocks(setup, view, viewer, wheel)), turn=None, wide=_main_block(view))


def _main_block(view: ClassicView) -> str | None:
    """Return the block that everyone looks at: the dice of a fight, else the wheel; None at the end."""
    if view.turn is None:
        return None
    return FIGHT if view.turn.phase in FIGHTING else WHEEL


def hand_row(view: ClassicView, seat: int) -> CardRow[Text]:
    """Return the goods of a seat, as far as they are known; touching a card puts it into a move."""
    hand = view.hands[seat - 1]
    if hand.goods is None:
        return CardRow(id=f"goods:{seat}", seat=seat, count=hand.cards)
    outward = view.turn is not None and hand.stage is JourneyStage.OUTWARD
    text = None if hand.goods else say("classic.hand.none" if outward else "classic.about.no_cards")
    return CardRow(id=f"goods:{seat}", seat=seat, cards=tuple(_goods_cards(hand.goods, seat)), says=text)


def _blocks(setup: Setup, view: ClassicView, viewer: Viewer, wheel: Ring[Text]) -> Iterator[Block[Text]]:
    yield from _task_notes(setup, view, viewer)
    if view.turn is not None and view.turn.phase in FIGHTING:
        yield _fight(setup, view, view.turn)
    if view.turn is not None:
        yield wheel
    if view.turn is not None and viewer.seat is not None and viewer.seat <= len(view.hands):
        yield _hand(view, viewer.seat)
        yield _road(setup, view, viewer.seat)
    if view.turn is None:
        yield Cards(id="hands", name=say("classic.hands"), rows=tuple(_open_hand_rows(view)))
        if rows := fortune_rows(view):
            yield Grid(id="fortunes", name=say("classic.final"), rows=rows)
    else:
        yield _journey(view)
        if view.loot.besants or view.loot.cards:
            yield Cards(id="loot", name=say("classic.loot"), rows=(_loot_row(view),))
        if view.stacks is not None:
            yield Cards(id="stacks", name=say("classic.stacks"), rows=tuple(_stack_rows(setup, view.stacks)))
    if notes := tuple(_rule_notes(setup, view)):
        yield Notes(id="rules", name=say("classic.rules"), notes=notes)


def _task_notes(setup: Setup, view: ClassicView, viewer: Viewer) -> Iterator[Notes[Text]]:
    """Yield the next step of the turn with reminders, and before the first spin the tasks of the set-up."""
    if (note := next_note(setup, view, viewer)) is not None:
        yield Notes(id="next", name=say("classic.next"), notes=(note, *reminders(setup, view)))
    if notes := tuple(setup_notes(setup, view)):
        yield Notes(id="setup", name=say("classic.setup"), notes=notes)


def _wheel(setup: Setup, view: ClassicView, announced: Route | None) -> Ring[Text]:
    """Return the wheel with this turn's last spin, or with the route announced for the next."""
    turn, wheel = view.turn, setup.edition.wheel
    if announced is None and turn is not None and turn.sector is not None and turn.route is not None:
        text, large_text = spin_result(wheel, turn.sector, turn.route, turn.points)
        sector = sector_id(turn.sector)
        return replace(ring_of(wheel), announced=turn.route.value, rests=sector, says=text, large=large_text)
    return replace(ring_of(wheel), announced=announced.value if announced else None)


def _fight(setup: Setup, view: ClassicView, turn: Turn) -> Dice[Text]:
    """Return both dice: ready to roll, or as they fell while the ransom is due (C3)."""
    route = turn.route or Route.LAND
    result = view.fight if turn.phase is Phase.RANSOM else None
    values = (result.white, result.black, result.won) if result else (None, None, None)
    groups = fight_groups(setup, turn.seat, route, *values)
    text = fight_result_text(result) if result else say("classic.fight.waits", seat=turn.seat)
    return Dice(id=FIGHT, name=say(f"classic.fight.{route.value}"), groups=groups, against=True, says=text)


def fight_result_text(fight: FightResult) -> Text:
    """Return who won or lost a fight; the dice are drawn beside it."""
    return say("classic.fight.winner" if fight.won else "classic.fight.loser", seat=fight.seat)


def fight_groups(
    setup: Setup, seat: int, route: Route, white: int | None, black: int | None, won: bool | None
) -> tuple[DiceGroup[Text], ...]:
    """Return the traveller's white die and the attackers' black one."""
    use = Use.ROLL if white is None else Use.USED
    white_die: Die[Text] = Die(id="white", faces=WHITE_FACES, value=white, colour="white", use=use)
    black_die: Die[Text] = Die(id="black", faces=black_faces(setup), value=black, colour="black", use=use)
    return (
        DiceGroup(id="traveller", dice=(white_die,), seat=seat, won=won),
        DiceGroup(
            id="attackers",
            dice=(black_die,),
            name=attackers(route),
            thing=ATTACK_SIGNS[route],
            won=None if won is None else not won,
        ),
    )


def _hand(view: ClassicView, seat: int) -> Cards[Text]:
    """Return a seat's own goods, Table and Secrets, with the town that only this seat may know."""
    hand = view.hands[seat - 1]
    rows = [hand_row(view, seat)] if view.tracked else []
    if hand.table is not None or hand.secrets:
        rows.append(_honour_row(hand, seat, hand.town))
    return Cards(id=HAND, name=say("classic.hand"), rows=tuple(rows), seat=seat)


def _honour_row(hand: HandView, seat: int, town: str | None = None) -> CardRow[Text]:
    names = [*(["table"] if hand.table is not None else []), *["secret"] * hand.secrets]
    cards: tuple[Card[Text], ...] = tuple(
        Card(id=f"honour:{seat}:{number}", thing=thing) for number, thing in enumerate(names)
    )
    keys = {GoldenTable.UNTURNED: "classic.table.unturned", GoldenTable.TURNED: "classic.table.turned"}
    text = say(keys[hand.table]) if hand.table is not None else None
    if text and town:
        text = say("classic.hand.town", table=text, town=town)
    return CardRow(id=f"honours:{seat}", seat=seat, cards=cards, says=text)


def _goods_cards(goods: tuple[GoodsCard, ...], seat: int) -> Iterator[Card[Text]]:
    """Yield each card with an id of its name and a count of equal cards."""
    for index, card in enumerate(goods):
        yield Card(id=f"{seat}:{card}:{goods[:index].count(card)}", thing=str(card), touch=f"card:{card}")


def _open_hand_rows(view: ClassicView) -> Iterator[CardRow[Text]]:
    """Yield every seat's goods, Table and Secrets, at the end."""
    for seat, hand in enumerate(view.hands, 1):
        if hand.goods is not None:
            yield hand_row(view, seat)
        if hand.table is not None or hand.secrets:
            yield _honour_row(hand, seat)


def _loot_row(view: ClassicView) -> CardRow[Text]:
    """Return the besants and cards in the loot space; cards are face down except to the seat that paid them."""
    loot = view.loot
    cards: tuple[Card[Text], ...] = tuple(
        Card(id=f"loot:{index}", thing=str(loot_card.card) if loot_card.card else None)
        for index, loot_card in enumerate(loot.cards)
    )
    texts = [say("classic.loot.besants", n=loot.besants)] if loot.besants else []
    texts += [say("classic.loot.cards", n=len(cards))] if cards else []
    return CardRow(id="loot", thing="loot", cards=cards, says=join_texts(texts))


def _stack_rows(setup: Setup, counts: tuple[int, ...]) -> Iterator[CardRow[Text]]:
    for colour, count in zip(setup.edition.colours, counts, strict=True):
        each = setup.edition.goods_per_colour
        text = None if count else empty_stack_text(setup)
        yield CardRow(id=f"stack:{colour.value}", lie=Lie.STACK, thing=colour.value, count=count, of=each, says=text)


def _road(setup: Setup, view: ClassicView, seat: int) -> Road[Text]:
    """Return the progress to the return (C14): stages, fortune, and the cards of each colour that counts."""
    edition, hand = setup.edition, view.hands[seat - 1]
    stages, fortune, goods = list(JourneyStage), hand.fortune or 0, hand.goods or ()
    current = stages.index(hand.stage)
    needs = [Need(name=say("classic.road.fortune"), thing="besants", have=fortune, least=edition.threshold)]
    if view.tracked:
        for colour in edition.each_of:
            held = sum(card.colour is colour for card in goods)
            needs.append(Need(thing=colour.value, have=held, least=edition.min_each, most=edition.max_each))
    lacks = missing_for_return(edition, fortune, goods) if view.tracked else ()
    return Road(
        id="road",
        name=say("classic.road"),
        stages=tuple(
            Stage(name=say(f"classic.step.{stage.value}"), done=current > number, now=current == number)
            for number, stage in enumerate(stages)
        ),
        needs=tuple(needs),
        lacks=tuple(map(missing_line, lacks)),
        says=_road_text(view, hand, lacks),
        seat=seat,
    )


def _journey(view: ClassicView) -> Road[Text]:
    """Return the road of all seats, from Venice and back; if a seat with fewer besants is ahead, also why."""
    stations = [Stage(name=say("classic.place.venice"), art="venice")]
    for stage, (place, art) in _STATIONS.items():
        seats = tuple(seat for seat, hand in enumerate(view.hands, 1) if hand.stage is stage)
        stations.append(Stage(name=say(place), art=art, seats=seats))
    text = say("classic.journey.ranks") if _is_behind_with_more(view) else None
    return Road(id="journey", name=say("classic.journey"), stages=tuple(stations), says=text, thing="land")


def _is_behind_with_more(view: ClassicView) -> bool:
    """Return whether a seat has more than a seat that is a stage further, and so ranks before it."""
    orders = [total.order for total in totals(view)]
    return any(own[0] < other[0] and own[1] > other[1] for own in orders for other in orders)


def _road_text(view: ClassicView, hand: HandView, lacks: tuple[Text, ...]) -> Text | None:
    if not view.tracked:
        return say("classic.road.untracked")
    return say("classic.road.ready") if hand.done and not lacks else None


def _rule_notes(setup: Setup, view: ClassicView) -> Iterator[Note[Text]]:
    """Yield a warning if the bank paid out too much, and the enabled house rules (C19, C20)."""
    if view.out > setup.edition.total:
        text = say("classic.bank", n=view.out, total=setup.edition.total)
        yield Note(id="bank", says=text, tone=Tone.WARNING, name=say("classic.bank.name"))
    for name in setup.rules.enabled:
        rule = say(f"classic.option.{name}")
        text = say("classic.bonus", rule=rule, n=setup.rules.move_bonus) if name == "move_bonus" else rule
        note = say(f"classic.option.{name}.note")
        yield Note(id=f"rule.{name}", says=say("classic.rule", rule=text), tone=Tone.RULE, name=rule, more=note)


def revealed_rows(view: ClassicView) -> tuple[CardRow[Text], ...]:
    """Return the rows shown at the end."""
    return tuple(_open_hand_rows(view))


def fortune_rows(view: ClassicView) -> tuple[GridRow[Text], ...]:
    """Return the parts of each fortune, once every hand is open; empty if cards are not tracked (C14)."""
    return tuple(_fortune_rows(view)) if view.tracked else ()


def _fortune_rows(view: ClassicView) -> Iterator[GridRow[Text]]:
    hands = view.hands
    goods = [sum(card.value for card in hand.goods or ()) for hand in hands]
    honours = [(hand.fortune or 0) - hand.besants - worth for hand, worth in zip(hands, goods, strict=True)]
    for name, values in (("besants", [hand.besants for hand in hands]), ("goods", goods), ("honours", honours)):
        cells = tuple(Cell(value=value) for value in values)
        yield GridRow(id=name, name=say(f"classic.final.{name}"), cells=cells, thing="besants")
    total_cells = tuple(Cell(value=hand.fortune) for hand in hands)
    yield GridRow(id="fortune", name=say("classic.final.fortune"), cells=total_cells, thing="besants", total=True)
