"""The hands of a game of 1983 as the pages show them: what everyone sees of each seat, and what only its own does."""

from __future__ import annotations

from typing import Any

from companion.games.classic.conditions import at_market, fined, owes_gifts, owes_mission
from companion.games.classic.forms import refusal
from companion.games.classic.hands import fortune, hand_of, lacking, notes_out, seats_of, stack
from companion.games.classic.moves import Place
from companion.games.classic.seen import sees
from companion.games.classic.state import GoldenTable, Hand, Phase, Stage, State, Terms, Turn
from companion.games.classic.things import thing
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from companion.session.table import Table
from companion.views.texts import Words


def hands_view(table: Table, viewer: Viewer, words: Words) -> dict[str, Any] | None:
    """What lies open: each seat's besants, number of cards, stage and place, loot, stacks, bank, and what comes next.

    None for other games. `goods` and `fortune` of a seat are null until the end; `stacks` is null, and so is the number
    of cards, where cards are not tracked. Of the loot's cards only those are named that the viewer paid.
    """
    terms, state = table.match, table.state
    if not isinstance(terms, Terms):
        return None
    cards = state.loot.cards
    known = [str(one.card) for one in cards if one.card is not None and sees(state, one.seat, viewer)]
    return {
        "tracked": terms.rules.full,
        "seats": [_seat(terms, state, seat, words) for seat in seats_of(state)],
        "loot": {"besants": state.loot.besants, "cards": len(cards), "known": known},
        "stacks": _stacks(terms, state) if terms.rules.full else None,
        "bank": {"out": notes_out(state), "total": terms.edition.total, "warning": _bank_warns(terms, state)},
        "next": _next(terms, table, state, viewer, words),
    }


def hand_view(table: Table, viewer: Viewer, words: Words) -> dict[str, Any] | None:
    """The viewer's own hand: purse, cards, honours, what may be traded here, and the road to victory.

    None for other games, for viewers without a seat, and once the game is over: then all hands lie open.
    """
    terms, state, seat = table.match, table.state, viewer.seat
    if not isinstance(terms, Terms) or state.turn is None or seat is None or seat not in table.seats:
        return None
    hand = hand_of(state, seat)
    return {
        "seat": seat,
        "besants": hand.besants,
        "goods": [str(card) for card in hand.goods] if terms.rules.full else None,
        "honours": _honours(terms, state, hand, words),
        "town": hand.town,
        "fortune": fortune(terms, state, seat),
        "trading": _trading(terms, table, state, state.turn, seat, words) if state.turn.seat == seat else None,
        "road": _road(terms, table, state, seat, words),
    }


def _bank_warns(terms: Terms, state: State) -> bool:
    return notes_out(state) > terms.edition.total


def _seat(terms: Terms, state: State, seat: int, words: Words) -> dict[str, Any]:
    hand = hand_of(state, seat)
    over = state.turn is None
    counted = terms.rules.full or state.winner == seat
    cards = len(hand.goods) if counted else None
    return {
        "seat": seat,
        "besants": hand.besants,
        "cards": cards,
        "stage": hand.stage.value,
        "place": words(f"classic.place.{hand.place.value}"),
        "honours": _honours(terms, state, hand, words),
        "goods": [str(card) for card in hand.goods] if over and counted else None,
        "fortune": fortune(terms, state, seat) if over and counted else None,
    }


def _honours(terms: Terms, state: State, hand: Hand, words: Words) -> list[dict[str, Any]]:
    """Table and Secrets in front of a seat, each by its side and worth: all of that lies open (C13)."""
    found: list[dict[str, Any]] = []
    if hand.table is not None:
        side = "turned" if hand.table is GoldenTable.TURNED else "unturned"
        found.append({"thing": "table", "text": words(f"hands.table.{side}"), "worth": terms.edition.table_value})
    secret = {"thing": "secret", "text": words.of(thing(terms, "secret").word), "worth": terms.edition.secret_value}
    return [*found, *[dict(secret) for _ in range(hand.secrets)]]


def _stacks(terms: Terms, state: State) -> list[dict[str, Any]]:
    edition = terms.edition
    return [{"goods": c.value, "left": stack(terms, state, c), "of": edition.goods_each} for c in edition.colours]


