"""The shape of every answer: what a page or a program reads. The OpenAPI document and the types of scripts follow it.

A missing key and null are two things: `NotRequired` says which keys may be missing. A text in `Annotated` describes the
value in the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from companion.rules.codec import Limits
from companion.rules.scene import ANIMATIONS, BLOCKS, Band, Ring, SeatNote
from companion.server.views.json_schemas import SceneParts
from companion.session.box_permission import PermissionStatus
from companion.words.event_lines import TurnView
from companion.words.signs import ThingView
from companion.words.translated_scene import BadgeView

Number = Annotated[int, Limits(0)]
Json = Any
Figures = dict[str, Any]
"""The printed figures of a game, or what an owner changed of them."""
MoveJson = Annotated[dict[str, Any], "As a line of a moves file, without its seat."]


class BlockHeadView(TypedDict):
    """The keys of every block besides its fields."""

    spoken: Annotated[list[str], "The block as it is read aloud."]


class AnimationHeadView(TypedDict):
    """The keys of every animation besides its fields."""

    entry: int
    by: Annotated[int, "The seat that moved."]
    typed: Annotated[bool, "Its chance was typed in."]
    again: Annotated[bool, "Its chance is the same as before a take-back."]


BlockView = Annotated[Any, SceneParts(BLOCKS, "block", BlockHeadView)]
AnimationView = Annotated[Any, SceneParts(ANIMATIONS, "ceremony", AnimationHeadView)]
SeatNoteView = Annotated[Any, SceneParts((SeatNote,))]


class SceneView(TypedDict):
    """Everything that the game shows, in blocks."""

    blocks: Sequence[BlockView]
    turn: Annotated[str | None, "Id of the block on the small screen's page of a turn."]
    wide: Annotated[str | None, "Id of the block that a television shows largest."]


class RoleView(TypedDict):
    """The role of a phone."""

    host: bool
    seat: int | None
    leads: NotRequired[Annotated[bool, "It led the lobby of the open game: it plays for seats without a phone."]]
    place: NotRequired[Annotated[int, "Its place in the lobby of the next game; 0 if it may take one."]]
    leads_lobby: NotRequired[Annotated[bool, "It leads the lobby of the next game."]]
    display: NotRequired[Annotated[bool, "A television that may show the code of the lobby, and do nothing else."]]


class LobbyPlaceView(TypedDict):
    """A place that somebody has taken for the next game."""

    place: Number
    name: Annotated[str, "The person; a colour for nobody in particular."]
    nameless: bool
    colours: list[str]
    colour_name: str
    letter: str
    shape: str
    phone: Annotated[bool, "Whether a phone sits here."]
    leads: bool


class RulesLineView(TypedDict):
    """A line of tonight's rules: what it is about, and its present value."""

    key: Annotated[
        str,
        "`game`, `players`, `options`, `dealt`, `house`, `real_dice`, `later`, or the name of its only option.",
    ]
    title: str
    value: str
    notes: Annotated[list[str], "Sentences that explain the value."]
    options: Annotated[list[str], "The names of the options that it sums up."]


class LobbyView(TypedDict):
    """The lobby of the next game: who sits down, as everybody may see it."""

    game: str
    title: str
    places: list[LobbyPlaceView]
    begins: Annotated[Number, "The place that begins."]
    rule: Annotated[str, "Who begins by the rules of the game."]
    least: Number
    most: Number
    options: Annotated[dict[str, Any], "The options that were chosen, by name; all others have their defaults."]
    rules: Annotated[list[RulesLineView], "Tonight's rules in a few lines."]


class LobbyCodeView(TypedDict):
    """The code of the lobby, as a television shows it."""

    code: Annotated[str, "Six digits in two groups; empty while the box shows no code."]
    modules: Annotated[list[str], "The rows of the square code, 1 for dark; none without a network."]


class LobbyAnswerView(TypedDict):
    """The lobby after an action in it; null once its game has started."""

    lobby: LobbyView | None
    place: Annotated[int | None, "The asker's own; 0 if it may take one."]
    number: Annotated[Number, "The number of the open game; 0 without one."]


class ClaimView(RoleView):
    """The role of a phone, and what the box is asked for it."""

    asked: Annotated[bool, "The box is asked whether this phone may take a seat over."]
    refused: bool


class ClaimAskedView(TypedDict):
    """The answer to a code of a seat that another phone has."""

    asked: Literal[True]


