"""The legal moves of a game of 1983, by the rulings C1 to C20, written independently of `play`.

Only the facts of a state, the figures of the edition and the options of the table are used. Nothing here asks for
offers or for the checks of `play`: any disagreement between this module and the program is a mistake in one of them.
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
CardType = tuple[str, int]
"""A type of goods card: colour and value."""
CardCounts = Counter[CardType]
OF_THE_TURN = (
    *("spin", "arrive", "fight", "refuse_fight", "ransom", "sell", "buy", "trade"),
    *("give_gifts", "finish_mission", "claim", "restart", "end_turn"),
)
PLACES = ("town", "port", "post", "khanbalik", "mission", "venice")
MOST_EFFECTS = 6
LONGEST_NOTE = 200
SAMPLE = 4
"""Number of moves of a kind to try if there are too many to list."""


@dataclass(frozen=True)
class Moment:
    """A state seen through its rules, for the seat whose turn it is."""

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
        """The place of arrival; None on the way."""
        return self.turn.place.value if self.phase == "place" and self.turn.place else None

    @property
    def cards_known(self) -> bool:
        return bool(self.match.rules.tracking.value == "full")

    @cached_property
    def box(self) -> CardCounts:
        """Every goods card of the game."""
        edition = self.match.edition
        return Counter(
            {(c.value, value): copies for c in edition.colours for value, copies in edition.values if copies}
        )

    @property
    def colours(self) -> list[str]:
        return [colour.value for colour in self.match.edition.colours]

    def hand(self, seat: int | None = None) -> Hand:
        """Return the hand of a seat; by default of the seat whose turn it is."""
        return self.state.hands[(seat or self.turn.seat) - 1]

    def goods(self, seat: int | None = None) -> CardCounts:
        return _card_counts(self.hand(seat).goods)

    @property
    def on_mission(self) -> bool:
        """True if the Table is unturned and its mission still to do (C13)."""
        hand = self.hand()
        return hand.table is not None and hand.table.value == "unturned" and not hand.done

    @property
    def shortfall(self) -> int:
        """The part of a payment due now that the notes do not cover, if there is something to sell for it (C16)."""
        hand = self.hand()
        due = self.match.edition.ransom if self.phase == "ransom" else self.turn.debt
        nothing_to_sell = self.cards_known and not (hand.goods or hand.table or hand.secrets)
        return 0 if nothing_to_sell else max(0, due - hand.besants)

    @property
    def must_pay_first(self) -> bool:
        """True if a fine comes before all else; from untracked hands only Table and Secret have to be sold for it."""
        hand = self.hand()
        return self.shortfall > 0 and (self.cards_known or hand.table is not None or hand.secrets > 0)

    @property
    def at_market(self) -> bool:
        """True at a market: Khanbalik and the mission town are one once their business is done, with a colour (C10)."""
        if self.place in ("khanbalik", "mission"):
            return self.turn.served and self.turn.colour is not None
        return self.place is not None and _is_market(self.match, self.place)

    def is_start(self, place: str) -> bool:
        """Return whether the turn began there, for the places that exist only once; a Hasard may lead back (C8)."""
        return bool(self.turn.points) and place in ("venice", "khanbalik", "mission") and self.turn.start.value == place

    def said_of(self, place: str) -> tuple[bool, bool, str | None]:
        """Return whether a place is known, whether the owner's board says so, and its colour (C8)."""
        name = {"khanbalik": "khanbalik", "mission": self.hand().town if self.cards_known else None}.get(place)
        on_board = {post.place: post.colour for post in self.match.edition.posts}
        shown = {post.place: post.colour for post in self.state.posts or ()}
        if name not in {**shown, **on_board} or name is None:
            return False, False, None
        colour = {**shown, **on_board}[name]
        return True, name in on_board, colour.value if colour else None

    def may_stand(self, seat: int, place: str, colour: str | None) -> bool:
        """Return whether a seat may be at this post by its last arrival (C8)."""
        hand = self.hand(seat)
        if hand.moved:
            return True
        last_colour = hand.colour.value if hand.colour else None
        if place == "venice":
            return hand.place.value == "venice"
        same = hand.place.value == "khanbalik" if place == "khanbalik" else hand.place.value in ("post", "mission")
        return same and (colour is None or last_colour is None or last_colour == colour)

    @property
    def khan_accepts(self) -> bool:
        """True if the Khan accepts gifts: one Table at a time, none after the mission, and gifts at hand (C12)."""
        hand = self.hand()
        return hand.table is None and not hand.done and (not self.cards_known or any(_gifts_held(self)))

    @property
    def place_is_done(self) -> bool:
        """True if gifts are given and the mission is done where the seat came for it, and no fine is open."""
        if self.place == "khanbalik" and self.khan_accepts and not self.turn.served:
            return False
        return not (self.place == "mission" and self.on_mission) and not self.must_pay_first

    def stack_size(self, colour: str) -> int:
        """Return the number of goods on a stack, as everyone can count them: those in no hand and no ransom (C19)."""
        loot_card = [loot.card for loot in self.state.loot.cards if loot.card is not None]
        cards_out = [card for hand in self.state.hands for card in hand.goods] + loot_card
        total = sum(copies for (card_colour, _), copies in self.box.items() if card_colour == colour)
        return total - sum(card.colour.value == colour for card in cards_out)

    def own_ransoms(self) -> CardCounts:
        """Return the cards in the loot space that the seat paid itself, and so knows."""
        loot_cards = self.state.loot.cards
        return _card_counts(
            loot_card.card
            for loot_card in loot_cards
            if loot_card.card is not None and loot_card.seat == self.turn.seat
        )


