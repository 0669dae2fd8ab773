"""Pairs of evenings that differ only in what a spy may not know, and everything that the spy gets in each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, product
from random import Random
from typing import Any

from flask import Flask, g

from companion.games.classic.labels import card_word
from companion.games.classic.moves import Trade
from companion.games.classic.state import GoldenTable, State
from companion.journal.moves_file import export
from companion.rules.game import Game
from companion.rules.moves import Correct
from companion.rules.text import say
from companion.rules.viewer import PUBLIC
from companion.server.command_requests import check_permission, is_for_own_seat
from companion.server.error_responses import RefusalError, errors_as_responses
from companion.server.open_game_routes import _form_view, _preview_view
from companion.server.request_bodies import FormBody
from companion.server.view_cache import ViewCache
from companion.server.views.chance_view import draws_view
from companion.server.views.history_view import history_view
from companion.server.views.past_games_view import game_view, games_view
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.server.views.setup_view import beginning_view
from companion.session.session import Snapshot
from companion.table.commands import Amend, Play
from companion.table.people import People
from companion.table.random_play import open_kinds
from companion.table.table import Table
from companion.words.catalogue import Words
from tests.kit.past_games import found_game
from tests.server.random_evenings import (
    LANGUAGES,
    MOST_STEPS,
    NAMES,
    SEED,
    Evening,
    Responses,
    Script,
    Step,
    can_guess_cards,
    memory_journal,
    next_step,
    random_edition,
    random_requests,
)

Look = Callable[["Evening"], Responses]


class NoTwinError(Exception):
    """The other evening would differ in public information."""


def evening(game: Game, seed: int, app: Flask, last: Look | None = None) -> Script:
    """Return a new evening; `last` makes a final request at its end."""
    rnd = Random(seed)
    names = NAMES[: rnd.choice([2, 3, 3, 4])]
    script = Script(names, random_edition(rnd), rnd.choice([None, *range(1, len(names) + 1)]))
    with memory_journal() as journal:
        played = Evening(game, script, journal)
        looks = {MOST_STEPS - 1, rnd.randrange(5, MOST_STEPS)}
        for number in range(MOST_STEPS):
            step = next_step(played, rnd)
            response = played.do(step)
            if played.table.over:
                break
            tries = [*random_requests(played, rnd)] if number in looks or can_guess_cards(played) else []
            script.steps.append(replace(step, response=response, table=played.table, tries=tuple(tries)))
        script.responses = responses_of(played, script.steps, app)
        if last is not None:
            script.responses.append(last(played))
    return script


def looks_with_secrets(script: Script) -> Iterator[tuple[Responses, set[str]]]:
    """Yield for each look of the spy the responses, and the secrets to look for: others' cards, towns and notes."""
    known_words: set[str] = set()
    responses = iter(script.responses)
    for step in script.steps:
        table: Table = step.table
        visible = {line.what for _, line in table.lines() if not line.secret or line.seat == script.spy}
        known_words |= visible | set(_cards_seen_by(script.spy, table))
        if step.tries:
            secrets = set(_hidden(script.spy, table, known_words))
            yield without_own_purchases(next(responses), script.spy, table), secrets


def without_own_purchases(responses: Responses, spy: int | None, table: Table) -> Responses:
    """Return the responses without the cards in the spy's own offers to buy.

    At a post these name every card of its colour that the spy cannot exclude, no matter who holds it (C10). The same
    card anywhere else stays.
    """
    phrases = [*_own_purchases(spy, table)]
    return {way: _without(text, phrases) for way, text in responses.items()}


def _own_purchases(spy: int | None, table: Table) -> Iterator[str]:
    """Yield as JSON the seat and move of each offer to buy a card, and its text, alone and with the end of the turn."""
    state: State = table.state
    if spy is None or state.turn is None or "buy" not in open_kinds(table.match, state, spy):
        return
    for card in table.match.edition.cards:
        if card.colour == state.turn.colour:
            move = {"move": "buy", "colour": card.colour.value, "value": card.value}
            yield json.dumps({"seat": spy, "move": move})[1:-1]
            label = say("classic.offer.buy", card=card_word(card))
            for text, language in product((label, say("offer.and_end_turn", offer=label)), LANGUAGES):
                words = json.dumps(Words(language).of(text, table.names), ensure_ascii=False)
                yield from (f'"text": {words}', f'"text":{words}', f'"text":{{"is":{words}}}')


def _without(text: str, phrases: Iterable[str]) -> str:
    for phrase in phrases:
        text = text.replace(phrase, "")
    return text