class PhoneEntryView(TypedDict):
    """A phone with a role."""

    id: str
    host: bool
    name: str | None
    you: bool
    seconds: Annotated[int | None, "Since it was last there."]
    text: str
    since: str


class PhonesView(TypedDict):
    """Every phone with a role, the newest first."""

    phones: list[PhoneEntryView]


class ForgottenView(TypedDict):
    """The phone that lost its roles."""

    forgotten: str


class CitationView(TypedDict):
    """The ruling behind a reason."""

    ruling: str | None
    reading: NotRequired[
        Annotated[str, "That the ruling is our decision and not the text's, with the option that decides otherwise."]
    ]


class ReasonView(CitationView):
    """The reason for a refusal."""

    reason: str


class PictureView(TypedDict):
    """A part of a table to draw: some blocks of its scene, and what they are drawn with."""

    game: str | None
    seats: list[TableSeatView]
    things: dict[str, ThingView]
    unit: str
    turn: int | None
    wheel_page: str | None
    scene: SceneView


class ExampleView(TypedDict):
    """The example of a ruling: a small table, a move, and what the game books or refuses."""

    before: PictureView
    move: Annotated[str, "Who does or tries what; empty for a picture alone."]
    results: list[str]
    refused: bool
    after: Annotated[PictureView | None, "None if the move was refused, and without a move."]
    next: Annotated[str, "Whose turn it is afterwards, or who has won; empty if nothing changed."]


class RulingView(TypedDict):
    """The card of a ruling."""

    game: str
    number: str
    title: str
    says: str
    reading: Annotated[str, "A note that it is our reading, and which option changes it; else empty."]
    chapter: str
    example: ExampleView | None


class ErrorView(TypedDict):
    """The reason for a refused request."""

    error: str
    reason: Annotated[str, "In the reader's language."]
    ruling: NotRequired[str | None]
    reading: NotRequired[str]
    private: NotRequired[Annotated[str, "What the asker's own hand lacks, to its own phone alone."]]
    seq: NotRequired[Number]
    where: NotRequired[str]
    line: NotRequired[Annotated[int | None, "Of a game's file."]]
    wait: NotRequired[Annotated[int, "Seconds after which a retry may succeed."]]
    entries: NotRequired[Annotated[list[Number], "The moves that no longer fit (`misfits`)."]]
    misfits: NotRequired[
        Annotated[
            list[NamedMisfitView],
            "What they are, in a saved game by other rules: whose, of what kind, and why not.",
        ]
    ]
    closable: NotRequired[Annotated[bool, "A saved game that cannot go on (`foreign`) can be closed."]]


class MisfitView(ReasonView):
    """A later move that an amendment makes impossible."""

    entry: int
    seat: int
    text: str


class NamedMisfitView(MisfitView):
    """A move that the present rules refuse, in a game that is not open."""

    name: str


class SheetLineView(CitationView):
    """A line of the sheet: what a seat gained or lost, and why. What is secret is null."""

    seat: int
    entry: int
    what: str | None
    by: int
    why: str | None
    text: str | None
    amount: str


class OutlookLineView(CitationView):
    """A line of the sheet that an offer would bring."""

    seat: int
    amount: str
    text: Annotated[str | None, "Why."]


class BroughtView(TypedDict):
    """An amount; one that would be owed has no number."""

    thing: str
    n: NotRequired[int]


class BringsView(TypedDict):
    """The certain costs and gains of an offer for its seat."""

    costs: list[BroughtView]
    gives: list[BroughtView]


class SeatMoveView(TypedDict):
    """A move with its seat."""

    seat: int
    move: MoveJson


