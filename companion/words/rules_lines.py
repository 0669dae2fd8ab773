"""Tonight's rules in a few lines, each with its present value: the game, the players, the options, the house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from companion.rules.fields import Json, OneOf, SetupField
from companion.rules.game import Game, visible_setup_form
from companion.rules.per_seat_options import answer_at
from companion.rules.text import Text, say
from companion.rules.viewer import PUBLIC
from companion.support.frozen_dataclasses import frozen
from companion.table.draw_record import has_chance_moves
from companion.table.lobby import Lobby
from companion.table.setup_changes import option_value
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.lobby_lines import beginner_rule, place_names
from companion.words.signs import brief_names
from companion.words.start_lines import option_text, value_text

_MOST_BRIEF = 1
"""Most options that a line of the little screen names; it counts more of them."""


class RulesLineKind(Enum):
    """The subject of a line."""

    GAME = "game"
    PLAYERS = "players"
    OPTION = "option"
    """An option that has a line to itself: a list of ways to play, or the only switch."""
    OPTIONS = "options"
    """All other ordinary options."""
    DEALT = "dealt"
    """Options for what was dealt, with an answer for each seat or place."""
    HOUSE = "house"
    LATER = "later"
    """The number of players from which on there are options to choose."""
    DICE = "real_dice"
    """The switch of the table between the box's dice and real ones."""


@frozen
class RulesLine:
    """A line of tonight's rules: "House rules: none". A secret option is in none."""

    kind: RulesLineKind
    title: str
    value: str
    options: tuple[SetupField, ...] = ()
    """The options that it opens."""
    notes: tuple[str, ...] = ()
    """Sentences that explain its value to readers."""

    @property
    def key(self) -> str:
        """Name that stays the same while the value changes."""
        return self.options[0].field.name if self.kind is RulesLineKind.OPTION else self.kind.value


def lobby_rules_lines(
    lobby: Lobby, words: Words, *, real_dice: bool = False, brief: bool = False
) -> tuple[RulesLine, ...]:
    """Return the lines of a game that is being set up; options only with a fitting number of players.

    With `brief`, titles and values are short enough for the little screen.
    """
    names = lobby.in_seat_order(place_names(lobby, words))
    players: list[RulesLine] = []
    if names:
        title = Text("lobby.begins") if brief else Text("rules.players")
        value = brief_names(names)[0] if brief else words("rules.begins", n=len(names), name=names[0])
        rule = beginner_rule(lobby.game, words, brief=brief)
        players.append(RulesLine(RulesLineKind.PLAYERS, words.of(title), value, notes=(rule,) if rule else ()))
    return (
        _game_line(lobby.game, words, brief=brief),
        *players,
        *_dice_lines(lobby.game, words, real_dice=real_dice),
        *_option_lines(lobby.game, len(names), lobby.options, words, brief=brief),
        *_later_lines(lobby.game, len(names), words),
    )


def table_rules_lines(
    table: Table, words: Words, *, real_dice: bool = False, brief: bool = False
) -> tuple[RulesLine, ...]:
    """Return the lines of a game that has begun, with its players in their order."""
    value = str(len(table.names)) if brief else ", ".join(table.names)
    return (
        _game_line(table.game, words, brief=brief),
        RulesLine(RulesLineKind.PLAYERS, words("rules.players"), value),
        *_dice_lines(table.game, words, real_dice=real_dice),
        *_option_lines(table.game, len(table.names), table.match.options_view(PUBLIC), words, brief=brief),
    )


def explanation(label: Text, words: Words, *, brief: bool = False) -> str:
    """Return a short explanation of an option or a choice; empty without one."""
    note = Text(f"{label.key}.note")
    if not words.has(note.key):
        return ""
    return words.brief(note) if brief else words.of(note)


def _game_line(game: Game, words: Words, *, brief: bool) -> RulesLine:
    title = Text(f"game.{game.id}")
    return RulesLine(RulesLineKind.GAME, words("lobby.game"), words.brief(title) if brief else words.of(title))


def _option_lines(
    game: Game, seats: int, options: Mapping[str, Json], words: Words, *, brief: bool
) -> Iterator[RulesLine]:
    """Yield the lines of the options: ways to play, other ordinary ones, what was dealt, house rules."""
    form = visible_setup_form(game, seats) if seats in game.seats else ()
    write = words.brief if brief else words.of

    def value_of(option: SetupField) -> Json:
        return option_value(option, options)

    ordinary = [option for option in form if not option.parts and not option.house_rule]
    switches = [option for option in ordinary if not isinstance(option.field, OneOf)]
    for option in ordinary:
        if option not in switches or len(switches) == 1:
            value = value_text(option, value_of(option))
            shown = write(value) if isinstance(value, Text) else str(value)
            notes = _notes(option, value, words, brief=brief)
            yield RulesLine(RulesLineKind.OPTION, write(option.field.label), shown, (option,), notes)
    if len(switches) > 1:
        yield _summed(RulesLineKind.OPTIONS, "setup.options", switches, value_of, words, brief=brief)
    if dealt := tuple(option for option in form if option.parts):
        count = sum(answer_at(value_of(option), part.path) is not None for option in dealt for part in option.parts)
        value = write(say("rules.dealt_cards", n=count)) if count else words("rules.nothing")
        yield RulesLine(RulesLineKind.DEALT, words("rules.dealt"), value, dealt)
    if house := [option for option in form if option.house_rule]:
        yield _summed(RulesLineKind.HOUSE, "rules.title", house, value_of, words, brief=brief)


def _dice_lines(game: Game, words: Words, *, real_dice: bool) -> tuple[RulesLine, ...]:
    """Return the line of real dice, if the game has chance."""
    value, note = words("yes" if real_dice else "no"), words("rules.real_dice.note")
    line = RulesLine(RulesLineKind.DICE, words("rules.real_dice"), value, notes=(note,))
    return (line,) if has_chance_moves(game) else ()


def _later_lines(game: Game, seats: int, words: Words) -> Iterator[RulesLine]:
    """Yield a line for the options that can be chosen once enough players sit."""
    least = game.seats[0]
    if seats < least and visible_setup_form(game, least):
        note = words("rules.later", n=least)
        yield RulesLine(RulesLineKind.LATER, words("setup.options"), f"{least}+", notes=(note,))


def _notes(option: SetupField, value: object, words: Words, *, brief: bool) -> tuple[str, ...]:
    """Return the explanation of an option, or else of its present choice."""
    labels = [option.field.label, *([value] if isinstance(value, Text) else [])]
    notes = (explanation(label, words, brief=brief) for label in labels)
    return tuple(note for note in notes if note)[:1]


def _summed(
    kind: RulesLineKind,
    title: str,
    options: Sequence[SetupField],
    value_of: Callable[[SetupField], Json],
    words: Words,
    *,
    brief: bool,
) -> RulesLine:
    """Return one line for several options: it names or counts those that differ from their default."""
    chosen = [option for option in options if value_of(option) != option.default]
    names = [words.of(option_text(option, value_of(option))) for option in chosen]
    value = ", ".join(names) or words("rules.none")
    explained = ((option.field.label, explanation(option.field.label, words)) for option in chosen)
    notes = tuple(words("start.option", option=label, value=note) for label, note in explained if note)
    if not brief:
        return RulesLine(kind, words(title), value, tuple(options), notes)
    named = (value,) if 0 < len(names) <= _MOST_BRIEF else ()
    return RulesLine(kind, words(title), str(len(names)) if names else value, tuple(options), named)