def _hidden(spy: int | None, table: Table, known_words: set[str]) -> Iterator[str]:
    state: State = table.state
    yield SEED.hex()
    others = [hand for seat, hand in enumerate(state.hands, 1) if seat != spy]
    loot = [hidden.card for hidden in state.loot.cards if hidden.card is not None and hidden.seat != spy]
    for card in {*(card for hand in others for card in hand.goods), *loot}:
        if str(card) not in known_words:
            yield from (str(card), json.dumps({"colour": card.colour.value, "value": card.value})[1:-1])
            yield from (Words(language).of(card_word(card), table.names) for language in LANGUAGES)
    yield from (hand.town for hand in others if hand.town and hand.table is not GoldenTable.TURNED)
    for entry in table.entries:
        move = entry.played.move
        if isinstance(move, Correct) and ":" in move.what and move.note and entry.played.seat != spy:
            yield move.note


def _cards_seen_by(spy: int | None, table: Table) -> Iterator[str]:
    """Yield what was ever in the spy's own hand."""
    for entry in table.entries:
        if isinstance(entry.played.move, Trade) and spy in (entry.played.seat, entry.played.move.other):
            yield from (line.what for line in entry.lines)


def twin_responses(game: Game, script: Script, rnd: Random, app: Flask, last: Look | None = None) -> list[Responses]:
    """Return the spy's responses in the same evening with other secrets.

    Raises NoTwinError if the public information would differ, or nothing is secret.
    """
    with memory_journal() as journal:
        played, steps = Evening(game, script, journal), []
        for step in script.steps:
            response = played.do(_step_with_other_secret(played, step, script.spy, rnd))
            # Responses to the spy's own requests must be equal; the outcome of others' moves is public.
            if (step.seat != script.spy and response != step.response) or not _looks_equal_to(
                script.spy, step.table, played.table
            ):
                raise NoTwinError
            steps.append(replace(step, response=response, table=played.table))
        if not any(_hidden_differs(script.spy, a.table, b.table) for a, b in zip(script.steps, steps, strict=True)):
            raise NoTwinError
        responses = responses_of(played, steps, app)
        return [*responses, last(played)] if last is not None else responses


def responses_of(played: Evening, steps: Sequence[Step], app: Flask) -> list[Responses]:
    """Return the spy's responses for each time it looks, alternately in both languages."""
    languages, streams = cycle(LANGUAGES), _SpyStreams()
    return [all_responses(played, step, next(languages), app, streams) for step in steps if step.tries]


class _SpyStreams:
    """Open pages of the spy, one for each role and language: each receives the changes since its last look."""

    def __init__(self) -> None:
        self._views = ViewCache()
        self._has: dict[tuple[ViewerRole, str], str] = {}

    def event(self, snapshot: Snapshot, role: ViewerRole, language: str) -> str:
        has = self._has.get((role, language), "")
        self._has[role, language], event = self._views.update_for(snapshot, role, language, has)
        return (event or b"").decode()


def all_responses(played: Evening, step: Step, language: str, app: Flask, streams: _SpyStreams) -> Responses:
    """Return everything that the spy gets of the table after this step, by every way there is."""
    played.session._game_writer.table = step.table
    responses: Responses = {"answer": step.response} if step.seat == played.script.spy else {}
    snapshot, table, spy = played.session.snapshot(), played.table, played.script.spy
    roles = (
        (ViewerRole(), ViewerRole(host=True))
        if spy is None
        else (ViewerRole(seat=spy), ViewerRole(host=True, seat=spy))
    )
    words = Words(language)
    for role in roles:
        who = f"{'host ' if role.host else ''}{role.seat or ''}"
        responses[f"stream {who}"] = streams.event(snapshot, role, language)
        responses[f"view {who}"] = json.dumps(phone_view(snapshot, role, words), ensure_ascii=False)
        responses[f"draws {who}"] = json.dumps(draws_view(table, role.viewer, words), ensure_ascii=False)
        history = history_view(table, role.viewer, words, role.seats(table))
        responses[f"history {who}"] = json.dumps(history, ensure_ascii=False)
        beginning = beginning_view(table, role.viewer, words, may_change=role.host)
        responses[f"beginning {who}"] = json.dumps(beginning, ensure_ascii=False)
    found_past = found_game(table)
    responses["past"] = json.dumps(game_view(found_past, 1, words, People()), ensure_ascii=False)
    responses["games"] = json.dumps(games_view([found_past.past], 1, words), ensure_ascii=False)
    responses["export"] = export(table, PUBLIC)
    responses["export of a seat"] = export(table, roles[-1].viewer)
    responses["rematch"] = repr(table.match.rematch())
    responses["options"] = repr([table.match.options_view(role.viewer) for role in roles])
    played.link.ask(lambda: None)  # publishes
    with app.test_request_context():
        for number, attempt in enumerate(step.tries):
            g.words = Words(LANGUAGES[number % len(LANGUAGES)])
            what = "form" if isinstance(attempt, dict) else "preview"
            responses[f"{what} {number} {attempt}"] = preview_or_form(played, roles[-1], attempt)
    return responses


