"""Tests of the table on a television: all of it at once, large, and steady."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.rules.scene import Card, CardRow, Cards, Cell, Grid, GridRow
from tests.fonts import in_other_letters
from tests.server.replaced_scene import replaced_scene
from tests.server.watched_table import LONGEST_NAMES, WatchedTable, overflow, row

WIDE = "Mammamm Mammamm Mammamm Mammamm Mammamm"
"""A name of the greatest length, with wide letters only."""


@pytest.fixture
def table(browser: Browser) -> Iterator[WatchedTable]:
    with WatchedTable(browser).served() as table:
        yield table


@in_other_letters
def test_a_television_shows_everything_at_once_and_large(table: WatchedTable) -> None:
    table.start(*LONGEST_NAMES)
    table.play("step", "end", "step")
    with table.page("/tv", viewport={"width": 1920, "height": 1080}) as page:
        expect(page.locator("h1:visible")).to_have_text(re.compile("Wolfgang"))
        total = row(page, 1).locator("[data-part=total]")
        assert total.evaluate("(b) => parseFloat(getComputedStyle(b).fontSize)") >= 96
        race = page.locator("#block-race svg").bounding_box()
        assert race is not None
        assert race["width"] > 1500
        race_box = page.locator("#block-race").bounding_box()
        assert race_box is not None
        assert race["y"] + race["height"] <= race_box["y"] + race_box["height"] <= 1030
        assert overflow(page) == 0
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080
        table.play("end")
        expect(page.locator("h1:visible")).to_have_text("Anneliese’s turn")


def test_the_headline_has_a_tint_without_shades(table: WatchedTable) -> None:
    table.start()
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        turn = page.locator(".turn")
        expect(turn).to_have_css("background-image", "none")
        assert turn.evaluate("(card) => getComputedStyle(card, '::before').display") == "none"


def test_the_last_move_has_the_mark_of_another_mover(table: WatchedTable) -> None:
    table.start()
    table.play("step")
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        expect(page.locator("h1:visible")).to_have_text("Inès’s turn")
        expect(page.locator(".mark + #last")).to_have_count(0)
        table.play("end")
        expect(page.locator("h1:visible")).to_have_text("Bao’s turn")
        expect(page.locator(".mark + #last")).to_have_count(1)
        assert page.locator(".mark:has(+ #last)").get_attribute("data-colour") == row(page, 1).locator(
            ".mark"
        ).first.get_attribute("data-colour")


@in_other_letters
def test_a_long_last_event_takes_two_lines(table: WatchedTable) -> None:
    table.start(WIDE, *LONGEST_NAMES[1:])
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        last = page.locator("#last")
        page.get_by_role("button", name="Address").press("Enter")  # its square code takes room
        table.move(1, move="correct", what="gold", by=3)
        expect(last).to_contain_text(WIDE)
        assert last.evaluate("(p) => p.scrollHeight <= p.clientHeight && p.scrollWidth <= p.clientWidth")
        high = last.evaluate("(p) => p.clientHeight / parseFloat(getComputedStyle(p).fontSize)")
        assert high > 2, "two lines"
        parts = """() => {
          const card = document.querySelector(".turn");
          const { top, bottom } = card.getBoundingClientRect();
          const boxes = [...card.querySelectorAll("h1, .last")].map((one) => one.getBoundingClientRect());
          return boxes.map((box) => box.height > 8 && box.top >= top && box.bottom <= bottom);
        }"""
        assert page.evaluate(parts) == [True, True]


@pytest.mark.parametrize("tracking", ["full", "points"])
def test_a_long_headline_leaves_room_for_the_round(table: WatchedTable, tracking: str) -> None:
    """All wait for four seats at the start of a round: two lines of names beside the round, above the last event."""
    options = {"tracking": tracking, "characters": ["berke", "kubilai", "wilhelm", "johannes"]}
    table.start("Inès", "Bao", "Chloé", "Dara", game="voyages", options=options)
    outside = """() => {
      const room = document.querySelector(".turn").getBoundingClientRect();
      const lines = [...document.querySelectorAll(".turn :is(h1, .last:not(:empty), .rounds > *)")];
      return lines.filter((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return top < room.top || bottom > room.bottom || line.scrollHeight > line.clientHeight + 1;
      }).map((line) => line.textContent);
    }"""
    with table.page("/tv", language="fr-FR", viewport={"width": 1280, "height": 720}) as page:
        expect(page.locator("#headline")).to_have_text("On attend Inès, Bao, Chloé et Dara")
        expect(page.locator(".rounds b")).to_have_text("1 sur 5")
        expect(page.locator(".rounds .past")).to_have_count(1)
        assert page.evaluate(outside) == []
        table.move(1, move="correct", what="points", by=1)
        expect(page.locator("#last")).to_contain_text("0 → 1 point, corrigé")
        assert page.evaluate(outside) == []


FITS = """() => {
  const rest = document.querySelector(".rest");
  const chosen = Number(rest.style.zoom);
  const seen = [];
  const smallest = Number(getComputedStyle(rest).getPropertyValue("--smallest")) || 0.8;
  const largest = Number(getComputedStyle(rest).getPropertyValue("--largest")) || 1;
  for (let size = smallest; size < largest + 0.01; size += 0.05) {
    rest.style.zoom = size;
    const inside = rest.scrollHeight <= rest.clientHeight + 1 && rest.scrollWidth <= rest.clientWidth + 1;
    const whole = [...rest.children].every((card) => card.getClientRects().length < 2);
    if (inside && whole) seen.push(Number(rest.style.zoom));
  }
  rest.style.zoom = chosen;
  return [chosen, Math.max(...seen), [...rest.children].map((card) => card.matches(".no-room"))];
}"""
"""Script that returns the size chosen for what is beside the largest block, the largest that fits, and what is left
out."""


@in_other_letters
@pytest.mark.parametrize(
    ("game", "high", "elsewhere"), [("voyages", 480, 960), ("voyages", 1080, 600), ("voyages", 1400, 2160)]
)
def test_content_beside_the_largest_block_is_scaled_to_fit(
    table: WatchedTable, game: str, high: int, elsewhere: int
) -> None:
    table.start(*LONGEST_NAMES[:4], game=game)
    with table.page("/tv", viewport={"width": 1920, "height": high}) as page:
        expect(page.locator(".rest[style*=zoom] > .block").first).to_be_attached()
        chosen, fits, left_out = page.evaluate(FITS)
        assert chosen == pytest.approx(fits)
        assert not any(left_out)
        page.set_viewport_size({"width": 1920, "height": elsewhere})
        page.wait_for_function("before => Number(document.querySelector('.rest').style.zoom) !== before", arg=chosen)
        chosen_size, fits, _ = page.evaluate(FITS)
        assert chosen_size == pytest.approx(fits)
        page.set_viewport_size({"width": 1920, "height": high})
        page.wait_for_function(
            "before => Number(document.querySelector('.rest').style.zoom) !== before", arg=chosen_size
        )
        assert page.evaluate(FITS)[0] == chosen


@in_other_letters
def test_content_that_does_not_fit_is_left_out(table: WatchedTable) -> None:
    table.start(*LONGEST_NAMES[:4], game="voyages")
    with table.page("/tv", viewport={"width": 1920, "height": 1080}) as page:
        expect(page.locator(".rest[style*=zoom] > .block").first).to_be_attached()
        before = page.evaluate(FITS)
        rest = page.locator(".rest")
        rest.evaluate("rest => Object.assign(rest.style, { height: '16rem', alignSelf: 'start' })")
        expect(page.locator(".rest > .no-room").first).to_be_attached()
        chosen, fits, left_out = page.evaluate(FITS)
        assert chosen == pytest.approx(fits)
        assert not all(left_out)
        rest.evaluate("rest => Object.assign(rest.style, { height: '', alignSelf: '' })")
        expect(page.locator(".rest > .no-room")).to_have_count(0)
        assert page.evaluate(FITS) == before


@in_other_letters
def test_unfitted_content_does_not_widen_the_page(table: WatchedTable) -> None:
    """Check a turned screen, which is laid out before its blocks are fitted to it again."""
    table.start(*LONGEST_NAMES[:4], game="voyages")
    with table.page("/tv", viewport={"width": 1920, "height": 844}) as page:
        expect(page.locator(".rest > .block").first).to_be_attached()
        over = page.evaluate(
            """() => {
              const rest = document.querySelector(".rest");
              rest.style.zoom = 2;
              for (const card of rest.children) card.classList.remove("no-room");
              const { scrollWidth, clientWidth } = document.documentElement;
              return [rest.scrollWidth > rest.clientWidth, scrollWidth - clientWidth];
            }"""
        )
        assert over == [True, 0]


@in_other_letters
@pytest.mark.parametrize("game", ["expedition", "classic"])
def test_every_part_of_a_total_stays_in_its_card(table: WatchedTable, game: str) -> None:
    table.start(*LONGEST_NAMES[:4], game=game)
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        expect(page.locator("#block-race svg, #block-wheel svg").locator("visible=true").first).to_be_visible()
        outside = page.evaluate(
            """() => [...document.querySelectorAll(".total")].flatMap((card) => {
                const room = card.getBoundingClientRect();
                return [...card.querySelectorAll("summary *")].filter((part) => {
                    const { left, right, top, bottom, width } = part.getBoundingClientRect();
                    const shown = width > 1 && getComputedStyle(part).visibility === "visible";
                    const inside = left > room.left - 1 && right < room.right + 1;
                    return shown && !(inside && top > room.top - 1 && bottom < room.bottom + 1);
                }).map((part) => `${part.className} ${part.textContent}`);
            })"""
        )
        assert outside == []


@in_other_letters
@pytest.mark.parametrize("begun", [True, False])
def test_messages_do_not_move_the_content(table: WatchedTable, begun: bool) -> None:
    """Neither a badge, nor a long name, nor the state before the game moves anything."""
    if begun:
        table.start(*LONGEST_NAMES)
    with table.page("/tv", language="fr-FR", viewport={"width": 1920, "height": 1080}) as page:
        if not begun:
            expect(page.locator(".empty")).to_be_visible()
            table.start(*LONGEST_NAMES)
        places = ["#turn", "#totals", "#block-race"]
        expect(page.locator("#block-race svg")).to_be_visible()
        expect(page.locator("#chart-card")).to_be_hidden()
        before = [page.locator(place).bounding_box() for place in places]
        table.move(1, move="correct", what="gold", by=2, note="")
        expect(page.locator(".badge")).to_have_text("Corrigé à la main")
        assert [page.locator(place).bounding_box() for place in places] == before
        table.play(*["step", "end"] * 2)
        expect(page.locator("#headline")).to_contain_text("Anneliese")
        assert [page.locator(place).bounding_box() for place in places] == before
        badge = page.locator(".badge").bounding_box()
        assert badge is not None
        assert badge["y"] > 1000
        assert badge["height"] < 60


def test_a_television_shows_the_address_for_phones(table: WatchedTable) -> None:
    with table.page("/tv", viewport={"width": 1920, "height": 1080}) as page:
        expect(page.locator(".invite")).to_contain_text("192.168.1.23:8080")
        assert page.locator(".qr").evaluate("(image) => image.naturalWidth > 0 && image.complete")
        expect(page.locator("h1:visible")).to_have_text("Set out your camels: who’s playing?")


def test_the_address_is_shown_in_a_turn_if_asked_for(table: WatchedTable) -> None:
    table.start()
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        expect(page.locator("#headline")).to_have_text("Inès’s turn")
        expect(page.locator(".invite")).to_be_hidden()
        switch = page.get_by_role("button", name="Address")
        switch.press("Enter")
        expect(page.locator(".invite")).to_be_visible()
        expect(switch).to_have_attribute("aria-pressed", "true")
        table.play("step", "end")
        expect(page.locator("#headline")).to_have_text("Bao’s turn")
        expect(page.locator(".invite")).to_be_visible()
        switch.press("Enter")
        expect(page.locator(".invite")).to_be_hidden()


def test_choices_are_hidden_until_somebody_touches_something(table: WatchedTable) -> None:
    table.start()
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        page.clock.install()
        page.reload()
        choice = page.locator("#sounds")
        expect(choice).to_be_visible()
        page.clock.fast_forward(21_000)
        expect(choice).to_be_hidden()
        table.play("step")
        expect(page.locator("#last")).to_contain_text("Inès steps to")
        expect(choice).to_be_hidden()
        for x in (None, 300):
            if x is None:
                page.keyboard.press("ArrowDown")
            else:
                page.mouse.move(x, x)
            expect(choice).to_be_visible()
            page.clock.fast_forward(19_000)
            expect(choice).to_be_visible()
            page.clock.fast_forward(2_000)
            expect(choice).to_be_hidden()


def test_an_oasis_lies_in_every_row_but_the_first(table: WatchedTable) -> None:
    table.start()
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        expect(page.locator("#block-race .dune")).to_have_count(4)
        expect(page.locator("#block-race .oasis")).to_have_count(1)
        dune, oasis = (page.locator(f"#block-race {part}").first.bounding_box() for part in (".dune", ".oasis"))
        assert dune is not None
        assert oasis is not None
        assert dune["y"] < oasis["y"]


def test_an_amount_and_its_unit_stay_in_one_line(table: WatchedTable) -> None:
    table.start(*LONGEST_NAMES)
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        table.play("step", "step", "end", "ballast", "end")
        last = page.locator("#last")
        expect(last).to_contain_text("gold")
        assert re.search(r"\d\u00a0gold", last.evaluate("(element) => element.textContent"))


def test_pieces_in_a_purse_have_the_colour_of_their_seat(table: WatchedTable) -> None:
    table.start("Inès", "Marc", game="voyages")
    with table.page("/tv", viewport={"width": 1280, "height": 720}) as page:
        for seat in (1, 2):
            colour = row(page, seat).get_attribute("data-colour")
            assert colour is not None
            pieces = row(page, seat).locator(".held .drawing[data-colour]")
            expect(pieces).to_have_count(1)
            expect(pieces).to_have_attribute("data-colour", colour)
            assert pieces.evaluate("(element) => getComputedStyle(element).color") == pieces.evaluate(
                """(element) => {
                    const sample = document.body.appendChild(document.createElement("i"));
                    sample.style.color = getComputedStyle(element).getPropertyValue("--seat");
                    return getComputedStyle(sample).color;
                }"""
            )


def test_an_idle_television_shows_an_address_that_came_later(table: WatchedTable) -> None:
    table.world.address = ""
    with table.page("/tv") as page:
        page.clock.install()
        page.reload()
        for address in ("http://192.168.7.8:8080/", "http://table.lan:8080/"):
            table.world.address = address
            page.clock.fast_forward(61_000)
            expect(page.locator("#invite")).to_contain_text(address.removeprefix("http://").rstrip("/"))
        table.start()
        expect(page.locator("h1:visible")).to_have_text("Inès’s turn")
        table.world.address = ""
        page.clock.fast_forward(61_000)
        expect(page.locator("#invite")).to_contain_text("table.lan")


TALL_BLOCKS: dict[str, Cards[str] | Grid[str]] = {
    "cards": Cards(
        id="tall",
        name="Piles",
        rows=tuple(
            CardRow(id=f"row{n}", name=f"Pile number {n}", cards=tuple(Card(id=f"{n}.{card}") for card in range(9)))
            for n in range(20)
        ),
    ),
    "grid": Grid(
        id="tall",
        name="Sheet",
        rows=tuple(
            GridRow(id=f"row{n}", name=f"A row with a name too long for one line, {n}", cells=(Cell(value=n),) * 3)
            for n in range(14)
        ),
    ),
}


@pytest.mark.parametrize("kind", TALL_BLOCKS)
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_a_large_block_of_many_rows_is_shown_whole(table: WatchedTable, kind: str, width: int, height: int) -> None:
    outside = """() => {
      const { bottom, right } = document.querySelector(".largest .block").getBoundingClientRect();
      const rows = [...document.querySelectorAll(".largest :is(.card-row, tbody tr)")];
      const beyond = rows.filter((row) => {
        const box = row.getBoundingClientRect();
        return box.bottom > bottom + 1 || box.right > right + 1;
      });
      return [rows.length, beyond.length];
    }"""
    with replaced_scene(TALL_BLOCKS[kind], wide="tall"):
        table.start()
        with table.page("/tv", viewport={"width": width, "height": height}) as page:
            expect(page.locator(".largest :is(.card-row, tbody tr)")).to_have_count(len(TALL_BLOCKS[kind].rows))
            page.wait_for_function(f"() => ({outside})()[1] === 0")
            assert page.evaluate(outside) == [len(TALL_BLOCKS[kind].rows), 0]
