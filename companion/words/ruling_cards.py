"""The card of a ruling in words: what it rules, and what happens in its example."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.rules.game import Game
from companion.rules.rulings import Chapter, Example, Ruling, rulings
from companion.rules.text import say
from companion.rules.viewer import as_seat
from companion.support.frozen_dataclasses import frozen
from companion.table.example_table import PlayedExample, play_example
from companion.words.catalogue import Words
from companion.words.event_lines import entry_text
from companion.words.signs import amount_text


@frozen
class ExampleWords:
    """The course of an example."""

    played: PlayedExample
    move: str
    """The move, or what was tried; empty for a picture."""
    results: tuple[str, ...]
    """The bookings of the move, or the reason why it is refused."""
    refused: bool


@frozen
class RulingCard:
    """A ruling in the words of one language."""

    number: str
    title: str
    says: str
    reading: str
    """A note that it is our reading, and which option changes it; empty if the rule text says it."""
    example: ExampleWords | None
    """None if the ruling has none, or if only its words were wanted."""


def ruling_card(game: Game, ruling: Ruling, words: Words) -> RulingCard:
    """Return the card of a ruling, its example included."""
    example = None if ruling.example is None else _example_words(game, ruling.example, words)
    return replace(_card_without_example(ruling, words), example=example)


def _card_without_example(ruling: Ruling, words: Words) -> RulingCard:
    reading = words.interpretation(ruling.says)
    return RulingCard(ruling.number, words.of(ruling.title), words.of(ruling.says), reading, example=None)


def cited_cards(game: Game, numbers: Iterable[str | None], words: Words) -> tuple[RulingCard, ...]:
    """Return the cards of the rulings that these numbers name, each once, in the rulebook's order, without examples."""
    named = set(numbers)
    return tuple(_card_without_example(ruling, words) for number, ruling in rulings(game).items() if number in named)


def card_text(card: RulingCard, words: Words) -> str:
    """Return a card without its title as one text, for outlets that draw no picture."""
    reading = f" ({card.reading})" if card.reading else ""
    parts = [f"{card.says}{reading}"]
    if card.example is not None and card.example.move:
        results = "; ".join(card.example.results)
        parts.append(words("rulebook.example_line", move=card.example.move, results=results))
    return "\n".join(parts)


def chapter_lines(chapter: Chapter, words: Words) -> tuple[str, ...]:
    """Return the introduction of a chapter, one paragraph or step each."""
    return tuple(words.of(chapter.says).splitlines())


def _example_words(game: Game, example: Example, words: Words) -> ExampleWords:
    played = play_example(game, example)
    if example.move is None:
        return ExampleWords(played, "", (), refused=False)
    if played.after is None:
        assert played.refused is not None  # a move either leads to a table or is refused
        reason = words.of(played.refused.private or played.refused.reason, played.before.names)
        return ExampleWords(played, _tried(played, example, words), (reason,), refused=True)
    viewer = as_seat(example.seat)
    move = words.of(entry_text(played.after, 1, viewer), played.before.names)
    return ExampleWords(played, move, tuple(_booked(played, words)), refused=False)


def _booked(played: PlayedExample, words: Words) -> list[str]:
    """Return the lines of the move: the seat, the amount, and why."""
    table = played.after
    assert table is not None
    match = table.match
    return [
        words(
            "rulebook.booked",
            name=table.names[line.seat - 1],
            amount=amount_text(match, line.what, line.by, words, seat=line.seat),
            why=words.of(line.why, table.names),
        )
        for line in table.entries[-1].lines
    ]


def _tried(played: PlayedExample, example: Example, words: Words) -> str:
    """Return what a refused move tried: the offer of that move, or its kind."""
    table, move = played.before, example.move or {}
    fields = {name: value for name, value in move.items() if name != "move"}
    offers = [offer for offer in table.match.offers(table.state, example.seat) if offer.kind == move["move"]]
    exact = next((offer for offer in offers if dict(offer.chosen) == fields), None)
    offer = exact or next(iter(offers), None)
    if offer is None:
        kind = say(f"{table.game.id}.move.{move['move']}")
        what = words.of(kind) if words.has(kind.key) else words("move.correct")
    else:
        what = words.of(offer.label if exact is not None else offer.kind_label or offer.label, table.names)
    return words("rulebook.tries", name=table.names[example.seat - 1], what=what)
