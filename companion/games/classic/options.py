"""How a table plays: what is tracked, and the options and rules of the house (C20)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from companion.rules.fields import Choice, Json, NumberField, OneOf, SetupField, YesNoField
from companion.rules.rule_errors import MalformedError
from companion.rules.text import say
from companion.support.frozen import frozen

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
NAMES = ("tracking", *FLAGS, "move_bonus")
PIECES: tuple[str, ...] = ("blue", "red", "green", "yellow")
"""The colours of the Marco Polo pieces."""


class Tracking(Enum):
    """What the companion keeps of each seat."""

    FULL = "full"
    """Besants and every card."""
    DICE = "dice"
    """Besants and stage; cards are counted at the claim alone."""


@frozen
class Agreed:
    """What was agreed at this table. Everything but the tracking is off unless it is asked for."""

    tracking: Tracking = Tracking.FULL
    strict_arrival: bool = False
    """Khanbalik, mission town and Venice are reached by the exact number alone. A reminder (C8)."""
    trade_each_player: bool = False
    """One card a turn from each player at the post instead of one in all (C11)."""
    trade_in_venice: bool = False
    """Venice is a trading post as well (C15)."""
    must_hold_both: bool = False
    """The winner holds Golden Table and Secret (C18)."""
    bandits_d8: bool = False
    """The black die has eight faces (C20)."""
    ties_to_bandits: bool = False
    """Equal dice are lost (C20)."""
    gifts_two_colours: bool = False
    """The gifts have at least two colours (C20)."""
    move_bonus: int = 0
    """Added to every number that the wheel shows (C20)."""

    @property
    def full(self) -> bool:
        """Whether hands are tracked."""
        return self.tracking is Tracking.FULL

    @property
    def on(self) -> tuple[str, ...]:
        """The options that are on, by name, for every screen to show."""
        flags = [name for name in FLAGS if getattr(self, name)]
        return (*flags, *(["move_bonus"] if self.move_bonus else []))


def agreed_from(options: Mapping[str, Json]) -> Agreed:
    """What was agreed, checked. Raises MalformedError with the name of what will not do."""
    tracking = options.get("tracking", Tracking.FULL.value)
    words = {one.value: one for one in Tracking}
    if not isinstance(tracking, str) or tracking not in words:
        raise MalformedError(say("error.unknown_word", wanted=", ".join(words)), "tracking")
    bonus = options.get("move_bonus", 0)
    if type(bonus) is not int:
        raise MalformedError(say("error.wrong_type", wanted="integer"), "move_bonus")
    if not 0 <= bonus <= MOST_BONUS:
        raise MalformedError(say("error.out_of_bounds", low=0, high=MOST_BONUS), "move_bonus")
    return Agreed(words[tracking], **{name: _flag(options, name) for name in FLAGS}, move_bonus=bonus)


def setup_form() -> tuple[SetupField, ...]:
    """What may be agreed upon, as a form."""
    choices = tuple(Choice(one.value, say(f"classic.tracking.{one.value}")) for one in Tracking)
    tracking = OneOf(name="tracking", label=say("classic.option.tracking"), choices=choices)
    flags = [SetupField(YesNoField(name=name, label=say(f"classic.option.{name}")), False) for name in FLAGS]
    bonus = NumberField(name="move_bonus", label=say("classic.option.move_bonus"), low=0, high=MOST_BONUS)
    return (SetupField(tracking, Tracking.FULL.value), *flags, SetupField(bonus, 0))


def pieces_from(given: Json, seats: int) -> tuple[tuple[str, ...], ...]:
    """The colour of each seat's piece: by seat a name, null or nothing for the first that is free."""
    named = [] if given is None else given
    if not isinstance(named, list) or len(named) > seats:
        raise MalformedError(say("error.colours", seats=seats), "colours")
    wanted = [_piece(entry, f"colours.{at}") for at, entry in enumerate(named)]
    taken = [colour for colour in wanted if colour]
    if twice := [colour for colour in taken if taken.count(colour) > 1]:
        raise MalformedError(say("error.colour_twice", colour=twice[0]), "colours")
    free = iter([colour for colour in PIECES if colour not in taken])
    wanted += [None] * (seats - len(wanted))
    return tuple((colour or next(free),) for colour in wanted)


def _piece(entry: Json, where: str) -> str | None:
    if isinstance(entry, list):
        if len(entry) > 1:
            raise MalformedError(say("error.wrong_length", wanted=1), where)
        entry = entry[0] if entry else None
    if entry is None or (isinstance(entry, str) and entry in PIECES):
        return entry
    raise MalformedError(say("error.unknown_word", wanted=", ".join(PIECES)), where)


def _flag(options: Mapping[str, Json], name: str) -> bool:
    value = options.get(name, False)
    if not isinstance(value, bool):
        raise MalformedError(say("error.wrong_type", wanted="boolean"), name)
    return value
