"""What may be done in a game of 1983, by the rulings C1 to C20 in other words than those of `play`.

Only the facts of a state, the figures of the edition and what the table agreed on are looked at. Nothing here asks what
is offered or what `play` checks: what these words and the program do not agree on is a mistake in one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from companion.games.classic.state import Hand, State, Turn

Body = dict[str, Any]
Sort = tuple[str, int]
"""A sort of goods cards: colour and value."""
Sorts = Counter[Sort]
OF_THE_TURN = (
    *("spin", "arrive", "fight", "refuse_fight", "ransom", "sell", "buy", "trade"),
    *("give_gifts", "finish_mission", "claim", "restart", "end_turn"),
)
PLACES = ("town", "port", "post", "khanbalik", "mission", "venice")
MOST_EFFECTS = 6
LONGEST_NOTE = 200
TRIES = 4
"""How many moves of a kind are thought of where there are more than can be listed."""


@dataclass(frozen=True)
class Moment:
    """A state as its rules look at it, for the seat whose turn it is."""

    match: Any
    state: State

    @cached_property
    def turn(self) -> Turn:
        assert self.state.turn is not None
        return self.state.turn

    @property
    def phase(self) -> str:
        return self.turn.phase.value

    @property
    def place(self) -> str | None:
        """Where one has arrived; None under way."""
        return self.turn.place.value if self.phase == "place" and self.turn.place else None

    @property
    def cards_known(self) -> bool:
        return bool(self.match.rules.tracking.value == "full")

    @cached_property
    def box(self) -> Sorts:
        """Every goods card there is."""
        edition = self.match.edition
        return Counter(
            {(c.value, value): copies for c in edition.colours for value, copies in edition.values if copies}
        )

    @property
    def colours(self) -> list[str]:
        return [colour.value for colour in self.match.edition.colours]

    def hand(self, seat: int | None = None) -> Hand:
        """What a seat has; without one, whose turn it is."""
        return self.state.hands[(seat or self.turn.seat) - 1]

    def goods(self, seat: int | None = None) -> Sorts:
        return _counted(self.hand(seat).goods)

    @property
    def on_mission(self) -> bool:
        """The Table lies as it was given, its mission still to do (C13)."""
        hand = self.hand()
        return hand.table is not None and hand.table.value == "unturned" and not hand.done

    @property
    def lacking(self) -> int:
        """What notes do not cover of what is to be paid now, while there is something to sell for it (C16)."""
        hand = self.hand()
        due = self.match.edition.ransom if self.phase == "ransom" else self.turn.debt
        nothing = self.cards_known and not (hand.goods or hand.table or hand.secrets)
        return 0 if nothing else max(0, due - hand.besants)

    @property
    def blocked(self) -> bool:
        """A fine comes before all else; of hands that nobody keeps only what lies open has to be sold for it."""
        hand = self.hand()
        return self.lacking > 0 and (self.cards_known or hand.table is not None or hand.secrets > 0)

    @property
    def at_market(self) -> bool:
        """Where there is one it waits until gifts and mission are done, and is one for who came to its colour (C10)."""
        if self.place in ("khanbalik", "mission"):
            return self.turn.served and self.turn.colour is not None
        return self.place is not None and _is_market(self.match, self.place)

    def leads_back(self, place: str) -> bool:
        """The turn began there, of the places of which there is but one (C8)."""
        return place in ("venice", "khanbalik", "mission") and self.turn.start.value == place

    @property
    def khan_receives(self) -> bool:
        """One Table at a time, none after the mission, and gifts at hand (C12)."""
        hand = self.hand()
        return hand.table is None and not hand.done and (not self.cards_known or any(_gifts_held(self)))

    @property
    def place_is_served(self) -> bool:
        """Gifts are given and the mission is done where one has come for it, and no fine is open."""
        if self.place == "khanbalik" and self.khan_receives and not self.turn.served:
            return False
        return not (self.place == "mission" and self.on_mission) and not self.blocked

    def left(self, colour: str) -> int:
        """The goods on a stack, as all can count them: what no hand and no ransom holds (C19)."""
        lying = [lying.card for lying in self.state.loot.cards if lying.card is not None]
        gone = [card for hand in self.state.hands for card in hand.goods] + lying
        whole = sum(copies for (of, _), copies in self.box.items() if of == colour)
        return whole - sum(card.colour.value == colour for card in gone)

    def own_paid(self) -> Sorts:
        """The cards in the loot space that the seat paid itself, and so knows."""
        paid = self.state.loot.cards
        return _counted(one.card for one in paid if one.card is not None and one.seat == self.turn.seat)


def legal_moves(match: Any, state: State, seat: int, rnd: Random) -> list[Body]:
    """Some moves of every kind that a seat may make, each of which may be any; kinds that ask for little are all there.

    What is left out, for it is the same said otherwise or too much to list: a sale of goods and of an honour at once
    (it is two sales), more cards of a sort sold than the box holds where hands are not kept, a partner's card named by
    the taker, gifts and a town where hands are not kept, a market without its colour, cards lost and gained by a Hasard
    where hands are not kept, and a Hasard that does nothing at all.
    """
    if state.turn is None:
        return []
    moment = Moment(match, state)
    found = [*_corrections(moment, seat, rnd)]
    for kind in OF_THE_TURN if seat == (moment.turn.asked or moment.turn.seat) else ("restart",):
        thought = [{"move": kind, **fields} for fields in _thinkable(moment, kind, rnd)]
        found += [body for body in thought if is_legal(match, state, seat, body)]
    return found


def is_legal(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Whether a seat may make this move, whatever it says that a form would not let it say."""
    if state.turn is None:
        return False
    moment = Moment(match, state)
    said = {name: value for name, value in body.items() if value is not None}
    kind = said["move"]
    if kind == "correct":
        return _right_correction(moment, seat, said)
    if kind == "restart":
        return _begins_anew(moment, seat)
    if moment.turn.asked:
        return seat == moment.turn.asked and kind == "trade" and _names(moment, said)
    return seat == moment.turn.seat and _RULES[kind](moment, said)


