"""The usual game: a box and a match with the answers that most games give.

A game derives from `UsualGame` and `UsualMatch`, and answers whatever is otherwise with it. A small one, open and
played in turns, derives from `PlainGame` and `PlainMatch`: it says what is its own, its moves, what each of them
brings, whom it waits for, and what seats hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from companion.rules.accessories import Accessories
from companion.rules.components import Component, UnknownComponentError
from companion.rules.fields import ChanceField, Chosen, Field, Items, Json, NumberField, OneOf, Pick, SetupField
from companion.rules.game import Bounds, Correctable, Game, PlayedMove, Rematch, Total, move_from_json, move_to_json
from companion.rules.match_functions import check_correction, rotated, secret_options, standings
from companion.rules.moves import Correct, Line, Move
from companion.rules.offers import Offer
from companion.rules.picks import fits
from companion.rules.rule_errors import IllegalMoveError, MalformedError, refused_by
from companion.rules.scene import Animation, Final, Placed, Scene, SeatNote
from companion.rules.split_options import fits_apart
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from companion.support.frozen import frozen

Lines = tuple[Line, ...]
FEW = 9
"""So many choices at most are offered one by one, each a press; of more, one opens a list."""


@frozen
class NoFigures:
    """The edition of a game that has no figures to be set."""


class UsualGame:
    """The box on the shelf; a subclass names what has no value here, and begins a match."""

    id: str
    seats: range
    moves: Mapping[str, type[Move]]
    trackings: tuple[str, ...] = ()
    accessories: Accessories = Accessories()
    scenes_tested: bool = False

    def moves_of(self, tracking: str | None = None) -> Mapping[str, type[Move]]:
        """Every kind, however it is tracked."""
        return self.moves

    def colours_each(self, seats: int) -> int:
        return 1


class PlainGame(UsualGame, ABC):
    """The box on the shelf of a plain game."""

    kinds: ClassVar[tuple[type[Move], ...]]
    """Its moves; that anything may be corrected is the house's."""
    state_type: type[Any]
    words: str
    """The package that `words` lies in: `__name__`, written in its `__init__.py`."""
    rules_version: int = 1
    plays_alike: frozenset[int] = frozenset({1})
    colours: tuple[str, ...] = ("blue", "red", "green", "yellow", "violet")
    figures: Mapping[str, Any] = {}

    def __init__(self) -> None:
        if len(self.seats) and self.seats[-1] > len(self.colours):
            raise ValueError(f"{self.id} has {self.seats[-1]} seats and {len(self.colours)} colours for them")
        kinds: tuple[type[Move], ...] = (*self.kinds, Correct)
        self.moves = {cls.kind: cls for cls in kinds}
        self.own_names = frozenset({self.id})
        options = [one for seats in self.seats for one in self.setup_form(seats)]
        properties = {one.field.name: _APART if one.apart else _schema(one.field) for one in options}
        self.options_schema: Mapping[str, Any] = {
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
        }

    @abstractmethod
    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[PlainMatch, Any, Lines]:
        """As `Game.begin`; the names are checked already, and `chosen` checks the options."""

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        return ()

    def chosen(self, seats: int, options: Mapping[str, Json]) -> dict[str, Json]:
        """Every option of the set-up form of so many seats: as given, or as it is by default.

        Raises MalformedError for one that is not in the form, or that its field has no room for.
        """
        form = {one.field.name: one for one in self.setup_form(seats)}
        for name, given in options.items():
            if name not in form:
                raise MalformedError(say("error.unknown_option", option=name), name)
            one = form[name]
            if not (fits_apart(one, given) if one.apart else fits(one.field, given)):
                raise MalformedError(say("error.does_not_fit"), name)
        return {name: options.get(name, one.default) for name, one in form.items()}


