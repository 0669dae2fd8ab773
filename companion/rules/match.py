"""What is asked of a game while it is played: the match, the box opened tonight. And what the house makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.rules import codec
from companion.rules.errors import IllegalMoveError, MalformedError
from companion.rules.fields import ChanceField, Choice, Chosen, Field, Items, Json, NumberField, OneOf, Pick, TextField
from companion.rules.game import LONGEST_NOTE, Correct, Game, Move
from companion.rules.offers import Offer
from companion.rules.scene import About, Ceremony, Scene
from companion.rules.sheet import Line
from companion.rules.text import Text, say
from companion.rules.things import Thing
from companion.rules.turns import Deed
from companion.rules.viewer import PUBLIC, Viewer


@dataclass(frozen=True, slots=True)
class Total:
    """What a seat has come to, as one viewer may know it."""

    value: int | None
    """None where it is a secret until the end."""
    shown: int
    """What stands for it in front of everybody: itself, or what is open of it."""
    order: tuple[int, ...]
    """What seats are ranked by, more being better. Nothing in it is secret: it is the same for every viewer."""
    ties: Text | None = None
    """What decides among equals, where that is to be seen."""
    low: int | None = None
    """The least that it can still come to, as far as this viewer can know; None where the game does not say."""
    high: int | None = None
    """The most, likewise."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's place at this moment. Seats that share a rank are equal by every tie-break of the game."""

    seat: int
    rank: int
    total: int


@dataclass(frozen=True, slots=True)
class Correctable:
    """A thing that `correct` may name for a seat."""

    what: str
    """As in the view's holdings."""
    low: int
    high: int
    """The least and the most that it may be corrected by."""
    secret: bool = False
    """How much of it there is, or that it is held at all, is for its seat alone."""
    books: str | None = None
    """What its line is of, where that is something else: what is put right as a crate brings gold."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """What the next game begins with: names, and options without what was dealt."""

    names: tuple[str, ...]
    """Whoever sat first sits last, so that everyone begins once."""
    colours: tuple[tuple[str, ...], ...]
    """Of each seat's pieces: they move along with their players."""
    options: dict[str, Json]
    """House rules and edition, without the colours."""


