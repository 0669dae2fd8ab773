"""Every page in every state, opened in companions with games, for tests of their look."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.box.pages import end_reveal_page
from companion.games import GAMES
from companion.games.expedition import EXPEDITION
from companion.journal.backup import backup_to
from companion.journal.open_journal import open_store
from companion.rules.game import find_game
from companion.session.pairing_codes import CodeKind
from companion.session.session import Session
from companion.system.systemd_notify import Service
from companion.table.commands import LeaveGame, Play
from tests.chromium import STILL
from tests.kit.golden_games import golden_file
from tests.kit.older_games import FINISHED_GAME, MISSING_GAME, REFUSED_GAME, leave_older_games
from tests.server.browser_world import PHONE, BrowserWorld, open_world, tool, unfold

LONG = ("Maximilienne-Élisabeth de La Rochefoucau", "Wolfgang Amadeus Theophilus Mozart aus S", "Zoé", "Ωmega", "Bo")
UNDER_WAY = 25
"""Number of moves of the golden game of five; the next one is the step that brings the first tally."""
ON_THE_WAY = 80
"""Number of moves of a golden game of two with posts on the map, and named contracts."""
MERCHANTS = {"compensated": 32, "bargaining": 106, "choosing": 141, "arrived": None}
"""Numbers of moves of a golden game of four merchants: the last seat is compensated for low dice; the third is on turn
with all its dice; the second and third choose what towns bring; all is counted."""
CHARACTERS = {4: "mercator", 3: "matteo", 2: "raschid", 1: "niccolo_marco"}
"""Characters that seats choose, from the last seat backwards."""
DEALT: tuple[tuple[int, dict[str, Any]], ...] = (
    (1, {"move": "deal_map", "chance": [10, *(1,) * 6, 24, 18, 26, *(1,) * 12]}),
    (1, {"move": "deal_row", "chance": [1] * 6}),
    (1, {"move": "deal_characters", "chance": [1] * 5}),
    *((seat, {"move": "take_character", "character": name}) for seat, name in CHARACTERS.items()),
    *((seat, {"move": "deal_goals", "chance": [1] * 4}) for seat in CHARACTERS),
    *((seat, {"move": "keep_goals", "cards": [f"G{4 * seat - n:02d}" for n in (3, 2)]}) for seat in CHARACTERS),
)
"""The moves before the first round of a game of four experts in which the box deals."""
SET_UP = {"dealing": 2, "drafting": 3, "keeping": 11, "begun": 15}
"""Numbers of these moves: the board is dealt; characters, then goals are chosen; the first dice can be rolled."""
SCORING = {"by categories": 2, "by seats": 4}
"""Numbers of steps that are shown of an end that is being revealed."""
ENDS = {"ended": ("two_players_both", LONG[:2]), "by seats": ("five_players_board", LONG)}
"""Golden games of Expedition that are played to the end."""
NOON = 1_800_000_000.0
RANSOM = {"pay": "besants"}
CODE_KINDS = {"place": CodeKind.LOBBY, "display": CodeKind.DISPLAY}
TELEVISION: Any = {"viewport": {"width": 1920, "height": 1080}}


class Rooms:
    """Companions with the games that the pages show, each opened on first use."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder
        self.language = ""
        self.opened: dict[str, BrowserWorld] = {}
        self.running = ExitStack()

    def room(self, name: str) -> BrowserWorld:
        """Return the companion of this name.

        The names are `empty`, `race`, `led` (nobody but the host has a phone), `ended`, `past`, `hands` (a game of
        1983, somebody at a trading post), `revealed` (one that is over), `voyage` (one with a map), one of MERCHANTS,
        SCORING or SET_UP, `foreign` (games by other rules), `spinner` (a box that is one), or `amiss` (a service whose
        box is missing).
        """
        if name not in self.opened:
            self.opened[name] = self.new_room(name)
            self.fill(name, self.opened[name])
        return self.opened[name]

    def new_room(self, name: str) -> BrowserWorld:
        """Return a companion without a game, or with games that another program left behind."""
        if name == "foreign":
            with closing(open_store(self.folder / name, GAMES)) as store:
                leave_older_games(Session(store.journal, GAMES, lambda: NOON), LONG[:3])
            return self.running.enter_context(open_world(self.browser, self.folder / name, games=(EXPEDITION,)))
        if name in SCORING:  # without a press, no step follows
            self.running.enter_context(pytest.MonkeyPatch.context()).setattr(end_reveal_page, "STEP_S", 3600.0)
        if name == "spinner":
            return self.running.enter_context(open_world(self.browser, self.folder / name, board="pico"))
        if name == "amiss":
            amiss = open_world(self.browser, self.folder / name, service=Service(), board="cardboard")
            return self.running.enter_context(amiss)
        return self.running.enter_context(open_world(self.browser, self.folder / name))

    def fill(self, name: str, world: BrowserWorld) -> None:
        """Play the game that the room is named after."""
        if name in ("race", "led"):
            play_golden(world, "five_players_board", LONG, UNDER_WAY)
        elif name in ENDS:
            play_golden(world, *ENDS[name])
        elif name in ("hands", "spinner"):
            play_classic(world)
        elif name in ("revealed", "by categories"):
            play_golden(world, "two_players", LONG[:2], game="classic")
        elif name == "voyage":
            play_golden(world, "two_seats_wilhelm", LONG[:2], ON_THE_WAY, game="voyages")
        elif name in MERCHANTS:
            play_golden(world, "four_seats_expert", LONG[:4], MERCHANTS[name], game="voyages")
        elif name in SET_UP:
            world.start(*LONG[:4], game="voyages", options={"draft": True, "deal": True, "expert": True})
            world.companion.ask(lambda: world.companion.session.do(Play(moves=DEALT[: SET_UP[name]])))
        elif name == "past":
            play_golden(world, "five_players_board", LONG)
            play_golden(world, "four_players", LONG[:4])
            play_golden(world, "two_players_both", LONG[1::-1], UNDER_WAY)
            world.companion.ask(lambda: world.companion.session.do(LeaveGame()))
        world.turn_reveal(SCORING.get(name))

    def new_context(self, **options: Any) -> BrowserContext:
        """Return a new browser context."""
        return self.browser.new_context(**options)

    def page(
        self, name: str, path: str = "", *, role: int | str = "watcher", before: str | None = None, **options: Any
    ) -> Page:
        """Return a page of a room, for a seat, the host, a place in the lobby, a television that shows its code, or a
        spectator; it runs the script `before` first.
        """
        world = self.room(name)
        settings: dict[str, Any] = {"locale": self.language, "viewport": PHONE, **STILL}
        context = self.new_context(**{**settings, **options})
        world.contexts.append(context)
        if before is not None:
            context.add_init_script(before)
        if role != "watcher":
            if isinstance(role, int):
                world.release(role)
            code = world.code(role if isinstance(role, int) else None)
            if role in ("place", "display"):
                code = world.companion.codes.offer(None, 1, kind=CODE_KINDS[str(role)]).code
            assert context.request.post(f"{world.companion.local_address}api/claim", data={"code": code}).ok
        page = context.new_page()
        page.goto(f"{world.companion.local_address}{path}")
        return page