def _spin(moment: Moment, said: Body) -> bool:
    """Once a turn, or once more by a Hasard when all is done here; one sector (C1, C2)."""
    once_more = moment.phase == "place" and moment.turn.again and moment.place_is_served
    sectors = range(len(moment.match.edition.wheel.sectors))
    return (moment.phase == "spin" or once_more) and len(said["chance"]) == 1 and said["chance"][0] in sectors


def _arrive(moment: Moment, said: Body) -> bool:
    """Not back (C8); the Khan wants gifts, the mission its Table (C12, C13); colour and company need a market (C10)."""
    if moment.phase != "arrive" or moment.blocked or moment.leads_back(said["place"]):
        return False
    place, company = said["place"], said.get("shared_with", [])
    if (place == "khanbalik" and not moment.khan_receives) or (place == "mission" and not moment.on_mission):
        return False
    great = place in ("khanbalik", "mission")
    if not (_is_market(moment.match, place) or great):
        return "colour" not in said and not company
    if great and "colour" not in said:
        return not company
    others = set(range(1, len(moment.state.hands) + 1)) - {moment.turn.seat}
    return said.get("colour", moment.colours[0]) in moment.colours and _are_some_of(company, others)


def _fight(moment: Moment, said: Body) -> bool:
    """A white die of six faces and a black one of six, or eight (C3, C20)."""
    faces = [range(1, 7), range(1, 9 if moment.match.rules.bandits_d8 else 7)]
    dice = said["chance"]
    shown = len(dice) == 2 and all(die in these for die, these in zip(dice, faces, strict=True))
    return moment.phase == "fight" and not moment.blocked and shown


def _refuse_fight(moment: Moment, said: Body) -> bool:
    return moment.phase == "fight" and not moment.blocked and moment.on_mission  # the safe-conduct (C7)


def _ransom(moment: Moment, said: Body) -> bool:
    """A card of one's choice, or besants as far as there are any once nothing is left to sell (C4, C16)."""
    if moment.phase != "ransom" or (moment.cards_known and moment.blocked and not moment.hand().goods):
        return False
    if said["pay"] == "besants":
        return not moment.blocked and not {"colour", "value"} & said.keys()
    return not moment.cards_known or moment.goods()[said.get("colour", ""), said.get("value", 0)] > 0