class OfferView(TypedDict):
    """A move that a seat may make now, as far as it is decided."""

    seat: int
    move: Annotated[dict[str, Any], "The move as far as it is decided."]
    text: str
    detail: Annotated[str, "What it costs and gives; may be empty."]
    group: NotRequired[Annotated[str, "The heading that it stands under; not there where it has none."]]
    glyph: str | None
    colour: Annotated[str | None, "The colour of what is drawn."]
    refused: ReasonView | None
    whole: Annotated[bool, "Nothing but chance is missing: it is played as it stands."]
    chance: Annotated[bool, "It is played as it stands, and then something is drawn."]
    deals: NotRequired[Annotated[bool, "What is drawn then are cards, and no dice: false for secret ones."]]
    large: NotRequired[Annotated[bool, "Its detail is all that is printed on what is drawn beside it."]]
    ends_turn: bool
    solemn: Annotated[bool, "A tally or the end of the game follows: worth a question."]
    question: NotRequired[Annotated[str, "Of a solemn offer: what is asked first, for this seat's eyes alone."]]
    outlook: NotRequired[
        Annotated[list[OutlookLineView], "Of a solemn offer: what it would bring, as far as this phone may know."]
    ]
    usual: Annotated[bool, "The one likely move of this phone: at most one of all its offers."]
    no_card: NotRequired[
        Annotated[bool, "No card shows it: it is only possible, lies in the hand, or another offer says more."]
    ]
    at: Annotated[str | None, "What one touches to have just this: `place:7`."]
    touches: Annotated[list[str], "Sorts of things that fill it in."]
    any_order: bool
    secret: Annotated[bool, "It goes by the seat's hand: nobody else does it for the seat."]
    moves: NotRequired[
        Annotated[
            list[SeatMoveView],
            "Several offered as one: these are played, all or none, not `seat` and `move`.",
        ]
    ]
    brings: NotRequired[BringsView]
    of_use: NotRequired[Annotated[bool, "False if it does not concern what was touched."]]


class ActionView(TypedDict):
    """A complete move among the offers."""

    seat: int
    move: MoveJson
    text: str
    detail: str
    glyph: str | None
    refused: ReasonView | None
    ends_turn: bool


class KindView(TypedDict):
    """A kind of move."""

    move: str
    text: str
    refused: ReasonView | None
    any_order: bool


class OptionView(TypedDict):
    """A kind of move that a seat may consider."""

    seat: int
    move: str
    text: str
    refused: ReasonView | None
    any_order: NotRequired[bool]
    card: NotRequired[Annotated[bool, "Cards of offers show all its choices. True, or not there."]]


class TouchedView(TypedDict):
    """The offers that use what was touched."""

    offers: list[OfferView]
    things: dict[str, ThingView]


class ChoiceView(TypedDict):
    """A choice of a field."""

    value: Json
    text: str
    refused: ReasonView | None
    times: NotRequired[int]
    things: NotRequired[list[str]]
    worth: NotRequired[int]
    further: NotRequired[bool]
    groups: NotRequired[Annotated[list[str], "Headings that it is listed under, the outermost first."]]
    usual: NotRequired[bool]
    blank: NotRequired[FieldView]
    note: NotRequired[str]
    touch: NotRequired[Annotated[str, "The place on the track, where a piece is put."]]


class GapView(ReasonView):
    """Numbers that are refused now, both ends included, and the reason."""

    low: int
    high: int


class DealView(TypedDict):
    """Cards dealt from one pile: the value for each place is an index, from 1, into what is left of it."""

    choices: Annotated[list[ChoiceView], "The pile before the first card is dealt."]
    places: list[str]


class FieldView(TypedDict):
    """A field of a form. Which keys it has besides the first three depends on its type."""

    name: str
    label: str
    type: Annotated[str, ("number", "one_of", "several_of", "path", "seat", "text", "yes_no", "chance")]
    note: NotRequired[str]
    only: NotRequired[Annotated[bool, "It has a single choice, so it is answered."]]
    value: NotRequired[Annotated[Json, "The answer, where there is one."]]
    low: NotRequired[int]
    high: NotRequired[int]
    signed: NotRequired[bool]
    nonzero: NotRequired[bool]
    told: NotRequired[Annotated[list[str], "Of a number: what each value leads to, from the lowest."]]
    gaps: NotRequired[Annotated[list[GapView], "Of a number: those between its bounds that are refused now."]]
    base: NotRequired[Annotated[int, "Of a number that is added to it: the present amount."]]
    choices: NotRequired[list[ChoiceView]]
    piece: NotRequired[Annotated[str, "The piece on a track that is put on one of the choices; 0 is where it is."]]
    least: NotRequired[int]
    most: NotRequired[int]
    whole: NotRequired[Annotated[bool, "The list may end here."]]
    taken: NotRequired[list[ChoiceView]]
    sum: NotRequired[str]
    longest: NotRequired[int]
    required: NotRequired[bool]
    draws: NotRequired[list[list[Json]]]
    bounds: NotRequired[list[list[int]]]
    start: NotRequired[Annotated[list[int], "Of chance: the values of the move that is replaced."]]
    sectors: NotRequired[list[str]]
    dice: NotRequired[list[str]]
    deals: NotRequired[Annotated[list[DealView], "Of chance that deals cards: its piles; none of secret ones."]]