def play_golden(
    world: BrowserWorld, name: str, names: tuple[str, ...], moves: int | None = None, game: str = "expedition"
) -> list[dict[str, Any]]:
    """Play a golden game's first moves with other people; return the remaining moves."""
    lines = [json.loads(line) for line in golden_file(game, name).read_text("utf-8").splitlines()]
    played = [(move.pop("seat"), move) for move in lines[1:]]
    world.start(*names, game=game, options=lines[0]["options"])
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(played[:moves]))))
    return [{"seat": seat, **move} for seat, move in played[moves:]] if moves else []


def play_classic(world: BrowserWorld) -> None:
    """Play a game of 1983 with all that its pages may show: house rules, hands, loot, the first seat at a market."""
    world.start(*LONG[:4], game="classic", options={"bandits_d8": True, "ties_to_bandits": True, "move_bonus": 1})
    for seat, cards in ((1, ("blue:80", "blue:50", "blue:30", "yellow:80", "mauve:50")), (2, ("green:80",))):
        for name in cards:
            world.play(seat, move="correct", what=name, by=1)
    for seat in (1, 2, 3, 4):
        world.play(seat, move="spin", route="sea", chance=[7])
        world.play(seat, move="fight", chance=[1, 6])
        world.play(seat, move="ransom", **({"pay": "card", "colour": "mauve", "value": 50} if seat == 1 else RANSOM))
    for seat in (1, 2, 3, 4):
        world.play(seat, move="spin", route="land", chance=[2])
        world.play(seat, move="arrive", **({"place": "post", "colour": "green"} if seat == 2 else {"place": "town"}))
        world.play(seat, move="end_turn")
    world.play(1, move="correct", what="table", by=1)
    world.play(1, move="spin", route="land", chance=[2])
    world.play(1, move="arrive", place="post", colour="green", shared_with=[2])