def _sell(moment: Moment, said: Body) -> bool:
    """Goods on arrival at a market (C9), or anywhere for a fine; an honour for what is left of that alone (C16)."""
    turn, hand, cards = moment.turn, moment.hand(), [*_sorts(said.get("cards", []))]
    on_arrival = moment.at_market and not turn.bought and not turn.traded
    honour = said.get("what", "cards")
    if not (on_arrival or moment.lacking) or (honour == "cards" and not cards):
        return False
    if not all(card in moment.box for card in cards) or (moment.cards_known and not Counter(cards) <= moment.goods()):
        return False
    if honour == "cards":
        return True
    still_lacking = moment.lacking > sum(value for _, value in cards)
    goods_left = moment.cards_known and len(cards) < len(hand.goods)
    held = {"table": hand.table is not None, "secret": hand.secrets > 0}
    return held[honour] and still_lacking and not goods_left


def _buy(moment: Moment, said: Body) -> bool:
    """At a market after selling: so many cards of its colour, or its Hasards, instead of taking from a player (C10)."""
    turn, edition = moment.turn, moment.match.edition
    if not moment.at_market or moment.blocked or turn.traded:
        return False
    if turn.bought >= edition.most_bought or moment.hand().besants < edition.price:
        return False
    if said["colour"] not in ([turn.colour.value] if turn.colour else moment.colours):
        return False
    if "hasard" in said:
        return edition.hasards > 0 and "value" not in said and _befalls(moment, said["hasard"])
    if not moment.cards_known:
        return True
    known = moment.goods() + moment.own_paid()
    return "value" in said and _may_be_drawn(moment, (said["colour"], said["value"]), known, 0)


def _befalls(moment: Moment, effects: Sequence[Mapping[str, Any]]) -> bool:
    """One effect after the other, each of a single sort; cards come and go as the hand and the stack have them."""
    hand, drawn, paid = moment.goods(), Counter[str](), moment.own_paid()
    for effect in effects:
        given = {name: value for name, value in effect.items() if value is not None}
        to = given.pop("to", None)
        if len(given) != 1 or (to is not None and not ("lose" in given and _goes_on(moment, to))):
            return False
        ((sort, value),) = given.items()
        if sort in ("lose", "gain"):
            card = (value["colour"], value["value"])
            if card not in moment.box or not _changes(moment, sort, card, (hand, paid), drawn):
                return False
            if sort == "lose" and to is not None:  # it goes on to somebody, and not back to its stack
                drawn[card[0]] += 1
                paid[card] += to.get("loot") is True
        elif not _is_effect(moment, sort, value):
            return False
    return len(effects) <= MOST_EFFECTS


def _goes_on(moment: Moment, to: Mapping[str, Any]) -> bool:
    """A lost card can go to one other seat, or into the loot."""
    others = set(range(1, len(moment.state.hands) + 1)) - {moment.turn.seat}
    given = {name: value for name, value in to.items() if value is not None}
    return given == {"loot": True} or (given.keys() == {"seat"} and given["seat"] in others)


def _changes(moment: Moment, sort: str, card: Sort, own: tuple[Sorts, Sorts], drawn: Counter[str]) -> bool:
    """Whether this card can be lost or gained now; hand, what was paid, and stack are as they are then."""
    if not moment.cards_known:
        return True
    hand, paid = own
    possible = hand[card] > 0 if sort == "lose" else _may_be_drawn(moment, card, hand + paid, drawn[card[0]])
    hand[card] += 1 if sort == "gain" else -1
    drawn[card[0]] += 1 if sort == "gain" else -1
    return possible


def _is_effect(moment: Moment, sort: str, value: Any) -> bool:
    match sort:
        case "besants":
            return bool(value) and abs(value) <= moment.match.edition.total
        case "note":
            return len(value) <= LONGEST_NOTE
    return value is True


def _may_be_drawn(moment: Moment, card: Sort, known: Sorts, drawn: int) -> bool:
    """There is such a card, its stack is not empty, and what the seat itself knows of are not all there are (C19)."""
    return moment.left(card[0]) - drawn > 0 and known[card] < moment.box[card]


