"""Tests of animations on the table page: tallies read out, the end, and nothing revealed too early."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.chromium import MOVING
from tests.server.watched_table import TO_DADU, TO_GANZHOU, WatchedTable, row


@pytest.fixture
def table(browser: Browser) -> Iterator[WatchedTable]:
    with WatchedTable(browser).served() as table:
        yield table


def take_the_end_back(table: WatchedTable) -> None:
    """End a game, and take that back: its end is restored without a reveal."""
    table.start()
    table.play(*TO_DADU)
    table.take_back()


def test_a_tap_ends_a_tally_and_still_counts(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_GANZHOU[:-1])
    with table.page(**MOVING) as page:
        table.play(TO_GANZHOU[-1])
        card = page.locator(".ceremony")
        expect(card.locator(".ceremony-title")).to_have_text("Tally at Ganzhou")
        assert [name.split("\n")[0] for name in card.locator(".share-name").all_inner_texts()] == [
            "Chloé",
            "Inès",
            "Bao",
        ]
        expect(page.locator("#spoken")).to_have_text("Chloé reaches Ganzhou. Chloé +6. Inès +2. Inès’s turn.")
        row(page, 3).locator("summary").click()
        expect(card).to_have_count(0)
        expect(row(page, 3).locator("details")).to_have_attribute("open", "")
        expect(row(page, 3).locator("[data-part=total]")).to_have_text("9")


@pytest.mark.parametrize(("path", "count"), [("/", 1), ("/tv", 0)])
def test_a_television_is_not_asked_for_a_tap(table: WatchedTable, path: str, count: int) -> None:
    table.start()
    table.play(*TO_GANZHOU[:-1])
    with table.page(path, **MOVING) as page:
        table.play(TO_GANZHOU[-1])
        card = page.locator(".ceremony")
        expect(card.locator(".ceremony-title")).to_have_text("Tally at Ganzhou")
        expect(card.locator(".ceremony-skip")).to_have_count(count)


@pytest.mark.usefixtures("separate_files")
def test_a_tally_during_a_fetch_is_read_out(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_GANZHOU[:-1])
    with table.page(**MOVING) as page:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/scripts/blocks/track.js*", hold)
        with page.expect_request("**/scripts/blocks/track.js*"), page.expect_response("**/api/events*"):
            page.reload()
        table.play(TO_GANZHOU[-1])
        expect(page.locator(".ceremony-title")).to_have_text("Tally at Ganzhou")
        for route in held:
            route.continue_()
        expect(page.locator("#blocks .block")).not_to_have_count(0)


def test_a_later_page_reads_out_no_old_tally(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_GANZHOU)
    with table.page(**MOVING) as page:
        table.move(1, move="correct", what="gold", by=1, note="")
        expect(row(page, 1).locator("[data-part=total]")).to_have_text("6")
        assert page.locator(".ceremony").count() == 0


def test_with_reduced_motion_everything_is_shown_at_once(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_GANZHOU[:-1])
    with table.page() as page:
        page.evaluate(
            "setInterval(() => (window.most = Math.max(window.most ?? 0, moving())), 5);"
            "window.moving = () => document.getAnimations().filter((one) => one.effect.getComputedTiming()"
            ".duration).length"
        )
        table.play(TO_GANZHOU[-1])
        expect(page.locator(".ceremony li:not(.waiting)")).to_have_count(3)
        expect(row(page, 3).locator("[data-part=total]")).to_have_text("9")
        assert page.evaluate("window.most") == 0


def test_a_restored_end_is_hidden_until_the_tally_is_over(table: WatchedTable) -> None:
    take_the_end_back(table)
    with table.page(**MOVING) as page:
        table.restore()
        expect(page.locator(".ceremony li:not(.waiting)")).to_have_count(1)
        expect(page.locator("#headline")).to_have_text("Tally at Dadu")
        assert row(page, 1).locator("[data-part=total]").inner_text() == "9"
        assert "16" not in page.locator("#chart tr").last.inner_text()
        expect(page.locator("#ending")).to_be_hidden()
        assert page.locator(".ceremony").count() == 1
        expect(page.locator("#headline")).to_have_text("Inès wins!")
        expect(row(page, 1).locator("[data-part=total]")).to_have_text("16")
        assert page.locator(".ceremony li.waiting").count() == 0
        expect(page.locator("#ending .podium > li")).to_have_count(3)


def test_changes_during_a_tally_are_shown_at_once(table: WatchedTable) -> None:
    take_the_end_back(table)
    with table.page(**MOVING) as page:
        table.restore()
        expect(page.locator(".ceremony")).to_be_visible()
        expect(page.locator("#headline")).to_have_text("Tally at Dadu")
        table.take_back()
        expect(page.locator("#headline")).to_have_text("Inès’s turn")
        expect(row(page, 1).locator("[data-part=total]")).to_have_text("9")


def test_the_host_is_offered_a_rematch_after_a_game(table: WatchedTable) -> None:
    table.start()
    with table.page(**MOVING) as page:
        code = {"code": table.world.codes.offer(None, 1).code}
        assert page.context.request.post(f"{page.url}api/claim", data=code).ok
        page.reload()
        expect(page.locator("#rematch")).to_be_hidden()
        table.close_game()
        expect(page.locator("#rematch")).to_be_in_viewport()
        expect(page.locator("#rematch")).to_have_attribute("href", "/setup?rematch=1")
    with table.page(**MOVING) as page:
        expect(page.locator("#rematch")).to_be_hidden()