# The pages in all their states.


def confirming(rooms: Rooms) -> Page:
    """Return the phone on turn, with the confirmation of a step that benefits many."""
    page = acting_page(rooms.page("race", role=1))
    page.locator(".action-card.usual .action").click()
    expect(page.locator(".confirm .play")).to_have_attribute("aria-disabled", "false")
    return page


def refused(rooms: Rooms) -> Page:
    """Return a phone with the reason of a refused move open."""
    page = rooms.page("race", role=1)
    page.locator(".action-card.refused .action").first.click()
    expect(page.locator(".why-not")).to_be_visible()
    return page


def in_a_form(rooms: Rooms) -> Page:
    """Return a page with the form that corrects somebody's gold."""
    page = rooms.page("race", role=1)
    page.locator(".tool[data-key=correct]").click()
    page.locator(".sheet .fields .choice-card").first.click()
    expect(page.locator(".sheet input").first).to_be_visible()
    return page


def on_a_track(rooms: Rooms) -> Page:
    """Return a page with the form that corrects the place of a camel, another place chosen."""
    page = rooms.page("race", role=1)
    page.locator(".tool[data-key=correct]").click()
    page.locator(".sheet .fields .choice-card").last.click()
    page.locator(".place-track .touchable").first.click()
    expect(page.locator(".confirm .play")).to_have_attribute("aria-disabled", "false")
    return page


def whom_to_correct(rooms: Rooms) -> Page:
    """Return a host's page that asks whose gold is wrong."""
    page = rooms.page("led", role="host")
    page.locator(".tool[data-key=correct]").click()
    expect(page.locator(".sheet .choice-card")).to_have_count(len(LONG))
    return page


def more_moves(rooms: Rooms) -> Page:
    """Return a page with the moves that are not on cards."""
    page = rooms.page("hands", role=1)
    page.locator("[data-key=more]").click()
    expect(page.locator(".sheet .choice-card").first).to_be_visible()
    return page


def selling(rooms: Rooms) -> Page:
    """Return a page with a hand of cards to be sold, two of them ticked."""
    page = rooms.page("hands", role=1)
    page.locator("[data-key=more]").click()
    page.locator(".sheet .choice-card").click()
    for number in (0, 1):
        page.locator('.sheet [data-field="cards"] .choice-card').nth(number).click()
    return page


def filling_in(rooms: Rooms) -> Page:
    """Return the page of a host who notes Hasard cards and towns, one of them invalid."""
    companion = rooms.room("empty").companion
    companion.ask(
        lambda: companion.session.note("profile.classic", None)
    )  # remove figures saved by the run in another language
    page = rooms.page("empty", "edition", role="host")
    for sort in ("besants", "lose", "note"):
        page.locator("[data-list='hasard.effects'] > .quiet").click()
        page.locator("[data-list='hasard.effects'] select").last.select_option(sort)
    page.locator("[id='hasard.effects-0-value']").fill("many")
    page.locator("[data-list='mission.towns'] > .quiet").click()
    expect(page.locator("[data-list='hasard.effects'] .fault").first).not_to_be_empty()
    return page