def _trade(moment: Moment, said: Body) -> bool:
    """From one player here, from each where the house lets one; instead of buying, and for a price (C11)."""
    turn, rules, other = moment.turn, moment.match.rules, said["with"]
    if not moment.at_market or moment.blocked or turn.bought:
        return False
    if moment.hand().besants < moment.match.edition.trade_price or other not in turn.shared_with:
        return False
    if other in turn.traded or (turn.traded and not rules.trade_each_player):
        return False
    if not moment.cards_known:
        return True
    taken = [*_sorts([said["card"]])] if "card" in said else [*moment.goods(other)][:1]
    return any(moment.goods(other)[card] for card in taken)


def _names(moment: Moment, said: Body) -> bool:
    """The player whose card was taken says to whom it went, and which of his it was (C11)."""
    cards = _sorts([said["card"]] if "card" in said else [])
    return said["with"] == moment.turn.seat and any(moment.goods(moment.turn.asked)[card] > 0 for card in cards)


def _give_gifts(moment: Moment, said: Body) -> bool:
    """As many dear goods as the Khan wants (C12), of two colours where the house wants it (C20)."""
    cards = [*_sorts(said.get("cards", []))]
    if moment.place != "khanbalik" or not moment.khan_receives or not _is_town(moment, said.get("town")):
        return False
    if not moment.cards_known and not cards:
        return True
    return _please(moment, cards) and (not moment.cards_known or Counter(cards) <= moment.goods())


def _finish_mission(moment: Moment, said: Body) -> bool:
    return moment.place == "mission" and moment.on_mission


def _claim(moment: Moment, said: Body) -> bool:
    """In Venice, mission done, with fortune and goods enough, not too many of a colour (C14, C18)."""
    hand, edition = moment.hand(), moment.match.edition
    if moment.place != "venice" or moment.blocked or not hand.done:
        return False
    if moment.match.rules.must_hold_both and not (hand.table and hand.table.value == "turned" and hand.secrets):
        return False
    if moment.cards_known and {"goods", "cards"} & said.keys():
        return False
    shown = [(colour, value) for colour, values in said.get("goods", {}).items() for value in values]
    goods = moment.goods() if moment.cards_known else Counter([*shown, *_sorts(said.get("cards", []))])
    if not moment.cards_known and not goods <= moment.box:
        return False
    worth = sum(value * count for (_, value), count in goods.items())
    honours = edition.table_value * (hand.table is not None) + edition.secret_value * hand.secrets
    each = [sum(count for (of, _), count in goods.items() if of == colour.value) for colour in edition.each_of]
    enough: bool = hand.besants + honours + worth >= edition.threshold
    return enough and all(edition.min_each <= count <= edition.max_each for count in each)


def _begins_anew(moment: Moment, seat: int) -> bool:
    """Who has nothing at all, whoever's turn it is, and once a lost fight is settled (C17).

    A card just taken is held already, though nobody has said yet which it is.
    """
    hand, turn = moment.hand(seat), moment.turn
    if turn.seat == seat and (moment.phase == "ransom" or turn.asked is not None):
        return False
    nothing = hand.besants == 0 and not hand.goods and hand.table is None and not hand.secrets
    return nothing and moment.match.edition.start > 0


def _end_turn(moment: Moment, said: Body) -> bool:
    """When one has arrived and all that the place wants is done."""
    return moment.phase == "place" and moment.place_is_served


_RULES = {
    **{"spin": _spin, "arrive": _arrive, "fight": _fight, "refuse_fight": _refuse_fight, "ransom": _ransom},
    **{"sell": _sell, "buy": _buy, "trade": _trade, "give_gifts": _give_gifts, "finish_mission": _finish_mission},
    **{"claim": _claim, "end_turn": _end_turn},
}


