"""Tests of the table page: what a phone shows before any script runs, and how it follows the game."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion.support.resources import web_dir
from tests.fonts import in_wider_letters
from tests.games.lanterns import LANTERNS
from tests.server.helpers import new_session
from tests.server.watched_table import LONGEST_NAMES, NAMES, TO_GANZHOU, WatchedTable, overflow, row

MOST_BYTES = {"bundled": 34_000, "separate_files": 66_000}
MOST_BYTES_WITH_BLOCKS = {"bundled": 68_000, "separate_files": 85_000}
"""Separate files have their comments and types; players get the bundled ones."""
_FILES = re.compile(r'(?:href|src)="(/(?:styles|scripts|bundle|icons)/(?!home-)[^"]+)"')
"""Files that a page names, except the icon for a home screen, which is fetched only for that."""


def lines_of(element: Locator, words: list[str]) -> list[int]:
    """Return the number of lines that each of these words of an element takes."""
    lines: list[int] = element.evaluate(
        """(element, words) => {
          const text = element.firstChild;
          let from = 0;
          return words.map((word) => {
            const range = document.createRange();
            from = text.data.indexOf(word, from);
            range.setStart(text, from);
            range.setEnd(text, (from += word.length));
            return range.getClientRects().length;
          });
        }""",
        words,
    )
    return lines


@pytest.fixture
def table(browser: Browser) -> Iterator[WatchedTable]:
    with WatchedTable(browser).served() as table:
        yield table


# Before any script runs.


def test_the_first_view_needs_no_script(table: WatchedTable) -> None:
    table.start()
    table.play("step", "step", "end", "ballast")
    with table.page(java_script_enabled=False) as page:
        expect(page.locator("#headline")).to_have_text("Bao’s turn")
        expect(page.locator("#last")).to_have_text("Bao drops ballast and steps to 3")
        assert [row(page, seat).locator("[data-part=total]").inner_text() for seat in (1, 2, 3)] == ["3", "2", "3"]
        row(page, 2).locator("summary").click()
        expect(row(page, 2).locator("li").first).to_have_text(re.compile(r"−1 gold\s+ballast\s+E4"))
        assert "Reload it" in page.locator("noscript").inner_html()


def test_every_file_of_a_page_is_small(bundling: str, table: WatchedTable) -> None:
    table.start(*LONGEST_NAMES)
    table.play("step", "step", "end", "ballast", "end")
    html = table.get("/")
    fetched, wanted = {"/": html}, _FILES.findall(html)
    while wanted:
        path = wanted.pop()
        if path not in fetched:
            text = fetched[path] = table.get(path)
            wanted += [urljoin(path, name) for name in re.findall(r'from ?"((?:\.{1,2}|/scripts)/[\w/-]+\.js)"', text)]
            wanted += re.findall(
                r'url\("?(/icons/[^)"]+-dusk[^)"]+)"?\)', text
            )  # a browser fetches only one of the scenes
    scripts = {path.rpartition("/")[2] for path in fetched if path.endswith(".js")}
    if bundling == "bundled":
        assert scripts == {"theme.js", "page.js", "shared.js", "later.js"}
    else:
        assert {"table.js", "scene.js", "dom.js", "track.js"} <= scripts
    assert "/icons/dunes-dusk.svg" in fetched
    sizes = {path: len(gzip.compress(text.encode())) for path, text in fetched.items()}
    of_blocks = sum(size for path, size in sizes.items() if "/blocks/" in path or "/later." in path)
    assert sum(sizes.values()) < MOST_BYTES_WITH_BLOCKS[bundling]
    assert sum(sizes.values()) - of_blocks < MOST_BYTES[bundling]


def test_pages_have_no_inline_content_their_policy_forbids(table: WatchedTable) -> None:
    table.start()
    for path in ("/", "/tv"):
        html = table.get(path)
        assert not re.search(r"<style|\sstyle=|\son\w+=", html)
        assert all(tag in ("src", "type") for tag in re.findall(r"<script (\w+)=", html))


# Following the game.


def test_a_new_move_is_shown_and_read_aloud(table: WatchedTable) -> None:
    table.start()
    with table.page() as page:
        expect(page.locator("#headline")).to_have_text("Inès’s turn")
        table.play("step", "step", "end")
        expect(page.locator("#headline")).to_have_text("Bao’s turn")
        expect(page.locator("#turn .mark")).to_have_attribute("data-colour", "red")
        expect(page.locator("#events li").first).to_have_text(re.compile("Inès: 0 → 4"))
        expect(page.locator("#last")).to_have_text("Inès: 0 → 4")
        expect(page.locator("#spoken")).to_have_text("Inès: 0 → 4. Bao’s turn.")
        table.play("ballast")
        expect(row(page, 2).locator("[data-part=total]")).to_have_text("2")
        expect(row(page, 2).locator(".stand")).to_have_text("space 3")


def test_every_script_of_the_page_receives_views(table: WatchedTable) -> None:
    table.start()
    with table.page() as page:
        page.wait_for_function("() => document.companionView?.seq === 1")
        page.evaluate("document.addEventListener('companion:view', ({ detail }) => (document.title = detail.seq))")
        table.play("step")
        expect(page).to_have_title("2")


def test_a_score_unfolds_its_lines_newest_first(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_GANZHOU)
    with table.page() as page:
        row(page, 3).locator("summary").click()
        lines = row(page, 3).locator(".lines li")
        assert [" ".join(line.split()) for line in lines.all_inner_texts()] == [
            "+6 gold tally at Ganzhou, space 16 E8",
            "+3 gold at the start E1",
        ]
        table.move(3, move="correct", what="gold", by=2, note="found")
        expect(lines.first).to_contain_text("corrected by hand: found")
        expect(row(page, 3).locator("details")).to_have_attribute("open", "")


def test_equal_gains_are_distinguished_by_their_reasons(table: WatchedTable) -> None:
    lines = [
        {"seat": 1, "what": "gold", "by": 2, "amount": "+2 gold", "text": "by the bridge"},
        {"seat": 1, "what": "gold", "by": 1, "amount": "+1 gold", "text": "by the well"},
        {"seat": 1, "what": "pepper", "by": 1, "amount": "+1 pepper", "text": "by the well"},
        {"seat": 2, "what": "gold", "by": 1, "amount": "+1 gold", "text": "by the way"},
    ]
    with table.page() as page:
        sentence = page.evaluate(
            "async (lines) => (await import('/scripts/lib/says.js')).summarizeMove('Inès walks', lines, 1)", lines
        )
        assert sentence == "Inès walks: +2 gold (by the bridge), +1 gold (by the well), +1 pepper"


def test_a_games_unit_may_have_its_own_drawing(table: WatchedTable) -> None:
    table.start(*NAMES, game="classic")
    with table.page() as page:
        drawing = page.locator("#totals [data-part=unit] svg").first
        expect(drawing.locator("*").first).to_be_attached()
        page.evaluate(
            """async () => {
              const { showTotals } = await import("/scripts/table/totals.js");
              showTotals(document.getElementById("totals"), { ...document.companionView, unit: "hasard" });
            }"""
        )
        expect(drawing).to_have_attribute("data-drawing", "hasard")
        expect(drawing.locator("path")).to_have_count(1)


def test_a_take_back_disappears_from_the_page(table: WatchedTable) -> None:
    table.start()
    table.play("step", "step")
    with table.page() as page:
        table.take_back()
        expect(page.locator("#last")).to_have_text("Taken back: Inès steps to 4")
        expect(row(page, 1).locator(".stand")).to_have_text("space 3")


def test_an_open_page_follows_the_start_and_end_of_games(table: WatchedTable) -> None:
    with table.page() as page:
        expect(page.locator("h1:visible")).to_have_text("Set out your camels: who’s playing?")
        table.start("Ada", "Bo")
        expect(page.locator("h1:visible")).to_have_text("Ada’s turn")
        expect(page.locator("#totals .total")).to_have_count(2)
        table.start(*NAMES)
        expect(page.locator("#totals .total")).to_have_count(3)
        expect(row(page, 1)).to_contain_text("Inès")


def test_names_are_always_shown_as_text(table: WatchedTable) -> None:
    names = ("<b>x</b>", "Zoé 🐪", '"><img src=x onerror=alert(1)>')
    table.start(*names)
    with table.page() as page:
        table.play("step", "end", "step", "end", "step")
        expect(page.locator("#headline")).to_have_text(f"{names[2]}’s turn")
        for seat, name in enumerate(names, 1):
            expect(row(page, seat).locator("[data-part=name]")).to_have_text(name)
        assert page.locator("main img, main b b").count() == 0


def test_another_game_without_a_race_has_scores_events_and_chart(browser: Browser) -> None:
    with new_session((LANTERNS,)) as session, WatchedTable(browser, session).served() as table:
        table.start("Ada", "Bo", game="lanterns")
        with table.page() as page:
            expect(page.locator("#totals .total")).to_have_count(2)
            expect(page.locator("#block-race")).to_be_hidden()
            expect(page.locator("#chart svg")).to_be_visible()
            table.move(1, move="hide", colour="red", value=11_111, wish="peace")
            expect(page.locator("#events li")).to_have_count(1)
            assert "11111" not in page.content()


# The pictures.


def test_the_race_is_described_and_camels_move(table: WatchedTable) -> None:
    table.start()
    with table.page() as page:
        expect(page.locator("#block-race title").first).to_have_text(
            "The race. Inès: Ormuz. Bao: space 1. Chloé: space 2"
        )
        assert page.locator("#block-race .pawn").count() == 3
        assert page.locator("#block-race .pawn.on-turn").get_attribute("data-colour") == "blue"
        before = page.locator("#block-race .pawn.on-turn").evaluate("(pawn) => pawn.style.transform")
        table.play("step")
        expect(page.locator("#block-race title").first).to_have_text(
            "The race. Inès: space 3. Bao: space 1. Chloé: space 2"
        )
        assert page.locator("#block-race .pawn.on-turn").evaluate("(pawn) => pawn.style.transform") != before


@pytest.mark.usefixtures("separate_files")
def test_only_visible_drawings_of_towns_are_fetched(table: WatchedTable) -> None:
    table.start()
    with table.page() as page:
        for town in ("ormuz", "ganzhou", "dadu"):
            expect(page.locator(f'#block-race [data-art="{town}"] path').first).to_be_attached()
        scripts = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))")
        assert {"scene.js", "track.js", "track.css", "dadu.svg"} <= {*scripts}
        assert not {"ring.js", "ring.css", "graph.js", "spinning.js"} & {*scripts}


@in_wider_letters
def test_several_camels_on_one_space_stand_apart(table: WatchedTable) -> None:
    table.start("Ada", "Bo")
    table.play(*["step 1"] * 8, "end", "end", *["step 2"] * 12)
    with table.page() as page:
        shapes = page.locator("#block-race .pawn-badge .shape")
        expect(shapes).to_have_count(4)
        # All in one script: the race may be redrawn between two looks.
        boxes = shapes.evaluate_all("all => all.map(shape => shape.getBoundingClientRect().toJSON())")
        places = [(round(box["x"]), round(box["y"])) for box in boxes]
        assert len(places) == len({*places}) == 4
        crowd = sorted(places)[-2:]
        assert abs(crowd[0][0] - crowd[1][0]) + abs(crowd[0][1] - crowd[1][1]) >= 12


def test_the_chart_is_a_table_too(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_GANZHOU)
    with table.page() as page:
        expect(page.locator("#chart table tr")).to_have_count(3)
        rows = page.locator("#chart table tr").all_inner_texts()
        assert [row.split("\t") for row in rows] == [
            ["", *NAMES],
            ["Start", "3", "3", "3"],
            ["Move\N{NO-BREAK SPACE}25", "5", "3", "9"],
        ]


# For everybody.


@pytest.mark.parametrize(("language", "turn"), [("fr-FR", "C’est à Inès"), ("en-US", "Inès’s turn")])
def test_it_speaks_the_readers_language(table: WatchedTable, language: str, turn: str) -> None:
    table.start()
    with table.page(language=language) as page:
        expect(page.locator("#headline")).to_have_text(turn)
        expect(page.locator("html")).to_have_attribute("lang", language[:2])


@in_wider_letters
@pytest.mark.parametrize("width", [320, 390, 820, 1280, 1920])
def test_it_fits_every_width_also_with_long_names(table: WatchedTable, width: int) -> None:
    table.start(*LONGEST_NAMES)
    table.play("step", "end", "step", "end")
    with table.page(viewport={"width": width, "height": 700}) as page:
        row(page, 1).locator("summary").click()
        assert overflow(page) == 0
        names = page.locator(".places a").all()
        tops = {round(box["y"]) for box in (name.bounding_box() for name in names) if box}
        assert len(tops) == 1


@in_wider_letters
@pytest.mark.parametrize("width", [320, 390])
def test_a_name_breaks_only_between_its_words(table: WatchedTable, width: int) -> None:
    names = ("Maximilienne-Élisabeth de La Rochefoucau", "Bartholomäus", "Élodie-Thérèse")
    table.start(*names)
    for seat in (1, 2, 3):
        table.move(seat, move="correct", what="gold", by=20, note="")
    with table.page(viewport={"width": width, "height": 700}) as page:
        for seat, name in enumerate(names, 1):
            words = re.findall(r"[^\s-]+-?", name)
            assert lines_of(row(page, seat).locator("[data-part=name]"), words) == [1] * len(words)


def test_no_empty_list_of_moves_is_shown(table: WatchedTable) -> None:
    table.start()
    with table.page() as page:
        expect(page.locator(".happened")).to_be_hidden()
        table.play("step")
        expect(page.locator("#last")).to_be_visible()  # the headline has the newest event
        expect(page.locator(".happened")).to_be_hidden()
        table.play("step")
        expect(page.locator(".happened")).to_be_visible()
        expect(page.locator("#events li").filter(visible=True)).to_have_count(1)


def test_scores_are_large(table: WatchedTable) -> None:
    table.start()
    with table.page() as page:
        assert (
            row(page, 1).locator("[data-part=total]").evaluate("(b) => parseFloat(getComputedStyle(b).fontSize)") >= 40
        )


def test_the_keyboard_reaches_everything(table: WatchedTable) -> None:
    table.start()
    with table.page() as page:
        expect(page.locator("#block-race svg")).to_be_visible()
        wanted = page.locator("a:visible, button:visible, summary:visible").count()
        reached = set()
        for _ in range(wanted + 2):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        assert len(reached - {page.evaluate("[...document.querySelectorAll('*')].indexOf(document.body)")}) >= wanted
        row(page, 2).locator("summary").focus()
        page.keyboard.press("Enter")
        expect(row(page, 2).locator(".lines")).to_be_visible()


def test_no_file_of_the_page_uses_other_hosts() -> None:
    for path in web_dir().rglob("*.*"):
        if path.name.endswith(".OFL.txt"):  # licences as they are
            continue
        text = (
            path.read_text("utf-8", errors="replace")
            .replace("http://www.w3.org/2000/svg", "")
            .replace('"http://", ""', "")
        )
        assert not re.search(r"https?://", text), path