def history(rooms: Rooms) -> Page:
    """Return a page with all moves so far, the reader's own amendable."""
    page = rooms.page("race", role=1)
    page.locator(".tool[data-key=moves]").click()
    expect(page.locator(".move-list li").first).to_be_visible()
    return page


def one_move(rooms: Rooms, role: int | str) -> Page:
    """Return a page that shows a move in full, with what the reader may do about it."""
    page = rooms.page("race", role=role)
    page.locator(".tool[data-key=moves]").click()
    page.locator("button.move").first.click()
    expect(page.locator(".move-facts")).to_be_visible()
    return page


def beginning(rooms: Rooms) -> Page:
    """Return a host's page with the form that corrects the beginning, colours and house rules unfolded."""
    page = rooms.page("led", role="host")
    page.locator(".tool[data-key=moves]").click()
    page.locator(".beginning-row").click()
    page.locator(".beginning .player summary").first.click()
    expect(page.locator(".beginning .swatch").first).to_be_visible()
    return page


def reading_rules(rooms: Rooms) -> Page:
    """Return a host's page with tonight's rules of a game with house rules, all of them explained."""
    page = rooms.page("led", role="host")
    tool(page, "rules").click()
    expect(page.locator(".sheet .rule summary").first).to_be_visible()
    for summary in page.locator(".sheet .rule summary").all():
        summary.click()
    expect(page.locator(".sheet .rule small").last).to_be_visible()
    return page


def putting_in(rooms: Rooms) -> Page:
    """Return a host's page that asks whose move was forgotten before an earlier one."""
    page = rooms.page("led", role="host")
    page.locator(".tool[data-key=moves]").click()
    page.locator("button.move").first.click()
    page.locator(".sheet .choice-card").last.click()
    expect(page.locator(".sheet .choice-card .mark").first).to_be_visible()
    return page


def amending(rooms: Rooms) -> Page:
    """Return a host's page whose map and contracts lead to earlier moves."""
    page = pictures(rooms.page("voyage", role="host"))
    expect(page.locator(".graph .another").first).to_be_visible()
    return page


def asked_to_put_away(rooms: Rooms) -> Page:
    """Return a host's page that asks whether to put the game away."""
    page = rooms.page("led", role="host")
    page.locator(".tool[data-key=leave]").click()
    expect(page.locator(".ask")).to_be_visible()
    return page


def joining(rooms: Rooms) -> Page:
    """Return a page with too few digits of a code."""
    page = rooms.page("race")
    page.locator("[data-key=join]").first.click()  # a first visit has another
    page.locator("#code").press_sequentially("12")
    page.locator(".join .play").click()
    expect(page.locator(".join .refusal")).not_to_be_empty()
    return page


def explained(rooms: Rooms) -> Page:
    """Return a page with the lines of a total unfolded."""
    page = rooms.page("race")
    page.locator("#totals summary").first.click()
    expect(page.locator("#totals .lines").first).to_be_visible()
    return page


def at_a_tally(rooms: Rooms, path: str = "", **options: Any) -> Page:
    """Return a page on which the camels have just reached Ganzhou; what it shows briefly stays until it is closed."""
    name = f"tally {rooms.language} {path}"
    world = rooms.opened[name] = rooms.new_room(name)
    step = play_golden(world, "five_players_board", LONG, UNDER_WAY)[0]
    linger = "const set = window.setTimeout; window.setTimeout = (then, ms) => set(then, ms > 3000 ? 1e6 : ms);"
    page = rooms.page(name, path, before=linger, **options)
    expect(page.locator("#block-race svg")).to_be_visible()
    world.play(**step)
    expect(page.locator(".ceremony")).to_be_visible()
    return page


