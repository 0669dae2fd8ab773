"""A game of 1983 to look at: what is said of a seat, the wheel, the fight, hands, stacks and loot, and the road."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.classic.cards import Card as Goods
from companion.games.classic.conditions import market_at
from companion.games.classic.hands import lacking, no_goods
from companion.games.classic.moves import Route
from companion.games.classic.notes import next_note, reminders, to_set_up
from companion.games.classic.player_view import Seen, SeenHand
from companion.games.classic.road import WHITE_FACES, black_faces
from companion.games.classic.state import Fight as Fought
from companion.games.classic.state import GoldenTable, Phase, Setup, Stage, Turn
from companion.games.classic.wheel_block import ATTACK_SIGNS, WHEEL, attackers, ring_of, sector_id, verdict
from companion.rules.components import Amount
from companion.rules.scene import (
    Block,
    Board,
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
    Space,
    SpaceGroup,
    Tone,
    Use,
)
from companion.rules.scene import Stage as RoadStage
from companion.rules.text import Text, listed, say
from companion.rules.viewer import Viewer

FIGHT, HAND = "fight", "hand"
"""The ids of blocks that ceremonies and others speak of; that of the wheel is its own."""
FIGHTING = (Phase.FIGHT, Phase.RANSOM)


def seat_notes(seen: Seen, seat: int) -> tuple[SeatNote[Text], ...]:
    """How far on the road a seat is, how many cards it holds, what they and the rest come to, and the turns it misses.

    What it has come to is told to its seat alone, as long as there is something secret in it; with hands that are not
    kept nobody knows more than everybody does.
    """
    hand = seen.hands[seat - 1]
    said = [say(f"classic.stage.{hand.stage.value}")]
    if hand.cards is not None:
        said.append(say("classic.about.cards", n=hand.cards) if hand.cards else say("classic.about.no_cards"))
    if hand.fortune is not None and seen.tracked and seen.turn is not None:
        said.append(say("classic.about.fortune", n=hand.fortune))
    if hand.misses:
        said.append(say("classic.about.misses", n=hand.misses))
    return tuple(SeatNote(says=text) for text in said)


def scene(setup: Setup, seen: Seen, viewer: Viewer, announced: Route | None) -> Scene[Text]:
    """What the turn wants, the fight, the wheel, one's own hand and road, what lies open, and the rules of the house.

    At the end every hand lies open, with what the fortunes are made of.
    """
    wheel = _wheel(setup, seen, announced)
    return Scene(blocks=tuple(_blocks(setup, seen, viewer, wheel)), turn=None, wide=_widest(seen))


def _widest(seen: Seen) -> str | None:
    """What everybody looks at: both dice of a fight, else the wheel; at the end there is only what lies open."""
    if seen.turn is None:
        return None
    return FIGHT if seen.turn.phase in FIGHTING else WHEEL


def hand_row(seen: Seen, seat: int) -> CardRow[Text]:
    """The goods of a seat, as far as they are known; a card that is touched goes into a move."""
    hand = seen.hands[seat - 1]
    if hand.goods is None:
        return CardRow(id=f"goods:{seat}", seat=seat, count=hand.cards)
    waiting = seen.turn is not None and hand.stage is Stage.OUTWARD
    empty = None if hand.goods else say("classic.hand.none" if waiting else "classic.about.no_cards")
    return CardRow(id=f"goods:{seat}", seat=seat, cards=tuple(_goods(hand.goods, seat)), says=empty)


def _blocks(setup: Setup, seen: Seen, viewer: Viewer, wheel: Ring[Text]) -> Iterator[Block[Text]]:
    yield from _to_do(setup, seen, viewer)
    if seen.turn is not None and seen.turn.phase in FIGHTING:
        yield _fight(setup, seen, seen.turn)
    if seen.turn is not None:
        yield wheel
    if seen.turn is not None and viewer.seat is not None and viewer.seat <= len(seen.hands):
        yield _hand(seen, viewer.seat)
        if viewer.seat == seen.turn.seat and (trading := market(setup, seen.turn)) is not None:
            yield trading
        yield _road(setup, seen, viewer.seat)
    if seen.turn is None:
        yield Cards(id="hands", name=say("classic.hands"), rows=tuple(_open_hands(seen)))
        if rows := account(seen):
            yield Grid(id="fortunes", name=say("classic.final"), rows=rows)
    else:
        yield Cards(id="loot", name=say("classic.loot"), rows=(_loot(seen),))
        if seen.stacks is not None:
            yield Cards(id="stacks", name=say("classic.stacks"), rows=tuple(_stacks(setup, seen.stacks)))
    if notes := tuple(_rules(setup, seen)):
        yield Notes(id="rules", name=say("classic.rules"), notes=notes)


def _to_do(setup: Setup, seen: Seen, viewer: Viewer) -> Iterator[Notes[Text]]:
    """What the turn wants, with what only the board shows; and before the first spin how the box is laid out."""
    if (note := next_note(setup, seen, viewer)) is not None:
        yield Notes(id="next", name=say("classic.next"), notes=(note, *reminders(setup, seen)))
    if notes := tuple(to_set_up(setup, seen)):
        yield Notes(id="setup", name=say("classic.setup"), notes=notes)


def _wheel(setup: Setup, seen: Seen, announced: Route | None) -> Ring[Text]:
    """The wheel with its last spin of this turn, or what is announced for the next."""
    turn, wheel = seen.turn, setup.edition.wheel
    if announced is None and turn is not None and turn.sector is not None and turn.route is not None:
        says, large = verdict(wheel, turn.sector, turn.route, turn.points)
        rests = sector_id(turn.sector)
        return replace(ring_of(wheel), announced=turn.route.value, rests=rests, says=says, large=large)
    return replace(ring_of(wheel), announced=announced.value if announced else None)


def _fight(setup: Setup, seen: Seen, turn: Turn) -> Dice[Text]:
    """Both dice: to be rolled, or as they fell while the ransom is due (C3)."""
    route = turn.route or Route.LAND
    fought = seen.fight if turn.phase is Phase.RANSOM else None
    fallen = (fought.white, fought.black, fought.won) if fought else (None, None, None)
    groups = fight_groups(setup, turn.seat, route, *fallen)
    says = fight_told(fought) if fought else say("classic.fight.waits", seat=turn.seat)
    return Dice(id=FIGHT, name=say(f"classic.fight.{route.value}"), groups=groups, against=True, says=says)


def fight_told(fight: Fought) -> Text:
    """Who has won a fight, and by what."""
    key = "classic.told.fight_won" if fight.won else "classic.told.fight_lost"
    return say(key, seat=fight.seat, white=fight.white, black=fight.black)


def fight_groups(
    setup: Setup, seat: int, route: Route, white: int | None, black: int | None, won: bool | None
) -> tuple[DiceGroup[Text], ...]:
    """The traveller's white die against the attackers' black one."""
    use = Use.ROLL if white is None else Use.USED
    mine: Die[Text] = Die(id="white", faces=WHITE_FACES, value=white, colour="white", use=use)
    theirs: Die[Text] = Die(id="black", faces=black_faces(setup), value=black, colour="black", use=use)
    return (
        DiceGroup(id="traveller", dice=(mine,), seat=seat, won=won),
        DiceGroup(
            id="attackers",
            dice=(theirs,),
            name=attackers(route),
            thing=ATTACK_SIGNS[route],
            won=None if won is None else not won,
        ),
    )


def _hand(seen: Seen, seat: int) -> Cards[Text]:
    """A seat's own goods, and the honours in front of it with the town that only it may know."""
    hand = seen.hands[seat - 1]
    rows = [hand_row(seen, seat)] if seen.tracked else []
    if hand.table is not None or hand.secrets:
        town = say("classic.hand.town", town=hand.town) if hand.town else None
        rows.append(_honours(hand, seat, town))
    return Cards(id=HAND, name=say("classic.hand"), rows=tuple(rows), seat=seat)


