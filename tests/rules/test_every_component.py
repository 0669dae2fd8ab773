"""Tests of components: everything that is named has words and drawings, and its name is never shown."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given

from companion.box.screen.art import glyphs
from companion.rules.components import (
    Amount,
    CardFace,
    Component,
    ComponentKind,
    ComponentUse,
    UnknownComponentError,
    component_word,
)
from companion.rules.fields import Field, Json
from companion.rules.game import Match
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.viewer import EVERYTHING, PUBLIC, Viewer, as_seat
from companion.server.views.form_view import fill_form
from companion.server.views.history_view import history_view
from companion.server.views.phone_view import ViewerRole, phone_view
from companion.support.resources import art_dir, web_dir
from companion.table.random_play import complete_move, open_kinds
from companion.table.table import Table
from companion.words.catalogue import LANGUAGES, Words
from companion.words.signs import amount_text, glyph_named, names_in_holdings, names_in_view, things_view
from tests.kit.cases import CASES, Case, a_few, every_case, few_seeds, hands
from tests.kit.random_play import some_moment
from tests.views.games import snapshot

EVERY_WORDS = [Words(language) for language in LANGUAGES]
SILENT = {
    *("what", "goods", "known", "thing", "things", "holdings", "state", "value", "chosen", "move", "why", "key"),
    *(
        "glyph",
        "colour",
        "chart",
        "unit",
        "wheel_page",
        "game",
        "id",
        "touch",
        "asks",
        "at",
        "rests",
        "announced",
        "first",
        "last",
    ),
    *("piece", "places", "sector", "band", "block", "turn", "wide"),
}
"""Keys of a view that are for programs. All other texts are for people."""


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_every_named_component_has_words_in_both_languages(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    for name in {*_component_names(table, rnd)}:
        thing = case.match.component(name)
        assert thing.name == name
        _check_drawings(thing, case.game.words)
        for words in EVERY_WORDS:
            for text in (thing.word, thing.title, thing.counted(0), thing.counted(-2)):
                assert words.has(text.key)
                for sentence in (words.of(text), words.brief(text)):
                    assert sentence
                    assert not {"{", "_", ":"} & {*sentence}, sentence


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_everything_printed_on_a_card_is_a_component(case: Case, seed: int, rnd: Random) -> None:
    match = case.match
    for name in {*_component_names(some_moment(case, seed, rnd), rnd)}:
        printed = match.component(name).face
        for use in printed.uses if printed else ():
            assert [match.component(amount.thing).name for amount in (*use.costs, *use.gives)]
            assert all(amount.n > 0 for amount in (*use.costs, *use.gives))


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_no_component_name_is_shown_to_people(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    names, words = {name for name in _component_names(table, rnd) if not name.isalpha()}, rnd.choice(EVERY_WORDS)
    for seat in (None, *table.seats):
        role = ViewerRole(host=True, seat=seat)
        views = [phone_view(snapshot(table), role, words), history_view(table, role.viewer, words)]
        views += [
            _form(table, seat_number, kind, words) for seat_number in role.seats(table) for kind in table.game.moves
        ]
        texts = list(_shown_texts(views))
        assert [sentence for sentence in texts if any(name in sentence for name in names)] == []


@every_case
@a_few
@given(seed=few_seeds, rnd=hands)
def test_a_view_has_exactly_the_components_that_it_names(case: Case, seed: int, rnd: Random) -> None:
    table, words = some_moment(case, seed, rnd), EVERY_WORDS[0]
    for seat in (None, *table.seats):
        view = phone_view(snapshot(table), ViewerRole(seat=seat), words)
        parts = [view[name] for name in ("sheet", "scene", "ceremonies", "seats")]
        named = {table.match.unit, *names_in_holdings(table.match, view["holdings"]), *names_in_view(parts)}
        assert view["things"].keys() >= named
        assert view["things"] == things_view(table.match, named, words)


def _cards_of_classic(state: Any, viewer: Viewer) -> set[str]:
    hands = [hand.goods for seat, hand in enumerate(state.hands, 1) if viewer.sees(seat)]
    paid = [loot.card for loot in state.loot.cards if loot.card and viewer.sees(loot.seat)]
    return {str(card) for card in (*itertools.chain(*hands), *paid)}


def _cards_of_lanterns(state: Any, viewer: Viewer) -> set[str]:
    hidden = [cards for seat, cards in enumerate(state.hidden, 1) if viewer.sees(seat)]
    return {*itertools.chain(*hidden, *state.shown)}


VISIBLE_CARDS: Mapping[str, Callable[[Any, Viewer], set[str]]] = {
    "classic": _cards_of_classic,
    "lanterns": _cards_of_lanterns,
}
"""Function that returns the cards that a viewer can see, by game."""


@pytest.mark.parametrize("case", [case for case in CASES if case.game.id in VISIBLE_CARDS], ids=str)
@a_few
@given(seed=few_seeds, rnd=hands)
def test_a_view_contains_only_cards_its_viewer_knows(case: Case, seed: int, rnd: Random) -> None:
    table = some_moment(case, seed, rnd)
    for viewer in (PUBLIC, *map(as_seat, table.seats)) if not table.over else ():
        view = phone_view(snapshot(table), ViewerRole(seat=viewer.seat), EVERY_WORDS[0])
        named = {line.what for _, line in table.lines() if not line.secret or viewer.sees(line.seat)}
        cards = {name for name, thing in view["things"].items() if thing["kind"] == "card"}
        assert cards <= VISIBLE_CARDS[case.game.id](table.state, viewer) | named


DICE: Mapping[str, frozenset[str]] = {"voyages": frozenset({"red:1"})}
"""Names that are a die in this game, and no component in any other."""


@every_case
def test_an_unknown_component_is_refused_by_name(case: Case) -> None:
    names = ("", "no such thing", "blue:7", "blue:080", "blue:", "space:0", "space:3", "space:01", "red:1", ":80")
    for name in (name for name in names if name not in DICE.get(case.game.id, ())):
        with pytest.raises(UnknownComponentError, match=f"{case.game.id} has no thing named {name!r}"):
            case.match.component(name)


def test_amounts_have_a_sign_and_the_right_plural() -> None:
    match = next(case.match for case in CASES if case.game.id == "classic")
    english, french = Words("en"), Words("fr")
    texts = [amount_text(match, what, by, english) for what, by in (("besants", -1), ("besants", 2), ("table", 1))]
    assert texts == ["−1 besant", "+2 besants", "+1 Golden Table"]
    assert [amount_text(match, "besants", by, french) for by in (0, -1, -2)] == ["0 besant", "−1 besant", "−2 besants"]
    assert amount_text(match, "green:50", 1, french) == "+1 vert 50"
    assert amount_text(match, "besants", -25, french, brief=True) == "−25 bes."


def test_each_of_two_camels_has_a_colour() -> None:
    of = {case.seats: case.match for case in CASES if case.game.id == "expedition"}
    assert amount_text(of[2], "space:2", 3, Words("fr")) == "+3 chameau"
    assert amount_text(of[2], "space:2", 3, Words("fr"), seat=1).startswith("+3 chameau ")
    colours = [of[2].seat_component(seat, f"space:{camel}").word for seat in (1, 2) for camel in (1, 2)]
    names = [Words("fr").of(word).removeprefix("chameau ") for word in colours]
    assert names == [Words("fr")(f"colour.{colour}") for colours in of[2].colours for colour in colours]
    assert amount_text(of[3], "space:1", 3, Words("fr")) == "+3 chameau"
    assert amount_text(of[3], "space:1", 3, Words("fr"), seat=2) == "+3 chameau"


def test_pages_get_the_printed_side_and_its_components() -> None:
    uses = (
        ComponentUse(costs=(Amount("b", 2),), gives=(Amount("c", 1),), die=4),
        ComponentUse(gives=(Amount("c", 3),)),
    )
    printed = CardFace(uses=uses, places=("there",), text=component_word("lanterns.thing.shown_once"))
    word = component_word("lanterns.thing.oil")
    shelf = {name: Component(name=name, word=word, kind=ComponentKind.AMOUNT) for name in ("b", "c")}
    shelf["a"] = Component(name="a", word=word, kind=ComponentKind.TILE, face=printed)

    class Shelf:
        """A match that only knows its components."""

        def component(self, name: str) -> Component:
            return shelf[name]

    match: Any = Shelf()
    view = things_view(match, ["a"], Words("en"))
    assert list(view) == ["a", "b", "c"]
    assert view["a"]["printed"] == {
        "ways": [
            {"costs": [{"thing": "b", "n": 2}], "gives": [{"thing": "c", "n": 1}], "die": 4},
            {"costs": [], "gives": [{"thing": "c", "n": 3}], "die": None},
        ],
        "places": ["there"],
        "says": "It brings points when it is shown.",
    }


def _check_drawings(thing: Component, package: str) -> None:
    """Check that each drawing of a component exists; on pages it may be the game's own or a common one."""
    if thing.glyph:
        glyph = glyph_named(thing.glyph, package)
        assert glyph is not None
        assert any(glyphs.large_pictogram(glyph).rows)
    if thing.small_glyph:
        glyph = glyph_named(thing.small_glyph, package)
        assert glyph is not None
        assert any(glyphs.pictogram(glyph).rows)
    if thing.page_glyph:
        drawings = (web_dir() / "templates" / "drawings.html").read_text("utf-8")
        own = art_dir(package) / f"{thing.page_glyph}.svg"
        assert own.is_file() or f'name == "{thing.page_glyph}"' in drawings


