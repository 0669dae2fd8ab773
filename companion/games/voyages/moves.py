"""The moves of Voyages. Data only, no rules."""

from __future__ import annotations

from typing import ClassVar

from companion.rules.moves import Move
from companion.support.frozen_dataclasses import frozen


@frozen
class DealMap(Move):
    """Deal what lies on the map: bonus tiles, city cards and income tiles, as far as they are not known (V1).

    Each value is an index, from 1, into what is left of its pile, in the order of the places."""

    kind: ClassVar[str] = "deal_map"
    chance: tuple[int, ...]


@frozen
class DealRow(Move):
    """Deal the contracts of the first round, each as an index, from 1, into the contracts left (V5)."""

    kind: ClassVar[str] = "deal_row"
    chance: tuple[int, ...]


@frozen
class DealCharacters(Move):
    """Deal the characters to choose from, each as an index, from 1, into the characters left (V4)."""

    kind: ClassVar[str] = "deal_characters"
    chance: tuple[int, ...]


@frozen
class TakeCharacter(Move):
    """Take a character (V4)."""

    kind: ClassVar[str] = "take_character"
    character: str


@frozen
class DealGoals(Move):
    """Deal the own goal cards, each as an index, from 1, into the cards that the seats before leave (V1).

    Nobody sees the values before the end."""

    kind: ClassVar[str] = "deal_goals"
    chance: tuple[int, ...]


@frozen
class KeepGoals(Move):
    """Keep two of the goal cards dealt to the seat (V1); they stay secret until the end."""

    kind: ClassVar[str] = "keep_goals"
    cards: tuple[str, ...]


@frozen
class Roll(Move):
    """Roll the own dice, Matteo's white one last; or a black die that was gained (V5, V27, V35)."""

    kind: ClassVar[str] = "roll"
    chance: tuple[int, ...]


@frozen
class Compensate(Move):
    """Take coins and camels for what the own dice lack (V7)."""

    kind: ClassVar[str] = "compensate"
    coins: int
    camels: int


@frozen
class Choose(Move):
    """Say what is asked: goods, a town, a post to be moved (V18), a tile that lies there. One of these alone."""

    kind: ClassVar[str] = "choose"
    goods: tuple[str, ...] | None = None
    town: str | None = None
    post: str | None = None
    bonus: str | None = None
    income: str | None = None


@frozen
class TakeFive(Move):
    """Take 5 coins (V12)."""

    kind: ClassVar[str] = "take_five"
    dice: tuple[str, ...]


@frozen
class Bazaar(Move):
    """Use a row of the grand bazaar, by the lowest die or a lower column (V11, V13)."""

    kind: ClassVar[str] = "bazaar"
    row: str
    dice: tuple[str, ...]
    column: int | None = None


@frozen
class Khan(Move):
    """Ask for the Khan's favour (V14)."""

    kind: ClassVar[str] = "khan"
    dice: tuple[str, ...]
    good: str


@frozen
class Contracts(Move):
    """Take one or two contracts of the row (V15)."""

    kind: ClassVar[str] = "contracts"
    dice: tuple[str, ...]
    slots: tuple[int, ...]
    contracts: tuple[str | None, ...]
    """In the order of the slots; null for one that is not named."""
    bonus: tuple[str, ...] = ()
    """`coins` or `camels` for each slot that has a bonus, in the order of the slots."""
    discard: tuple[str | None, ...] = ()
    """Older contracts that make room; null means the oldest unknown one."""


@frozen
class Travel(Move):
    """Travel: for each figure the places that it enters, in order (V16, V38)."""

    kind: ClassVar[str] = "travel"
    dice: tuple[str, ...]
    paths: tuple[tuple[str, ...], ...]


@frozen
class UseCard(Move):
    """Use a city card (V21, V22)."""

    kind: ClassVar[str] = "city_card"
    card: str
    city: str
    dice: tuple[str, ...]
    times: int | None = None
    ways: tuple[str, ...] = ()