def setting_up(rooms: Rooms) -> Page:
    """Return a host's page with three players, one of them choosing a colour."""
    page = gathered(rooms, "lobby", LONG[:3])
    page.locator(".player summary").first.click()
    unfold(page, "players")
    unfold(page, "late_camel_stops")
    return page


def gathered(rooms: Rooms, name: str, names: tuple[str, ...], game: str = "expedition") -> Page:
    """Return a host's page of the lobby of a game, in which these people sit."""
    companion = rooms.room(name).companion
    session = companion.session

    def gather() -> None:
        lobby = session.open_lobby(find_game(game, GAMES))
        for person in names:
            if lobby.place_named(person) is None:
                session.sit_down(person)

    companion.ask(gather)
    page = rooms.page(name, "setup", role="host")
    expect(page.locator(".player")).to_have_count(len(names))
    return page


def sitting_down(rooms: Rooms) -> Page:
    """Return the page of a phone that has just scanned the code of the lobby, in which three people sit."""
    gathered(rooms, "lobby", LONG[:3])
    page = rooms.page("lobby", "setup", role="place")
    expect(page.locator("#sitting")).to_be_visible()
    return page


def sitting(rooms: Rooms) -> Page:
    """Return the page of the phone that leads a lobby."""
    companion = rooms.room("led lobby").companion
    companion.ask(lambda: companion.session.open_lobby(GAMES[0]).places or companion.session.sit_down(LONG[1]))
    page = rooms.page("led lobby", "setup", role="place")
    page.locator("#nameless").click()
    expect(page.locator("#own-place")).to_be_visible()
    return page


def sent_away(rooms: Rooms) -> Page:
    """Return the page of a phone that was sent away."""
    page = sitting(rooms)
    companion = rooms.room("led lobby").companion
    companion.ask(lambda: companion.session.change_lobby(lambda lobby: lobby.send_away(len(lobby.places))))
    expect(page.locator("#gone")).to_be_visible()
    return page


def watching_lobby(rooms: Rooms, path: str = "", **options: Any) -> Page:
    """Return a page that shows who sits in a lobby."""
    gathered(rooms, "lobby", LONG[:3])
    page = rooms.page("lobby", path, **options)
    expect(page.locator("#lobby, #lobby-places").first).to_contain_text(LONG[2])
    return page


def showing_the_code(rooms: Rooms) -> Page:
    """Return the page of a television that shows the code of the lobby."""
    gathered(rooms, "lobby", LONG[:3])
    page = rooms.page("lobby", "tv", role="display", **TELEVISION)
    rooms.room("lobby").companion.codes.offer(None, 1, kind=CodeKind.LOBBY)
    expect(page.locator("#lobby-digits")).to_be_visible()
    return page


def saying_what_was_dealt(rooms: Rooms) -> Page:
    """Return a host's page that asks for the character of each seat."""
    page = gathered(rooms, "dealt", LONG[:2], game="voyages")
    unfold(page, "dealt")
    page.locator("#option-characters summary").click()
    page.locator("#option-characters select").first.select_option(index=2)
    return page


def saying_what_lies_there(rooms: Rooms) -> Page:
    """Return a host's page that asks for the cards and tiles on the map."""
    page = saying_what_was_dealt(rooms)
    for option in ("city_cards", "bonus_tiles"):
        page.locator(f"#option-{option} summary").click()
        expect(page.locator(f"#option-{option} select").first).to_be_visible()
    return page


def with_dice(rooms: Rooms) -> Page:
    """Return the phone on turn with two dice touched, and the moves for them."""
    page = pictures(rooms.page("bargaining", role=3))
    for _ in range(2):
        expect(page.locator("#act")).not_to_contain_class("resting")
        page.locator("#block-dice .touchable[aria-pressed=false]").first.click()
        expect(page.locator("#block-dice .touched .action:enabled").first).to_be_visible()
    return page