def _honours(hand: SeenHand, seat: int, says: Text | None = None) -> CardRow[Text]:
    things = [*(["table"] if hand.table is not None else []), *["secret"] * hand.secrets]
    cards: tuple[Card[Text], ...] = tuple(
        Card(id=f"honour:{seat}:{number}", thing=thing) for number, thing in enumerate(things)
    )
    turned = {GoldenTable.UNTURNED: "classic.table.unturned", GoldenTable.TURNED: "classic.table.turned"}
    said = [say(turned[hand.table])] if hand.table is not None else []
    both = [*said, *([says] if says else [])]
    return CardRow(id=f"honours:{seat}", seat=seat, cards=cards, says=listed(both) if both else None)


def _goods(goods: tuple[Goods, ...], seat: int) -> Iterator[Card[Text]]:
    """Each card by its name, those alike counted."""
    for at, card in enumerate(goods):
        yield Card(id=f"{seat}:{card}:{goods[:at].count(card)}", thing=str(card), touch=f"card:{card}")


def _open_hands(seen: Seen) -> Iterator[CardRow[Text]]:
    """Every seat's goods and honours, at the end."""
    for seat, hand in enumerate(seen.hands, 1):
        if hand.goods is not None:
            yield hand_row(seen, seat)
        if hand.table is not None or hand.secrets:
            yield _honours(hand, seat)


def _loot(seen: Seen) -> CardRow[Text]:
    """What lies in the loot space: besants, and cards face down, of which one knows what one paid."""
    loot = seen.loot
    cards: tuple[Card[Text], ...] = tuple(
        Card(id=f"loot:{at}", thing=str(lying.card) if lying.card else None) for at, lying in enumerate(loot.cards)
    )
    said = [say("classic.loot.besants", n=loot.besants)] if loot.besants else []
    said += [say("classic.loot.cards", n=len(cards))] if cards else []
    says = listed(said) if said else say("classic.loot.empty")
    return CardRow(id="loot", thing="loot", cards=cards, says=says)