def _component_names(table: Table, rnd: Random) -> Iterator[str]:
    """Yield the name of every component at this moment, secret or not."""
    match, state = table.match, table.state
    yield match.unit
    view = match.player_view(state, EVERYTHING)
    yield from names_in_holdings(match, {str(seat): match.holdings(view, seat) for seat in table.seats})
    yield from (line.what for _, line in table.lines())
    for seat in table.seats:
        yield from (correctable.what for correctable in match.correctable(state, seat))
    for seat in match.active_seats(state):
        for kind in open_kinds(match, state, seat):
            yield from _in_choices(match, state, seat, kind, rnd)


def _in_choices(match: Match, state: Any, seat: int, kind: str, rnd: Random) -> list[str]:
    """Return the components of the choices on a random walk through a form."""
    names: list[str] = []

    def look(seat: int, kind: str, field: Field) -> Json:
        for choice in getattr(field, "choices", ()):
            names.extend(choice.things)
        return None

    complete_move(match, state, seat, kind, rnd, plant=look)
    return names


def _form(table: Table, seat: int, kind: str, words: Words) -> Any:
    """Return the beginning of a form, or the reason why its kind is refused."""
    try:
        return fill_form(table, seat, kind, {}, words).fields
    except IllegalMoveError as error:
        return {"reason": words.of(error.reason, table.names)}


def _shown_texts(view: Any, key: str = "") -> Iterator[str]:
    """Yield every text for people in a view."""
    if isinstance(view, str) and key not in SILENT:
        yield view
    elif isinstance(view, Mapping):
        for name, part in view.items():
            if name not in SILENT:
                yield from _shown_texts(part, str(name))
    elif isinstance(view, list | tuple):
        for part in view:
            yield from _shown_texts(part, key)