def _form_body(*, seat: int, entry: int | None, kind: str | None, chosen: dict[str, Any]) -> FormBody:
    return FormBody(seat=seat, move=kind, chosen=chosen, entry=entry)


def preview_or_form(played: Evening, role: ViewerRole, attempt: Any) -> str:
    """Return the response to a phone's request for a preview or a form."""
    link = played.link
    try:
        if isinstance(attempt, dict):
            with errors_as_responses(lambda: played.table.names, for_own_seat=lambda: attempt["seat"] == role.seat):
                return json.dumps(_form_view(role, played.table, _form_body(**attempt)), ensure_ascii=False)
        with errors_as_responses(lambda: played.table.names, lambda: is_for_own_seat(role, attempt, played.table)):
            check_permission(role, attempt, played.session)
            return json.dumps(_preview_view(link, attempt, role, g.words), ensure_ascii=False)
    except RefusalError as refusal:
        return json.dumps([refusal.code, refusal.reason_name, refusal.reason, refusal.details], ensure_ascii=False)


def _step_with_other_secret(played: Evening, step: Step, spy: int | None, rnd: Random) -> Step:
    """Return the step with another secret, if it has one that the spy does not share."""
    command = step.command
    match command:
        case Play():
            [(seat, body)] = command.moves
            if seat == spy:
                return step
            return replace(step, command=Play(moves=((seat, _body_with_other_secret(played, seat, body, spy, rnd)),)))
        case Amend() if command.move is not None and command.seat != spy:
            move = _with_other_text(command.move, rnd)
            return replace(step, command=replace(command, move=move))
    return step


def _body_with_other_secret(
    played: Evening, seat: int, body: Mapping[str, Any], spy: int | None, rnd: Random
) -> dict[str, Any]:
    state, result = played.state, _with_other_text(dict(body), rnd)
    cards = played.table.match.edition.cards
    colours: dict[str, list[int]] = {card.colour.value: [] for card in cards}
    for card in cards:
        colours[card.colour.value].append(card.value)
    held = state.hands[seat - 1].goods
    change = rnd.random() < 0.6
    match body["move"]:
        case "buy" if body.get("value") is not None and change:
            result["value"] = rnd.choice(colours[body["colour"]])
        case "ransom" if body["pay"] == "card" and held and (change or not _has_named_card(held, body)):
            card = rnd.choice(held)
            result |= {"colour": card.colour.value, "value": card.value}
        case "trade" if (
            body.get("card") and body["with"] != spy and held and (change or not _has_named_card(held, body["card"]))
        ):
            card = rnd.choice(held)
            result["card"] = {"colour": card.colour.value, "value": card.value}
        case "correct" if ":" in body["what"]:
            colour = body["what"].partition(":")[0]
            mine = [card.value for card in held if card.colour.value == colour]
            if change or (body["by"] < 0 and int(body["what"].partition(":")[2]) not in mine):
                values = mine if body["by"] < 0 else colours[colour]
                result["what"] = f"{colour}:{rnd.choice(values)}" if values else body["what"]
    return result


def _has_named_card(held: Any, named: Mapping[str, Any]) -> bool:
    return any((card.colour.value, card.value) == (named["colour"], named["value"]) for card in held)


def _with_other_text(body: dict[str, Any], rnd: Random) -> dict[str, Any]:
    """Replace notes of cards and towns, which are secret too."""
    names = ["town"] if body.get("move") == "give_gifts" else []
    if body.get("move") == "correct" and ":" in str(body.get("what")):
        names.append("note")
    return {**body, **{name: f"{body[name]}-{rnd.randrange(100)}" for name in names if body.get(name)}}


def _looks_equal_to(spy: int | None, first: Table, second: Table) -> bool:
    """Return whether the public view and the spy's own hand are equal in both: the spy may know that much."""
    a, b = first.state, second.state
    towns = [[hand.town for hand in state.hands if hand.table is GoldenTable.TURNED] for state in (a, b)]
    same = a.turn == b.turn and len(first.entries) == len(second.entries) and towns[0] == towns[1]
    return same and (spy is None or a.hands[spy - 1] == b.hands[spy - 1])


def _hidden_differs(spy: int | None, first: Table, second: Table) -> bool:
    """Return whether another seat holds other cards, or has put other cards into the loot."""
    a, b = first.state, second.state
    hands = [(x.goods, y.goods) for seat, (x, y) in enumerate(zip(a.hands, b.hands, strict=True), 1) if seat != spy]
    return any(x != y for x, y in hands) or a.loot != b.loot
