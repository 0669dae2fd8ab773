"""Twins: the same game twice, equal in everything that others see, but with other secrets of one seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from companion.games.classic.cards import GoodsCard
from companion.games.classic.moves import Buy, GiveGifts, Ransom, Trade
from companion.games.classic.play import is_card
from companion.games.voyages.moves import DealGoals, KeepGoals, RevealGoals
from companion.rules.fields import Json
from companion.rules.game import move_from_json
from companion.rules.moves import Correct, Move
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import Viewer
from companion.table import table as tables
from companion.table.random_play import complete_move
from companion.table.table import CompleteMove, Entry, Table
from tests.games.lanterns.state import CARD_VALUES, Colour, Hide
from tests.kit.random_play import states_of

Other = Callable[[Table, CompleteMove, Random], Move]
"""(table, played, random) → the same move with another secret, if it still has one."""


def _other_expedition(table: Table, played: CompleteMove, rnd: Random) -> Move:
    return played.move


def _other_pebbles(table: Table, played: CompleteMove, rnd: Random) -> Move:
    return played.move


def _other_lanterns(table: Table, played: CompleteMove, rnd: Random) -> Move:
    """Hide another card, unless the seat has shown an equal one: nobody else knows which of two equal cards it was."""
    move, shown_cards = played.move, table.state.shown[played.seat - 1]
    if isinstance(move, Hide) and f"{move.colour.value}:{move.value}" not in shown_cards:
        return Hide(rnd.choice([*Colour]), rnd.choice(CARD_VALUES[1:-1]), f"{move.wish[:30]} {rnd.randrange(100)}")
    return move


def _other_classic(table: Table, played: CompleteMove, rnd: Random) -> Move:
    edition, move = table.match.edition, played.move
    values = [value for value, copies in edition.values if copies]
    match move:
        case Buy(value=int()):
            return replace(move, value=rnd.choice(values))
        case Buy(hasard=tuple(effects)):
            gained = [effect.gain and GoodsCard(effect.gain.colour, rnd.choice(values)) for effect in effects]
            return replace(
                move, hasard=tuple(replace(effect, gain=g) for effect, g in zip(effects, gained, strict=True))
            )
        case Ransom(value=int()):
            return replace(move, colour=rnd.choice(edition.colours), value=rnd.choice(values))
        case Trade(card=GoodsCard() as card):
            return replace(move, card=GoodsCard(card.colour, rnd.choice(values)))
        case GiveGifts(town=str()):
            return replace(move, town=f"Pagan {rnd.randrange(100)}")
        case Correct(what=what) if is_card(what):
            return replace(move, what=f"{what.partition(':')[0]}:{rnd.choice(values)}")
    return move


def _other_voyages(table: Table, played: CompleteMove, rnd: Random) -> Move:
    """Deal, keep or reveal other goals (V1, V42), as long as nobody has seen what they scored."""
    move = played.move
    if isinstance(move, RevealGoals) and not table.over:
        return RevealGoals(tuple(rnd.sample(list(table.match.edition.goal), 2)))
    if isinstance(move, DealGoals | KeepGoals) and not table.over:
        own = (entry for entry in table.entries if entry.played.seat == played.seat)
        before = next(entry.before for entry in own if entry.played.move.kind == move.kind)
        return move_from_json(table.game, complete_move(table.match, before, played.seat, move.kind, rnd))
    return move


_OTHERS: Mapping[str, Other] = {
    "classic": _other_classic,
    "expedition": _other_expedition,
    "lanterns": _other_lanterns,
    "pebbles": _other_pebbles,
    "acorns": _other_pebbles,
    "voyages": _other_voyages,
}


def twin_of(table: Table, seat: int, rnd: Random, changes: int = 8) -> Table:
    """Return the game with up to `changes` other secrets of this seat, as far as the rest of it can still be played."""
    twin = _with_other_options(table, seat, rnd)
    entries_of_seat = [(n, entry.played) for n, entry in enumerate(table.entries) if entry.played.seat == seat]
    secret = [(n, played) for n, played in entries_of_seat if _other(twin, played, Random(n)) != played.move]
    for n, played in rnd.sample(secret, min(changes, len(secret))):
        changed = replace(played, move=_other(twin, played, rnd))
        try:
            twin = _replay_with(twin, n, changed)
        except RulesError:  # the new hand does not fit the cards shown later
            continue
    return twin


def look_equal(table: Table, twin: Table, viewer: Viewer) -> bool:
    """Return whether this viewer has never seen a difference between the two games."""
    pairs = zip(states_of(table), states_of(twin), strict=True)
    return all(
        table.match.player_view(state, viewer) == twin.match.player_view(twin_state, viewer)
        for state, twin_state in pairs
    )


def _other(table: Table, played: CompleteMove, rnd: Random) -> Move:
    return _OTHERS[table.game.id](table, played, rnd)


def _replay_with(table: Table, n: int, instead: CompleteMove) -> Table:
    played = [entry.played for entry in table.entries]
    played[n] = instead
    again = replace(table, entries=table.entries[:n])
    for group, (entry, next_played) in enumerate(zip(table.entries[n:], played[n:], strict=True), n + 1):
        again = tables.play(again, [_with_dealt_goals(entry, next_played, again)], group)
    return replace(again, undo_stack=())


def _with_dealt_goals(entry: Entry, played: CompleteMove, twin: Table) -> CompleteMove:
    """Return the move with the goals that the twin has dealt to its seat in place of those it keeps (V1)."""
    if not isinstance(played.move, KeepGoals):
        return played
    dealt, now = (state.boards[played.seat - 1].goal_choice for state in (entry.before, twin.state))
    if dealt is None:
        return played
    return replace(played, move=KeepGoals(tuple(now[dealt.index(card)] for card in played.move.cards)))


def _with_other_options(table: Table, seat: int, rnd: Random) -> Table:
    """Replay the moves with another secret of this seat in the options, if the options contain secrets."""
    options: dict[str, Json] = dict(table.match.options)
    for option in table.game.setup_form(len(table.names)):
        dealt = options.get(option.field.name)
        if option.secret and isinstance(dealt, list) and dealt[seat - 1] is not None:
            choices: tuple[Any, ...] = getattr(option.field, "choices", ())
            options[option.field.name] = [*dealt[: seat - 1], rnd.choice(choices).value, *dealt[seat:]]
    twin = tables.start(table.game, table.names, options)
    for group, entry in enumerate(table.entries, 1):
        twin = tables.play(twin, [_with_dealt_goals(entry, entry.played, twin)], group)
    return replace(twin, undo_stack=())