def _thinkable(moment: Moment, kind: str, rnd: Random) -> Iterator[Body]:  # noqa: C901 - one short case a kind
    """What might be said with a kind of move, right or wrong."""
    edition, seats = moment.match.edition, range(1, len(moment.state.hands) + 1)
    match kind:
        case "spin":
            count = len(edition.wheel.sectors)
            for route in ("land", "sea"):
                yield from ({"route": route, "chance": [at]} for at in rnd.sample(range(count), min(count, TRIES)))
        case "arrive":
            for place in PLACES:
                great = place in ("khanbalik", "mission")
                trading = moment.colours if great or _is_market(moment.match, place) else []
                for colour in trading if trading and not great else [None, *trading]:
                    company = [seat for seat in seats if seat != moment.turn.seat and rnd.random() < 0.6]
                    yield {"place": place, **({"colour": colour, "shared_with": company} if colour else {})}
        case "fight":
            yield from ({"chance": [rnd.randint(1, 6), rnd.randint(1, 8)]} for _ in range(2 * TRIES))
        case "ransom":
            yield {"pay": "besants"}
            yield {"pay": "card"}
            yield from ({"pay": "card", "colour": of, "value": value} for of, value in moment.goods())
        case "sell":
            held = moment.goods() if moment.cards_known else moment.box
            yield from ({"what": "cards", "cards": _said(one)} for one in _some_of(held, rnd))
            yield from ({"what": honour} for honour in ("table", "secret"))
        case "buy":
            values = sorted({value for _, value in moment.box}) if moment.cards_known else [None]
            for colour in moment.colours:
                yield from ({"colour": colour, **({"value": value} if value else {})} for value in values)
                yield from ({"colour": colour, "hasard": one} for one in _hasards(moment, rnd))
        case "trade" if moment.turn.asked:
            asked = moment.goods(moment.turn.asked)
            yield from ({"with": moment.turn.seat, "card": one} for one in _said(dict.fromkeys(asked)))
        case "trade":
            yield from ({"with": seat} for seat in seats)
        case "give_gifts" if moment.cards_known:
            towns = (*edition.towns, None) if edition.towns else ("", "Pagan", "P" * 40)
            yield from ({"cards": _said(cards), "town": rnd.choice(towns)} for cards in _gifts_held(moment))
        case "claim" if not moment.cards_known:
            yield from ({"cards": _said(cards)} for cards in _fortunes(moment, rnd))
        case _:
            yield {}


def _hasards(moment: Moment, rnd: Random) -> Iterator[list[Body]]:
    """Lists of effects: each of the owner's, and some at random."""
    most, notes = moment.match.edition.total, ("", "another game", "é" * LONGEST_NOTE)
    cards = _said(moment.box) if moment.cards_known else []
    for effect in moment.match.edition.effects:
        yield [{effect.sort: _plain(getattr(effect, effect.sort))}]
    for _ in range(TRIES):
        besants = rnd.choice((1, -1)) * rnd.choice((10, 40, rnd.randint(1, most), most))
        plain: list[Body] = [{"besants": besants}, {"miss_turn": True}, {"spin_again": True}]
        plain += [{"move": True}, {"fight": True}]
        plain.append({"note": rnd.choice(notes)})
        kept = _said(moment.goods())
        plain += [{"gain": rnd.choice(cards)}] if cards else []
        others = [{"seat": seat} for seat in range(1, len(moment.state.hands) + 1) if seat != moment.turn.seat]
        to = rnd.choice([None, {"loot": True}, *others])
        plain += [{"lose": rnd.choice(kept), **({"to": to} if to else {})}] if kept else []
        yield rnd.sample(plain, rnd.randint(1, min(3, len(plain))))


def _fortunes(moment: Moment, rnd: Random) -> Iterator[list[Sort]]:
    """Hands that may have been made for the return: of each colour that counts as many as fit, mauve at will."""
    edition = moment.match.edition
    counting = {colour.value for colour in edition.each_of}
    for dear in (True, False, False, False):
        hand: list[Sort] = []
        for colour in moment.colours:
            there = [card for card in moment.box.elements() if card[0] == colour]
            most = min(len(there), edition.max_each if colour in counting else len(there))
            least = edition.min_each if colour in counting else 0
            count = most if dear else rnd.randint(min(least, most), most)
            hand += sorted(there, key=lambda card: -card[1])[:count] if dear else rnd.sample(there, count)
        yield _in_order(moment, hand)