class SetupTargetView(TypedDict):
    """A part of an option that is set separately."""

    at: list[int | str]
    seat: int | None
    label: str | None


class SetupFieldView(FieldView):
    """A field of the form of a new game."""

    default: Json
    apart: NotRequired[list[SetupTargetView]]
    exclusive: NotRequired[bool]
    house: NotRequired[Annotated[bool, "A house rule, which most tables leave as it is."]]
    refused: NotRequired[Annotated[ReasonView, "Why it cannot be changed in the game that has begun."]]


class KindsView(TypedDict):
    """The kinds of moves of a seat."""

    kinds: list[KindView]


class FormView(TypedDict):
    """The form of a move as far as it is filled."""

    whole: bool
    move: MoveJson
    fields: Sequence[FieldView]
    things: dict[str, ThingView]
    played: NotRequired[Annotated[MoveJson, "The whole move, with defaults for what is not answered."]]


class StandingView(TypedDict):
    """The place of a seat; a total that is still secret is null."""

    seat: int
    name: str
    colour: str
    rank: int
    total: int | None
    ties: NotRequired[Annotated[str, "At the end: what decides between this seat and others with the same total."]]


class SeatView(TypedDict):
    """A seat with its marks."""

    seat: int
    name: str
    colour: str
    colours: list[str]
    colour_name: str
    letter: str
    shape: str


class TableSeatView(SeatView):
    """A seat at the table."""

    about: Annotated[list[SeatNoteView], "Notes beside its name."]
    claimed: Annotated[bool, "A phone is linked with it."]


class EventView(TypedDict):
    """A move, a take-back or a change; `entry` and `seat` are null if it is no move."""

    entry: int | None
    seat: int | None
    text: str
    again: Annotated[bool, "Its chance is the same as before a take-back."]
    typed: Annotated[bool, "Its chance was typed in."]
    notice: NotRequired[Annotated[bool, "Every phone says it at once: a take-back for others, a corrected start."]]


class LogEventView(EventView):
    """An event, or a whole turn."""

    first: int | None
    turn: bool


class CommitmentView(TypedDict):
    """A commitment to chance."""

    sha256: str
    words: list[str]
    seed: str | None


class ClosingView(TypedDict):
    """The closing words of a game."""

    sha256: str
    words: list[str]


class ChanceView(TypedDict):
    """The commitments of a game and counts of its draws."""

    commitments: list[CommitmentView]
    closing: NotRequired[ClosingView]
    drawn: int
    taken_back: int
    typed: int
    replaced: NotRequired[int]


class DrawView(TypedDict):
    """A draw; hidden values are null."""

    name: str
    seat: int
    purpose: str
    n: int
    of: list[list[Json]]
    weights: list[int]
    values: list[int] | None
    told: str
    again: bool
    entry: int | None
    commitment: int
    instead_of: NotRequired[str]


class TypedMoveView(TypedDict):
    """A move whose chance was typed in."""

    entry: int
    seat: int
    move: str
    values: list[int] | None
    told: str


class DrawsView(TypedDict):
    """Every draw of a game."""

    commitments: list[CommitmentView]
    draws: list[DrawView]
    typed: list[TypedMoveView]


class ThrowView(TypedDict):
    """A free throw, with what it is verified by."""

    n: int
    kind: str
    name: str
    of: list[list[Json]]
    weights: list[int]
    values: list[int]
    route: str | None
    points: int | None


class EarlierThrowsView(CommitmentView):
    """The free throws of the seed that was revealed last."""

    throws: list[ThrowView]


class FreeView(TypedDict):
    """The free dice and the free wheel, the newest throw first."""

    commitment: CommitmentView
    earlier: EarlierThrowsView | None
    throws: list[ThrowView]


class FreeWheelView(TypedDict):
    """The free wheel."""

    sectors: list[dict[str, Any]]
    placeholder: Annotated[bool, "It is only a trial wheel."]
    ring: Annotated[Any, SceneParts((Ring,), "", BlockHeadView)]
    things: dict[str, ThingView]
    address: str | None
    game: str | None