class Match(Protocol):
    """A box opened tonight: who plays, by which figures and options. It is asked about states, and keeps none.

    A state is a frozen dataclass that only its own game looks into; it has no figures and no options. Nothing here
    draws chance, reads a clock or changes what it is given, and no cost grows with the length of a game.
    """

    @property
    def game(self) -> Game:
        """The box on the shelf."""

    @property
    def names(self) -> tuple[str, ...]:
        """Of the seats, from seat 1."""

    @property
    def colours(self) -> tuple[tuple[str, ...], ...]:
        """The colours of each seat's pieces, the seat's own first."""

    @property
    def options(self) -> Mapping[str, Json]:
        """The options as they were given, secret ones included: only `options_view` may leave the house."""

    @property
    def edition(self) -> Any:
        """The figures that are played by, a frozen dataclass."""

    def play(self, state: Any, seat: int, move: Move) -> tuple[Any, tuple[Line, ...]]:
        """The state after this move of this seat, and its lines. The only way forward; checks everything.

        Raises IllegalMoveError; the state given is never changed.
        """

    def over(self, state: Any) -> bool:
        """Whether the game has ended: exactly when nobody is waited for."""

    def waiting(self, state: Any) -> tuple[int, ...]:
        """Whom the game cannot go on without. Not the same as whose turn it is."""

    def turn(self, state: Any) -> int | None:
        """Whose turn it is; None when nobody's, or over."""

    def turn_no(self, state: Any) -> int | None:
        """Which turn it is, counted from 1: equal numbers are one turn. None in a phase, or over."""

    def round(self, state: Any) -> int | None:
        """The round, from 1, for games that have rounds."""

    @property
    def rounds(self) -> int | None:
        """How many rounds there are in all; None for a game without rounds, and where nobody can know."""

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        """What this seat may think of now, in the order it is shown, also what is refused; `correct` is the house's.

        What is whole is accepted by `play` as it stands, or refused for the same reason; what is not opens the form of
        its kind.
        """

    def next_pick(self, state: Any, seat: int, kind: str, chosen: Chosen, items: Items) -> Field | None:
        """The next field of this kind of move after what is chosen; None when the move is whole. Not for `correct`.

        `chosen` holds finished fields alone. Where the next one is a list, `items` are those taken of it so far, in the
        order they were taken. Raises IllegalMoveError when the kind is refused now, MalformedError when there is no
        such kind.
        """

    def seen(self, state: Any, viewer: Viewer) -> Any:
        """The state with what this viewer may not know left out: the one place of masking, a dataclass.

        Two states that are seen alike give that viewer the same answers to whatever else may be asked.
        """

    def holdings(self, seen: Any, seat: int) -> dict[str, Json]:
        """What a seat holds, in the order it is shown; what the viewer may not see is null, its key stays."""

    def totals(self, seen: Any) -> tuple[Total, ...]:
        """What each seat has come to, from seat 1."""

    @property
    def unit(self) -> str:
        """What the totals count, by the name of the thing."""

    def thing(self, name: str) -> Thing:
        """The thing of this name: every key of the holdings and entry of a list there, `what` of a line, and the like.

        What it says is the same for every viewer. Raises UnknownThingError for a name that is no thing of this match.
        """

    def correctable(self, state: Any, seat: int) -> tuple[Correctable, ...]:
        """What `correct` may name for this seat, in the order it is shown."""

    def move_view(self, before: Any, seat: int, move: Move, now: Any, viewer: Viewer) -> dict[str, Json]:
        """The move as JSON as this viewer may see it, with null for what is still secret in the state `now`."""

    def tell(self, before: Any, seat: int, move: Move, after: Any, now: Any, viewer: Viewer) -> Text:
        """What happened, in a few words, for histories and the line of the last event; hides as `move_view` does."""

    def renamed(self, old: Move, new: Move, later: Move) -> Move:
        """What a later move says once a seat's move was amended from `old` to `new`.

        Where that only gave a card or the like another name, the later move, whoever's, calls it so as well; anything
        else leaves it as it is, and so does what either move keeps secret.
        """

    def owed(self, before: Any, after: Any, seat: int) -> tuple[str, ...]:
        """What a move between these states has left waiting for this seat, by the names of the things.

        It tells nothing that the seat does not see in the first of the two.
        """

    def tell_turn(self, deeds: Sequence[Deed], now: Any, viewer: Viewer) -> Text | None:
        """What these moves of one turn or phase brought, in one line; None where the words of each do as well.

        Hides as `tell` does. Corrections are never among them.
        """

    def about(self, seen: Any, seat: int) -> tuple[About[Text], ...]:
        """What is said of a seat beside its name, in a few words each: where it stands, how far it is, what it misses.

        A text may have a brief form for the little screen.
        """

    def scene(self, seen: Any, viewer: Viewer, announced: Mapping[str, Json] | None) -> Scene[Text]:
        """What there is to see besides, the important first: what is printed, and what lies there now.

        `viewer` is whom it is told to, for what is said to one seat alone; `announced` are the fields that were fixed
        before a throw that has not been made yet, None where nothing is announced.
        """

    def brought(self, before: Any, after: Any) -> tuple[str, ...]:
        """What of the scene came with a move between these two states, both of them as `seen` gives them.

        Cards and tiles by the names of their things, where no other is called so; pieces by their ids. What lay there
        unknown comes once it is known. From this the house has each of them know the entry that brought it.
        """

    def ceremonies(
        self, before: Any, seat: int, move: Move, after: Any, lines: Sequence[Line], viewer: Viewer
    ) -> tuple[Ceremony[Text], ...]:
        """What is played before everybody's eyes when this move was made, in this order; hides as `tell` does.

        `lines` are all that the move booked. An end (`Final`) is the last.
        """

    def options_view(self, viewer: Viewer) -> dict[str, Json]:
        """The options with null for what this viewer may not know."""

    def rematch(self) -> Rematch:
        """What the players of this match begin their next one with."""


def standings(match: Match, state: Any) -> tuple[Standing, ...]:
    """Every seat's place by rank, then seat, with nothing in it that is secret yet: whoever looks may see it."""
    totals = match.totals(match.seen(state, PUBLIC))
    places = [
        Standing(seat, 1 + sum(other.order > total.order for other in totals), total.shown)
        for seat, total in enumerate(totals, 1)
    ]
    return tuple(sorted(places, key=lambda place: (place.rank, place.seat)))