def _some_of(held: Sorts, rnd: Random) -> Iterator[list[Sort]]:
    """A card, all cards, and some, as they lie in a hand."""
    cards = [*held.elements()]
    if cards:
        yield cards
        yield [rnd.choice(cards)]
        for _ in range(TRIES):
            taken = set(rnd.sample(range(len(cards)), rnd.randint(1, len(cards))))
            yield [card for at, card in enumerate(cards) if at in taken]


def _gifts_held(moment: Moment) -> Iterator[list[Sort]]:
    """Every choice of gifts out of the hand, by how many are of each sort."""
    edition = moment.match.edition
    dear = [(card, count) for card, count in moment.goods().items() if card[1] == edition.gift_value]
    ways: list[list[Sort]] = [[]]
    for card, count in dear:
        ways = [[*way, *[card] * many] for way in ways for many in range(count + 1)]
    return (way for way in ways if _please(moment, way))


def _please(moment: Moment, cards: Sequence[Sort]) -> bool:
    edition = moment.match.edition
    dear = all(card in moment.box and card[1] == edition.gift_value for card in cards)
    one_colour = len({colour for colour, _ in cards}) == 1
    fussy = moment.match.rules.gifts_two_colours and edition.gifts > 1
    return dear and len(cards) == edition.gifts and not (fussy and one_colour)


def _is_town(moment: Moment, town: str | None) -> bool:
    """The town may stay untold; else it is one of the owner's, or short."""
    towns = moment.match.edition.towns
    return town is None or (town in towns if towns else len(town) <= 40)


def _is_market(match: Any, place: str) -> bool:
    return place == "post" or (place == "venice" and match.rules.trade_in_venice)


def _are_some_of(company: Sequence[int], others: set[int]) -> bool:
    return len(set(company)) == len(company) and others.issuperset(company)


def _counted(cards: Iterable[Any]) -> Sorts:
    """Cards of a state by their sorts, as they lie."""
    return Counter((card.colour.value, card.value) for card in cards)


def _sorts(cards: Iterable[Mapping[str, Any]]) -> Iterator[Sort]:
    """Cards of a move by their sorts."""
    return ((card["colour"], card["value"]) for card in cards)


def _said(cards: Iterable[Sort]) -> list[Body]:
    """Cards as a move says them."""
    return [{"colour": colour, "value": value} for colour, value in cards]


def _plain(value: Any) -> Any:
    return value if isinstance(value, int | str) else {"colour": value.colour.value, "value": value.value}


def _in_order(moment: Moment, cards: Iterable[Sort]) -> list[Sort]:
    sorts = [*moment.box]
    return sorted(cards, key=sorts.index)


def _bounds(moment: Moment, seat: int) -> dict[str, tuple[int, int]]:
    """Nothing below none; besants up to what the box holds, of a card as many as there are, one honour of each.

    Who has yet to say which card was taken keeps one to name.
    """
    hand, total = moment.hand(seat), moment.match.edition.total
    found = {
        "besants": (-hand.besants, total),
        "table": (0, 1) if hand.table is None else (-1, 0),
        "secret": (-hand.secrets, 0 if hand.secrets else 1),
        "loot": (-moment.state.loot.besants, total),
    }
    keeps = len(hand.goods) - (moment.turn.asked == seat)
    for card, copies in moment.box.items() if moment.cards_known else ():
        held = moment.goods(seat)[card]
        found[f"{card[0]}:{card[1]}"] = (-min(held, keeps), max(0, copies - held))
    return found


def _right_correction(moment: Moment, seat: int, said: Mapping[str, Any]) -> bool:
    low, high = _bounds(moment, seat).get(said["what"], (0, 0))
    by: int = said["by"]
    return by != 0 and low <= by <= high and len(said.get("note", "")) <= 200


def _corrections(moment: Moment, seat: int, rnd: Random) -> Iterator[Body]:
    """The least, the most and one between, of a few things that may be corrected."""
    bounds = [(what, low, high) for what, (low, high) in _bounds(moment, seat).items() if low < high]
    for what, low, high in rnd.sample(bounds, min(len(bounds), TRIES)):
        for by in {low, high, rnd.randint(low, high)} - {0}:
            yield {"move": "correct", "what": what, "by": by, "note": rnd.choice(["", "counted"])}