def naming(rooms: Rooms) -> Page:
    """Return a page that asks for a contract in the row, with a long list narrowed by the printed figures."""
    page = pictures(rooms.page("bargaining", role=3))
    page.locator("#block-contracts .card-row:first-child .touchable").first.click()
    page.locator("#block-contracts .touched .action").last.click()
    page.locator(".sheet .chip").nth(2).click()
    expect(page.locator(".sheet .choice-card:visible").first).to_be_visible()
    return page


def compensating(rooms: Rooms) -> Page:
    """Return a page that offers coins or camels for low dice."""
    page = pictures(rooms.page("compensated", role=4))
    page.locator(".action-card .action").first.click()
    expect(page.locator(".sheet .fields, .confirm").first).to_be_visible()
    return page


def typing_chance(rooms: Rooms, room: str) -> Page:
    """Return the page of seat 1 in this room, with the form of its usual move and its chance to be typed in."""
    page = rooms.page(room, role=1)
    page.locator("#real-dice").check()
    page.locator(".action-card.usual .action").click()
    return page


def dealing_by_hand(rooms: Rooms) -> Page:
    """Return the page of a seat that enters which characters were turned up; one is missing."""
    page = typing_chance(rooms, "dealing")
    page.locator(".sheet select").first.select_option(index=2)
    page.locator(".sheet .next").click()
    expect(page.locator(".sheet .refusal").first).not_to_be_empty()
    return page


def rolling_by_hand(rooms: Rooms) -> Page:
    """Return the page of a seat that enters what its dice show."""
    page = typing_chance(rooms, "begun")
    page.locator(".sheet .die-faces label").nth(3).click()
    expect(page.locator(".sheet .die-faces")).to_have_count(5)
    return page


def laid_out(page: Page) -> Page:
    """Return the page of a television once its lists fit."""
    expect(page.locator(".rest[style*=zoom] > .setup-block").first).to_be_visible()
    return page


def foreign(rooms: Rooms) -> Page:
    """Return a host's page with the question about a game of which a move no longer fits."""
    page = rooms.page("foreign", "games", role="host")
    page.locator(f"[data-open='{REFUSED_GAME}']").click()
    expect(page.locator(".sheet .misfits")).to_be_visible()
    return page


def copying(rooms: Rooms) -> Page:
    """Return the page of a host who copies the board, with the rarer figures open."""
    page = rooms.page("empty", "board", role="host")
    page.locator(".figures summary").click()
    expect(page.locator("#figure-list input").first).to_be_visible()
    return page


def guest(rooms: Rooms, path: str) -> Page:
    """Return a page for hosts on a phone that is no host's."""
    page = rooms.page("empty", path)
    expect(page.locator("#guest")).to_be_visible()
    return page


def pictures(page: Page) -> Page:
    """Return the page once its pictures are drawn."""
    expect(page.locator(".picture svg:visible").first).to_be_visible()
    return page


def kept(page: Page) -> Page:
    """Return the page of a game's picture once that can be saved."""
    expect(page.locator("#save")).to_be_visible()
    return page


def acting_hands(page: Page) -> Page:
    """Return the page once it shows the next step of the turn."""
    expect(page.locator("#block-next")).to_be_visible()
    return page


def listed(page: Page) -> Page:
    """Return the page of phones once each can be forgotten."""
    expect(page.locator("#guests button").first).to_be_visible()
    return page


def unfolded(page: Page) -> Page:
    """Return the page of people with all that can be changed of the first one."""
    page.locator(".person summary").first.click()
    expect(page.locator(".person button").first).to_be_visible()
    return page


def how_amiss(rooms: Rooms) -> Page:
    """Return the status page with a warning, and with faults."""
    box = rooms.room("led").companion.box
    logging.getLogger("companion.app.application").error("something %s broke at the table", "quite long " * 12)
    box.screen_lost = True
    page = rooms.page("led", "how", role="host")
    box.screen_lost = False
    return page


