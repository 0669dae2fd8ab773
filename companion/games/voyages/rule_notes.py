"""Notes about rules: house rules of the table, and goal cards that two seats have although all are different."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.voyages.components import goal_label
from companion.games.voyages.final_scoring import waiting_goals
from companion.games.voyages.state import Setup, State
from companion.rules.scene import Note, Notes, Tone
from companion.rules.text import Text, join_texts, say

RULES = "rules"


def shared_goal_notes(setup: Setup, view: State) -> Iterator[Note[Text]]:
    """Yield the goal cards that several seats have, while the game waits for that to be settled (V42)."""
    for number, (seats, goal) in enumerate(shared_goal_texts(setup, view), 1):
        text = say("voyages.note.shared_goal", seats=seats, goal=goal)
        yield Note(id=f"shared:{number}", says=text, tone=Tone.NEXT)


def shared_goal_texts(setup: Setup, state: State) -> Iterator[tuple[Text, Text]]:
    """Yield the seats and the card of each goal that the game waits for."""
    for card, seats in waiting_goals(state).items():
        yield join_texts([say("voyages.note.seat", seat=seat) for seat in seats]), goal_label(setup, card)


def house_rules(setup: Setup) -> Iterator[Notes[Text]]:
    """Yield the house rules of this table that differ from the rules as we read them; no block without any."""
    notes = tuple(
        Note(
            id=f"rule.{name}",
            says=say("voyages.rule", rule=say(f"voyages.rule.{name}")),
            tone=Tone.RULE,
            name=say(f"voyages.rule.{name}"),
            more=say(f"voyages.option.{name}.note"),
        )
        for name in setup.agreed.house_rules
    )
    if notes:
        yield Notes(id=RULES, name=say("voyages.rules"), notes=notes)