class RevealView(TypedDict):
    """The reveal of the end: until it is over, the table is shown as it was before."""

    shown: Annotated[Number, "Steps that the block `reveal` shows."]
    steps: Number
    seats: NotRequired[Annotated[list[int], "Seats of the shown steps in order, where each step is the end of one."]]


class TurningPointView(TypedDict):
    """The turn that decided a game: its first and last entry, the winner's seat, and a sentence."""

    entry: int
    last: int
    seat: int
    text: str


class TableView(TypedDict):
    """The table as one viewer may see it."""

    game: str | None
    seq: Number
    entry: Number
    over: bool
    closed: bool
    turn: int | None
    waiting: list[int]
    reveal: NotRequired[RevealView]
    round: NotRequired[int]
    rounds: NotRequired[int | None]
    round_starts: NotRequired[list[list[int]]]
    turn_starts: NotRequired[Annotated[list[list[int]], "The starts of turns: the entry before, and the turn."]]
    standings: list[StandingView]
    holdings: dict[str, Mapping[str, Any]]
    sheet: Sequence[SheetLineView]
    options: list[OptionView]
    badges: list[BadgeView]
    state: Annotated[dict[str, Any] | None, "The state of the game, for programs."]
    number: Number
    title: str
    unit: str
    wheel_page: str | None
    rulings: Annotated[list[str], "The numbers of the rulings that open as cards, in the order of the rulebook."]
    headline: str
    margin: NotRequired[Annotated[str, "By how much a game that is over was won, in words."]]
    seats: list[TableSeatView]
    events: list[EventView]
    log: list[LogEventView]
    chart: Annotated[Sequence[list[Any]], "The course of the totals: an entry, and the total of each seat."]
    shown: Annotated[list[int], "The public total of each seat."]
    turning_point: NotRequired[TurningPointView]
    scene: SceneView
    ceremonies: Annotated[list[AnimationView], "The animations of the newest move."]
    chance: ChanceView | None
    undo: str | None
    redo: str | None
    things: dict[str, ThingView]
    free: FreeView | None


class PhoneView(TableView):
    """The table as a phone sees it, with the offers of the seats that it acts for."""

    you: RoleView
    lobby: NotRequired[Annotated[LobbyView, "The lobby of the next game, while there is one."]]
    real_dice: NotRequired[Annotated[bool, "The table uses real dice: what they show is typed in without asking."]]
    actions: list[ActionView]
    offers: list[OfferView]
    undo_question: NotRequired[
        Annotated[str, "Asked before `undo`, where it is not of the seats that the asker acts for: whose it is."]
    ]
    mendable: NotRequired[
        Annotated[list[Number], "The `entry` of cards and pieces in the scene that the asker may change."]
    ]


class AnswerView(TypedDict):
    """The answer to a command that was carried out."""

    seq: Number
    entry: Number
    number: Number
    change: NotRequired[Annotated[str, "A change of an earlier move in words, until something else has happened."]]


class SeatChangesView(TypedDict):
    """Effects of a change of earlier moves on a seat, or on nobody's pieces."""

    seat: int | None
    texts: Annotated[list[str], "Its pieces, what it holds and its total, before and after."]
    lines: Annotated[list[str], "Lines of the sheet that it gets or loses, with their reasons."]


class ChangesView(TypedDict):
    """Effects of a change of earlier moves, or of a correction, on the board."""

    seats: list[SeatChangesView]
    texts: Annotated[list[str], "What changes for nobody in particular, and which seats stay as they are."]
    boards: Annotated[Sequence[BlockView], "Tracks and maps after it, with ghosts of the pieces that left a place."]
    things: dict[str, ThingView]


class PreviewView(TypedDict):
    """The outcome of a command, before it is carried out."""

    seq: int
    entry: int
    over: bool
    told: str
    lines: list[SheetLineView]
    standings: list[StandingView] | None
    misfits: list[MisfitView]
    changes: NotRequired[Annotated[ChangesView, "Only of a correction, or of a change of earlier moves."]]


class MoveView(TypedDict):
    """A move of the history."""

    entry: int
    seat: int
    text: str
    lines: list[SheetLineView]
    corrected: bool
    yours: bool
    why_not: NotRequired[Annotated[str, "Why this phone cannot change it, though it acts for others."]]


class PartView(TypedDict):
    """A neighbouring part of the moves."""

    before: int
    text: str