def legal_moves(match: Any, state: State, seat: int, rnd: Random) -> list[Body]:
    """Return some legal moves of every kind for a seat; any legal move may be among them, and all of those with few
    variants.

    Left out, as duplicates or because there are too many: a sale of goods and of Table or Secret at once (it is two
    sales), a partner's card named by the taker, gifts and a town with untracked hands, a market without its colour, a
    colour left out that would be filled in, cards lost and gained by a Hasard with untracked hands, and a Hasard
    without any effect.
    """
    if state.turn is None:
        return []
    moment = Moment(match, state)
    result = [*_corrections(moment, seat, rnd)]
    for kind in OF_THE_TURN if seat == (moment.turn.asked or moment.turn.seat) else ("restart",):
        candidates = [{"move": kind, **fields} for fields in _candidates(moment, kind, rnd)]
        result += [body for body in candidates if is_legal(match, state, seat, body)]
    return result


def is_legal(match: Any, state: State, seat: int, body: Mapping[str, Any]) -> bool:
    """Return whether a seat may make this move, including moves that no form can express."""
    if state.turn is None:
        return False
    moment = Moment(match, state)
    fields = {name: value for name, value in body.items() if value is not None}
    kind = fields["move"]
    if kind == "correct":
        return _correct(moment, seat, fields)
    if kind == "restart":
        return _restart(moment, seat)
    if moment.turn.asked:
        return seat == moment.turn.asked and kind == "trade" and _names_card(moment, fields)
    return seat == moment.turn.seat and _RULES[kind](moment, fields)


def _spin(moment: Moment, fields: Body) -> bool:
    """Return whether a spin is legal: once a turn, again by a Hasard when all is done here; one sector (C1, C2)."""
    once_more = moment.phase == "place" and moment.turn.again and moment.place_is_done
    sectors = range(len(moment.match.edition.wheel.sectors))
    return (moment.phase == "spin" or once_more) and len(fields["chance"]) == 1 and fields["chance"][0] in sectors