def backing_up(rooms: Rooms) -> Page:
    """Return the page of backups with all that it can show: the box asks, and an uploaded backup waits."""
    page = rooms.page("past", "backup", role="host")
    page.locator("#ask").click()
    expect(page.locator("#whole-said")).not_to_be_empty()
    state = rooms.room("past").companion.store.directory
    with TemporaryDirectory() as folder:
        backup_to(Path(folder) / "backup.sqlite3", state)
        page.locator("#file").set_input_files(Path(folder) / "backup.sqlite3")
        expect(page.locator("#found")).to_be_visible()
    return page


def just_looking(page: Page) -> Page:
    """Return the page after the card of a first visit was closed."""
    page.locator("#visit .quiet").click()
    expect(page.locator(".tool[data-key=visit]")).to_be_visible()
    return page


def scored(page: Page) -> Page:
    """Return the page once it shows the steps of the final scoring."""
    expect(page.locator("#ending :is(.categories, .ends)")).to_be_visible()
    return page


def acting_page(page: Page) -> Page:
    """Return the page once it shows its offers."""
    expect(page.locator(".tool, [data-key=join]").first).to_be_visible()
    return page


def lit(page: Page) -> Page:
    """Return the page of a spinner once its keys are lit."""
    expect(page.locator(".cap.lit").first).to_be_visible()
    return page


def example_of_a_ruling(rooms: Rooms) -> Page:
    """Open an example in the rulebook."""
    page = rooms.page("past", "rules/classic")
    page.locator("details[data-number=C12] > summary").click()
    expect(page.locator("details[data-number=C12] figure")).to_be_visible()
    return page