def _stacks(setup: Setup, left: tuple[int, ...]) -> Iterator[CardRow[Text]]:
    for colour, count in zip(setup.edition.colours, left, strict=True):
        each = setup.edition.goods_each
        says = None if count else no_goods(setup)
        yield CardRow(id=f"stack:{colour.value}", lie=Lie.STACK, thing=colour.value, count=count, of=each, says=says)


def _road(setup: Setup, seen: Seen, seat: int) -> Road[Text]:
    """How far it is to the return (C14): the way travelled, the fortune, and the cards of each colour that counts."""
    edition, hand = setup.edition, seen.hands[seat - 1]
    stages, own, goods = list(Stage), hand.fortune or 0, hand.goods or ()
    at = stages.index(hand.stage)
    needs = [Need(name=say("classic.road.fortune"), thing="besants", have=own, least=edition.threshold)]
    if seen.tracked:
        for colour in edition.each_of:
            held = sum(card.colour is colour for card in goods)
            needs.append(Need(thing=colour.value, have=held, least=edition.min_each, most=edition.max_each))
    lacks = lacking(edition, own, goods) if seen.tracked else ()
    return Road(
        id="road",
        name=say("classic.road"),
        stages=tuple(
            RoadStage(name=say(f"classic.step.{stage.value}"), done=at > number, now=at == number)
            for number, stage in enumerate(stages)
        ),
        needs=tuple(needs),
        lacks=lacks,
        says=_ready(seen, hand, lacks),
        seat=seat,
    )


def _ready(seen: Seen, hand: SeenHand, lacks: tuple[Text, ...]) -> Text | None:
    if not seen.tracked:
        return say("classic.road.untracked")
    return say("classic.road.ready") if hand.done and not lacks else None


def _rules(setup: Setup, seen: Seen) -> Iterator[Note[Text]]:
    """A bank that gave out too much, and the rules of the house that are on (C19, C20)."""
    if seen.out > setup.edition.total:
        text = say("classic.bank", n=seen.out, total=setup.edition.total)
        yield Note(id="bank", says=text, tone=Tone.WARNING, name=say("classic.bank.name"))
    for name in setup.rules.on:
        rule = say(f"classic.option.{name}")
        text = say("classic.bonus", rule=rule, n=setup.rules.move_bonus) if name == "move_bonus" else rule
        more = say(f"classic.option.{name}.note")
        yield Note(id=f"rule.{name}", says=say("classic.rule", rule=text), tone=Tone.RULE, name=rule, more=more)


def revealed(seen: Seen) -> tuple[CardRow[Text], ...]:
    """What the end lays open."""
    return tuple(_open_hands(seen))


def account(seen: Seen) -> tuple[GridRow[Text], ...]:
    """What each fortune is made of, once every hand lies open; nothing where cards are not tracked (C14)."""
    return tuple(_rows(seen)) if seen.tracked else ()


def _rows(seen: Seen) -> Iterator[GridRow[Text]]:
    hands = seen.hands
    goods = [sum(card.value for card in hand.goods or ()) for hand in hands]
    honours = [(hand.fortune or 0) - hand.besants - worth for hand, worth in zip(hands, goods, strict=True)]
    for name, values in (("besants", [hand.besants for hand in hands]), ("goods", goods), ("honours", honours)):
        cells = tuple(Cell(value=value) for value in values)
        yield GridRow(id=name, name=say(f"classic.final.{name}"), cells=cells, thing="besants")
    whole = tuple(Cell(value=hand.fortune) for hand in hands)
    yield GridRow(id="fortune", name=say("classic.final.fortune"), cells=whole, thing="besants", total=True)


MARKET = "market"


def market(setup: Setup, turn: Turn) -> Board[Text] | None:
    """Selling, buying and taking a card, with their prices (C9, C10, C11, C15); None where there is no market."""
    edition = setup.edition
    if not market_at(setup, turn):
        return None
    left = max(0, edition.most_bought - turn.bought)
    goods = (Amount(turn.colour.value, 1),) if turn.colour else ()
    spaces = (
        Space(id="sell", name=say("classic.market.sell"), says=say("classic.market.sell_what")),
        Space(
            id="buy",
            name=say("classic.market.buy"),
            costs=(Amount("besants", edition.price),),
            gives=goods,
            says=say("classic.market.buy_most", n=left),
        ),
        Space(
            id="trade",
            name=say("classic.market.trade"),
            costs=(Amount("besants", edition.trade_price),),
            says=say("classic.market.trade_whose"),
        ),
    )
    return Board(id=MARKET, name=say("classic.market"), groups=(SpaceGroup(id=MARKET, spaces=spaces),), seat=turn.seat)
