"""Tests of the end of a game on phones, in a real browser: what is gone, what stays in place, each seat’s own line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.box.pages import end_reveal_page
from companion.table.commands import TurnReveal
from tests.chromium import MOVING
from tests.server.browser_world import BrowserWorld, open_world
from tests.server.test_end_reveal_page import end_game, play_up_to_the_end
from tests.server.watched_table import TO_DADU, WatchedTable

STEP_BUTTON = "[data-key=next-step]"


@pytest.fixture
def world(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BrowserWorld]:
    """Yield a companion whose box waits for a press before it shows the next step."""
    monkeypatch.setattr(end_reveal_page, "STEP_S", 3600.0)
    with open_world(browser, tmp_path / "state") as opened:
        yield opened


@pytest.fixture
def table(browser: Browser) -> Iterator[WatchedTable]:
    with WatchedTable(browser).served() as table:
        yield table


def show(world: BrowserWorld, step: int) -> None:
    world.companion.ask(lambda: world.companion.session.do(TurnReveal(step=step)))


def top_of(page: Page, selector: str) -> float:
    top: float = page.locator(selector).evaluate("(element) => element.getBoundingClientRect().top")
    return top


def bottom_of(page: Page, selector: str) -> float:
    bottom: float = page.locator(selector).first.evaluate("(element) => element.getBoundingClientRect().bottom")
    return bottom


def test_nothing_says_how_to_go_on_once_it_is_over(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "voyages", "two_seats_wilhelm")
    page = world.seat(last[0])
    end_game(world, last)
    expect(page.locator(".last-points")).to_be_visible()
    expect(page.locator("#block-map")).to_be_attached()
    assert page.locator(".board-block, .road-block, .notes-block, .dice-block, .cards-block").count() == 0
    assert page.evaluate("document.companionView.scene.blocks.flatMap(({ next = [] }) => next)") == []
    assert "round 5" not in page.locator("#turn").inner_text()
    show(world, 99)
    expect(page.locator(".podium")).to_be_visible()
    expect(page.locator("#hand")).to_be_visible()
    secret = page.locator("#hand summary small").evaluate("(note) => getComputedStyle(note).fontSize")
    assert secret == "0px", "everybody has seen the goals"
    assert "round" not in page.locator("#turn").inner_text()


def test_the_button_of_the_next_step_stays_in_place(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "voyages", "two_seats_wilhelm")
    host = world.seat(None, viewport={"width": 390, "height": 844})
    end_game(world, last)
    expect(host.locator(STEP_BUTTON)).to_be_visible()
    tops = [top_of(host, STEP_BUTTON)]
    for number in range(1, 5):
        host.locator(STEP_BUTTON).click()
        expect(host.locator("#ending .steps .shown")).to_have_count(number)
        tops.append(top_of(host, STEP_BUTTON))
    assert len({*tops}) == 1
    host.locator("#ending tfoot").scroll_into_view_if_needed()
    foot = host.locator("#ending tfoot").evaluate("(element) => element.getBoundingClientRect().bottom")
    assert foot < tops[0]


@pytest.mark.parametrize(("game", "name"), [("voyages", "two_seats_wilhelm"), ("classic", "four_players_ruin")])
@pytest.mark.parametrize("width", [360, 390])
def test_figures_keep_apart_from_their_categories(world: BrowserWorld, game: str, name: str, width: int) -> None:
    last = play_up_to_the_end(world, game, name)
    page = world.phone("fr-FR", viewport={"width": width, "height": 844})
    end_game(world, last)
    show(world, 2)
    expect(page.locator("#ending tbody .category").nth(1)).to_be_visible()
    gaps = page.locator("#ending tbody tr").evaluate_all("""(rows) => rows.map((row) => {
        const [label, value] = [row.querySelector(".category > span"), row.querySelector("td")].map((part) => {
            const range = new Range();
            range.selectNodeContents(part);
            return range.getBoundingClientRect();
        });
        return value.left - label.right;
    })""")
    assert min(gaps) >= 16
    assert page.locator("#ending tbody .drawing").count() == 0


def test_the_take_back_of_the_end_keeps_its_name(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "classic", "two_players")
    host = world.seat(None)
    end_game(world, last)
    button = host.locator("#act [data-key=take_back]")
    expect(button).to_contain_text("The end of the game")
    show(world, 99)
    expect(host.locator(".podium")).to_be_visible()
    expect(button).to_contain_text("The end of the game")


def test_the_page_tells_nothing_while_medals_rise(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU[:-1])
    with table.page(**MOVING) as page:
        table.play(TO_DADU[-1])
        expect(page.locator(".last-points")).to_be_visible()
        table.turn_reveal()
        expect(page.locator("html.rising #ending .podium")).to_be_attached()
        for part in ("#headline", "#turn-sign", "#badges", "#picture-link", "#act"):
            expect(page.locator(part)).to_be_hidden()
        expect(page.locator("#game-title")).to_be_visible()
        page.keyboard.press("Shift")
        for part in ("#headline", "#turn-sign", "#picture-link"):
            expect(page.locator(part)).to_be_visible()


def test_a_place_opens_its_score_sheet(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "expedition", "five_players_board")
    end_game(world, last)
    show(world, 99)
    page = world.phone()
    expect(page.locator(".podium")).to_be_visible()
    expect(page.locator(".scores")).to_be_hidden()
    for place in page.locator(":is(.podium, .podium-rest) > li").all():
        place.locator("button.reasons").click()
        assert page.locator("dialog .lines > li").count() > 0
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("path", ["", "tv"])
def test_the_headline_shows_the_crowned_piece_of_the_winner(world: BrowserWorld, path: str) -> None:
    end_game(world, play_up_to_the_end(world, "expedition", "five_players_board"))
    page = world.phone(path=path)
    expect(page.locator("#turn-sign .crowned")).to_have_count(0)
    show(world, 99)
    expect(page.locator("#turn-sign > .crowned")).to_have_count(1)
    winner = page.evaluate("""() => {
        const { seats, standings } = document.companionView;
        return seats[standings.find(({ rank }) => rank === 1).seat - 1];
    }""")
    expect(page.locator("#turn-sign .mark b")).to_have_text(winner["letter"])
    expect(page.locator("#turn-sign .mark")).to_have_attribute("data-colour", winner["colour"])
    expect(page.locator("#turn")).to_have_attribute("data-colour", winner["colour"])
    html = page.context.request.get(page.url).text()
    assert html.count('<span class="crowned">') == 1, "on paper before any script"


@pytest.mark.parametrize("path", ["", "tv"])
def test_winners_of_a_shared_win_all_wear_crowns(world: BrowserWorld, path: str) -> None:
    end_game(world, play_up_to_the_end(world, "expedition", "shared_win", ("Hugo", "Léa", "Zoé")))
    show(world, 99)
    page = world.phone(path=path)
    expect(page.locator("#ending .podium")).to_be_visible()
    ranks = page.evaluate("document.companionView.standings.map(({ rank }) => rank)")
    expect(page.locator("#turn-sign > .crowned")).to_have_count(ranks.count(1))
    assert ranks.count(1) > 1
    assert page.locator("#turn").get_attribute("data-colour") is None
    inside = page.locator("#turn-sign .crowned > *").evaluate_all("""(parts) => {
        const room = document.getElementById("turn").getBoundingClientRect();
        return parts.every((part) => {
            const { top, bottom, left, right } = part.getBoundingClientRect();
            return top >= room.top && bottom <= room.bottom && left >= room.left && right <= room.right;
        });
    }""")
    assert inside


def test_sources_and_course_follow_the_podium_on_phones(world: BrowserWorld) -> None:
    end_game(world, play_up_to_the_end(world, "voyages", "two_seats_wilhelm"))
    show(world, 99)
    page = world.seat(1, "fr-FR", viewport={"width": 390, "height": 844})
    expect(page.locator("#picture-link")).to_be_visible()
    expect(page.locator("#chart svg")).to_be_visible()
    tops = [
        top_of(page, part)
        for part in ("#turn", "#ending", "#picture-link", "#block-sources", "#chart-card", "#hand", "#block-map")
    ]
    assert tops == sorted(tops)


@pytest.mark.parametrize(
    ("game", "name"),
    [("expedition", "five_players_board"), ("classic", "four_players_ruin"), ("voyages", "two_seats_wilhelm")],
)
def test_wide_screens_leave_no_holes_at_the_end(world: BrowserWorld, game: str, name: str) -> None:
    end_game(world, play_up_to_the_end(world, game, name))
    show(world, 99)
    page = world.seat(1, "fr-FR", viewport={"width": 1440, "height": 900})
    expect(page.locator("#chart svg")).to_be_visible()
    left, right = (bottom_of(page, part) for part in (".column", ".wide"))
    assert left == pytest.approx(right, abs=1)
    beside = "#block-map" if game == "voyages" else "#chart-card"
    assert bottom_of(page, ".grid-block") == pytest.approx(bottom_of(page, beside), abs=1)
    page.set_viewport_size({"width": 820, "height": 1180})
    page.wait_for_function("() => document.querySelector('#ending').getBoundingClientRect().width > 700")
    assert bottom_of(page, ".grid-block") == pytest.approx(bottom_of(page, beside), abs=1)


@pytest.mark.parametrize(("game", "name"), [("expedition", "five_players_board"), ("classic", "four_players_ruin")])
@pytest.mark.parametrize("path", ["", "tv"])
def test_columns_of_the_sheet_follow_the_places(world: BrowserWorld, game: str, name: str, path: str) -> None:
    end_game(world, play_up_to_the_end(world, game, name))
    show(world, 99)
    page = world.phone(path=path)
    table = page.locator("#blocks .values.result")
    expect(table).to_be_visible()
    places = page.evaluate("document.companionView.standings.map(({ seat, rank, total }) => [rank, seat, total])")
    heads = table.locator("thead th").evaluate_all("(heads) => heads.map((head) => Number(head.dataset.seat))")
    assert heads == [seat for _, seat, _ in sorted(places)]
    expect(table.locator(".sum td")).to_have_text([str(total) for _, _, total in sorted(places)])
    tints = table.locator(".sum td").evaluate_all(
        "(cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor)"
    )
    assert len({*tints[1:]}) == 1
    assert tints[0] != tints[1]


def test_notes_about_the_game_fold_into_one_line(world: BrowserWorld) -> None:
    end_game(world, play_up_to_the_end(world, "classic", "four_players_ruin"))
    page = world.phone()
    expect(page.locator("details.about-game")).to_have_count(0)
    show(world, 99)
    expect(page.locator("details.about-game > summary")).to_have_text("About this game")
    expect(page.locator("#badges .badge").first).to_be_hidden()
    page.locator("details.about-game > summary").click()
    expect(page.locator("#badges .badge").first).to_be_visible()


def test_hands_have_a_line_each_and_empty_ones_come_last(world: BrowserWorld) -> None:
    end_game(world, play_up_to_the_end(world, "classic", "four_players_ruin"))
    show(world, 99)
    page = world.phone(viewport={"width": 390, "height": 844})
    expect(page.locator("#block-hands")).to_be_visible()
    cards = page.locator("#block-hands .card-row[data-seat='3'] .faces > li")
    tops = cards.evaluate_all("(cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top))")
    assert len(tops) == 5
    assert len({*tops}) == 1
    empty = page.locator("#block-hands .card-row", has_text="no cards")
    expect(empty).to_have_count(2)
    below = empty.evaluate_all("(rows) => Math.min(...rows.map((row) => row.getBoundingClientRect().top))")
    assert below > max(tops)


def test_supplies_of_contracts_are_left_out_at_the_end(world: BrowserWorld) -> None:
    end_game(world, play_up_to_the_end(world, "voyages", "four_seats_expert"))
    show(world, 99)
    page = world.phone()
    expect(page.locator("#block-map")).to_be_visible()
    expect(page.locator("#block-contracts")).to_be_hidden()


def test_five_seats_have_one_line_for_each_source(world: BrowserWorld) -> None:
    end_game(world, play_up_to_the_end(world, "expedition", "five_players_board"))
    show(world, 99)
    page = world.phone("fr-FR", viewport={"width": 390, "height": 844})
    row = page.locator("#block-sources tbody tr").first
    expect(row.locator("th")).to_have_count(1)
    expect(row.locator("td")).to_have_count(5)
    small = page.locator("main p, main small, main li > span").evaluate_all("""(parts) => parts.filter((part) =>
        part.checkVisibility() && !part.closest(".unseen, .picture, .mark") && part.textContent.trim()
            && parseFloat(getComputedStyle(part).fontSize) < 14).map((part) => part.textContent)""")
    assert small == []


def test_the_course_goes_back_when_the_end_is_taken_back(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU)
    table.turn_reveal()
    with table.page() as page:
        expect(page.locator("#ending .podium")).to_be_visible()
        page.wait_for_function("() => document.getElementById('blocks').nextElementSibling.id === 'chart-card'")
        table.take_back()
        expect(page.locator("#ending")).to_be_hidden()
        assert page.evaluate("() => document.querySelector('.wide').lastElementChild.id") == "chart-card"


def test_each_phone_has_a_kind_line_of_its_own(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "expedition", "two_players")
    pages = [world.seat(1, "fr-FR"), world.seat(2)]
    end_game(world, last)
    show(world, 99)
    names = [page.evaluate("document.companionView.headline") for page in pages]
    loser = pages[0 if names[0] != "Tu gagnes\N{NO-BREAK SPACE}!" else 1]
    winner = pages[1 if loser is pages[0] else 0]
    expect(loser.locator(".own-place")).to_have_count(1)
    language = loser.evaluate("document.documentElement.lang")
    expect(loser.locator(".own-place sup")).to_have_text(["e"] if language == "fr" else [])
    n = abs(loser.evaluate("document.companionView.standings.reduce((sum, { total }) => total - sum, 0)"))
    expect(loser.locator(".own-place")).to_contain_text(f"{n} {'or' if language == 'fr' else 'gold'}")
    expect(winner.locator(".own-place")).to_have_count(0)


def test_on_a_phone_the_keyboard_reaches_the_choices_last(table: WatchedTable) -> None:
    table.start()
    with table.page(viewport={"width": 390, "height": 844}) as page:
        follows = """() => !!(document.querySelector("main").compareDocumentPosition(
            document.querySelector(".choices")) & Node.DOCUMENT_POSITION_FOLLOWING)"""
        assert page.evaluate(follows)
        page.set_viewport_size({"width": 1000, "height": 800})
        page.wait_for_function("() => document.querySelector('.choices').closest('.house')")
