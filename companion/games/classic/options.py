"""The options of a game: tracking, options of the rules and house rules (C20)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from companion.rules.fields import Choice, Json, NumberField, OneOf, SetupField, YesNoField
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen_dataclasses import frozen

FLAGS = (
    "strict_arrival",
    "trade_each_player",
    "trade_in_venice",
    "must_hold_both",
    "bandits_d8",
    "ties_to_bandits",
    "gifts_two_colours",
)
MOST_BONUS = 2
OPTION_NAMES = ("tracking", *FLAGS, "move_bonus")
PIECE_COLOURS: tuple[str, ...] = ("blue", "red", "green", "yellow")
"""The colours of the Marco Polo pieces."""


class Tracking(Enum):
    """The extent to which the companion tracks each seat."""

    FULL = "full"
    """Besants and every card."""
    DICE = "dice"
    """Besants and stage; cards are counted only at the claim."""


@frozen
class ClassicOptions:
    """The options agreed at this table. All of them except the tracking are off by default."""

    tracking: Tracking = Tracking.FULL
    strict_arrival: bool = False
    """Khanbalik, mission town and Venice need the exact number. Only a reminder (C8)."""
    trade_each_player: bool = False
    """A player may take one card a turn from each player at the post, instead of one in all (C11)."""
    trade_in_venice: bool = False
    """Venice is a trading post as well (C15)."""
    must_hold_both: bool = False
    """The winner must hold Golden Table and Secret (C18)."""
    bandits_d8: bool = False
    """The black die has eight faces (C20)."""
    ties_to_bandits: bool = False
    """Equal dice lose the fight (C20)."""
    gifts_two_colours: bool = False
    """The gifts must have at least two colours (C20)."""
    move_bonus: int = 0
    """Added to every number that the wheel shows (C20)."""

    @property
    def full(self) -> bool:
        """True if hands are tracked."""
        return self.tracking is Tracking.FULL

    @property
    def enabled(self) -> tuple[str, ...]:
        """The names of the enabled options, which every screen shows."""
        flags = [name for name in FLAGS if getattr(self, name)]
        return (*flags, *(["move_bonus"] if self.move_bonus else []))


def options_from(options: Mapping[str, Json]) -> ClassicOptions:
    """Return the checked options. Raises MalformedError with the name of the wrong option."""
    tracking = options.get("tracking", Tracking.FULL.value)
    words = {mode.value: mode for mode in Tracking}
    if not isinstance(tracking, str) or tracking not in words:
        raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), "tracking")
    bonus = options.get("move_bonus", 0)
    if type(bonus) is not int:
        raise MalformedError(say("error.wrong_type", wanted="integer"), "move_bonus")
    if not 0 <= bonus <= MOST_BONUS:
        raise MalformedError(say("error.out_of_bounds", low=0, high=MOST_BONUS), "move_bonus")
    return ClassicOptions(words[tracking], **{name: _flag(options, name) for name in FLAGS}, move_bonus=bonus)


def setup_form() -> tuple[SetupField, ...]:
    """Return the set-up form of the options."""
    choices = tuple(Choice(mode.value, say(f"classic.tracking.{mode.value}")) for mode in Tracking)
    tracking = OneOf(name="tracking", label=say("classic.option.tracking"), choices=choices)
    flags = [
        SetupField(YesNoField(name=name, label=say(f"classic.option.{name}")), False, house_rule=True) for name in FLAGS
    ]
    bonus = NumberField(name="move_bonus", label=say("classic.option.move_bonus"), low=0, high=MOST_BONUS)
    return (SetupField(tracking, Tracking.FULL.value), *flags, SetupField(bonus, 0, house_rule=True))


def colours_from(value: Json, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the colour of each seat's piece.

    `value` has an entry for each seat: a name, or null for the first free colour. Missing entries count as null.
    """
    entries = [] if value is None else value
    if not isinstance(entries, list) or len(entries) > seats:
        raise MalformedError(say("error.colours", seats=seats), "colours")
    colours = [_colour(entry, f"colours.{index}") for index, entry in enumerate(entries)]
    chosen = [colour for colour in colours if colour]
    if duplicates := [colour for colour in chosen if chosen.count(colour) > 1]:
        raise MalformedError(say("error.colour_twice", colour=duplicates[0]), "colours")
    free = iter([colour for colour in PIECE_COLOURS if colour not in chosen])
    colours += [None] * (seats - len(colours))
    return tuple((colour or next(free),) for colour in colours)


def _colour(entry: Json, path: str) -> str | None:
    if isinstance(entry, list):
        if len(entry) > 1:
            raise MalformedError(say("error.wrong_length", wanted=1), path)
        entry = entry[0] if entry else None
    if entry is None or (isinstance(entry, str) and entry in PIECE_COLOURS):
        return entry
    raise MalformedError(say("error.unknown_word", wanted=", ".join(PIECE_COLOURS)), path)


def _flag(options: Mapping[str, Json], name: str) -> bool:
    value = options.get(name, False)
    if not isinstance(value, bool):
        raise MalformedError(say("error.wrong_type", wanted="boolean"), name)
    return value
