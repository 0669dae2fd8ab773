"""Tests of the lobby in real browsers: people sit down on their own phones, and every list follows."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.games.classic import CLASSIC
from companion.session.pairing_codes import CodeKind
from companion.table.commands import CloseGame, ForgetPhones, UseRealDice
from companion.table.lobby import Lobby
from tests.server.browser_world import PHONE, BrowserWorld, join, tool, unfold

pytestmark = pytest.mark.e2e

TELEVISION = {"width": 1280, "height": 720}


class LobbyWorld:
    """A companion whose box shows the lobby, and phones that scan its code."""

    def __init__(self, world: BrowserWorld) -> None:
        self.world = world
        session = world.companion.session
        world.companion.ask(lambda: session.open_lobby(session.games[0]))
        self.token = self.show_code()

    def show_code(self) -> str:
        """Have the box show a new code of the lobby; return what is in its square."""
        self.offer = self.world.companion.codes.offer(None, self.epoch, kind=CodeKind.LOBBY)
        self.token = self.offer.token
        return self.token

    @property
    def epoch(self) -> int:
        snapshot = self.world.companion.snapshots.newest
        assert snapshot is not None
        return snapshot.roles.epoch

    @property
    def lobby(self) -> Lobby:
        snapshot = self.world.companion.snapshots.newest
        assert snapshot is not None
        assert snapshot.lobby is not None
        return snapshot.lobby

    def scan(self, page: Page | None = None, language: str = "en-GB") -> Page:
        """Return a phone that has scanned the code, once it shows the lobby."""
        page = page or self.world.browser.new_context(locale=language, viewport=PHONE).new_page()
        if page.context not in self.world.contexts:
            self.world.contexts.append(page.context)
        page.goto("about:blank")
        page.goto(f"{self.world.companion.local_address}#{self.token}")
        expect(page.locator("#plan")).to_be_visible()
        return page

    def sitting(self, name: str) -> Page:
        """Return a phone on which a person of this name has sat down."""
        page = self.scan()
        page.locator("#own-name").fill(name)
        page.locator("#own-name").press("Enter")
        expect(page.locator("#own-title")).to_have_text(name)
        return page


@pytest.fixture
def lobby(world: BrowserWorld) -> LobbyWorld:
    return LobbyWorld(world)


@pytest.fixture
def television(lobby: LobbyWorld) -> Page:
    return lobby.world.phone(path="tv", viewport=TELEVISION)


def expect_sitting(page: Page, *names: str) -> None:
    expect(page.locator(".player .who b")).to_have_text(list(names))


# Sitting down.


def test_one_name_after_the_scan_is_enough(lobby: LobbyWorld) -> None:
    page = lobby.scan()
    expect(page).to_have_url(re.compile("/setup$"))
    expect(page.get_by_label("Your name", exact=True)).to_be_visible()
    page.locator("#own-name").fill("Ada")
    page.locator("#own-name").press("Enter")
    expect(page.locator("#own-place")).to_contain_text("You are blue.")
    expect(page.locator("#own-place")).to_be_focused()
    expect(page.locator("#sitting")).to_be_hidden()
    assert [place.name for place in lobby.lobby.places] == ["Ada"]


def test_a_known_name_is_one_tap(lobby: LobbyWorld) -> None:
    lobby.world.start("Inès", "Marc")
    again = LobbyWorld(lobby.world)
    page = again.scan()
    page.get_by_role("button", name="Sit down as Marc").click()
    expect(page.locator("#own-title")).to_have_text("Marc")
    other = again.scan()
    expect(other.locator("#own-chips .chip")).to_have_text(["Inès"])


def test_somebody_sits_down_without_a_name(lobby: LobbyWorld) -> None:
    page = lobby.scan()
    page.locator("#nameless").click()
    expect(page.locator("#own-title")).to_have_text("blue")
    expect(page.locator("#my-name")).to_have_value("")


def test_every_list_follows_and_names_arrivals(lobby: LobbyWorld) -> None:
    ada = lobby.sitting("Ada")
    guest, watcher = lobby.scan(), lobby.world.phone()
    guest.locator("#own-name").fill("half ty")
    bao = lobby.sitting("Bao")
    for page in (ada, guest, bao):
        expect_sitting(page, "Ada", "Bao")
    expect(ada.locator("#told")).to_contain_text("Bao is at the table: 2 players.")
    expect(guest.locator("#own-name")).to_have_value("half ty")
    expect(guest.locator("#own-name")).to_be_focused()
    expect(watcher.locator("#lobby")).to_contain_text("Bao")
    expect(bao.locator(".player").first).to_contain_text("host · with a phone")


def test_a_name_that_sits_already_is_refused(lobby: LobbyWorld) -> None:
    lobby.sitting("Ada")
    page = lobby.scan()
    page.locator("#own-name").fill("ada")
    page.locator("#own-name").press("Enter")
    expect(page.locator("#own-name-fault")).to_have_text("Ada sits at the table already.")
    expect(page.locator("#own-name")).to_have_value("ada")
    expect(page.locator("#own-name")).to_be_focused()


def test_a_full_table_says_so(lobby: LobbyWorld) -> None:
    session = lobby.world.companion.session
    page = lobby.scan()
    for name in ("Ada", "Bao", "Cid", "Dom", "Eve"):
        lobby.world.companion.ask(partial(session.sit_down, name))
    expect(page.locator("#full")).to_contain_text("The table is full.")
    expect(page.locator("#sitting")).to_be_hidden()


def test_a_second_scan_leads_back_to_the_place(lobby: LobbyWorld) -> None:
    page = lobby.sitting("Ada")
    lobby.show_code()
    lobby.scan(page)
    expect(page.locator("#own-title")).to_have_text("Ada")
    assert len(lobby.lobby.places) == 1


def test_a_typed_code_leads_to_the_lobby(lobby: LobbyWorld) -> None:
    page = lobby.world.phone()
    old = lobby.offer.code
    lobby.show_code()
    join(page, old)
    expect(page.locator(".join .refusal")).to_have_text(
        "This code has run out. Look at the box: New game shows the present one."
    )
    expect(page.locator("#code")).to_be_focused()
    page.locator("#code").fill(lobby.offer.code)
    page.locator(".join .play").click()
    expect(page.locator("#sitting")).to_be_visible()


def test_a_seat_code_leads_to_no_lobby(race: BrowserWorld) -> None:
    lobby = LobbyWorld(race)
    page = lobby.sitting("Marc")
    page.goto(race.companion.local_address)
    join(page, race.code(2))
    expect(page.locator("#said")).to_have_text("You are Marc.")
    expect(page.locator("#headline")).to_be_visible()


# The own place.


def test_a_taken_colour_is_exchanged_and_told(lobby: LobbyWorld) -> None:
    ada, bao = lobby.sitting("Ada"), lobby.sitting("Bao")
    bao.locator("#own-place .swatch", has_text="blue").first.click()
    expect(bao.locator("#told")).to_contain_text("You are blue")
    expect(ada.locator("#told")).to_contain_text("You are red")
    expect(ada.locator("#own-place")).to_contain_text("You are red")


def test_a_person_renames_and_stands_up(lobby: LobbyWorld) -> None:
    page = lobby.sitting("Ada")
    page.locator("#my-name").fill("Anna")
    page.locator("#my-name").press("Enter")
    expect(page.locator("#own-title")).to_have_text("Anna")
    page.get_by_role("button", name="Stand up").click()
    expect(page.locator("#sitting")).to_be_visible()
    assert not lobby.lobby.places


def test_who_is_sent_away_reads_how_to_come_back(lobby: LobbyWorld) -> None:
    ada, eve = lobby.sitting("Ada"), lobby.sitting("Eve")
    ada.locator(".player summary").click()
    ada.get_by_role("button", name="Remove Eve from the table").click()
    expect(eve.locator("#gone")).to_contain_text("To come back, scan the new code on the box.")
    expect(eve.locator("#plan")).to_be_hidden()
    expect_sitting(ada, "Ada")
    lobby.show_code()
    lobby.scan(eve)
    expect(eve.locator("#gone")).to_be_hidden()


def test_actions_without_a_network_are_carried_out_once(lobby: LobbyWorld) -> None:
    ada, bao = lobby.sitting("Ada"), lobby.scan()
    bao.context.set_offline(True)
    bao.locator("#own-name").fill("Bao")
    bao.locator("#own-name").press("Enter")
    expect(bao.locator("#said")).not_to_be_empty()
    lost: list[str] = []

    def lose_answer(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().text())
            route.abort()

    ada.route("**/api/lobby", lose_answer)
    ada.locator("#name").fill("Cid")
    ada.locator("#name").press("Enter")
    expect_sitting(ada, "Ada", "Cid")
    bao.context.set_offline(False)
    expect(bao.locator("#own-title")).to_have_text("Bao")
    expect_sitting(ada, "Ada", "Cid", "Bao")
    expect(ada.locator("#name-fault")).to_be_empty()
    assert len(lost) == 1


# Who leads.


def test_only_who_leads_prepares_the_game(lobby: LobbyWorld) -> None:
    ada, bao = lobby.sitting("Ada"), lobby.sitting("Bao")
    expect(ada.locator("#lead-words")).to_have_text("You’re the host.")
    expect(ada.locator("#own")).to_be_hidden()
    for hidden in ("#adding", "#begin", "#rules-form", "#lead"):
        expect(bao.locator(hidden)).to_be_hidden()
    expect(bao.locator(".moves")).to_have_count(0)
    expect(bao.locator("#begin-note")).to_have_text("The host starts the game.")
    unfold(ada, "game").locator('#games input[value="classic"]').check()
    expect(bao.locator("#game-is")).to_have_text("Marco Polo (1983)")
    expect(bao.locator("#told")).to_contain_text("Now it’s Marco Polo (1983).")


def test_the_lead_is_handed_on_and_given_up(lobby: LobbyWorld) -> None:
    ada, bao = lobby.sitting("Ada"), lobby.sitting("Bao")
    ada.locator(".player summary").click()
    ada.get_by_role("button", name="Make Bao the host").click()
    expect(bao.locator("#told")).to_contain_text("You’re the host.")
    expect(ada.locator("#lead")).to_be_hidden()
    bao.locator("#give-up").click()
    bao.locator(".ask .grave").click()
    expect(ada.locator("#lead")).to_be_visible()


def test_the_start_brings_everybody_to_the_table(lobby: LobbyWorld) -> None:
    ada, bao = lobby.sitting("Ada"), lobby.sitting("Bao")
    ada.locator("#name").fill("Cid")
    ada.locator("#name").press("Enter")
    unfold(ada, "players").locator("#begins").select_option(label="Bao")
    expect(ada.locator("#begin-note")).to_have_text("Bao begins.")
    ada.locator("#begin").click()
    expect(bao.locator("#headline")).to_have_text("Your turn, Bao")
    expect(ada.locator(".tool-role")).to_have_text("You are Ada, and you’re the host.")
    assert lobby.world.table.names == ("Bao", "Cid", "Ada")
    for needs_table_code in ("phones", "how", "leave", "close"):
        expect(tool(ada, needs_table_code)).to_have_count(0)


def test_a_leader_hands_the_game_on_and_stops_hosting(lobby: LobbyWorld) -> None:
    ada, bao = lobby.sitting("Ada"), lobby.sitting("Bao")
    ada.locator("#begin").click()
    expect(tool(ada, "hand_on")).to_be_visible()
    expect(bao.locator(".tool-role")).to_have_text("You are Bao.")
    tool(ada, "hand_on").click()
    ada.locator(".sheet .choice-card").click()
    expect(ada.locator("#said")).to_have_text("Bao is the host now.")
    expect(bao.locator(".tool-role")).to_have_text("You are Bao, and you’re the host.")
    expect(bao.locator("#said")).to_have_text("You’re the host now.")
    expect(tool(ada, "hand_on")).to_have_count(0)
    tool(bao, "resign").click()
    bao.locator(".ask .grave").click()
    expect(ada.locator(".tool-role")).to_have_text("You are Ada, and you’re the host.")


def test_more_people_than_the_game_takes_are_told_so(lobby: LobbyWorld) -> None:
    ada, bao = lobby.sitting("Ada"), lobby.sitting("Bao")
    errors: list[str] = []
    for page in (ada, bao):
        page.on("pageerror", lambda error: errors.append(str(error)))
    session = lobby.world.companion.session
    for name in ("Cid", "Dom", ""):
        lobby.world.companion.ask(partial(session.sit_down, name))
    fault = "This game is for 4 players at most: somebody has to stand up."
    unfold(ada, "game").locator('#games input[value="classic"]').check()
    for _ in range(2):
        expect(ada.locator("#games-fault")).to_have_text(fault)
        expect(ada.locator("#begin-note")).to_have_text(fault)
        expect(ada.locator("#begin")).to_have_attribute("aria-disabled", "true")
        ada.reload()
    expect(bao.locator("#begin-note")).to_have_text(fault)
    last = ada.locator(".player").last
    expect(last).to_contain_text("A player without a name")
    expect(last).to_contain_text("no colour left")
    unfold(ada, "game").locator('#games input[value="expedition"]').check()
    expect(ada.locator("#games-fault")).to_be_empty()
    expect(ada.locator("#begin")).to_have_attribute("aria-disabled", "false")
    assert not errors


def test_a_person_without_a_colour_reads_so(lobby: LobbyWorld) -> None:
    ada, session = lobby.sitting("Ada"), lobby.world.companion.session
    for name in ("Bao", "Cid", "Dom"):
        lobby.world.companion.ask(partial(session.sit_down, name))
    eve = lobby.sitting("Eve")
    unfold(ada, "game").locator('#games input[value="classic"]').check()
    expect(eve.locator("#own-place")).to_contain_text("There is no colour left for you.")
    expect(eve.locator("#told")).to_contain_text("There is no colour left for you.")


def test_a_leader_is_offered_a_rematch_and_no_other_game(lobby: LobbyWorld) -> None:
    ada, bao = lobby.sitting("Ada"), lobby.sitting("Bao")
    ada.locator("#begin").click()
    expect(tool(ada, "hand_on")).to_be_visible()
    expect(tool(ada, "new")).to_have_count(0)
    ada.goto(f"{lobby.world.companion.local_address}setup")
    expect(ada.locator("#guest")).to_be_visible()
    ada.goto(lobby.world.companion.local_address)
    lobby.world.companion.ask(lambda: lobby.world.companion.session.do(CloseGame()))
    ada.locator("#rematch").click()
    expect(ada.locator("#own-title")).to_have_text("Ada")
    expect(ada.locator("#kept")).to_be_hidden()
    expect(ada.locator("#gone")).to_be_hidden()
    expect(bao.locator("#rematch")).to_be_hidden()


def test_the_news_of_the_lobby_are_read_aloud(lobby: LobbyWorld) -> None:
    ada, bao, cid = lobby.sitting("Ada"), lobby.sitting("Bao"), lobby.sitting("Cid")
    expect(ada.locator("#begins-rule")).to_have_text("By the rules, the youngest begins.")
    bao.locator("#my-name").fill("Bo")
    bao.locator("#my-name").press("Enter")
    for page in (ada, bao, cid):
        expect(page.locator("#told")).to_have_text("Bao is now called Bo.")
    ada.get_by_label("Change Bo").click()
    ada.get_by_role("button", name="Make Bo the host").click()
    expect(bao.locator("#told")).to_have_text("You’re the host.")
    for page in (ada, cid):
        expect(page.locator("#told")).to_have_text("Bo is the host now.")


def test_the_focus_goes_on_when_somebody_is_removed(lobby: LobbyWorld) -> None:
    ada, session = lobby.sitting("Ada"), lobby.world.companion.session
    for name in ("Bao", "Cid"):
        lobby.world.companion.ask(partial(session.sit_down, name))
    menu = ada.get_by_label("Change Bao")
    box = menu.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    for name in ("Bao", "Cid"):
        ada.get_by_label(f"Change {name}").click()
        remove = ada.get_by_role("button", name=f"Remove {name} from the table")
        remove.focus()
        remove.press("Enter")
        expect(remove).to_have_count(0)
        expect(ada.locator("#players :focus")).to_have_count(1)
        if name == "Bao":
            expect(ada.get_by_label("Change Cid")).to_be_focused()


# Elsewhere.


def test_a_box_without_a_game_invites(world: BrowserWorld) -> None:
    page = world.phone()
    expect(page.locator("#lobby")).to_have_text("Nobody has opened a game yet: press OK on the box.")
    expect(page.locator("[data-key=join]")).to_be_visible()
    lobby = LobbyWorld(world)
    expect(page.locator("#lobby")).to_have_text("Scan the code on the box to sit down.")
    ada = lobby.sitting("Ada")
    expect(page.locator("#lobby")).to_contain_text("Ada")
    ada.goto(world.companion.local_address)
    expect(ada.locator("#lobby a")).to_have_text("Back to your place")
    ada.locator("#lobby a").click()
    expect(ada.locator("#own-title")).to_have_text("Ada")


def test_only_who_sits_reads_of_the_next_game(race: BrowserWorld) -> None:
    watcher = race.phone()
    lobby = LobbyWorld(race)
    ada = lobby.sitting("Ada")
    ada.goto(race.companion.local_address)
    line = ada.locator("#lobby-line a")
    expect(line).to_have_text("A new game is being prepared: Ada")
    line.click()
    expect(ada.locator("#own-title")).to_have_text("Ada")
    expect(watcher.locator("#headline")).to_be_visible()
    expect(watcher.locator("#lobby-line")).to_be_empty()


def note_of_code(page: Page) -> Locator:
    """Open the sheet that asks for a code; return where it says the code is."""
    page.locator("[data-key=join]").click()
    return page.locator("#code-note")


def test_the_sheet_says_where_the_code_is(world: BrowserWorld) -> None:
    page = world.phone()
    expect(note_of_code(page)).to_have_text("On the box: New game. Then type its six digits.")
    LobbyWorld(world)
    page.reload()
    expect(note_of_code(page)).to_contain_text("Type the six digits that the box shows.")
    world.start("Ada", "Bao")
    page.reload()
    expect(note_of_code(page)).to_contain_text("menu, Phones, then your seat code")
    seat = world.seat(1)
    tool(seat, "join_host").click()
    expect(seat.locator("#sheet-title")).to_have_text("Look after the box too")
    expect(seat.locator("#code-note")).to_contain_text("table code")


def test_a_guest_reads_nothing_of_hosts(world: BrowserWorld) -> None:
    page = world.phone(path="setup")
    expect(page.locator("#guest")).to_be_visible()
    expect(page.locator("#guest")).not_to_contain_text("host")


# The television.


def test_a_television_shows_who_sits_and_no_code(lobby: LobbyWorld, television: Page) -> None:
    expect(television.locator("#lobby-nobody")).to_be_visible()
    lobby.sitting("Ada")
    lobby.sitting("Bao")
    expect(television.locator("#lobby-places li > b")).to_have_text(["Ada", "Bao"])
    expect(television.locator("#lobby-places li").first).to_contain_text("host · begins")
    expect(television.locator("#lobby-digits")).to_be_hidden()
    assert lobby.offer.code not in television.content().replace(" ", "")


def test_a_display_shows_the_code_as_it_is_renewed(lobby: LobbyWorld, television: Page) -> None:
    codes = lobby.world.companion.codes
    television.locator("#display-code").fill("12")
    television.locator("#display-form button").click()
    expect(television.locator("#display-form .fault")).not_to_be_empty()
    television.locator("#display-code").fill(codes.offer(None, lobby.epoch, kind=CodeKind.DISPLAY).code)
    television.locator("#display-form button").click()
    expect(television.locator("#display-form")).to_be_hidden()
    for _ in range(2):
        lobby.show_code()
        expect(television.locator("#lobby-digits")).to_have_text(f"{lobby.offer.code[:3]} {lobby.offer.code[3:]}")
    codes.withdraw()
    expect(television.locator("#lobby-digits")).to_be_hidden()


def test_a_television_takes_the_digits_without_a_game(world: BrowserWorld) -> None:
    page = world.phone(path="tv", viewport=TELEVISION)
    page.locator("#display-code").fill(world.companion.codes.offer(None, 1, kind=CodeKind.DISPLAY).code)
    page.locator("#display-form button").click()
    expect(page.locator("#display-form")).to_be_hidden()


def test_a_television_keeps_its_lines_apart(lobby: LobbyWorld, television: Page) -> None:
    for name in ("Ada", "Bao", "Cid", "Dom", "Eve"):
        lobby.world.companion.ask(partial(lobby.world.companion.session.sit_down, name))
    expect(television.locator("#lobby-places li")).to_have_count(5)
    television.locator("#display-form button").click()
    expect(television.locator("#display-form .fault")).not_to_be_empty()
    lines = [television.locator(line).bounding_box() for line in ("#lobby-rule", "#lobby-places", "#display-form")]
    edges = [(line["y"], line["y"] + line["height"]) for line in lines if line is not None]
    assert len(edges) == 3
    assert all(bottom <= top for (_, bottom), (top, _) in pairwise(edges))
    expect(television.locator("#display-form")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_a_forgotten_display_hides_the_code(lobby: LobbyWorld, television: Page) -> None:
    companion = lobby.world.companion
    television.locator("#display-code").fill(companion.codes.offer(None, lobby.epoch, kind=CodeKind.DISPLAY).code)
    television.locator("#display-form button").click()
    expect(television.locator("#display-form")).to_be_hidden()
    lobby.show_code()
    expect(television.locator("#lobby-digits")).to_be_visible()
    snapshot = companion.snapshots.newest
    assert snapshot is not None
    (display,) = snapshot.roles.phones
    companion.ask(lambda: companion.session.do(ForgetPhones(phone=display.phone)))
    expect(television.locator("#lobby-digits")).to_be_hidden()
    expect(television.locator("#display-form")).to_be_visible()


def test_a_television_returns_to_the_table_at_the_start(lobby: LobbyWorld, television: Page) -> None:
    ada = lobby.sitting("Ada")
    lobby.sitting("Bao")
    ada.locator("#begin").click()
    expect(television.locator("#headline")).to_be_visible()
    expect(television.locator("#lobby-places")).to_be_hidden()


def test_phone_takes_the_place_that_somebody_added(lobby: LobbyWorld) -> None:
    session = lobby.world.companion.session
    lobby.world.companion.ask(lambda: session.sit_down("Mamie"))
    page = lobby.scan()
    page.get_by_role("button", name="That’s me: Mamie").click()
    expect(page.locator("#own-title")).to_have_text("Mamie")
    assert [place.phone is not None for place in lobby.lobby.places] == [True]


def test_the_leader_switches_real_dice_and_everybody_reads_it(lobby: LobbyWorld) -> None:
    session = lobby.world.companion.session
    leader = lobby.sitting("Léa")
    guest = lobby.sitting("Hugo")
    switch = leader.get_by_role("switch", name="Real dice")
    expect(switch).to_be_hidden()
    lobby.world.companion.ask(lambda: session.choose_game(CLASSIC))
    expect(switch).not_to_be_checked()
    expect(guest.locator("#rules-read")).to_contain_text("Real dice: no")
    switch.check()
    expect(guest.locator("#rules-read")).to_contain_text("Real dice: yes")
    assert session.real_dice
    leader.reload()
    expect(switch).to_be_checked()
    lobby.world.companion.ask(lambda: session.do(UseRealDice(on=False)))
    expect(switch).not_to_be_checked()
