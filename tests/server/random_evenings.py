"""Random evenings with many secrets: the moves played, and the requests of a spy in between."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.games.classic.state import Phase, State
from companion.journal.journal import Journal
from companion.rules.fields import Field, Json, NumberField, OneOf, Pick, TextField
from companion.rules.game import Game, move_to_json
from companion.rules.match_functions import offered_kinds_of
from companion.rules.rule_errors import RulesError
from companion.session.pairing_codes import PairingCodes
from companion.session.session import Session
from companion.table.commands import Amend, ClaimSeat, Command, Insert, Play, Restore, StartGame, TakeBack
from companion.table.random_play import complete_move, open_kinds
from companion.table.salted_match_hash import SALT_BYTES
from companion.table.session_errors import SessionError
from companion.table.table import Table
from tests.kit.scripted_games import folder_in_memory
from tests.server.helpers import code_sequence, link_to

NAMES = ("Ada", "Bao", "Chloé", "Dara")
LANGUAGES = ("fr", "en")
SALT = bytes(SALT_BYTES)
SEED = bytes(range(32))
"""Seed of every draw; nobody may see it before the end."""
MOST_STEPS = 45
_SECTORS: list[Json] = [
    {"land": 1, "sea": 2},
    {"land": "bandit", "sea": "corsair"},
    {"land": 3, "sea": "corsair", "weight": 2},
]
_ROBBERS: list[Json] = [{"land": 2, "sea": "corsair"}, {"land": "bandit", "sea": "corsair"}]
ECHOING_RESPONSES = ("answer", "form", "preview")
"""Names of responses that mention what the spy itself has named."""
Responses = dict[str, str]
"""The responses that a spy got, by request."""


@dataclass(frozen=True)
class Step:
    """A request for a command; `seat` is its sender, None for what anybody may do."""

    command: Command
    seat: int | None = None
    response: str = ""
    """The response."""
    table: Any = None
    """The table after it."""
    tries: tuple[Any, ...] = ()
    """The requests of the spy after it; empty if the spy does not look."""


@dataclass
class Script:
    """A recorded evening: the steps, and the requests of the spy in between."""

    names: tuple[str, ...]
    options: dict[str, Any]
    spy: int | None
    """The seat that spies, None for a spectator or a host."""
    steps: list[Step] = field(default_factory=list)
    responses: list[Responses] = field(default_factory=list)
    """The responses to the spy, for each time it looked."""


SETUP_CHANGES: list[dict[str, Any]] = [{"move_bonus": 1}, {"ransom": {"besants": 50}}, {"goods": {"price": 30}}]
"""Amendments of the set-up that somebody may want."""


class Evening:
    """A session that plays a script, or makes one up."""

    def __init__(self, game: Game, script: Script, journal: Journal) -> None:
        self.script = script
        self.session = Session(journal, (game,), lambda: 1_800_000_000.0, entropy=lambda _: SEED, salt=lambda: SALT)
        self.link = link_to(self.session, PairingCodes(lambda: 0.0, code_sequence("111111"), lambda: "A" * 22))
        self.session.do(StartGame(game=game.id, names=script.names, options=script.options))
        if script.spy is not None:
            self.session.do(ClaimSeat(seat=script.spy, phone="spy"))

    @property
    def table(self) -> Table:
        assert self.session.table is not None
        return self.session.table

    @property
    def state(self) -> State:
        state: State = self.table.state
        return state

    def do(self, step: Step) -> str:
        """Carry out a step; return the response to its sender."""
        try:
            answer = self.session.do(step.command)
        except RulesError as error:
            return f"{type(error).__name__} {error.reason}"
        except SessionError as error:
            return f"{type(error).__name__} {error.reason}"
        return f"{answer.seq} {answer.entry}"


def memory_journal() -> Any:
    """Return a journal in memory."""
    folder = folder_in_memory()
    journal = Journal(Path(folder.name) / "journal.sqlite3")

    class Kept(closing[Journal]):
        def __exit__(self, *exception_details: object) -> None:
            journal.close()
            folder.cleanup()

    return Kept(journal)


def random_edition(rnd: Random) -> dict[str, Any]:
    """Return options under which much happens, with values of cards that occur nowhere else."""
    values = {str(value): 2 for value in rnd.sample(range(3_001, 7_999), 2)}
    flags = {name: rnd.random() < 0.3 for name in ("trade_each_player", "trade_in_venice", "ties_to_bandits")}
    return {
        **flags,
        "goods": {"colours": ["blue", "green"], "values": {**values, "80": 3, "50": None, "30": None}},
        "khan": {"gifts": rnd.choice([1, 2])},
        "ransom": {"besants": rnd.choice([30, 400])},
        "return": {"each_of": ["blue", "green"], "threshold": {"2": 60_000, "3": 60_000, "4": 60_000}},
        "wheel": {"sectors": rnd.choice([_SECTORS, _ROBBERS])},
    }


def can_guess_cards(played: Evening) -> bool:
    """Return whether the spy may fight for others' cards in the loot, take one from a hand, or try another's gifts."""
    state, turn, spy = played.state, played.state.turn, played.script.spy
    if turn is None or turn.asked:
        return False
    if turn.seat != spy:
        few = len(state.hands[turn.seat - 1].goods) == played.table.match.edition.gifts - 1 > 0
        return few and spy is not None and turn.phase is Phase.ARRIVE
    trading = "trade" in open_kinds(played.table.match, state, turn.seat)
    return trading or (turn.phase is Phase.FIGHT and any(card.seat != spy for card in state.loot.cards))


def next_step(played: Evening, rnd: Random) -> Step:
    table, spy = played.table, played.script.spy
    chance = rnd.random()
    if chance < 0.06:
        return Step(TakeBack())
    if chance < 0.09:
        return Step(Restore())
    if chance < 0.12 and table.entries:
        amendment = _amendment(table, rnd)
        return Step(
            amendment, amendment.seat if spy is None else None
        )  # it may name its hand, so no spectator sends it
    if chance < 0.20 and spy is not None:
        return Step(Play(moves=((spy, _guessing_move(played.table, spy, rnd)),)), spy)
    seat = rnd.choice(table.match.active_seats(table.state))
    if chance < 0.30:
        seat = rnd.choice(table.seats)
        kind = "correct"
    else:
        kinds = [kind for kind in open_kinds(table.match, table.state, seat) if kind != "correct"]
        kind = rnd.choice([candidate for candidate in kinds if candidate != "end_turn"] or kinds)
    body = complete_move(table.match, table.state, seat, kind, rnd, plant=_with_planted_note(rnd))
    if "chance" in body and rnd.random() < 0.5:
        del body["chance"]
    return Step(Play(moves=((seat, body),)), seat)


def _with_planted_note(rnd: Random) -> Any:
    def plant(seat: int, kind: str, field: Field) -> Json:
        match field:
            case TextField():
                return _mark(seat, rnd)
            case OneOf(name="place") if rnd.random() < 0.7:
                open_to = [c.value for c in field.choices if c.refused is None and c.value in ("post", "khanbalik")]
                return rnd.choice(open_to)
            case OneOf(name="what") if kind == "correct":
                return rnd.choice([c.value for c in field.choices if ":" in str(c.value)] or ["besants"])
            case NumberField(low=low, high=high) if field.nonzero or field.base is not None:
                return 1 if high > 0 else -1 if low < 0 else None
            case Pick(name="cards", ordered=False, least=0 | 1):
                return [rnd.choice(field.choices).value]
            case Pick(name="shared_with"):
                return [choice.value for choice in field.open_choices]
        return None

    return plant


def _mark(seat: int, rnd: Random) -> str:
    return f"mark-{rnd.randrange(10**6)}-of-{seat}"


def _amendment(table: Table, rnd: Random) -> Amend:
    entry = rnd.randint(1, len(table.entries))
    old, before = table.entries[entry - 1].played, table.before(entry)
    move: dict[str, Any] | None = None
    kinds = open_kinds(table.match, before, old.seat)
    if rnd.random() < 0.7 and old.move.kind in kinds:
        move = complete_move(table.match, before, old.seat, old.move.kind, rnd, plant=_with_planted_note(rnd))
    return Amend(entry=entry, seat=old.seat, move=move)


# Requests of the spy


def _guessing_move(table: Table, seat: int, rnd: Random) -> dict[str, Any]:
    """Return a move that names cards which somebody may have."""
    edition = table.match.edition
    card = rnd.choice(edition.cards)
    named = {"colour": card.colour.value, "value": card.value}
    other_seat = rnd.choice([candidate for candidate in table.seats if candidate != seat] or [seat])
    guesses: list[dict[str, Any]] = [
        {"move": "trade", "with": other_seat, "card": named},
        {"move": "trade", "with": other_seat},
        {"move": "buy", **named},
        {"move": "buy", "colour": named["colour"], "hasard": [{"lose": named}]},
        {"move": "buy", "colour": named["colour"], "hasard": [{"gain": named}]},
        {"move": "ransom", "pay": "card", **named},
        {"move": "sell", "cards": [named]},
        {"move": "give_gifts", "cards": [named]},
        {"move": "correct", "what": str(card), "by": rnd.choice([-1, 1])},
        {"move": "fight", "chance": [6, 1]},
        {"move": "arrive", "place": "khanbalik"},
        {"move": "claim"},
    ]
    now = {option.kind for option in offered_kinds_of(table.match, table.state, seat)} - {"correct"}
    timely = [guess for guess in guesses if guess["move"] in now]
    return rnd.choice(timely if timely and rnd.random() < 0.7 else guesses)


def random_requests(played: Evening, rnd: Random) -> Iterator[Any]:
    """Yield previews and forms of everything that a phone can think of."""
    table = played.table
    yield TakeBack()
    yield Restore()
    for _ in range(8):
        seat = rnd.choice([*table.seats, *table.match.active_seats(table.state) * 3])
        yield Play(moves=((seat, _guessing_move(table, seat, rnd)),))
    spy = played.script.spy
    fights = [n for n, entry in enumerate(table.entries, 1) if entry.played.move.kind in ("fight", "trade", "ransom")]
    for _ in range(5 if table.entries else 0):
        entry = rnd.choice([*fights, *range(1, len(table.entries) + 1)])
        seat = table.entries[entry - 1].played.seat
        kind = table.entries[entry - 1].played.move.kind
        guess = {"move": "fight", "chance": [6, 1]} if kind == "fight" else _guessing_move(table, seat, rnd)
        old = move_to_json(table.entries[entry - 1].played.move) if seat == spy else None
        moves = [None, None, guess, {**guess, "move": kind} if "with" in guess else guess, old]
        yield Amend(entry=entry, seat=seat, move=rnd.choice(moves))
    for _ in range(3 if table.entries else 0):
        entry, seat = rnd.randint(1, len(table.entries)), rnd.choice(table.seats)
        yield Insert(entry=entry, seat=seat, move=_guessing_move(table, seat, rnd))
    yield Amend(entry=0, names=tuple(reversed(table.names)))
    yield Amend(entry=0, options=rnd.choice(SETUP_CHANGES))
    yield TakeBack(seat=rnd.choice(table.seats))
    for seat in table.seats:
        yield {"seat": seat, "entry": None, "kind": None, "chosen": {}}
        for kind in (
            *(option.kind for option in offered_kinds_of(table.match, table.state, seat)),
            rnd.choice([*table.game.moves]),
        ):
            card = rnd.choice(table.match.edition.cards)
            chosen = {"colour": card.colour.value, "value": card.value, "pay": "card", "what": str(card)}
            entry = rnd.choice([None, rnd.randint(1, max(1, len(table.entries)))]) if table.entries else None
            yield {"seat": seat, "entry": entry, "kind": kind, "chosen": rnd.choice([{}, chosen])}


def seeds() -> Iterator[int]:
    """Yield the seeds of the evenings, always the same."""
    return iter(random.Random(1983).sample(range(10**6), 400))