class NeighboursView(TypedDict):
    """The neighbouring parts of the moves, where there are any."""

    earlier: NotRequired[PartView]
    later: NotRequired[PartView]


class HiddenMovesView(TypedDict):
    """The moves that hide something from a phone: what it may change before them is limited."""

    last: Annotated[
        int, "The number of the last one. A change before it is refused if it could give away what it hides."
    ]
    locked: Annotated[list[int], "Moves of the phone's seats of which every change is refused."]
    why: str


class BeginningRowView(TypedDict):
    """The start of the game, as the oldest row of its moves."""

    title: str
    text: str
    corrected: Annotated[bool, "A correction of it stands."]


class HistoryView(NeighboursView):
    """The moves so far."""

    number: int
    entries: list[MoveView]
    beginning: NotRequired[Annotated[BeginningRowView, "Only beside the oldest moves."]]
    turns: NotRequired[list[TurnView]]
    undone: list[str]
    acts_for: NotRequired[list[int]]
    who_may: NotRequired[Annotated[dict[str, str], "Who may change the moves of a seat, in words, by seat."]]
    drawn: NotRequired[Annotated[list[int], "The moves whose chance the box drew."]]
    typed: NotRequired[Annotated[list[int], "The moves whose chance was typed in."]]
    insert_refused: NotRequired[Annotated[str, "Why this phone cannot insert any move."]]
    hidden: NotRequired[HiddenMovesView]
    words: NotRequired[dict[str, str]]


class ForeignView(TypedDict):
    """The reason why the present rules cannot read a game."""

    why: str
    text: str
    opens: bool
    file: NotRequired[bool]
    chance: NotRequired[bool]


class PastSeatView(SeatView):
    """A seat of a past game; `rank` and `total` are null before its end."""

    rank: int | None
    total: int | None


class PastGameView(TypedDict):
    """A past game in a list."""

    number: int
    damaged: bool
    status: Annotated[str, ("over", "open", "unfinished", "closed", "unreadable")]
    game: str | None
    title: str
    foreign: NotRequired[ForeignView]
    brought_in: NotRequired[bool]
    only_noted: NotRequired[bool]
    started: Annotated[int | None, "Seconds since 1970, once the clock was right."]
    ended: Annotated[int | None, "Time of the last move so far, likewise."]
    date: str | None
    evening: Annotated[str | None, "The day on which that evening began, in the box's zone; until 5:00 it goes on."]
    seats: list[PastSeatView]
    places: list[PastSeatView]


class PastGamesView(TypedDict):
    """A part of the list of games."""

    games: list[PastGameView]
    page: int
    pages: int
    count: int


class WholeGameView(PastGameView, NeighboursView):
    """A past game with its moves."""

    partial: bool
    table: TableView | None
    moves: list[MoveView]
    bg_stats: str | None


class StoryView(TypedDict):
    """The story of a finished game; null and empty before its end, and what is unknown."""

    number: int
    minutes: int | None
    duration: Annotated[str | None, "The minutes as people write them."]
    turns: int | None
    length: Annotated[str, "Turns and minutes in words, as far as they are known."]
    turning_point: TurningPointView | None
    records: Annotated[list[str], "What was new at this table."]
    bests: NotRequired[Annotated[list[int], "The seats that never had as many points in an earlier game of this kind."]]
    words: NotRequired[Annotated[dict[str, Any], "Words of the page for a reveal and for the end."]]


class BestView(TypedDict):
    """The best result of a player."""

    total: int
    number: int


class FiguresView(TypedDict):
    """Figures over some games."""

    games: int
    wins: int
    average_total: float
    average_rank: float
    best: BestView


class GameFiguresView(FiguresView):
    """Figures over the games of one kind."""

    game: str
    title: str


class PlayerView(FiguresView):
    """The figures of a player."""

    name: str
    by_game: list[GameFiguresView]
    present_streak: Annotated[int, "Number of the last own games in a row that were won; imported ones do not count."]
    longest_streak: int


class PairView(TypedDict):
    """Counts of the games in which each of two players was ahead; they were equal in the remaining ones."""

    first: str
    second: str
    games: int
    first_ahead: int
    second_ahead: int


class BestScoreView(BestView):
    """The highest total in a kind of game."""

    names: list[str]
    evening: str | None
    more: Annotated[int, "Number of later games with the same."]


