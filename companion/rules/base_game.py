"""Base classes of games and matches, with defaults for most methods of the two protocols.

A game derives from `BaseGame` and `BaseMatch` and overrides what differs. A small game, open and played in turns,
derives from `PlainGame` and `PlainMatch`. It only defines its moves, their effects, the active seats, and the holdings.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from companion.rules.components import Component, UnknownComponentError
from companion.rules.copied_parts import Accessories
from companion.rules.fields import (
    ChanceField,
    Choice,
    Field,
    FieldValues,
    Items,
    Json,
    NumberField,
    OneOf,
    Pick,
    SetupField,
)
from companion.rules.fill_form_by_touch import touch_sorts
from companion.rules.form_walk import fits, has_choice, remaining_choices
from companion.rules.game import (
    Bounds,
    Correctable,
    Game,
    PlayedMove,
    Rematch,
    SeatMove,
    Total,
    move_from_json,
    move_to_json,
)
from companion.rules.match_functions import (
    check_correction,
    describe_correction,
    rotated_rematch,
    secret_options,
    standings,
)
from companion.rules.moves import Correct, Line, Move
from companion.rules.offers import Offer
from companion.rules.per_seat_options import fits_parts
from companion.rules.rule_errors import IllegalMoveError, MalformedError, Refusal, refusal_from
from companion.rules.scene import Animation, Final, Placed, Scene, SeatNote
from companion.rules.seat_values import with_value
from companion.rules.text import Text, say
from companion.rules.viewer import Viewer
from companion.support.frozen_dataclasses import frozen

Lines = tuple[Line, ...]
MOST_DIRECT_CHOICES = 9
"""Greatest number of choices that are offered as one press each. With more, a press opens a list."""


@frozen
class NoFigures:
    """Edition of a game without figures to set."""


class BaseGame:
    """Base of games. A subclass sets the attributes that have no value here, and defines `begin`."""

    id: str
    seats: range
    moves: Mapping[str, type[Move]]
    trackings: tuple[str, ...] = ()
    accessories: Accessories = Accessories()
    bgg_id: int | None = None
    scenes_tested: bool = False

    def moves_of(self, tracking: str | None = None) -> Mapping[str, type[Move]]:
        return self.moves

    def colours_per_seat(self, seats: int) -> int:
        return 1


class PlainGame(BaseGame, ABC):
    """Base of plain games."""

    kinds: ClassVar[tuple[type[Move], ...]]
    """Move classes of the game. The correction, which every game has, is added."""
    state_type: type[Any]
    words: str
    """Package that contains the folder `words`: `__name__`, if written in its `__init__.py`."""
    rules_version: int = 1
    compatible_versions: frozenset[int] = frozenset({1})
    colours: tuple[str, ...] = ("blue", "red", "green", "yellow", "violet")
    figures: Mapping[str, Any] = {}

    def __init__(self) -> None:
        if len(self.seats) and self.seats[-1] > len(self.colours):
            raise ValueError(f"{self.id} has {self.seats[-1]} seats and {len(self.colours)} colours for them")
        kinds: tuple[type[Move], ...] = (*self.kinds, Correct)
        self.moves = {cls.kind: cls for cls in kinds}
        self.reserved_names = frozenset({self.id})
        options = [option for seats in self.seats for option in self.setup_form(seats)]
        properties = {
            option.field.name: _SPLIT_OPTION if option.parts else _option_schema(option.field) for option in options
        }
        self.options_schema: Mapping[str, Any] = {
            "type": "object",
            "properties": properties,
            "additionalProperties": False,
        }

    @abstractmethod
    def begin(self, names: Sequence[str], options: Mapping[str, Json]) -> tuple[PlainMatch, Any, Lines]:
        """Begin a match as in `Game.begin`. The names are checked already; check the options with `checked_options`."""

    def setup_form(self, seats: int) -> tuple[SetupField, ...]:
        return ()

    def checked_options(self, seats: int, options: Mapping[str, Json]) -> dict[str, Json]:
        """Return every option of the set-up form for this number of seats, as given or with its default.

        Raises MalformedError for an option that is not in the form, and for a value that its field does not allow.
        """
        form = {option.field.name: option for option in self.setup_form(seats)}
        for name, value in options.items():
            if name not in form:
                raise MalformedError(say("error.unknown_option", option=name), name)
            option = form[name]
            if not (fits_parts(option, value) if option.parts else fits(option.field, value)):
                raise MalformedError(say("error.does_not_fit"), name)
        return {name: options.get(name, option.default) for name, option in form.items()}


@dataclass(frozen=True, kw_only=True)
class BaseMatch(ABC):
    """Base of matches. By default there are no rounds and no secrets, and an amended move does not affect others."""

    game: Game = field(compare=False, repr=False)
    options: Mapping[str, Json]
    unit: ClassVar[str]
    """Component that the totals count; it is also a key of the holdings."""

    @abstractmethod
    def active_seats(self, state: Any) -> tuple[int, ...]:
        """Return the seats that have to act before the game can go on; none after the end."""

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

    def bounds(self, view: Any) -> tuple[Bounds, ...]:
        return ()

    def move_view(self, before: Any, seat: int, move: Move, now: Any, viewer: Viewer) -> dict[str, Json]:
        return move_to_json(move)

    def follow_renames(self, old: PlayedMove, new: PlayedMove, later: Sequence[SeatMove]) -> tuple[Move, ...]:
        return tuple(move for _, move in later)

    def arrivals(self, before: Any, after: Any) -> tuple[str, ...]:
        return ()

    def pending_gains(self, before: Any, after: Any, seat: int) -> tuple[str, ...]:
        return ()

    def outcome_is_secret(self, before: Any, after: Any) -> bool:
        return False

    def describe_turn(self, moves: Sequence[PlayedMove], now: Any, viewer: Viewer) -> Text | None:
        return None

    def seat_notes(self, view: Any, seat: int) -> tuple[SeatNote[Text], ...]:
        return ()

    def scene(self, view: Any, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        return Scene()

    def options_view(self, viewer: Viewer) -> dict[str, Json]:
        return dict(self.options)

    def rematch(self: Any) -> Rematch:
        """Move everyone up by one seat, and leave out the secret options."""
        return rotated_rematch(self, without=secret_options(self))


class TurnMixin:
    """Mixin for matches whose states have `turn` (with its `seat`, or None) and `turn_no`."""

    def turn(self, state: Any) -> int | None:
        return state.turn.seat if state.turn else None

    def turn_no(self, state: Any) -> int | None:
        return state.turn_no if state.turn else None


class SeatInTurn(ABC):
    """Mixin for plain matches in which seats take turns, to be named before `PlainMatch`. It needs `over`.

    States have `turn_no`, from 1. They may have `turn`, the seat whose turn it is; without it, seats take turns in
    their order. A match that has phases without a turn, in which `turn` is 0, defines `active_seats` itself.
    """

    names: tuple[str, ...]

    @abstractmethod
    def over(self, state: Any) -> bool:
        """Return whether the game is over."""

    def active_seats(self, state: Any) -> tuple[int, ...]:
        turn = self.turn(state)
        return (turn,) if turn else ()

    def turn(self, state: Any) -> int | None:
        if self.over(state):
            return None
        return getattr(state, "turn", (state.turn_no - 1) % len(self.names) + 1) or None

    def turn_no(self, state: Any) -> int | None:
        return None if self.turn(state) is None else state.turn_no


@dataclass(frozen=True, kw_only=True)
class PlainMatch(BaseMatch):
    """Base of matches of plain games. By default no field of a form depends on another."""

    names: tuple[str, ...]

    components: ClassVar[Mapping[str, Component]]
    secret_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of moves whose form only the seat itself may see."""
    any_order_kinds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of moves that the moves of other seats do not affect, for games in which several seats act at once."""

    def __new__(cls, *args: Any, **named: Any) -> PlainMatch:
        """Raise NotImplementedError if a method is missing. A TypeError would be mistaken for a damaged journal."""
        if missing := sorted(cls.__abstractmethods__):
            raise NotImplementedError(f"{cls.__module__}.{cls.__qualname__} has yet to answer: {', '.join(missing)}")
        return super().__new__(cls)

    # Methods that a plain game defines.

    @abstractmethod
    def apply(self, state: Any, seat: int, move: Any) -> tuple[Any, Lines]:
        """Return the state after a move that the form allows, and the lines for its effects.

        The state does not contain the effects of the lines yet: `book` adds them.
        """

    @abstractmethod
    def holdings(self, view: Any, seat: int) -> dict[str, Json]:
        """Return what a seat holds, as in `Match.holdings`."""

    def check(self, state: Any, seat: int, kind: str) -> None:
        """Raise IllegalMoveError if this seat may not make this kind of move now."""
        if self.over(state):
            raise IllegalMoveError(say("refused.over"))
        if seat not in self.active_seats(state):
            raise IllegalMoveError(say("refused.turn", seat=self.active_seats(state)[0]))

    def form(self, state: Any, seat: int, kind: str) -> tuple[Field, ...]:
        """Return the fields of this kind of move. The seat is allowed to make it."""
        return ()

    # Methods that it may override.

    def dependent_form(self, state: Any, seat: int, kind: str, chosen: FieldValues, items: Items) -> tuple[Field, ...]:
        """Return the fields of this kind of move, in place of `form`, if one of them depends on what was answered.

        `chosen` has the values of the finished fields, `items` what was taken so far for the open list. Of the fields
        after the open one, only their names and types count.
        """
        return self.form(state, seat, kind)

    def book(self, state: Any, lines: Lines) -> Any:
        """Return the state with the gains and losses of these lines.

        By default, the state has a field with the name of each component, with a number for each seat.
        """
        return booked(state, lines)

    def component(self, name: str) -> Component:
        if name not in self.components:
            raise UnknownComponentError(self.game.id, name)
        return self.components[name]

    def seat_component(self, seat: int, name: str) -> Component:
        return self.component(name)

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        """Offer every kind of move, refused ones with their reason; each choice of a kind with a single short list."""
        if seat not in self.active_seats(state):
            return ()
        kinds = (kind for kind in self.game.moves if kind != Correct.kind)
        return tuple(offer for kind in kinds for offer in self._offers_of_kind(state, seat, kind))

    def describe_move(self, before: Any, seat: int, move: Move, after: Any, now: Any, viewer: Viewer) -> Text:
        """Return the text of its kind from the catalogue; of a correction the amount before and after it."""
        if isinstance(move, Correct):
            entry = next(entry for entry in self.correctable(before, seat) if entry.what == move.what)
            if entry.secret and not viewer.sees(seat):
                return say("told.correct_secret", seat=seat)
            return describe_correction(seat, self.component(move.what), move.by, entry.now)
        return say(f"{self.game.id}.told.{move.kind}", seat=seat)

    def totals(self, view: Any) -> tuple[Total, ...]:
        """Return what each seat holds of the unit. The amount is public, and the greatest wins."""
        held = [self.holdings(view, seat)[self.unit] for seat in self._seats]
        numbers = [value for value in held if isinstance(value, int)]
        if len(numbers) < len(held):
            raise NotImplementedError(f"{self.unit} of {self.game.id} is not always seen: it has to answer totals")
        return tuple(Total(value, value, (value,)) for value in numbers)

    def correctable(self, state: Any, seat: int) -> tuple[Correctable, ...]:
        """Allow to correct every number in the holdings, down to nothing and up by 99."""
        held = self.holdings(state, seat).items()
        return tuple(Correctable(what, -value, 99, now=value) for what, value in held if type(value) is int)

    def animations(
        self, before: Any, seat: int, move: Move, after: Any, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Animation[Text], ...]:
        """Play the end of the game, and nothing before it."""
        return (self.final_animation(after),) if self.over(after) and not self.over(before) else ()

    @property
    def edition(self) -> Any:
        return NoFigures()

    @property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        return tuple((colour,) for colour in self.game.colours[: len(self.names)])

    # Methods built on those above.

    def play(self, state: Any, seat: int, move: Move) -> tuple[Any, Lines]:
        """Check the move against the form, apply it, and book its lines. Raises IllegalMoveError."""
        if isinstance(move, Correct):
            check_correction(move, self.correctable(state, seat), self.component, over=self.over(state))
            lines: Lines = (Line(seat, move.what, move.by, say("why.correction", note=move.note), None),)
            return self.book(state, lines), lines
        self.check(state, seat, move.kind)
        values = move_to_json(move)
        chosen: dict[str, Json] = {}
        while (form_field := self.next_pick(state, seat, move.kind, chosen, ())) is not None:
            value = values.get(form_field.name)
            if isinstance(form_field, Pick):
                self._check_items(state, seat, move.kind, chosen, form_field, value)
            _check_answer(form_field, value)
            chosen[form_field.name] = value
        after, lines = self.apply(state, seat, move)
        return self.book(after, lines), lines

    def next_pick(self, state: Any, seat: int, kind: str, chosen: FieldValues, items: Items) -> Field | None:
        if kind not in self.game.moves or kind == Correct.kind:
            raise MalformedError(say("error.unknown_move", move=kind), "move")
        self.check(state, seat, kind)
        form = self.dependent_form(state, seat, kind, chosen, items)
        form_field = next((candidate for candidate in form if candidate.name not in chosen), None)
        if isinstance(form_field, OneOf) and not form_field.open_choices:
            _check_answer(form_field, form_field.choices[0].value)
        if isinstance(form_field, Pick) and not form_field.items and items:
            return replace(form_field, choices=remaining_choices(form_field.choices, items), items=tuple(items))
        return form_field

    def final_animation(self, state: Any) -> Final[Text]:
        """Return the animation of the end, with the final ranks."""
        totals, game = self.totals(self.player_view(state, Viewer())), say(f"game.{self.game.id}")
        places = tuple(
            Placed[Text](seat=ranking.seat, rank=ranking.rank, total=ranking.total, ties=totals[ranking.seat - 1].ties)
            for ranking in standings(self, state)
        )
        return Final(name=game, places=places)

    @property
    def _seats(self) -> range:
        return range(1, len(self.names) + 1)

    def _check_items(self, state: Any, seat: int, kind: str, chosen: FieldValues, pick: Pick, value: Any) -> None:
        """Refuse a list with an item that is no choice after those before it. Several lists at once are for `apply`."""
        if pick.list_count:
            return
        if not isinstance(value, list):
            raise IllegalMoveError(say("error.does_not_fit"))
        form_field: Field | None = pick
        for index, item in enumerate(value, 1):
            if not (isinstance(form_field, Pick) and has_choice(form_field.open_choices, item)):
                raise _refusal_of(form_field.remaining_choices if isinstance(form_field, Pick) else (), item)
            form_field = self.next_pick(state, seat, kind, chosen, value[:index])
        if not (isinstance(form_field, Pick) and form_field.complete):
            raise IllegalMoveError(say("error.does_not_fit"))

    def _offers_of_kind(self, state: Any, seat: int, kind: str) -> tuple[Offer, ...]:
        """Return the offers of a kind of move.

        An offer is complete if it needs nothing but chance. If a kind has a single short list, each choice is an offer.
        Secret moves are always chosen in a form: on the table's page others could see which row is tapped.
        """
        kind_label = say(f"{self.game.id}.move.{kind}")
        refused = refusal_from(self.check, state, seat, kind)
        form = () if refused else self.dependent_form(state, seat, kind, {}, ())
        plain = Offer(
            kind=kind,
            label=kind_label,
            kind_label=kind_label,
            refused=refused,
            secret=kind in self.secret_kinds,
            any_order=kind in self.any_order_kinds,
        )
        if (
            not plain.secret
            and len(form) == 1
            and isinstance(form[0], OneOf)
            and len(form[0].choices) <= MOST_DIRECT_CHOICES
        ):
            name, choices = form[0].name, form[0].choices
            offers = (
                replace(
                    plain,
                    label=choice.label,
                    chosen=((name, choice.value),),
                    refused=choice.refused,
                    complete=True,
                    touch=next(iter(choice.touches), None),
                )
                for choice in choices
            )
            return tuple(replace(offer, needs_confirmation=self._ends_game(state, seat, offer)) for offer in offers)
        if refused:  # there is no form to look at; complete if the move class has no other field
            move: Any = self.game.moves[kind]
            complete = all(form_field.name == "chance" for form_field in fields(move))
        else:
            complete = all(isinstance(form_field, ChanceField) for form_field in form)
        touches = tuple(sorted({sort for form_field in form for sort in touch_sorts(form_field)}))
        ends_game = not form and self._ends_game(state, seat, plain)
        return (replace(plain, complete=complete, needs_confirmation=ends_game, form_touches=touches),)

    def _ends_game(self, state: Any, seat: int, offer: Offer) -> bool:
        """Return whether this offer, which is complete, ends the game."""
        if offer.refused is not None:
            return False
        after, _ = self.play(state, seat, move_from_json(self.game, offer.move()))
        return self.over(after)


def booked(state: Any, lines: Lines) -> Any:
    """Return the state with these gains and losses in its fields that have the names of the components."""
    changed: dict[str, tuple[int, ...]] = {}
    for line in lines:
        if not isinstance(amounts := changed.get(line.what, getattr(state, line.what, None)), tuple):
            raise NotImplementedError(
                f"{type(state).__module__}: the state has no {line.what!r} for each seat: override book"
            )
        changed[line.what] = with_value(amounts, line.seat, amounts[line.seat - 1] + line.by)
    return replace(state, **changed) if changed else state


def one_of(
    name: str,
    label: Text,
    values: Sequence[Any],
    text: Callable[[Any], Text],
    *,
    refusal: Callable[[Any], Refusal | None] = lambda value: None,
    touch: Callable[[Any], str] | None = None,
) -> OneOf:
    """Return a field for one of a few values: each has its text, perhaps a refusal, and a touch that selects it."""
    choices = tuple(
        Choice(value, text(value), refusal(value), touches=(touch(value),) if touch else ()) for value in values
    )
    return OneOf(name=name, label=label, choices=choices)


def _check_answer(form_field: Field, value: Any) -> None:
    """Refuse a value that a field does not allow, with the reason of a refused choice. Lists are checked already."""
    if isinstance(form_field, Pick):
        return
    within = not isinstance(form_field, ChanceField) or _is_within_bounds(form_field, value)
    if not (within and fits(form_field, value)):
        raise _refusal_of(form_field.choices if isinstance(form_field, OneOf) else (), value)


def _refusal_of(choices: Sequence[Choice], value: Json) -> IllegalMoveError:
    """Return the error for a value that is not an open choice, with the reason if that choice is refused."""
    for choice in choices:
        if choice.refused is not None and choice.value == value:
            return IllegalMoveError(choice.refused.reason, choice.refused.ruling)
    return IllegalMoveError(say("error.does_not_fit"))


def _is_within_bounds(chance_field: ChanceField, value: Any) -> bool:
    """Return whether each value is within its bounds: a face of its die, or a sector of the wheel."""
    return isinstance(value, list) and all(
        number in bound for number, bound in zip(value, chance_field.bounds, strict=False)
    )


_SPLIT_OPTION: Mapping[str, Any] = {"type": ["array", "object", "null"]}
"""JSON Schema of a split option; `checked_options` checks the details."""


def _option_schema(option: Any) -> dict[str, Any]:
    """Return the JSON Schema of an option's value."""
    match option:
        case NumberField(low=low, high=high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case OneOf(choices=choices):
            return {"enum": [choice.value for choice in choices]}
    return {"type": "boolean"}