@dataclass(frozen=True, kw_only=True)
class UsualMatch(ABC):
    """The box opened tonight. Unless it says so there are no rounds and no secrets, and no move changes another."""

    game: Game = field(compare=False, repr=False)
    options: Mapping[str, Json]
    unit: ClassVar[str]
    """What the totals count: one of the things, and of the holdings."""

    @abstractmethod
    def active_seats(self, state: Any) -> tuple[int, ...]:
        """Whom the game cannot go on without; nobody once it is over."""

    def over(self, state: Any) -> bool:
        return not self.active_seats(state)

    def turn(self, state: Any) -> int | None:
        return None

    def turn_no(self, state: Any) -> int | None:
        return None

    def round(self, state: Any) -> int | None:
        return None

    @property
    def rounds(self) -> int | None:
        return None

    def player_view(self, state: Any, viewer: Viewer) -> Any:
        return state

    def bounds(self, seen: Any) -> tuple[Bounds, ...]:
        return ()

    def move_view(self, before: Any, seat: int, move: Move, now: Any, viewer: Viewer) -> dict[str, Json]:
        return move_to_json(move)

    def follow_rename(self, old: Move, new: Move, later: Move) -> Move:
        return later

    def arrivals(self, before: Any, after: Any) -> tuple[str, ...]:
        return ()

    def owed(self, before: Any, after: Any, seat: int) -> tuple[str, ...]:
        return ()

    def tell_turn(self, deeds: Sequence[PlayedMove], now: Any, viewer: Viewer) -> Text | None:
        return None

    def seat_notes(self, seen: Any, seat: int) -> tuple[SeatNote[Text], ...]:
        return ()

    def scene(self, seen: Any, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        return Scene()

    def options_view(self, viewer: Viewer) -> dict[str, Json]:
        return dict(self.options)

    def rematch(self: Any) -> Rematch:
        """Everyone moves up by one seat, and the secret options are left out."""
        return rotated(self, without=secret_options(self))


class InTurns:
    """Part of a match whose states have a `turn` with its `seat`, or None, and count them as `turn_no`."""

    def turn(self, state: Any) -> int | None:
        return state.turn.seat if state.turn else None

    def turn_no(self, state: Any) -> int | None:
        return state.turn_no if state.turn else None


@dataclass(frozen=True, kw_only=True)
class PlainMatch(UsualMatch):
    """The match of a plain game: unless it says so no field of a form hangs on another."""

    names: tuple[str, ...]

    components: ClassVar[Mapping[str, Component]]
    secret_kinds: ClassVar[frozenset[str]] = frozenset()
    """The kinds of moves whose form only its own seat may see."""
    any_order_kinds: ClassVar[frozenset[str]] = frozenset()
    """Those that mind nobody's moves meanwhile, as where several act at once."""

    def __new__(cls, *args: Any, **named: Any) -> PlainMatch:
        """Raises NotImplementedError where an answer is missing: a TypeError would be taken for a damaged journal."""
        if missing := sorted(cls.__abstractmethods__):
            raise NotImplementedError(f"{cls.__module__}.{cls.__qualname__} has yet to answer: {', '.join(missing)}")
        return super().__new__(cls)

    # What a plain game says.

    @abstractmethod
    def apply(self, state: Any, seat: int, move: Any) -> tuple[Any, Lines]:
        """The state after a move that the form allows, and the lines of what it brings.

        What the lines give and take is not in that state yet: `booked` puts it there.
        """

    @abstractmethod
    def booked(self, state: Any, lines: Lines) -> Any:
        """The state with what these lines give and take."""

    @abstractmethod
    def holdings(self, seen: Any, seat: int) -> dict[str, Json]:
        """As `Match.holdings`."""

    def check(self, state: Any, seat: int, kind: str) -> None:
        """Whether this seat may make this kind of move now. Raises IllegalMoveError."""
        if self.over(state):
            raise IllegalMoveError(say("refused.over"))
        if seat not in self.active_seats(state):
            raise IllegalMoveError(say("refused.turn", seat=self.active_seats(state)[0]))

    def form(self, state: Any, seat: int, kind: str) -> tuple[Field, ...]:
        """The fields of this kind of move, which this seat may make."""
        return ()

    # What it may say otherwise.

    def component(self, name: str) -> Component:
        if name not in self.components:
            raise UnknownComponentError(self.game.id, name)
        return self.components[name]

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        """Every kind of move, refused ones with their reason; each choice where it asks for one of a few alone."""
        if seat not in self.active_seats(state):
            return ()
        kinds = (kind for kind in self.game.moves if kind != Correct.kind)
        return tuple(offer for kind in kinds for offer in self._offers(state, seat, kind))

    def tell(self, before: Any, seat: int, move: Move, after: Any, now: Any, viewer: Viewer) -> Text:
        return say(f"{self.game.id}.told.{move.kind}", seat=seat)

    def totals(self, seen: Any) -> tuple[Total, ...]:
        """What each seat holds of the unit, which everybody may see; most of it wins."""
        held = [self.holdings(seen, seat)[self.unit] for seat in self._seats]
        numbers = [value for value in held if isinstance(value, int)]
        if len(numbers) < len(held):
            raise NotImplementedError(f"{self.unit} of {self.game.id} is not always seen: it has to answer totals")
        return tuple(Total(value, value, (value,)) for value in numbers)

    def correctable(self, state: Any, seat: int) -> tuple[Correctable, ...]:
        """Whatever is held as a number, down to nothing and up by 99."""
        held = self.holdings(state, seat).items()
        return tuple(Correctable(what, -value, 99) for what, value in held if type(value) is int)

    def animations(
        self, before: Any, seat: int, move: Move, after: Any, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        """The end, and nothing before it."""
        return (self.final(after),) if self.over(after) and not self.over(before) else ()

    @property
    def edition(self) -> Any:
        return NoFigures()

    @property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        return tuple((colour,) for colour in self.game.colours[: len(self.names)])

    # What the house makes of it.

    def play(self, state: Any, seat: int, move: Move) -> tuple[Any, Lines]:
        """The state after this move, and its lines. Raises IllegalMoveError for what the form does not allow."""
        if isinstance(move, Correct):
            check_correction(move, self.correctable(state, seat), self.component, over=self.over(state))
            lines: Lines = (Line(seat, move.what, move.by, say("why.correction", note=move.note), None),)
            return self.booked(state, lines), lines
        self.check(state, seat, move.kind)
        said = move_to_json(move)
        for asked in self.form(state, seat, move.kind):
            _check_answer(asked, said.get(asked.name))
        after, lines = self.apply(state, seat, move)
        return self.booked(after, lines), lines

    def next_pick(self, state: Any, seat: int, kind: str, chosen: Chosen, items: Items) -> Field | None:
        if kind not in self.game.moves or kind == Correct.kind:
            raise MalformedError(say("error.unknown_move", move=kind), "move")
        self.check(state, seat, kind)
        asked = next((one for one in self.form(state, seat, kind) if one.name not in chosen), None)
        if isinstance(asked, OneOf) and not asked.open_choices:
            _check_answer(asked, asked.choices[0].value)
        return asked

    def final(self, state: Any) -> Final[Text]:
        """The places at the end."""
        totals, game = self.totals(self.player_view(state, Viewer())), say(f"game.{self.game.id}")
        places = tuple(
            Placed[Text](seat=one.seat, rank=one.rank, total=one.total, ties=totals[one.seat - 1].ties)
            for one in standings(self, state)
        )
        return Final(name=game, places=places)

    @property
    def _seats(self) -> range:
        return range(1, len(self.names) + 1)

    def _offers(self, state: Any, seat: int, kind: str) -> tuple[Offer, ...]:
        """A kind of move: whole where it asks for nothing but chance, or for one of a few and nothing else.

        What only its seat may know is chosen in a form: on the table's page others would see which row is taken.
        """
        called = say(f"{self.game.id}.move.{kind}")
        refused = refused_by(self.check, state, seat, kind)
        form = () if refused else self.form(state, seat, kind)
        plain = Offer(
            kind=kind,
            label=called,
            called=called,
            refused=refused,
            secret=kind in self.secret_kinds,
            any_order=kind in self.any_order_kinds,
        )
        if not plain.secret and len(form) == 1 and isinstance(form[0], OneOf) and len(form[0].choices) <= FEW:
            name, choices = form[0].name, form[0].choices
            offers = (
                replace(plain, label=one.label, chosen=((name, one.value),), refused=one.refused, complete=True)
                for one in choices
            )
            return tuple(replace(one, needs_confirmation=self._ends(state, seat, one)) for one in offers)
        if refused:  # whatever it would ask for
            move: Any = self.game.moves[kind]
            whole = all(asked.name == "chance" for asked in fields(move))
        else:
            whole = all(isinstance(asked, ChanceField) for asked in form)
        return (replace(plain, complete=whole, needs_confirmation=not form and self._ends(state, seat, plain)),)

    def _ends(self, state: Any, seat: int, offer: Offer) -> bool:
        """Whether this offer, to which nothing is missing, ends the game."""
        if offer.refused is not None:
            return False
        after, _ = self.play(state, seat, move_from_json(self.game, offer.move()))
        return self.over(after)


def _check_answer(asked: Field, value: Any) -> None:
    """Refuse what a field has no room for, with its reason where it is a choice that has one; a list is its game's."""
    if isinstance(asked, Pick):
        return
    if isinstance(asked, OneOf):
        for choice in asked.choices:
            if choice.refused is not None and choice.value == value:
                raise IllegalMoveError(choice.refused.reason, choice.refused.ruling)
    within = not isinstance(asked, ChanceField) or _within(asked, value)
    if not (within and fits(asked, value)):
        raise IllegalMoveError(say("error.does_not_fit"))


def _within(asked: ChanceField, value: Any) -> bool:
    """Whether dice show what their faces can, and a wheel one of its sectors."""
    return isinstance(value, list) and all(one in bound for one, bound in zip(value, asked.bounds, strict=False))


_APART: Mapping[str, Any] = {"type": ["array", "object", "null"]}
"""What an option may be that is said of one after another; `chosen` looks closer."""


def _schema(option: Any) -> dict[str, Any]:
    """The JSON Schema of what an option may be."""
    match option:
        case NumberField(low=low, high=high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case OneOf(choices=choices):
            return {"enum": [choice.value for choice in choices]}
    return {"type": "boolean"}