class PlaceView(TypedDict):
    """A player's total in a game."""

    name: str
    total: int


class LeadView(TypedDict):
    """A game with its first two places."""

    number: int
    evening: str | None
    points: Annotated[int, "Points between the two."]
    places: list[PlaceView]
    more: Annotated[int, "Number of later games with the same."]
    tie_break: Annotated[bool, "The totals are equal, and the tie-break of the rules decided."]


class BestGamesView(TypedDict):
    """The outstanding games of one kind."""

    game: str
    title: str
    games: int
    best: Annotated[BestScoreView | None, "Null with fewer than three games."]
    closest: Annotated[LeadView | None, "Null, as `clearest`, with fewer than three games, or if they do not differ."]
    clearest: LeadView | None


class StatisticsView(TypedDict):
    """The figures of every player, of every two who met at least twice, and the best games of each kind."""

    players: list[PlayerView]
    pairs: list[PairView]
    games: list[BestGamesView]


class ImportedView(TypedDict):
    """A game that was brought in."""

    game: int
    loose: Annotated[bool, "Its draws count as typed in."]


class ErasedView(TypedDict):
    """The game that was erased; null for all."""

    erased: int | None


class ColourView(TypedDict):
    """A colour of a game."""

    id: str
    name: str
    shape: Annotated[str | None, "The shape of a seat with this colour, unless another seat has it already."]


class PersonView(TypedDict):
    """A person who is known here."""

    name: str
    colour: Annotated[str | None, "The preferred colour."]
    colour_name: str | None
    games: Annotated[int, "Number of games with one of the person's names."]


class PeopleView(TypedDict):
    """The people who are known here, the one who played last first."""

    people: list[PersonView]
    colours: Annotated[list[ColourView], "Those that a person may prefer."]


class CopyLinkView(TypedDict):
    """The link to a page where an owner copies figures."""

    address: str
    text: str
    glyph: str | None


class GameChoicesView(TypedDict):
    """A game that can be started, with its options."""

    id: str
    title: str
    least: int
    most: int
    coloured: bool
    colours: list[ColourView]
    colours_each: dict[str, int]
    forms: dict[str, list[SetupFieldView]]
    profile: Figures | None
    copied: list[CopyLinkView]
    tables: list[str]


class RematchView(TypedDict):
    """The choices of the game on the table."""

    game: str
    seats: list[str]
    colours: list[list[str]]
    options: dict[str, Any]


class BeginningView(TypedDict):
    """The start of the game, with the form that corrects it where the asker may."""

    number: int
    told: Annotated[list[str], "The options that it is played by."]
    rules: Annotated[list[RulesLineView], "Tonight's rules in a few lines."]
    why_not: Annotated[str | None, "Why the asker cannot change it; then there is no form."]
    game: NotRequired[Annotated[GameChoicesView, "With one form, for the players of this game."]]
    plan: NotRequired[RematchView]
    seats_stay: NotRequired[Annotated[str, "That the number of players cannot change."]]
    colours_stay: NotRequired[Annotated[str, "Why no colour can change."]]
    words: NotRequired[dict[str, str]]


class SetupView(TypedDict):
    """The choices for a new game."""

    games: list[GameChoicesView]
    names: list[str]
    rematch: RematchView | None
    seq: int


class ProfileView(TypedDict):
    """The owner's own figures of a game, and those they replace."""

    game: str
    profile: Figures
    printed: NotRequired[Figures]


class CopyAnswerView(TypedDict):
    """A printed value to choose from."""

    value: Json
    says: str
    glyph: str | None
    n: int | None
    stark: bool


class CopyQuestionView(TypedDict):
    """A question about what is printed."""

    name: str
    says: str
    glyph: str | None
    answers: list[CopyAnswerView]
    counted: NotRequired[Annotated[str, "The name of what the page counts: answers with an amount."]]
    expected: NotRequired[Annotated[int, "How many of them the printed game probably has: a hint."]]


class CopySpaceView(TypedDict):
    """A space of a board that is copied."""

    id: str
    says: str
    asked: list[str]
    town: bool
    label: NotRequired[Annotated[str, "What stands on its tile, if that is not its id."]]


class CopyFigureView(TypedDict):
    """A number that is copied."""

    path: str
    says: str
    group: str


class CopyLineTypeView(TypedDict):
    """A type of line in a list that is copied."""

    name: str | None
    says: str
    letters: int
    number: bool
    answers: list[CopyAnswerView]


