"""Tests of the pages of past games in a real browser with a whole companion: shown, continued, and erased."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.commands import CloseGame, LeaveGame, Play
from tests.kept import whole_game
from tests.kit.clock import in_zone
from tests.kit.past_evenings import play_evening
from tests.server.browser_world import BrowserWorld, open_world

pytestmark = pytest.mark.e2e


@pytest.fixture
def world(world: BrowserWorld) -> BrowserWorld:
    """Set up a finished game and an unfinished one; none is on the table."""
    world.start("Inès", "Marc", "<b>Zoé</b>")
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(whole_game()))))
    world.start("Marc", "Ada")
    world.companion.ask(lambda: world.companion.session.do(LeaveGame()))
    return world


@contextmanager
def evenings_world(browser: Browser, state: Path) -> Iterator[BrowserWorld]:
    """Open a companion in Paris with two evenings of games; on the second, a seat has no name."""
    play_evening(state, "2026-11-14 18:00", [("classic", "two_players", ("Zoé", "Ada"), 70)])
    play_evening(
        state,
        "2026-11-21 19:15",
        [
            ("expedition", "four_players", ("Ada", "Bao", "Marc", "Zoé"), 50),
            ("expedition", "four_players_crates", ("Bao", "Marc", "Rouge", "Ada"), 60),
        ],
        break_s=205 * 60,
    )
    with in_zone("Europe/Paris"), open_world(browser, state) as world:
        yield world


def open_page(world: BrowserWorld, path: str = "games", *, host: bool = False, language: str = "en-GB") -> Page:
    page = world.phone(language)
    if host:
        code = {"code": world.code(None)}
        assert page.context.request.post(f"{world.companion.local_address}api/claim", data=code).ok
    page.goto(f"{world.companion.local_address}{path}")
    return page


def test_games_are_shown_with_who_played_and_who_won(world: BrowserWorld) -> None:
    page = open_page(world)
    expect(page.locator(".game")).to_have_count(2)
    over = page.locator(".game[data-number='1']")
    expect(over.get_by_role("link")).to_have_text("Marco Polo Expedition")
    expect(over.locator(".player-name")).to_have_text(["Inès", "<b>Zoé</b>", "Marc"])
    expect(over.locator(".total")).to_have_text(["16", "3", "3"])
    expect(page.locator(".game[data-number='2'] .about")).to_contain_text("paused")
    rows = page.locator("[aria-labelledby=people] tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("Inès")


@pytest.mark.parametrize(
    ("language", "zone", "heading", "times"),
    [
        ("en-GB", "Europe/Paris", r"Saturday,? 21 November 2026", ["00:30–01:30", "20:15–21:05 · 13 turns · 50 min"]),
        ("fr-FR", "UTC", r"samedi 21 novembre 2026", ["23:30–00:30", "19:15–20:05 · 13 tours · 50 min"]),
    ],
)
def test_evenings_and_times_are_written_as_the_reader_does(
    browser: Browser, tmp_path: Path, language: str, zone: str, heading: str, times: list[str]
) -> None:
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(language, path="games", timezone_id=zone)
        expect(page.locator(".evening h2").first).to_have_text(re.compile(heading))
        expect(page.locator(".evening h2")).to_have_count(2)
        evening = page.locator(".evening").first
        expect(evening.locator(".tally")).to_contain_text("2 games: Ada" if language == "en-GB" else "2 parties")
        for about, text in zip(evening.locator(".about").all(), times, strict=True):
            expect(about).to_contain_text(text)
        tie = "Equal with Zoé at 11: the tie-break decides" if language == "en-GB" else "À égalité avec Zoé à 11"
        expect(evening.locator(".tie")).to_contain_text(tie)


@pytest.mark.parametrize("scripts", [True, False])
def test_older_evenings_unfold_after_the_first_three(browser: Browser, tmp_path: Path, scripts: bool) -> None:
    for day in ("2026-10-03", "2026-10-10", "2026-10-17"):
        play_evening(tmp_path, f"{day} 18:00", [("classic", "two_players", ("Léa", "Ada"), 70)])
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games", java_script_enabled=scripts)
        expect(page.locator(".evening")).to_have_count(5)
        expect(page.locator(".evening h2").first).to_contain_text("Ada")
        older = page.locator(".evening details")
        expect(older).to_have_count(2)
        expect(older.first.locator("summary")).to_contain_text("Marco Polo (1983) · Léa wins!")
        expect(older.first.locator(".game")).to_be_hidden()
        older.first.locator("summary").click()
        expect(older.first.locator(".game")).to_be_visible()


def test_statistics_have_pairs_and_games_of_people_alone(browser: Browser, tmp_path: Path) -> None:
    play_evening(tmp_path, "2026-11-07 18:00", [("expedition", "two_players", ("Zoé", "Ada"), 50)])
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games")
        page.get_by_role("link", name="Head to head").click()
        expect(page.locator(".pairs li", has_text="Bao").first).to_have_text(
            re.compile(r"Ada\s+A\s+2\s+:\s+0\s+B\s+Bao")
        )
        best = page.locator("[aria-labelledby=kind-expedition]")
        expect(best.locator("dd").first).to_contain_text("Ada 16")
        names = page.locator("[aria-labelledby=people] th[scope=row]")
        expect(names).to_have_text(["Ada 2 wins in a row", "Zoé", "Bao", "Marc"])
        best.locator("dd a").first.click()
        expect(page.locator("h1")).to_have_text("Ada wins!")


def test_a_name_leads_to_the_games_of_that_person(browser: Browser, tmp_path: Path) -> None:
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games")
        page.locator("[aria-labelledby=people]").get_by_role("link", name="Bao").click()
        expect(page.locator("h1")).to_have_text("Bao")
        expect(page.locator(".game")).to_have_count(2)
        expect(page.locator(".tiles > div").first).to_have_text(re.compile(r"Wins\s*0\s+of 2 games"))
        expect(page.locator(".tiles > div").last).to_have_text(re.compile(r"Average rank\s*\d"))
        expect(page.locator(".pairs li")).to_have_count(2)
        for pair in page.locator(".pairs li").all():
            expect(pair.locator("> span").first).to_have_text("Bao")
        expect(page.locator(".who-is .mark")).to_have_attribute("data-colour", re.compile("."))
        expect(page.locator(".course circle")).to_have_count(2)
        expect(page.locator("[aria-labelledby=person]")).to_contain_text("Best rival")
        page.get_by_role("link", name="Games", exact=True).last.click()
        expect(page.locator(".game")).to_have_count(3)
        page.goto(f"{world.companion.local_address}games?name=Nemo")
        expect(page.get_by_text("Nobody of that name has finished a game here.")).to_be_visible()


def test_a_phone_shows_first_who_won_most(browser: Browser, tmp_path: Path) -> None:
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games", viewport={"width": 390, "height": 844})
        games, wins = page.locator(".overview dd").all()
        expect(games).to_have_text("3")
        expect(wins).to_have_text(re.compile(r"Ada\s+2$"))
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(wins).to_be_hidden()


def test_two_people_of_a_colour_have_different_halves(browser: Browser, tmp_path: Path) -> None:
    play_evening(tmp_path, "2026-11-07 18:00", [("expedition", "two_players", ("Zoé", "Ada"), 50)])
    play_evening(tmp_path, "2026-11-08 18:00", [("expedition", "two_players", ("Zoé", "Marc"), 50)])
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games")
        halves = page.locator(".pairs .share [data-colour]").evaluate_all(
            "parts => parts.map(part => part.dataset.colour)"
        )
        colours = zip(halves[::2], halves[1::2], strict=True)
        striped = [pair.locator(".stripes").count() == 1 for pair in page.locator(".pairs li").all()]
        assert {True, False} == set(striped)
        assert striped == [first == second for first, second in colours]


def test_the_last_of_three_games_fills_its_line(browser: Browser, tmp_path: Path) -> None:
    games = [("expedition", "two_players", (name, "Ada"), 50) for name in ("Zoé", "Bao", "Marc")]
    play_evening(tmp_path, "2026-11-07 18:00", games)
    with open_world(browser, tmp_path) as world:
        page = world.phone(path="games", viewport={"width": 1440, "height": 900})
        widths = page.locator(".evening .game").evaluate_all("games => games.map(game => game.offsetWidth)")
        assert widths[0] == widths[1]
        assert widths[2] > 2 * widths[0]


def test_averages_have_decimals_only_where_they_say_something(browser: Browser, tmp_path: Path) -> None:
    with evenings_world(browser, tmp_path) as world:
        page = world.phone("fr-FR", path="games")
        cells = page.locator(".figures td").all_inner_texts()
        assert "1100" in cells
        assert not [cell for cell in cells if cell.endswith(",0") or re.fullmatch(r"\d{3,},\d", cell)]


def test_the_first_of_a_month_is_written_as_in_french(browser: Browser, tmp_path: Path) -> None:
    play_evening(tmp_path, "2026-10-01 18:00", [("classic", "two_players", ("Léa", "Ada"), 70)])
    play_evening(tmp_path, "2026-10-31 23:40", [("classic", "two_players", ("Léa", "Ada"), 70)])
    play_evening(tmp_path, "2026-11-11 18:00", [("classic", "two_players", ("Léa", "Ada"), 70)])
    with in_zone("Europe/Paris"), open_world(browser, tmp_path) as world:
        page = world.phone("fr-FR", path="games")
        days = page.locator(".evening h2 time")
        expect(days).to_have_text(["mercredi 11 novembre 2026", "samedi 31 octobre 2026", "jeudi 1er octobre 2026"])
        page.goto(f"{world.companion.local_address}games/2")
        expect(page.locator(".summary time").first).to_have_text("nuit du 31 octobre au 1er novembre 2026")


def test_short_halves_have_the_games_below_them(browser: Browser, tmp_path: Path) -> None:
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games", viewport={"width": 1280, "height": 800})
        expect(page.locator(".halves .take")).to_be_visible()
        tops = page.locator(".kinds .kind").evaluate_all("kinds => kinds.map(kind => kind.offsetTop)")
        assert len(tops) == 2
        assert tops[0] == tops[1], "they stand side by side"


@pytest.mark.parametrize("path", ["games", "games/1", "games/2", "games?name=Ada"])
def test_pages_of_past_games_fit_a_narrow_phone(browser: Browser, tmp_path: Path, path: str) -> None:
    with evenings_world(browser, tmp_path) as world:
        for language in ("en-GB", "fr-FR"):
            page = world.phone(language, path=path, viewport={"width": 360, "height": 740})
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_spectators_see_no_actions_of_hosts(world: BrowserWorld) -> None:
    page = open_page(world)
    page.wait_for_load_state("networkidle")
    for button in page.locator("[data-for=host]").all():
        expect(button).to_be_hidden()


def test_a_host_continues_a_game(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    page.get_by_label("Continue game 2").click()
    expect(page.locator("#headline")).to_contain_text("Marc")
    assert world.table.number == 2
    page.goto(f"{world.companion.local_address}games")
    expect(page.locator(".game[data-number='2'] .about")).to_contain_text("on the table")


def test_a_game_is_erased_only_after_a_confirmation(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    page.get_by_label("Erase game 1", exact=True).click()
    expect(page.locator(".ask")).to_contain_text("Inès, Marc and <b>Zoé</b>. The game is gone for good")
    page.locator(".ask .quiet").click()
    expect(page.locator(".game")).to_have_count(2)
    page.get_by_label("Erase game 1", exact=True).click()
    page.locator(".ask .grave").click()
    expect(page.locator("#said")).to_have_text("Game 1 is erased.")
    expect(page.locator(".game")).to_have_count(1)
    assert [saved.number for saved in world.companion.ask(world.companion.session.journal.games)] == [2]


def test_all_games_are_erased_after_a_confirmation(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    page.locator("#erase-all").click()
    expect(page.locator(".ask")).to_contain_text("Erase all 2 games?")
    page.locator(".ask .grave").click()
    expect(page.locator(".none")).to_be_visible()
    assert world.companion.ask(world.companion.session.journal.games) == ()


def test_one_game_is_shown_with_lines_pictures_and_moves(world: BrowserWorld) -> None:
    page = open_page(world, "games/1")
    expect(page.locator(".won-by")).to_have_text("Inès wins!")
    page.locator(".total[data-seat='1'] summary").click()
    expect(page.locator(".total[data-seat='1'] .lines")).to_contain_text("+7 gold")
    expect(page.locator("#block-race svg")).to_be_visible()
    expect(page.locator("#chart svg")).to_be_visible()
    turn = page.locator("#moves details", has_text="Inès steps to 3").first
    expect(turn.locator("li").first).to_be_hidden()
    turn.locator("summary").press("Enter")
    expect(turn.locator("li").first).to_be_visible()
    assert page.locator("#moves").evaluate("moves => moves.scrollHeight <= moves.clientHeight"), "no scrolling inside"


def test_the_page_of_a_game_keeps_no_remains_of_play(browser: Browser, tmp_path: Path) -> None:
    names = ("Ada", "Bao", "Cid", "Dom")
    play_evening(tmp_path, "2026-11-21 19:15", [("voyages", "four_seats_expert", names, 75)])
    with open_world(browser, tmp_path) as world:
        page = world.phone(path="games/1")
        expect(page.locator("#sums .grid-block")).to_be_visible()
        expect(page.locator("#blocks svg.graph")).to_be_visible()
        expect(page.locator(".dice-block, .notes-block")).to_have_count(0)
        expect(page.locator("#block-contracts")).to_have_count(0)
        order = ".summary, #result, .story, #sums .block, #chart-card, #blocks .graph-block, #moves, .take"
        tops = page.locator(order).evaluate_all("parts => parts.map(part => part.getBoundingClientRect().top)")
        assert len(tops) == 8
        assert tops == sorted(tops)
        rounds = page.locator("#moves > .round")
        expect(rounds.last.locator("summary").first).to_contain_text(re.compile(r"\s48\b.*\s46\b", re.DOTALL))
        expect(rounds).to_have_count(5)
        expect(page.locator("#moves > .round[open] .turn-moves[open] .deciding").first).to_be_visible()


def test_a_past_game_has_podium_and_ties_in_rows(browser: Browser, tmp_path: Path) -> None:
    names = ("Ada", "Bao", "Cid", "Dom", "Eve")
    play_evening(tmp_path, "2026-11-21 19:15", [("expedition", "five_players_board", names, 75)])
    with open_world(browser, tmp_path) as world:
        page = world.phone(path="games/1")
        expect(page.locator("#totals .ties")).to_have_text(["camels: 23", "camels: 16"])
        expect(page.locator("#totals .total:has(.ties) [data-part=name]")).to_have_text(["Bao", "Dom"])
        expect(page.locator("#podium .podium > li")).to_have_count(3)


def test_a_stopped_game_has_neither_places_nor_a_curve(world: BrowserWorld) -> None:
    world.start("Ada", "Bo")
    world.companion.ask(lambda: world.companion.session.do(CloseGame()))
    page = open_page(world, "games/3")
    expect(page.locator("#result")).to_have_text("When it was stopped")
    expect(page.locator("#totals .total")).to_have_count(2)
    expect(page.locator("#totals .rank:visible")).to_have_count(0)
    expect(page.locator("#chart-card")).to_be_hidden()
    expect(page.locator(".moves-card")).to_have_count(0)


def test_the_result_of_a_game_is_sorted_by_place(browser: Browser, tmp_path: Path) -> None:
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games/2")
        expect(page.locator("#totals [data-part=rank]")).to_have_text(["1", "2", "3", "4"])
        expect(page.locator("#totals [data-part=name]").last).to_have_text("Marc")


def test_wide_rooms_have_the_values_in_one_line(browser: Browser, tmp_path: Path) -> None:
    names = ("Ada", "Bao", "Cid", "Dom", "Eve")
    play_evening(tmp_path, "2026-11-21 19:15", [("expedition", "five_players_board", names, 75)])
    with open_world(browser, tmp_path) as world:
        page = world.phone(path="games/1", viewport={"width": 1280, "height": 900})
        lines = page.locator(".values tbody:first-of-type tr")
        expect(lines).to_have_count(1)
        page.set_viewport_size({"width": 390, "height": 844})
        expect(lines).to_have_count(1)
        page.set_viewport_size({"width": 320, "height": 700})
        expect(lines).to_have_count(2)


def test_the_summary_has_the_picture_and_the_draws_their_words(browser: Browser, tmp_path: Path) -> None:
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games/1")
        expect(page.locator(".summary").get_by_role("link", name="One picture to keep")).to_be_visible()
        expect(page.locator(".scores")).not_to_contain_text("Closing words")
        page.locator("#chance-card summary").click()
        expect(page.locator("#chance-card")).to_contain_text("Another copy of this game has the same closing words")


NAMES_AND_CHIPS = """map => {
    const box = (part) => part.getBoundingClientRect();
    const chips = [...map.querySelectorAll(".cost rect, .spot-mark rect")].map(box);
    const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    const covered = chips.filter((chip, i) => chips.slice(0, i).some((other) => covers(chip, other)));
    return [map.querySelectorAll(".spot-name").length, covered.length];
}"""
"""Returns the number of names on a map, and of prices and marks that lie on others."""


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_a_full_map_has_all_names_and_chips(browser: Browser, tmp_path: Path, width: int) -> None:
    names = ("Ada", "Bao", "Cid", "Dom")
    play_evening(tmp_path, "2026-11-21 19:15", [("voyages", "four_seats_expert", names, 75)])
    play_evening(tmp_path, "2026-11-28 19:15", [("voyages", "three_seats", names[:3], 75)])
    with open_world(browser, tmp_path) as world:
        for number in (1, 2):
            page = world.phone(path=f"games/{number}", viewport={"width": width, "height": 844})
            expect(page.locator("svg.graph .spot-name").first).to_be_attached()
            assert page.locator("svg.graph").evaluate(NAMES_AND_CHIPS) == [15, 0]


def test_a_game_is_shown_with_its_own_drawings(world: BrowserWorld) -> None:
    world.start("Ada", "Bo", game="voyages")
    page = open_page(world, "games/3")
    expect(page.locator("#totals .stand")).to_have_count(2)
    expect(page.locator("#totals .stand path").first).to_be_attached()


def test_a_moves_file_is_downloaded(world: BrowserWorld) -> None:
    page = open_page(world, "games/1")
    with page.expect_download() as download:
        page.get_by_text("All moves (file)").click()
    assert download.value.suggested_filename == "game-1.jsonl"


def test_a_game_is_printed_on_paper_without_buttons(world: BrowserWorld) -> None:
    page = open_page(world, "games/1", host=True)
    page.evaluate("document.documentElement.dataset.theme = 'black'")
    page.emulate_media(media="print")
    expect(page.locator("#totals")).to_be_visible()
    expect(page.locator("#moves")).to_be_visible()
    expect(page.locator("#moves li").first).to_be_visible()
    for hidden in ("header.house", ".take", ".back", "button:visible"):
        expect(page.locator(hidden).first).to_be_hidden()
    ground, ink = page.evaluate(
        "[getComputedStyle(document.documentElement).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert (ground, ink) == ("rgb(243, 230, 205)", "rgb(42, 31, 20)"), "paper takes the colours of the day"


def test_the_deciding_turn_leads_to_its_move(browser: Browser, tmp_path: Path) -> None:
    with evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games/1")
        expect(page.locator("h1")).to_have_text("Zoé wins!")
        deciding = page.locator("#moves .deciding").first
        expect(deciding).not_to_be_in_viewport()
        page.get_by_role("link", name="The turning point: turn 9, +240 for Zoé against Ada.").click()
        expect(deciding).to_be_in_viewport()
        expect(page.locator("#chart .decided")).to_have_count(1)


def test_pages_without_scripts_show_who_won_and_when(browser: Browser, tmp_path: Path) -> None:
    with in_zone("Europe/Paris"), evenings_world(browser, tmp_path) as world:
        page = world.phone(path="games", java_script_enabled=False)
        expect(page.locator(".evening h2 time").first).to_have_text("2026-11-21")
        expect(page.locator(".game[data-number='3'] .about")).to_contain_text("00:30–01:30")
        expect(page.locator(".game[data-number='3'] .total").first).to_have_text("16")
        expect(page.locator(".pairs li").first).to_be_visible()
        page.goto(f"{world.companion.local_address}games/1")
        expect(page.locator("h1")).to_have_text("Zoé wins!")
        expect(page.locator(".scores")).to_contain_text("The turning point: turn 9")
        expect(page.locator("#chart-card")).to_be_hidden()
        expect(page.locator("#moves summary").first).to_be_visible()


# Bringing one in.

FILE = '{"game": "expedition", "seats": ["Dom", "Eve", "Flo"]}\n{"seat": 1, "move": "step", "by": "cards"}\n'


def test_a_host_imports_a_file_and_sees_its_game(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    chooser = page.get_by_role("button", name="Import a game")
    chooser.set_input_files({"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": FILE.encode()})
    expect(page).to_have_url(f"{world.companion.local_address}games/3")
    expect(page.locator("#said")).to_have_text("Imported as game 3.")
    expect(page.locator("main")).to_contain_text("Flo")


def test_a_failed_import_shows_its_reason(world: BrowserWorld) -> None:
    page = open_page(world, host=True)
    chooser = page.get_by_role("button", name="Import a game")
    bad = FILE + '{"seat": 1, "move": "crate", "value": 9}\n'
    chooser.set_input_files({"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": bad.encode()})
    expect(page.locator("#bring-fault")).to_contain_text("Line 3: ")
    chooser.set_input_files({"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": FILE.encode()})
    expect(page.locator("#said")).to_have_text("Imported as game 3.")