def _arrive(moment: Moment, fields: Body) -> bool:
    """Return whether an arrival is legal.

    Not at the start (C8); at Khanbalik with gifts, in the mission town with its Table (C12, C13); colour and company
    only at a market (C10), as far as earlier arrivals and the owner's board tell (C8).
    """
    if moment.phase != "arrive" or moment.must_pay_first or moment.is_start(fields["place"]):
        return False
    place, company = fields["place"], fields.get("shared_with", [])
    if (place == "khanbalik" and not moment.khan_accepts) or (place == "mission" and not moment.on_mission):
        return False
    is_unique, colour = place in ("khanbalik", "mission"), fields.get("colour")
    if not (_is_market(moment.match, place) or is_unique):
        return "colour" not in fields and not company
    known, on_board, known_colour = moment.said_of(place)
    if known and (on_board or known_colour is not None):
        if colour not in (None, known_colour):
            return False
        colour = known_colour
    others = set(range(1, len(moment.state.hands) + 1)) - {moment.turn.seat}
    if is_unique and colour is None:
        visitors = [moment.hand(seat) for seat in others if not moment.hand(seat).moved]
        taken = any(visitor.place.value == "khanbalik" and visitor.colour is None for visitor in visitors)
        return not company and not (place == "khanbalik" and taken)
    if colour is not None and colour not in moment.colours:
        return False
    return _is_selection(company, others) and all(moment.may_stand(seat, place, colour) for seat in company)


def _fight(moment: Moment, fields: Body) -> bool:
    """Return whether the dice fit: a white die of six faces and a black one of six, or eight (C3, C20)."""
    faces = [range(1, 7), range(1, 9 if moment.match.rules.bandits_d8 else 7)]
    dice = fields["chance"]
    fits = len(dice) == 2 and all(die in die_faces for die, die_faces in zip(dice, faces, strict=True))
    return moment.phase == "fight" and not moment.must_pay_first and fits


def _refuse_fight(moment: Moment, fields: Body) -> bool:
    return moment.phase == "fight" and not moment.must_pay_first and moment.on_mission  # the safe-conduct (C7)


def _ransom(moment: Moment, fields: Body) -> bool:
    """Return whether a ransom is legal: any card, unless something was sold for it, or besants (C4, C16)."""
    if moment.phase != "ransom":
        return False
    if fields["pay"] == "besants":
        return not moment.must_pay_first and not {"colour", "value"} & fields.keys()
    if moment.turn.sold:
        return False
    return not moment.cards_known or moment.goods()[fields.get("colour", ""), fields.get("value", 0)] > 0


def _sell(moment: Moment, fields: Body) -> bool:
    """Return whether a sale is legal.

    Goods on arrival at a market (C9); goods, a Table or a Secret anywhere for a debt, if all of them are needed (C16).
    """
    turn, hand, cards = moment.turn, moment.hand(), [*_card_types(fields.get("cards", []))]
    on_arrival = moment.at_market and not turn.bought and not turn.traded
    honour = fields.get("what", "cards")
    if not (on_arrival or moment.shortfall) or (honour == "cards" and not cards):
        return False
    if not Counter(cards) <= (moment.goods() if moment.cards_known else moment.box):
        return False
    edition, goods = moment.match.edition, [value for _, value in cards]
    worth = {"cards": [], "table": [edition.table_value], "secret": [edition.secret_value]}[honour]
    held = {"cards": True, "table": hand.table is not None, "secret": hand.secrets > 0}[honour]
    if not held or (worth and not moment.shortfall):
        return False
    needed = worth if on_arrival else [*goods, *worth]
    return not needed or sum(goods) + sum(worth) - min(needed) < moment.shortfall


def _buy(moment: Moment, fields: Body) -> bool:
    """Return whether a purchase is legal.

    At a market after selling: a limited number of its cards, Hasards included, instead of taking from a player (C10).
    """
    turn, edition = moment.turn, moment.match.edition
    if not moment.at_market or moment.must_pay_first or turn.traded:
        return False
    if turn.bought >= edition.most_bought or moment.hand().besants < edition.price:
        return False
    if fields["colour"] not in ([turn.colour.value] if turn.colour else moment.colours):
        return False
    if "hasard" in fields:
        return edition.hasards > 0 and "value" not in fields and _effects_allowed(moment, fields["hasard"])
    if not moment.cards_known:
        return True
    known_cards = moment.goods() + moment.own_ransoms()
    return "value" in fields and _may_be_drawn(moment, (fields["colour"], fields["value"]), known_cards, 0)


