"""Random keys, over the shipped games and over Lanterns: nothing breaks, and the journal always agrees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext as nothing
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.box.faces.chance_faces import DiceFace, FightFace, SealFace
from companion.box.faces.faces import Face, LettersFace, NumberFace, TurnFace
from companion.box.faces.wheel_face import WheelFace
from companion.box.pages.off_page import OffPage
from companion.box.pages.phones_page import TakeOverPage
from companion.box.pages.turn_page import TablePage
from companion.box.screen.paint import paint, shortened
from companion.games.classic import CLASSIC
from companion.games.expedition import EXPEDITION
from companion.games.expedition.board_figures import SpaceSymbol
from companion.games.voyages import VOYAGES
from companion.journal.replay import replay_rows
from companion.rules.fields import ChanceField
from companion.rules.rule_errors import IllegalMoveError
from companion.rules.viewer import PUBLIC
from companion.table.commands import ClaimSeat, Play, StartGame, TakeBack
from companion.table.random_play import complete_move, open_kinds
from companion.table.session_errors import SessionError
from companion.table.table import Table
from tests.depth import enough
from tests.games.lanterns import LANTERNS
from tests.input.hands import Hands

KEYS = ("ok", "down", "up", "back", "left", "right", "undo", "spin", "seat1", "seat2", "seat5")
WEIGHTS = (40, 20, 10, 12, 2, 2, 1, 1, 1, 1, 1)
NAMES = ("Inès", "Éléonore", "Bao", "Mohammed", "Eva")
"""Two of them are as long as a name may be before it is cut in a line."""


@pytest.fixture
def walkers(tmp_path: Path) -> Iterator[list[Hands]]:
    walkers: list[Hands] = []
    yield walkers
    for walker in walkers:
        walker.close()


@pytest.mark.parametrize("seed", range(enough(8)))
def test_random_keys_over_expedition_break_nothing_and_fit_the_screen(
    seed: int, tmp_path: Path, walkers: list[Hands]
) -> None:
    rnd = Random(seed)
    hands = Hands(tmp_path / "state", rnd.choice(("fr", "en")), large=rnd.random() < 0.3)
    hands.watch = fits
    walkers.append(hands)
    walk(
        hands, rnd, StartGame(game="expedition", names=NAMES[: rnd.randint(2, 5)], options=rnd.choice(({}, board(rnd))))
    )


@pytest.mark.parametrize("seed", range(enough(6)))
def test_random_keys_over_classic_break_nothing_and_chance_fits(
    seed: int, tmp_path: Path, walkers: list[Hands]
) -> None:
    rnd = Random(seed)
    games = (EXPEDITION, CLASSIC)
    hands = Hands(tmp_path / "state", rnd.choice(("fr", "en")), large=rnd.random() < 0.3, games=games)
    hands.watch = chance_fits
    walkers.append(hands)
    options: dict[str, Any] = {"tracking": rnd.choice(("full", "dice")), "move_bonus": rnd.choice((0, 2))}
    walk(hands, rnd, StartGame(game="classic", names=NAMES[: rnd.randint(2, 4)], options=options))


@pytest.mark.parametrize("seed", range(enough(4)))
def test_random_keys_over_voyages_break_nothing_and_fit_the_screen(
    seed: int, tmp_path: Path, walkers: list[Hands]
) -> None:
    rnd = Random(seed)
    hands = Hands(tmp_path / "state", rnd.choice(("fr", "en")), large=rnd.random() < 0.3, games=(VOYAGES,))
    hands.watch = fits
    walkers.append(hands)
    options = {"tracking": rnd.choice(("full", "points"))}
    walk(hands, rnd, StartGame(game="voyages", names=NAMES[: rnd.randint(2, 4)], options=options))


@pytest.mark.parametrize("seed", range(enough(6)))
def test_random_keys_over_a_set_up_break_nothing(seed: int, tmp_path: Path, walkers: list[Hands]) -> None:
    rnd = Random(seed)
    hands = Hands(tmp_path / "state", rnd.choice(("fr", "en")), large=rnd.random() < 0.3, games=(VOYAGES,))
    hands.watch = fits
    walkers.append(hands)
    options: dict[str, Any] = {"draft": rnd.random() < 0.8, "deal": rnd.random() < 0.8, "expert": rnd.random() < 0.5}
    walk(hands, rnd, StartGame(game="voyages", names=NAMES[: rnd.randint(2, 4)], options=options))


@pytest.mark.parametrize("seed", range(enough(8)))
def test_random_keys_over_lanterns_break_nothing(seed: int, tmp_path: Path, walkers: list[Hands]) -> None:
    rnd = Random(seed)
    hands = Hands(tmp_path / "state", games=(EXPEDITION, LANTERNS), draw=dice(rnd))
    hands.watch = paintable
    walkers.append(hands)
    walk(hands, rnd, StartGame(game="lanterns", names=NAMES[: rnd.randint(2, 4)]))


def board(rnd: Random) -> dict[str, Any]:
    """Return a board with something on every space."""
    spaces = [str(space) for space in range(1, 30)]
    crates = {space: rnd.randint(0, 2) for space in spaces if space not in ("16", "29")}
    symbols = list(SpaceSymbol)
    return {"crates": crates, "requirements": {space: {"kind": rnd.choice(symbols).value} for space in spaces}}


def walk(hands: Hands, rnd: Random, start: StartGame, presses: int = 500) -> None:
    """Press random keys; now and then another hand plays, a phone asks for a seat, or the power fails."""
    for number in range(presses):
        if hands.session.table is None and rnd.random() < 0.05:
            hands.other_hand(start)
        elif hands.session.table is not None and rnd.random() < 0.05:
            another_hand_plays(hands, rnd)
        elif hands.session.table is not None and rnd.random() < 0.03:
            another_phone_asks(hands, rnd)
        elif hands.session.lobby is not None and rnd.random() < 0.1:
            another_phone_at_the_lobby(hands, rnd)
        elif hands.off or rnd.random() < 0.005:
            hands.off = False
            hands.pull_the_plug()
        elif rnd.random() < 0.1:
            hands.hold(rnd.choice(("ok", "back", "down")))
        else:
            hands.press(rnd.choices(KEYS, WEIGHTS)[0])
        check(hands)
        if number % 20 == 0 and hands.session.table is not None:
            assert replace(hands.table, claims={}) == replayed(hands), "phones are no part of it"


def check(hands: Hands) -> None:
    """Check what must hold after any key."""
    pages = hands.box._pages
    assert hands.hints or isinstance(pages[-1], OffPage)
    assert all(hands.hints.values())
    at_table = [number for number, page in enumerate(pages) if isinstance(page, TablePage)]
    assert at_table == ([] if hands.session.table is None else [1])
    request, table = hands.codes.takeover_request, hands.session.table
    wanted = request is not None and table is not None and request.game == table.number
    assert any(isinstance(page, TakeOverPage) for page in pages) is (wanted and hands.box.viewer is PUBLIC)


def another_phone_asks(hands: Hands, rnd: Random) -> None:
    """Let a phone with the right code ask for the seat of another phone."""
    seat = rnd.choice(list(hands.table.seats))
    if seat not in hands.table.claims:
        hands.other_hand(ClaimSeat(seat=seat, phone=f"of {seat}", source="phone"))
    hands.codes.ask_takeover(seat, "another", hands.table.number, hands.session.snapshot().roles.epoch)
    hands.box.refresh()
    hands.wait(rnd.choice((0, 2)))


def another_phone_at_the_lobby(hands: Hands, rnd: Random) -> None:
    """Let a phone sit down in the lobby, or free a place or change its colour."""
    lobby = hands.session.lobby
    assert lobby is not None
    name, number = rnd.choice((*NAMES, "Maximilienne")), rnd.randint(1, len(lobby.places) or 1)
    colour = rnd.choice(lobby.game.colours)
    change = rnd.choice(
        (
            lambda lobby: lobby.sit(name, lambda name: None, f"phone of {name}"),
            lambda lobby: lobby.stand_up(number),
            lambda lobby: lobby.send_away(number),
            lambda lobby: lobby.choose_colour(number, 0, colour),
            lambda lobby: lobby.without_phones(),
        )
    )
    with suppress(IllegalMoveError):
        hands.change_by_phone(lambda session: session.change_lobby(change))


def another_hand_plays(hands: Hands, rnd: Random) -> None:
    """Let a phone play any legal move, or take back."""
    table = hands.table
    active_seats = table.match.active_seats(table.state)
    if not active_seats or table.closed or rnd.random() < 0.2:
        with pytest.raises(SessionError) if not table.undo_stack or table.closed else nothing():
            hands.other_hand(TakeBack(source="phone"))
        return
    seat = rnd.choice(active_seats)
    kind = rnd.choice(open_kinds(table.match, table.state, seat))
    hands.other_hand(Play(moves=((seat, complete_move(table.match, table.state, seat, kind, rnd)),), source="phone"))


def replayed(hands: Hands) -> Table:
    """Return the open game as its journal has it."""
    replay = replay_rows(hands.session.journal.rows(hands.table.number), hands.games)
    assert replay.damage is None
    assert replay.table is not None
    return replay.table


def fits(face: Face) -> None:
    """Check that nothing is shortened, except long texts being written and sums that no game reaches."""
    paint(face)
    match face:
        case LettersFace():
            return
        case TurnFace(number=number) if not -9 <= number <= 99:
            return
        case NumberFace(low=low) if low < -999:
            return
    assert not shortened(face), shortened(face)


def chance_fits(face: Face) -> None:
    """Check that wheels, dice and seals are not shortened."""
    paint(face)
    if isinstance(face, WheelFace | FightFace | DiceFace | SealFace):
        assert not shortened(face), shortened(face)


def paintable(face: Face) -> None:
    paint(face)


def dice(rnd: Random) -> Any:
    def draw(seed: bytes, name: str, wanted: ChanceField) -> tuple[int, ...]:
        return tuple(rnd.choice(bounds) for bounds in wanted.bounds)

    return draw