STATES: dict[str, Callable[[Rooms], Page]] = {
    "nothing yet": lambda rooms: acting_page(rooms.page("empty")),
    "nothing yet, host": lambda rooms: acting_page(rooms.page("empty", role="host")),
    "watching": lambda rooms: pictures(rooms.page("race")),
    "watching again": lambda rooms: just_looking(rooms.page("race")),
    "leading": lambda rooms: acting_page(rooms.page("led", role="host")),
    "on turn": confirming,
    "not on turn": lambda rooms: acting_page(rooms.page("race", role=2)),
    "refused": refused,
    "form": in_a_form,
    "form with a track": on_a_track,
    "whom to correct": whom_to_correct,
    "more moves": more_moves,
    "moves so far": history,
    "one move": lambda rooms: one_move(rooms, 1),
    "one move, watching": lambda rooms: one_move(rooms, "watcher"),
    "the beginning": beginning,
    "putting a move in": putting_in,
    "it is another": amending,
    "question": asked_to_put_away,
    "joining": joining,
    "reasons": explained,
    "tally": at_a_tally,
    "final scoring": lambda rooms: scored(rooms.page("by categories")),
    "final scoring by seats, host": lambda rooms: scored(rooms.page("by seats", role="host")),
    "tv, final scoring": lambda rooms: scored(rooms.page("by categories", "tv", **TELEVISION)),
    "tv, final scoring by seats": lambda rooms: scored(rooms.page("by seats", "tv", **TELEVISION)),
    "end": lambda rooms: pictures(rooms.page("ended")),
    "end, host": lambda rooms: acting_page(rooms.page("ended", role="host")),
    "amiss": lambda rooms: acting_page(rooms.page("amiss", role="host")),
    "tv, amiss": lambda rooms: rooms.page("amiss", "tv", **TELEVISION),
    "tv, nothing yet": lambda rooms: rooms.page("empty", "tv", **TELEVISION),
    "tv": lambda rooms: pictures(rooms.page("race", "tv", **TELEVISION)),
    "tv, tally": lambda rooms: at_a_tally(rooms, "tv", **TELEVISION),
    "tv, end": lambda rooms: pictures(rooms.page("ended", "tv", **TELEVISION)),
    "own hand": lambda rooms: pictures(rooms.page("hands", role=1)),
    "another's turn": lambda rooms: pictures(rooms.page("hands", role=3)),
    "selling": selling,
    "every hand": lambda rooms: pictures(rooms.page("revealed")),
    "tv, hands": lambda rooms: acting_hands(rooms.page("hands", "tv", **TELEVISION)),
    "tv, every hand": lambda rooms: pictures(rooms.page("revealed", "tv", **TELEVISION)),
    "one game, every hand": lambda rooms: pictures(rooms.page("revealed", "games/1")),
    "own dice": lambda rooms: pictures(rooms.page("bargaining", role=3)),
    "another's dice": lambda rooms: pictures(rooms.page("bargaining", role=1)),
    "dice touched": with_dice,
    "which contract": naming,
    "compensated": compensating,
    "what towns bring": lambda rooms: acting_page(rooms.page("choosing", role=3)),
    "all is counted": lambda rooms: pictures(rooms.page("arrived", role=2)),
    "what to lay": lambda rooms: acting_page(rooms.page("dealing", role=1)),
    "dealing by hand": dealing_by_hand,
    "choosing a character": lambda rooms: acting_page(rooms.page("drafting", role=4)),
    "another's choice": lambda rooms: acting_page(rooms.page("drafting", role=1)),
    "choosing goals": lambda rooms: acting_page(rooms.page("keeping", role=2)),
    "rolling by hand": rolling_by_hand,
    "tv, what to lay": lambda rooms: laid_out(rooms.page("dealing", "tv", **TELEVISION)),
    "tv, characters": lambda rooms: laid_out(rooms.page("drafting", "tv", **TELEVISION)),
    "tv, map": lambda rooms: pictures(rooms.page("bargaining", "tv", **TELEVISION)),
    "tv, all is counted": lambda rooms: pictures(rooms.page("arrived", "tv", **TELEVISION)),
    "one game, map": lambda rooms: pictures(rooms.page("arrived", "games/1")),
    "edition": filling_in,
    "edition, guest": lambda rooms: guest(rooms, "edition"),
    "setting up": setting_up,
    "reading the rules": reading_rules,
    "setting up, what was dealt": saying_what_was_dealt,
    "setting up, what lies there": saying_what_lies_there,
    "sitting down": sitting_down,
    "sitting": sitting,
    "sent away": sent_away,
    "watching the lobby": watching_lobby,
    "tv, lobby": lambda rooms: watching_lobby(rooms, "tv", **TELEVISION),
    "tv, lobby with its code": showing_the_code,
    "setting up, guest": lambda rooms: guest(rooms, "setup"),
    "board": copying,
    "board, guest": lambda rooms: guest(rooms, "board"),
    "phones": lambda rooms: listed(rooms.page("led", "phones", role="host")),
    "people": lambda rooms: unfolded(rooms.page("past", "people", role="host")),
    "how is it": lambda rooms: rooms.page("led", "how", role="host"),
    "how is it, amiss": how_amiss,
    "backup": backing_up,
    "backup, guest": lambda rooms: guest(rooms, "backup"),
    "rulebooks": lambda rooms: rooms.page("past", "rules"),
    "rulebook": lambda rooms: rooms.page("past", "rules/expedition"),
    "rulebook of 1983, an example": example_of_a_ruling,
    "games": lambda rooms: rooms.page("past", "games"),
    "games, host": lambda rooms: rooms.page("past", "games", role="host"),
    "games by other rules": lambda rooms: rooms.page("foreign", "games", role="host"),
    "moves that no longer fit": foreign,
    "one game, missing": lambda rooms: rooms.page("foreign", f"games/{MISSING_GAME}"),
    "one game by other rules": lambda rooms: rooms.page("foreign", f"games/{FINISHED_GAME}", role="host"),
    "no games": lambda rooms: rooms.page("empty", "games"),
    "one game": lambda rooms: pictures(rooms.page("past", "games/1")),
    "one picture": lambda rooms: kept(rooms.page("past", "games/1/picture")),
    "error": lambda rooms: rooms.page("empty", "nowhere"),
    "box": lambda rooms: rooms.page("race", "box"),
    "box, dice": lambda rooms: rooms.page("bargaining", "box"),
    "box, spinner": lambda rooms: lit(rooms.page("spinner", "box")),
}