def _trading(terms: Terms, table: Table, state: State, turn: Turn, seat: int, words: Words) -> dict[str, Any] | None:
    """What the seat on turn may sell and buy where it is; None where there is no market and no debt."""
    if not (at_market(terms, state, turn) or turn.debt):
        return None
    edition = terms.edition
    told: dict[str, Any] = {"goods": turn.colour.value if turn.colour else None}
    left = max(0, edition.most_bought - turn.bought)
    offered = {
        "sell": say("hands.sell"),
        "buy": say("hands.buy", n=left, price=edition.price),
        "trade": say("hands.trade", price=edition.trade_price),
    }
    for kind, text in offered.items():
        refused = refusal(terms, state, seat, kind)
        said = refused.reason if refused else text
        told[kind] = {"open": refused is None, "text": words.of(said, table.names)}
    return told


def _road(terms: Terms, table: Table, state: State, seat: int, words: Words) -> dict[str, Any]:
    """How far it is to the return (C14): the way travelled, the fortune, the cards of each colour that counts."""
    edition, hand = terms.edition, hand_of(state, seat)
    own = fortune(terms, state, seat)
    lacks = lacking(edition, own, hand.goods) if terms.rules.full else ()
    colours = []
    for colour in edition.each_of if terms.rules.full else ():
        held = sum(card.colour is colour for card in hand.goods)
        colours.append(
            {
                "goods": colour.value,
                "held": held,
                "least": edition.min_each,
                "most": edition.max_each,
                "good": edition.min_each <= held <= edition.max_each,
            }
        )
    stages = list(Stage)
    at = stages.index(hand.stage)
    return {
        "fortune": own,
        "threshold": edition.threshold,
        "colours": colours,
        "steps": [
            {"text": words(f"hands.step.{stage.value}"), "done": at > number, "now": at == number}
            for number, stage in enumerate(stages)
        ],
        "lacks": [words.of(text, table.names) for text in lacks],
        "ready": hand.done and not lacks and terms.rules.full,
    }


def _next(terms: Terms, table: Table, state: State, viewer: Viewer, words: Words) -> dict[str, Any] | None:
    """What the turn wants next, said to whoever has to do it; of a card that is taken also to everyone else (C11)."""
    turn = state.turn
    if turn is None or table.closed:
        return None
    wanted = _wanted(terms, state, turn)
    if turn.asked and viewer.seat != turn.asked:
        wanted = say("hands.next.names_card", seat=turn.asked, other_seat=turn.seat)
    return {"seat": turn.asked or turn.seat, "text": words.of(wanted, table.names)}


def _wanted(terms: Terms, state: State, turn: Turn) -> Text:
    edition = terms.edition
    if turn.asked:
        return say("hands.next.name_card", seat=turn.seat)
    if (short := fined(terms, state, turn)) and turn.phase is not Phase.RANSOM:
        return say("hands.next.fine", n=short)
    match turn.phase:
        case Phase.SPIN:
            return say("hands.next.restarted" if turn.restarted else "hands.next.spin")
        case Phase.ARRIVE:
            route = turn.route.value if turn.route else "land"
            return say(f"hands.next.arrive_{route}", n=turn.points)
        case Phase.FIGHT:
            safe = hand_of(state, turn.seat).stage is Stage.MISSION
            return say("hands.next.fight_safe" if safe else "hands.next.fight")
        case Phase.RANSOM:
            return say("hands.next.ransom", n=min(edition.ransom, hand_of(state, turn.seat).besants) or edition.ransom)
    if turn.again:
        return say("hands.next.again")
    if owes_gifts(terms, state, turn):
        return say("hands.next.gifts", n=edition.gifts, value=edition.gift_value)
    if owes_mission(state, turn):
        return say("hands.next.mission")
    if at_market(terms, state, turn):
        return _at_post(terms, state, turn)
    if turn.place is Place.VENICE and hand_of(state, turn.seat).done:
        return say("hands.next.venice")
    return say("hands.next.end")


def _at_post(terms: Terms, state: State, turn: Turn) -> Text:
    left = terms.edition.most_bought - turn.bought
    if turn.traded or left <= 0:
        return say("hands.next.end")
    if turn.bought:
        return say("hands.next.buy_more", n=left)
    return say("hands.next.post_shared" if turn.shared_with else "hands.next.post", n=left)