class CopyListView(TypedDict):
    """A list that is copied."""

    path: str
    title: str
    note: str
    line: str
    add: str
    sorts: list[CopyLineTypeView]


class CopiedHeadView(TypedDict):
    """The keys of everything that an owner copies besides its questions."""

    game: str
    id: str
    profile: Annotated[Figures, "The owner's own figures."]
    printed: Annotated[Figures, "The figures that they replace."]


class CopiedBoardView(CopiedHeadView):
    """A printed board that an owner copies."""

    sort: Annotated[str, ("board",)]
    asked: list[CopyQuestionView]
    spaces: list[CopySpaceView]
    figures: list[CopyFigureView]


class CopiedWheelView(CopiedHeadView):
    """A printed wheel that an owner copies."""

    sort: Annotated[str, ("wheel",)]
    table: str
    fewest: int
    most: int
    heaviest: int
    bands: list[CopyQuestionView]
    rings: list[Annotated[Any, SceneParts((Band,))]]


class CopiedListsView(CopiedHeadView):
    """Printed lists that an owner copies."""

    sort: Annotated[str, ("lists",)]
    lists: list[CopyListView]


CopiedView = CopiedBoardView | CopiedWheelView | CopiedListsView


class StatusLineView(TypedDict):
    """A line about the state of the box."""

    about: str
    title: str
    well: bool
    verdict: str
    text: str
    advice: str | None


class StatusView(TypedDict):
    """The state of the box, what needs attention first."""

    lines: list[StatusLineView]
    amiss: Annotated[int, Limits(0), "How many lines want to be looked at."]
    summary: str
    faults: Annotated[list[str], "The newest, as the log has them."]


class HealthView(TypedDict):
    """The health of the table and of its journal."""

    ok: bool
    version: str
    screen: Annotated[str, ("ok", "lost", "none")] | None
    journal: Annotated[str, ("ok", "not_saved", "read_only", "full")] | None
    seconds: Annotated[int, Limits(0), "Since the start."]
    amiss: NotRequired[list[Annotated[str, ("desk", "journal")]]]


class PermissionRequestView(TypedDict):
    """The state of a phone's request that only the box may allow."""

    standing: Annotated[str, PermissionStatus]
    seconds: int


class NamedChoiceView(TypedDict):
    """A value that can be chosen."""

    id: str
    name: str


class MachineView(TypedDict):
    """The machine below the table, and what this phone asked to change of it."""

    board: str
    """`auto` if it is detected."""
    boards: list[NamedChoiceView]
    name: str
    request: PermissionRequestView


class SettingsView(TypedDict):
    """The settings of the box."""

    language: str
    languages: list[NamedChoiceView]
    volume: int
    most_volume: int
    muted: bool
    brightness: int
    most_brightness: int
    dark_at_night: bool
    large: bool
    calm: bool
    machine: MachineView | None
    """Null if the program may not change it."""


class RestoredView(TypedDict):
    """The outcome of the last restore."""

    backup: str
    games: int
    kept: str
    reason: str | None


class GameCountsView(TypedDict):
    """Numbers of games, and those that are too long to be restored."""

    games: int
    finished: int
    damaged: int
    too_long: list[int]


class BackupView(GameCountsView):
    """The contents of a backup, and the requests for one."""

    whole: PermissionRequestView
    busy: bool
    open: str | None
    restored: RestoredView | None


class UploadedView(TypedDict):
    """A backup that was uploaded and examined."""

    backup: str
    games: int
    going_on: int
    opens: str | None
    too_long: Sequence[int]
    here: int
    aside: str | None


class InstalledView(TypedDict):
    """The outcome of a decision on a backup: the table begins again with it, or not."""

    again: bool


class SpinnerView(TypedDict):
    """The ring and the lit keys of a simulated spinner."""

    ring: Annotated[str, "Base64: red, green and blue of each light, clockwise from the top; empty without a ring."]
    lit: list[str]


class BoxView(SpinnerView):
    """The state of a simulated box."""

    picture: Annotated[str, "Base64: row by row, eight pixels a byte, leftmost first."]
    on: bool
    lights: Sequence[bool]
    tune: Annotated[Sequence[tuple[int, int]], "Notes as (Hz, milliseconds)."]
    tune_number: int
    volume: int
    spoken: Sequence[str]