def next_pick(match: Match, state: Any, seat: int, kind: str, chosen: Chosen, items: Items = ()) -> Field | None:
    """The next field of any kind of move, `correct` included, whose form is the same in every game.

    Raises as `Match.next_pick` does.
    """
    if kind == Correct.kind:
        return _correct_field(match, state, seat, chosen)
    return match.next_pick(state, seat, kind, chosen, items)


def chance_of(match: Match, state: Any, seat: int, kind: str, chosen: Chosen) -> ChanceField | None:
    """The chance that this kind of move wants once all else is chosen; None where it wants none, or more is to be said.

    Lists that may be empty may be left out of what is chosen. Raises as `next_pick` does.
    """
    field = next_pick(match, state, seat, kind, chosen)
    while isinstance(field, Pick) and field.whole:
        chosen = {**chosen, field.name: []}
        field = next_pick(match, state, seat, kind, chosen)
    return field if isinstance(field, ChanceField) else None


def check_correction(
    move: Correct, correctable: Sequence[Correctable], thing: Callable[[str], Thing], *, over: bool
) -> None:
    """Refuse a correction after the end, of what the game does not know, of nothing, or beyond its bounds.

    `correctable` is what the match says of the seat, `thing` its way to name things. Raises IllegalMoveError.
    """
    if over:
        raise IllegalMoveError(say("refused.over"))
    bounds = {one.what: one for one in correctable}
    if move.what not in bounds:
        raise IllegalMoveError(say("refused.correct_what", what=move.what, names=", ".join(bounds)))
    low, high = bounds[move.what].low, bounds[move.what].high
    if move.by == 0 or not low <= move.by <= high:
        raise IllegalMoveError(say("refused.correct_by", what=thing(move.what).title, low=low, high=high))
    if len(move.note) > LONGEST_NOTE:
        raise IllegalMoveError(say("refused.correct_note", most=LONGEST_NOTE))


def secret_options(match: Match) -> tuple[str, ...]:
    """The options of which every seat has one of its own, that nobody else knows."""
    return tuple(option.field.name for option in match.game.setup_form(len(match.names)) if option.secret)


def masked(match: Match, viewer: Viewer) -> bool:
    """Whether an option of this match may be a secret to this viewer, whatever it is."""
    return not viewer.everything and any(name in match.options for name in secret_options(match))


def fault_of(game: Game, figures: Mapping[str, Any], seats: Sequence[int] = ()) -> MalformedError | None:
    """What keeps a game from beginning with these tables of its owner's: where, and why; None if nothing does.

    They are tried for these numbers of players, for every number that the game is for if none is given.
    """
    for count in seats or game.seats:
        try:
            game.begin([f"{seat}" for seat in range(1, count + 1)], figures)
        except MalformedError as error:
            return error
    return None


def to_json(match: Match, version: int) -> dict[str, Any]:
    """The match whole, secrets included, as begun by this version of the rules: what its digest is over."""
    return {
        "game": match.game.id,
        "rules_version": version,
        "seats": list(match.names),
        "options": dict(match.options),
        "edition": codec.to_json(match.edition),
    }


def rotated(match: Match, *, without: Sequence[str] = ()) -> Rematch:
    """A rematch in which everyone moves up by one seat, with all options but the colours and these."""
    names, colours = match.names, match.colours
    gone = {"colours", *without}
    options = {name: value for name, value in match.options.items() if name not in gone}
    return Rematch((*names[1:], names[0]), (*colours[1:], colours[0]), options)


def _correct_field(match: Match, state: Any, seat: int, chosen: Chosen) -> Field | None:
    if match.over(state):
        raise IllegalMoveError(say("refused.over"))
    named = [one for one in match.correctable(state, seat) if one.low or one.high]
    if "what" not in chosen:
        choices = tuple(Choice(one.what, match.thing(one.what).title) for one in named)
        return OneOf(name="what", label=say("field.correct_what"), choices=choices)
    if "by" not in chosen:
        one = next((one for one in named if one.what == chosen["what"]), None)
        if one is None:
            raise MalformedError(say("error.unknown_word", wanted=", ".join(each.what for each in named)), "what")
        label = say("field.correct_by")
        return NumberField(name="by", label=label, low=one.low, high=one.high, signed=True, nonzero=True)
    if "note" not in chosen:
        return TextField(name="note", label=say("field.note"), longest=LONGEST_NOTE)
    return None