def _effects_allowed(moment: Moment, effects: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether these effects are possible in order, each of a single kind, with the cards of hand and stack."""
    hand, drawn, paid = moment.goods(), Counter[str](), moment.own_ransoms()
    for effect in effects:
        fields = {name: value for name, value in effect.items() if value is not None}
        to = fields.pop("to", None)
        given_away = "lose" in fields or (type(fields.get("besants")) is int and fields["besants"] < 0)
        if len(fields) != 1 or (to is not None and not (given_away and _destination_allowed(moment, to))):
            return False
        ((kind, value),) = fields.items()
        if kind in ("lose", "gain"):
            card = (value["colour"], value["value"])
            if card not in moment.box or not _apply_card_effect(moment, kind, card, (hand, paid), drawn):
                return False
            if kind == "lose" and to is not None:  # it does not go back to its stack
                drawn[card[0]] += 1
                paid[card] += to.get("loot") is True
        elif not _is_effect(moment, kind, value):
            return False
    return len(effects) <= MOST_EFFECTS


def _destination_allowed(moment: Moment, to: Mapping[str, Any]) -> bool:
    """Return whether a lost card can go there: to one other seat, or into the loot."""
    others = set(range(1, len(moment.state.hands) + 1)) - {moment.turn.seat}
    fields = {name: value for name, value in to.items() if value is not None}
    return fields == {"loot": True} or (fields.keys() == {"seat"} and fields["seat"] in others)


def _apply_card_effect(
    moment: Moment, kind: str, card: CardType, own: tuple[CardCounts, CardCounts], drawn: Counter[str]
) -> bool:
    """Lose or gain this card in the given hand, ransoms and stack, and return whether it was possible."""
    if not moment.cards_known:
        return True
    hand, paid = own
    possible = hand[card] > 0 if kind == "lose" else _may_be_drawn(moment, card, hand + paid, drawn[card[0]])
    hand[card] += 1 if kind == "gain" else -1
    drawn[card[0]] += 1 if kind == "gain" else -1
    return possible


def _is_effect(moment: Moment, kind: str, value: Any) -> bool:
    match kind:
        case "besants":
            return bool(value) and abs(value) <= moment.match.edition.total
        case "note":
            return len(value) <= LONGEST_NOTE
    return value is True


def _may_be_drawn(moment: Moment, card: CardType, known_cards: CardCounts, drawn: int) -> bool:
    """Return whether the card exists, its stack is not empty, and the seat does not know of all its copies (C19)."""
    return moment.stack_size(card[0]) - drawn > 0 and known_cards[card] < moment.box[card]


def _trade(moment: Moment, fields: Body) -> bool:
    """Return whether a trade is legal: from one player here, or from each by a house rule; not after buying (C11)."""
    turn, rules, partner = moment.turn, moment.match.rules, fields["with"]
    if not moment.at_market or moment.must_pay_first or turn.bought:
        return False
    if moment.hand().besants < moment.match.edition.trade_price or partner not in turn.shared_with:
        return False
    if partner in turn.traded or (turn.traded and not rules.trade_each_player):
        return False
    if not moment.cards_known:
        return True
    cards = [*_card_types([fields["card"]])] if "card" in fields else [*moment.goods(partner)][:1]
    return any(moment.goods(partner)[card] for card in cards)


def _names_card(moment: Moment, fields: Body) -> bool:
    """Return whether the player whose card was taken names the taker, and a card of the own hand (C11)."""
    cards = _card_types([fields["card"]] if "card" in fields else [])
    return fields["with"] == moment.turn.seat and any(moment.goods(moment.turn.asked)[card] > 0 for card in cards)


def _give_gifts(moment: Moment, fields: Body) -> bool:
    """Return whether gifts are legal.

    Once on an arrival, enough valuable goods (C12), of two colours if the house rule says so (C20).
    """
    cards = [*_card_types(fields.get("cards", []))]
    if moment.place != "khanbalik" or not moment.khan_accepts or not _is_town(moment, fields.get("town")):
        return False
    if moment.turn.served:
        return False
    if not moment.cards_known and not cards:
        return True
    return _gifts_acceptable(moment, cards) and (not moment.cards_known or Counter(cards) <= moment.goods())


def _finish_mission(moment: Moment, fields: Body) -> bool:
    return moment.place == "mission" and moment.on_mission


def _claim(moment: Moment, fields: Body) -> bool:
    """Return whether a claim is legal: in Venice, mission done, enough fortune and goods of each colour (C14, C18)."""
    hand, edition = moment.hand(), moment.match.edition
    if moment.place != "venice" or moment.must_pay_first or not hand.done:
        return False
    if moment.match.rules.must_hold_both and not (hand.table and hand.table.value == "turned" and hand.secrets):
        return False
    if moment.cards_known and {"goods", "cards"} & fields.keys():
        return False
    listed_cards = [(colour, value) for colour, values in fields.get("goods", {}).items() for value in values]
    goods = moment.goods() if moment.cards_known else Counter([*listed_cards, *_card_types(fields.get("cards", []))])
    if not moment.cards_known and not goods <= moment.box:
        return False
    worth = sum(value * count for (_, value), count in goods.items())
    honours = edition.table_value * (hand.table is not None) + edition.secret_value * hand.secrets
    each = [
        sum(count for (card_colour, _), count in goods.items() if card_colour == colour.value)
        for colour in edition.each_of
    ]
    enough: bool = hand.besants + honours + worth >= edition.threshold
    return enough and all(edition.min_each <= count <= edition.max_each for count in each)


def _restart(moment: Moment, seat: int) -> bool:
    """Return whether a seat may restart: with nothing at all, in anyone's turn, after a lost fight is settled (C17).

    A card just taken counts as held, although it is not named yet.
    """
    hand, turn = moment.hand(seat), moment.turn
    if turn.seat == seat and (moment.phase == "ransom" or turn.asked is not None):
        return False
    nothing = hand.besants == 0 and not hand.goods and hand.table is None and not hand.secrets
    return nothing and moment.match.edition.start > 0


def _end_turn(moment: Moment, fields: Body) -> bool:
    """Return whether the turn may end: after arriving, and once all that the place requires is done."""
    return moment.phase == "place" and moment.place_is_done


_RULES = {
    **{"spin": _spin, "arrive": _arrive, "fight": _fight, "refuse_fight": _refuse_fight, "ransom": _ransom},
    **{"sell": _sell, "buy": _buy, "trade": _trade, "give_gifts": _give_gifts, "finish_mission": _finish_mission},
    **{"claim": _claim, "end_turn": _end_turn},
}


def _candidates(moment: Moment, kind: str, rnd: Random) -> Iterator[Body]:  # noqa: C901 - one short case a kind
    """Yield possible fields for a kind of move, legal or not."""
    edition, seats = moment.match.edition, range(1, len(moment.state.hands) + 1)
    match kind:
        case "spin":
            count = len(edition.wheel.sectors)
            for route in ("land", "sea"):
                yield from (
                    {"route": route, "chance": [index]} for index in rnd.sample(range(count), min(count, SAMPLE))
                )
        case "arrive":
            for place in PLACES:
                is_unique = place in ("khanbalik", "mission")
                post_colours = moment.colours if is_unique or _is_market(moment.match, place) else []
                for colour in post_colours if post_colours and not is_unique else [None, *post_colours]:
                    others = [seat for seat in seats if seat != moment.turn.seat and rnd.random() < 0.6]
                    company = [seat for seat in others if moment.may_stand(seat, place, colour) or rnd.random() < 0.1]
                    known, _, known_colour = moment.said_of(place)
                    if colour is None and known and known_colour is not None:
                        continue  # left out, it is filled in
                    yield {"place": place, **({"colour": colour, "shared_with": company} if colour else {})}
        case "fight":
            yield from ({"chance": [rnd.randint(1, 6), rnd.randint(1, 8)]} for _ in range(2 * SAMPLE))
        case "ransom":
            yield {"pay": "besants"}
            yield {"pay": "card"}
            yield from ({"pay": "card", "colour": colour, "value": value} for colour, value in moment.goods())
        case "sell":
            held = moment.goods() if moment.cards_known else moment.box
            yield from ({"what": "cards", "cards": _as_json(cards)} for cards in _selections(held, rnd))
            yield from ({"what": honour} for honour in ("table", "secret"))
        case "buy":
            values = sorted({value for _, value in moment.box}) if moment.cards_known else [None]
            for colour in moment.colours:
                yield from ({"colour": colour, **({"value": value} if value else {})} for value in values)
                yield from ({"colour": colour, "hasard": effects} for effects in _hasards(moment, rnd))
        case "trade" if moment.turn.asked:
            goods = moment.goods(moment.turn.asked)
            yield from ({"with": moment.turn.seat, "card": card} for card in _as_json(dict.fromkeys(goods)))
        case "trade":
            yield from ({"with": seat} for seat in seats)
        case "give_gifts" if moment.cards_known:
            towns = (*edition.towns, None) if edition.towns else ("", "Pagan", "P" * 40)
            yield from ({"cards": _as_json(cards), "town": rnd.choice(towns)} for cards in _gifts_held(moment))
        case "claim" if not moment.cards_known:
            yield from ({"cards": _as_json(cards)} for cards in _fortunes(moment, rnd))
        case _:
            yield {}


def _hasards(moment: Moment, rnd: Random) -> Iterator[list[Body]]:
    """Yield lists of effects: each of the owner's, and some at random."""
    most, notes = moment.match.edition.total, ("", "another game", "é" * LONGEST_NOTE)
    cards = _as_json(moment.box) if moment.cards_known else []
    for effect in moment.match.edition.effects:
        yield [{effect.kind: _effect_json(getattr(effect, effect.kind))}]
    for _ in range(SAMPLE):
        besants = rnd.choice((1, -1)) * rnd.choice((10, 40, rnd.randint(1, most), most))
        others = [{"seat": seat} for seat in range(1, len(moment.state.hands) + 1) if seat != moment.turn.seat]
        to = rnd.choice([None, {"loot": True}, *others])
        effects: list[Body] = [{"besants": besants, **({"to": to} if to and besants < 0 else {})}]
        effects += [{"miss_turn": True}, {"spin_again": True}]
        effects += [{"move": True}, {"fight": True}]
        effects.append({"note": rnd.choice(notes)})
        own_cards = _as_json(moment.goods())
        effects += [{"gain": rnd.choice(cards)}] if cards else []
        effects += [{"lose": rnd.choice(own_cards), **({"to": to} if to else {})}] if own_cards else []
        yield rnd.sample(effects, rnd.randint(1, min(3, len(effects))))


def _fortunes(moment: Moment, rnd: Random) -> Iterator[list[CardType]]:
    """Yield hands that may suffice for the return: of each colour that counts a fitting number, mauve at random."""
    edition = moment.match.edition
    counting = {colour.value for colour in edition.each_of}
    for dear in (True, False, False, False):
        hand: list[CardType] = []
        for colour in moment.colours:
            available = [card for card in moment.box.elements() if card[0] == colour]
            most = min(len(available), edition.max_each if colour in counting else len(available))
            least = edition.min_each if colour in counting else 0
            count = most if dear else rnd.randint(min(least, most), most)
            hand += sorted(available, key=lambda card: -card[1])[:count] if dear else rnd.sample(available, count)
        yield _sorted_cards(moment, hand)


def _selections(held: CardCounts, rnd: Random) -> Iterator[list[CardType]]:
    """Yield all cards, one card, and some, in the order of the hand."""
    cards = [*held.elements()]
    if cards:
        yield cards
        yield [rnd.choice(cards)]
        for _ in range(SAMPLE):
            indices = set(rnd.sample(range(len(cards)), rnd.randint(1, len(cards))))
            yield [card for index, card in enumerate(cards) if index in indices]


def _gifts_held(moment: Moment) -> Iterator[list[CardType]]:
    """Return every choice of gifts from the hand, by the number of each type."""
    edition = moment.match.edition
    gift_cards = [(card, count) for card, count in moment.goods().items() if card[1] == edition.gift_value]
    combinations: list[list[CardType]] = [[]]
    for card, count in gift_cards:
        combinations = [[*combination, *[card] * number] for combination in combinations for number in range(count + 1)]
    return (combination for combination in combinations if _gifts_acceptable(moment, combination))


def _gifts_acceptable(moment: Moment, cards: Sequence[CardType]) -> bool:
    edition = moment.match.edition
    valuable = all(card in moment.box and card[1] == edition.gift_value for card in cards)
    one_colour = len({colour for colour, _ in cards}) == 1
    two_required = moment.match.rules.gifts_two_colours and edition.gifts > 1
    return valuable and len(cards) == edition.gifts and not (two_required and one_colour)


def _is_town(moment: Moment, town: str | None) -> bool:
    """Return whether a town is allowed: none at all, one of the owner's, or any short text."""
    towns = moment.match.edition.towns
    return town is None or (town in towns if towns else len(town) <= 40)


def _is_market(match: Any, place: str) -> bool:
    return place == "post" or (place == "venice" and match.rules.trade_in_venice)


def _is_selection(company: Sequence[int], others: set[int]) -> bool:
    return len(set(company)) == len(company) and others.issuperset(company)


def _card_counts(cards: Iterable[Any]) -> CardCounts:
    """Return the cards of a state counted by type, in order."""
    return Counter((card.colour.value, card.value) for card in cards)


def _card_types(cards: Iterable[Mapping[str, Any]]) -> Iterator[CardType]:
    """Return the types of the cards of a move."""
    return ((card["colour"], card["value"]) for card in cards)


def _as_json(cards: Iterable[CardType]) -> list[Body]:
    """Return cards in the form that moves use."""
    return [{"colour": colour, "value": value} for colour, value in cards]


def _effect_json(value: Any) -> Any:
    return value if isinstance(value, int | str) else {"colour": value.colour.value, "value": value.value}


def _sorted_cards(moment: Moment, cards: Iterable[CardType]) -> list[CardType]:
    sorts = [*moment.box]
    return sorted(cards, key=sorts.index)


def _bounds(moment: Moment, seat: int) -> dict[str, tuple[int, int]]:
    """Return the bounds of corrections: nothing below 0; at most the box's besants and cards; one Table, one Secret.

    A player who still has to name the card taken keeps at least one.
    """
    hand, total = moment.hand(seat), moment.match.edition.total
    bounds = {
        "besants": (-hand.besants, total),
        "table": (0, 1) if hand.table is None else (-1, 0),
        "secret": (-hand.secrets, 0 if hand.secrets else 1),
        "loot": (-moment.state.loot.besants, total),
    }
    removable = len(hand.goods) - (moment.turn.asked == seat)
    for card, copies in moment.box.items() if moment.cards_known else ():
        held = moment.goods(seat)[card]
        bounds[f"{card[0]}:{card[1]}"] = (-min(held, removable), max(0, copies - held))
    return bounds


def _correct(moment: Moment, seat: int, fields: Mapping[str, Any]) -> bool:
    low, high = _bounds(moment, seat).get(fields["what"], (0, 0))
    by: int = fields["by"]
    return by != 0 and low <= by <= high and len(fields.get("note", "")) <= 200


def _corrections(moment: Moment, seat: int, rnd: Random) -> Iterator[Body]:
    """Yield the smallest, the largest and one other correction of a few things."""
    bounds = [(what, low, high) for what, (low, high) in _bounds(moment, seat).items() if low < high]
    for what, low, high in rnd.sample(bounds, min(len(bounds), SAMPLE)):
        for by in {low, high, rnd.randint(low, high)} - {0}:
            yield {"move": "correct", "what": what, "by": by, "note": rnd.choice(["", "counted"])}