@frozen
class Fulfil(Move):
    """Fill an own contract (V29)."""

    kind: ClassVar[str] = "fulfil"
    contract: str


@frozen
class TakeThree(Move):
    """Take 3 coins (V30)."""

    kind: ClassVar[str] = "take_three"
    dice: tuple[str, ...]


@frozen
class Reroll(Move):
    """Roll a die again (V31)."""

    kind: ClassVar[str] = "reroll"
    die: str
    chance: tuple[int, ...]


@frozen
class TurnDie(Move):
    """Turn a die up or down by one (V32)."""

    kind: ClassVar[str] = "turn_die"
    die: str
    by: int


@frozen
class BlackDie(Move):
    """Take a black die, rolled at once; Raschid does not roll it (V33, V34)."""

    kind: ClassVar[str] = "black_die"
    chance: tuple[int, ...] | None = None


@frozen
class FreeStep(Move):
    """Go the steps that were gained, as `travel` says them (V25)."""

    kind: ClassVar[str] = "step"
    paths: tuple[tuple[str, ...], ...]


@frozen
class Keep(Move):
    """Keep the contract that was drawn (V26)."""

    kind: ClassVar[str] = "keep"
    contract: str | None
    discard: str | None = None
    """The contract that makes room if there is none; null or a missing field means the oldest unknown one."""


@frozen
class Name(Move):
    """Say which contract the seat's oldest unknown one is, or which card lies in a slot of the row."""

    kind: ClassVar[str] = "name"
    contract: str
    slot: int | None = None


@frozen
class Decline(Move):
    """Do without a step, a drawn contract or a black die that was gained (V25, V26, V27)."""

    kind: ClassVar[str] = "decline"


@frozen
class RevealGoals(Move):
    """Say which goal cards one has (V42); they stay secret until the end. Once more if another seat has one of them."""

    kind: ClassVar[str] = "reveal_goals"
    cards: tuple[str, ...]


@frozen
class LeaveGoals(Move):
    """Leave the goal cards as they are although two seats have the same one, and end the game (V42)."""

    kind: ClassVar[str] = "leave_goals"


@frozen
class EndTurn(Move):
    """End the turn (V8); where uses are not tracked, with how many dice left the board in it."""

    kind: ClassVar[str] = "end_turn"
    used: int | None = None


@frozen
class ScorePoints(Move):
    """Points won or lost, where nothing else is tracked."""

    kind: ClassVar[str] = "score"
    by: int
    why: str


@frozen
class Travelled(Move):
    """This seat used the Travel action (V6)."""

    kind: ClassVar[str] = "travelled"


@frozen
class Post(Move):
    """A post was placed (V17)."""

    kind: ClassVar[str] = "post"


@frozen
class FilledContract(Move):
    """A contract was filled, for its points (V29)."""

    kind: ClassVar[str] = "contract"
    by: int


@frozen
class FinalCount(Move):
    """What a seat has at the end, where it is not tracked (V42, V43, V44)."""

    kind: ClassVar[str] = "final"
    coins: int
    camels: int
    goods: int
    beijing: int
    reached: int
    """Number of distinct places of its goals."""
    goals: tuple[str, ...] = ()
    """The cards that it has completed."""


FULL_MOVES: tuple[type[Move], ...] = (
    *(DealMap, DealRow, DealCharacters, TakeCharacter, DealGoals, KeepGoals),
    *(Roll, Compensate, Choose, TakeFive, Bazaar, Khan, Contracts, Travel, UseCard, Fulfil, TakeThree, Reroll, TurnDie),
    *(BlackDie, FreeStep, Keep, Name, Decline, RevealGoals, LeaveGoals, EndTurn),
)
"""The kinds of moves where everything is tracked."""
POINTS_MOVES: tuple[type[Move], ...] = (
    *(TakeCharacter, Roll, Reroll, TurnDie, BlackDie, ScorePoints, Travelled, Post, FilledContract, EndTurn),
    FinalCount,
)
"""The kinds of moves where only points are tracked."""
