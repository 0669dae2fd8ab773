"""Tests of the end of a game on pages, in a real browser: its reveal step by step, and the podium after it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.box.pages import end_reveal_page
from companion.table.commands import Play
from tests.chromium import MOVING
from tests.kit.golden_games import golden_file
from tests.server.browser_world import BrowserWorld, open_world, tap
from tests.server.watched_table import LONGEST_NAMES, TO_DADU, WatchedTable, overflow, row

WAITING = "The game is over. Now come the last points, step by step."
SPOKEN = (
    "Notes: Ada 140, Bao 160. Total: Ada 140, Bao 160.",
    "Goods: Ada 480, Bao 0. Total: Ada 620, Bao 160.",
    "Table and Secrets: Ada 480, Bao 0. Total: Ada 1100, Bao 160.",
)
TELEVISIONS: tuple[Any, ...] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
PHONES: tuple[Any, ...] = ({"width": 390, "height": 844}, {"width": 360, "height": 740})
SHOW_EACH_SENTENCE = """() => {
    window.sentences = [];
    const spoken = document.getElementById("spoken");
    const note = () => window.sentences.push(spoken.textContent);
    new MutationObserver(note).observe(spoken, { childList: true, characterData: true, subtree: true });
}"""
OUTSIDE = """() => {
    const card = document.getElementById("ending");
    const room = card.getBoundingClientRect();
    return [...card.querySelectorAll("*")].filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect();
        const inside = left > room.left - 1 && right < room.right + 1 && top > room.top - 1 && bottom < room.bottom + 1;
        return width > 1 && !inside;
    }).map((part) => `${part.tagName} ${part.textContent}`);
}"""
"""Returns the parts of the card that are outside of it, and not only read aloud."""
COLUMNS = """() => [...document.querySelectorAll("#ending thead :is(th, td)")].map(
    (cell) => cell.getBoundingClientRect().left
)"""
"""Returns the left edges of the columns."""

BROKEN_WORDS = r"""() => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const broken = [];
    while (walker.nextNode()) {
        const text = walker.currentNode;
        if (!text.parentElement.closest(".card-row :is(em, .hint)")) continue;
        for (const { 0: word, index } of text.data.matchAll(/[\p{L}\d]+/gu)) {
            const range = new Range();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
    }
    return broken;
}"""
"""Returns the words of cards, and of the notes beside them, that are broken."""


def play_up_to_the_end(
    world: BrowserWorld, game: str, name: str, names: tuple[str, ...] = ()
) -> tuple[int, dict[str, Any]]:
    """Play a golden game, with other names if there are any, up to the move that ends it; return that move."""
    first, *lines = [json.loads(line) for line in golden_file(game, name).read_text("utf-8").splitlines()]
    moves = [(line.pop("seat"), line) for line in lines]
    world.start(*(names or first["seats"]), game=game, options=first["options"])
    world.companion.ask(lambda: world.companion.session.do(Play(moves=tuple(moves[:-1]))))
    return moves[-1]


def end_game(world: BrowserWorld, last: tuple[int, dict[str, Any]]) -> None:
    """Make the move that ends the game."""
    world.play(last[0], **last[1])


def totals_of(page: Page) -> list[str]:
    return page.locator("#totals [data-part=total]").all_inner_texts()


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


# Step by step.


def test_every_page_shows_one_step_after_the_other(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "classic", "two_players")
    host, others = world.seat(None), [world.seat(2), world.phone(), world.phone(path="tv", viewport=TELEVISIONS[0])]
    before = {page: (page.title(), totals_of(page)) for page in (host, *others)}
    for page in (host, *others):
        page.evaluate(SHOW_EACH_SENTENCE)
    end_game(world, last)
    for page in (host, *others):
        expect(page.locator("#headline")).to_have_text("The final scoring")
        expect(page.locator(".last-points")).to_have_text(WAITING)
        expect(page.locator("#ending h2 .unseen")).to_have_text("The final scoring")
        expect(page.locator("#blocks-near .ring-block")).to_be_hidden()
        assert page.locator("#ending tbody tr").count() == 0
    for number, sentence in enumerate(SPOKEN, 1):
        host.locator("[data-key=next-step]").click()
        for page in (host, *others):
            expect(page.locator("#ending tbody tr")).to_have_count(number)
            expect(page.locator("#spoken")).to_have_text(sentence)
            expect(page.locator("#ending .steps .shown")).to_have_count(number)
            expect(page.locator("#ending thead th")).to_have_text(["AAda", "BBao"])
            assert (page.title(), totals_of(page)) == before[page]
            assert "win" not in page.locator("main").inner_text()
    host.locator("[data-key=next-step]").click()
    for page, winner in zip((host, *others), ("Ada wins!",) * 4, strict=True):
        expect(page.locator("#headline")).to_have_text(winner)
        expect(page.locator("#last")).to_have_text("1100 to 160: 940 ahead of Bao")
        expect(page.locator("#spoken")).to_have_text("Ada wins! 1100 to 160: 940 ahead of Bao.")
        expect(page.locator("#ending .podium > li")).to_have_count(2)
        sentences = page.evaluate("window.sentences")
        assert [sentence for sentence in sentences if sentence in SPOKEN] == [*SPOKEN], "each of them once"
        assert page.locator(".ceremony").count() == 0


def test_only_a_host_has_buttons_to_turn_the_steps(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "classic", "two_players")
    host, seat, watcher = world.seat(None), world.seat(2), world.phone("fr-FR")
    end_game(world, last)
    expect(host.locator("#turn-reveal button.play")).to_have_text("Next")
    expect(host.locator("#turn-reveal button.quiet")).to_have_text("Skip to the end")
    expect(host.locator("#ending .hint")).to_have_count(0)
    expect(seat.locator("#ending .hint")).to_have_text("The host or the box shows the next step.")
    expect(watcher.locator("#ending .hint")).to_have_text("L’hôte ou la boîte montre la suite.")
    for page in (seat, watcher):
        expect(page.locator(":is(#act, #turn-reveal) .play")).to_have_count(0)


def test_the_grid_is_in_sight_beneath_the_headline(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "classic", "two_players")
    host = world.seat(None, viewport=PHONES[1])
    end_game(world, last)
    world.turn_reveal(3)
    expect(host.locator("#ending tbody tr")).to_have_count(3)
    expect(host.locator("#ending tfoot")).to_be_in_viewport(ratio=1)
    expect(host.locator("[data-key=next-step]")).to_be_in_viewport(ratio=1)
    assert overflow(host) == 0


def test_seats_follow_each_other_where_there_are_no_categories(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU[:-1])
    with table.page() as page:
        table.play(TO_DADU[-1])
        expect(page.locator(".last-points")).to_have_text(WAITING)
        table.turn_reveal(1)
        seats = page.locator("#ending .ends > li")
        expect(seats).to_have_count(1)
        expect(seats.first).to_contain_text("nothing more")
        table.turn_reveal(3)
        expect(seats).to_have_count(3)
        assert [seat.split() for seat in seats.all_inner_texts()] == [
            ["I", "Inès", "+7", "tally", "at", "Dadu,", "space", "29", "16"],
            ["C", "Chloé", "nothing", "more", "3"],
            ["B", "Bao", "nothing", "more", "3"],
        ]
        expect(page.locator("#spoken")).to_have_text("Chloé: total 3. Inès: +7 tally at Dadu, space 29, total 16.")
        assert row(page, 1).locator("[data-part=total]").inner_text() == "9"


@pytest.mark.parametrize("path", ["", "tv"])
def test_pieces_climb_with_the_totals_that_are_shown(world: BrowserWorld, path: str) -> None:
    last = play_up_to_the_end(world, "voyages", "four_seats_expert")
    page = world.phone(path=path, viewport=(TELEVISIONS if path else PHONES)[0])
    end_game(world, last)
    reveal = world.companion.session.reveal
    assert reveal is not None
    shown = reveal.before
    expect(page.locator("#ending .climb .ending-total")).to_have_text([str(total) for total in shown])
    expect(page.locator("#ending .climb-gain")).to_have_text([""] * 4)
    for number, step in enumerate(reveal.steps, 1):
        world.turn_reveal(number)
        totals = [total or 0 for total in step.totals]
        expect(page.locator("#ending .climb .ending-total")).to_have_text([str(total) for total in totals])
        gains = [f"+{total - old}" if total > old else "" for total, old in zip(totals, shown, strict=True)]
        expect(page.locator("#ending .climb-gain")).to_have_text(gains)
        expect(page.locator("#ending tbody .newest")).to_have_count(1)
        expect(page.locator("#last")).to_have_text(f"Step {number} of 4")
        expect(page.locator("#headline")).to_have_text(page.locator("#ending .newest .category").inner_text())
        heights = page.locator("#ending .pillar").evaluate_all("(all) => all.map((part) => part.offsetHeight)")
        for (total, height), (other, other_height) in combinations(zip(totals, heights, strict=True), 2):
            assert (total > other) == (height > other_height), (totals, heights)
        shown = tuple(totals)


def test_only_the_newest_of_skipped_steps_is_lit(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "voyages", "four_seats_expert")
    page = world.phone()
    end_game(world, last)
    reveal = world.companion.session.reveal
    assert reveal is not None
    expect(page.locator(".last-points")).to_be_visible()
    world.turn_reveal(3)
    before, after = ([total or 0 for total in step.totals] for step in reveal.steps[1:3])
    expect(page.locator("#ending tbody .newest")).to_have_count(1)
    expect(page.locator("#headline")).to_have_text(page.locator("#ending .newest .category").inner_text())
    gains = [f"+{total - old}" if total > old else "" for total, old in zip(after, before, strict=True)]
    expect(page.locator("#ending .climb-gain")).to_have_text(gains)


def test_places_that_are_still_to_come_are_empty(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU[:-1])
    with table.page() as page:
        table.play(TO_DADU[-1])
        table.turn_reveal(1)
        expect(page.locator("#ending .open-places > li")).to_have_text(["1?", "2?"])
        expect(page.locator("#ending .hint")).to_have_text("The host or the box shows the next step.")
        table.turn_reveal(3)
        expect(page.locator("#ending .open-places > li")).to_have_count(0)
        expect(page.locator("#ending .ends > .newest")).to_contain_text("Inès")
        expect(page.locator("#ending .hint")).to_have_text("Now comes the podium.")


def test_the_box_turns_the_steps_without_a_press(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(end_reveal_page, "STEP_S", 0.3)
    with open_world(browser, tmp_path / "state") as world:
        last = play_up_to_the_end(world, "classic", "two_players")
        page = world.phone()
        end_game(world, last)
        expect(page.locator("#headline")).to_have_text("Ada wins!")


# By the players.


def test_a_move_on_a_phone_ends_the_game(world: BrowserWorld) -> None:
    world.start("Inès", "Bao", "Chloé")
    for move in [*["step"] * 14, "end_turn", "end_turn", *["step"] * 13]:
        turn = world.table.match.turn(world.table.state)
        assert turn is not None
        world.play(turn, **({"move": move, "by": "cards"} if move == "step" else {"move": move}))
    page, watcher = world.seat(1), world.phone()
    tap(page, "No more crates")
    page.locator(".confirm .play[aria-disabled=false]").click()
    for each in (page, watcher):
        expect(each.locator("#headline")).to_have_text("The final scoring")
        expect(each.locator(".last-points")).to_be_visible()
    assert "16" not in page.locator("#said").inner_text()
    world.turn_reveal()
    expect(page.locator("#headline")).to_have_text("You win!")
    expect(watcher.locator("#headline")).to_have_text("Inès wins!")


def test_the_keyboard_turns_all_steps(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "classic", "two_players")
    host = world.seat(None)
    end_game(world, last)
    host.locator("[data-key=next-step]").focus()
    for number in (1, 2, 3):
        host.keyboard.press("Enter")
        expect(host.locator("#ending tbody tr")).to_have_count(number)
        expect(host.locator("[data-key=next-step]")).to_be_focused()
    host.keyboard.press("Enter")
    expect(host.locator("#headline")).to_have_text("Ada wins!")
    expect(host.locator("#ending h2")).to_be_focused()


def test_a_host_skips_to_the_end(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "classic", "two_players")
    host, watcher = world.seat(None), world.phone()
    end_game(world, last)
    play_quietly(host)
    for page in (host, watcher):
        expect(page.locator("#headline")).to_have_text("Ada wins!")
        expect(page.locator("#ending .podium > li")).to_have_count(2)
    expect(host.locator("#rematch")).to_be_visible()


def play_quietly(host: Page) -> None:
    with host.expect_response("**/api/commands"):
        host.locator("[data-key=skip-reveal]").click()


def test_the_end_can_be_taken_back_during_the_reveal(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "classic", "two_players")
    host, watcher = world.seat(None), world.phone()
    end_game(world, last)
    world.turn_reveal(2)
    expect(watcher.locator("#ending tbody tr")).to_have_count(2)
    host.locator("#act [data-key=take_back]").click()
    for page in (host, watcher):
        expect(page.locator("#headline")).to_have_text("Ada’s turn")
        expect(page.locator("#ending")).to_be_hidden()
    end_game(world, last)
    expect(watcher.locator(".last-points")).to_have_text(WAITING)
    expect(watcher.locator("#ending tbody tr")).to_have_count(0)


# Motion.


def test_a_late_page_shows_the_present_step_without_motion(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU)
    table.turn_reveal(2)
    with table.page(**MOVING) as page:
        expect(page.locator("#ending .ends > li")).to_have_count(2)
        assert page.locator("#ending.moving").count() == 0
        assert page.locator("#spoken").inner_text() == ""
        table.turn_reveal(3)
        expect(page.locator("#ending.moving .ends > .new")).to_have_count(1)
    table.turn_reveal()
    with table.page(**MOVING) as page:
        expect(page.locator("#ending .podium > li")).to_have_count(3)
        assert page.locator("#ending.moving, .rain").count() == 0


@pytest.mark.parametrize(
    ("ranks", "notes"),
    [
        ((1, 1), ["page.podium.shared"]),
        ((1, 2), ["page.podium.decides"]),
    ],
)
def test_notes_say_what_holds_for_equal_totals(table: WatchedTable, ranks: tuple[int, ...], notes: list[str]) -> None:
    table.start()
    table.play(*TO_DADU)
    table.turn_reveal()
    with table.page() as page:
        expect(page.locator("#ending .podium > li")).to_have_count(3)
        assert page.evaluate(NOTES_OF_RANKS, ranks) == notes


NOTES_OF_RANKS = """async (ranks) => {
    const { podium } = await import("/scripts/table/podium.js");
    const standings = ranks.map((rank, i) => ({ seat: i + 1, rank, total: 11, ties: "camels: 20" }));
    const parts = podium({ ...document.companionView, standings });
    return parts.filter((part) => part.matches(".hint")).map((part) => part.textContent);
}"""
"""Returns the keys of the notes below a podium of these ranks with equal totals."""


def test_coins_fall_once_after_the_last_step(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU[:-1])
    with table.page(**MOVING) as page, table.page(**MOVING) as other:
        table.play(TO_DADU[-1])
        expect(page.locator(".last-points")).to_be_visible()
        for each in (page, other):
            each.evaluate(WATCH_RAIN)
        table.turn_reveal()
        for each in (page, other):
            each.wait_for_function("() => window.hasRained")
        for each in (page, other):
            expect(each.locator("#ending .podium > li")).to_have_count(3)
            expect(each.locator("#turn [data-drawing=crown]")).to_be_visible()
        page.keyboard.press("Shift")
        expect(page.locator(".rain")).to_have_count(0)
        assert page.locator("#ending.moving").count() == 0
        expect(other.locator("#ending.moving")).to_have_count(1)
        table.world.codes.offer(None, 1)
        assert page.locator(".rain").count() == 0


def test_the_result_follows_the_medals(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU[:-1])
    with table.page(**MOVING) as page:
        table.play(TO_DADU[-1])
        expect(page.locator(".last-points")).to_be_visible()
        page.evaluate(WATCH_RESULT)
        page.evaluate(WATCH_RAIN)
        table.turn_reveal()
        page.wait_for_function("() => window.hasRained")
        expect(page.locator("#headline")).to_be_visible()
        expect(page.locator("#spoken")).to_contain_text("Inès wins!")
        assert page.locator("#spoken").get_attribute("aria-live") == "polite"
        samples = page.evaluate("window.samples")
        assert len(samples) > 10
        assert not [sample for sample in samples if sample["shown"] and not sample["risen"]]
        assert [sample for sample in samples if not sample["shown"]], "it was hidden before"
        heard = [sample["live"] for sample in samples if not sample["shown"]]
        assert set(heard) == {"off"}


def test_a_press_shows_the_result_at_once(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU[:-1])
    with table.page(**MOVING) as page:
        table.play(TO_DADU[-1])
        expect(page.locator(".last-points")).to_be_visible()
        table.turn_reveal()
        expect(page.locator("#headline")).to_be_hidden()
        expect(page.locator("#ending.moving")).to_be_attached()
        page.keyboard.press("Shift")
        assert page.locator("#headline").is_visible()
        assert (
            page.locator("#ending .podium > [data-rank='1']").evaluate("(place) => getComputedStyle(place).opacity")
            == "1"
        )
        table.take_back()
        expect(page.locator("#headline")).to_be_visible()


WATCH_RAIN = """() => {
    const look = () => { window.hasRained ||= document.querySelector(".rain") !== null; };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
"""Script that notes in a page whether coins fall, however short a slow machine sees them."""
WATCH_RESULT = """() => {
    window.samples = [];
    const spoken = document.getElementById("spoken");
    const headline = document.getElementById("headline");
    const look = () => {
        if (headline.textContent.includes("wins")) {
            const first = document.querySelector("#ending .podium > [data-rank='1']");
            window.samples.push({
                shown: getComputedStyle(headline).visibility === "visible",
                risen: first !== null && Number(getComputedStyle(first).opacity) === 1,
                live: spoken.getAttribute("aria-live"),
            });
        }
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes at each frame whether the winner is named and whether the first place has risen."""


def test_a_press_ends_the_count_on_that_page(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU[:-1])
    with table.page(**MOVING) as page:
        page.clock.install()
        table.play(TO_DADU[-1])
        expect(page.locator(".last-points")).to_be_visible()
        table.turn_reveal(3)
        total = page.locator('#ending .ends [data-seat="1"] .ending-total')
        expect(total).to_be_visible()
        page.keyboard.press("Shift")
        expect(total).to_have_text("16")


def test_with_reduced_motion_steps_appear_at_once(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU[:-1])
    with table.page() as page:
        page.evaluate(
            "setInterval(() => (window.most = Math.max(window.most ?? 0, moving())), 5);"
            "window.moving = () => document.getAnimations().filter((one) => one.effect.getComputedTiming()"
            ".duration).length"
        )
        table.play(TO_DADU[-1])
        expect(page.locator(".last-points")).to_be_visible()
        table.turn_reveal(3)
        expect(page.locator("#ending .ends > li")).to_have_count(3)
        assert page.locator("#ending .ending-total").first.inner_text() == "16"
        table.turn_reveal()
        expect(page.locator("#ending .podium > li")).to_have_count(3)
        assert page.evaluate("window.most") == 0
        assert page.locator(".rain").count() == 0


# The podium.


@pytest.mark.parametrize(
    ("game", "name", "places"),
    [
        ("expedition", "four_players", ["Ada camels: 29 11", "Dara camels: 25 11", "Bao 9", "4 Chen 2"]),
        ("classic", "four_players_ruin", ["Chen 860", "Ada 270", "Dara 270", "4 Bao 220"]),
    ],
)
def test_the_podium_explains_ties(world: BrowserWorld, game: str, name: str, places: list[str]) -> None:
    end_game(world, play_up_to_the_end(world, game, name))
    world.turn_reveal()
    page = world.phone()
    items = page.locator("#ending :is(.podium, .podium-rest) > li")
    expect(items).to_have_count(4)
    margin = "Equal with Dara at 11: the tie-break decides" if game == "expedition" else "ahead of Ada and Dara"
    expect(page.locator("#last")).to_contain_text(margin)
    shown = [" ".join(text.split()) for text in items.evaluate_all(_SHOWN)]
    assert shown == places
    note = "With equal gold, the camel that is further wins." if game == "expedition" else "they share the place"
    expect(page.locator("#ending > .hint")).to_contain_text(note)
    expect(page.locator("#ending .medal")).to_have_count(3)
    expect(page.locator("#ending .podium .unseen").first).to_have_text("Rank 1")


def test_a_shared_win_has_one_total(world: BrowserWorld) -> None:
    end_game(world, play_up_to_the_end(world, "expedition", "shared_win", ("Hugo", "Léa", "Zoé")))
    world.turn_reveal()
    expect(world.phone().locator("#last")).to_have_text("11 each")
    page = world.phone("fr-FR", path="tv", viewport=TELEVISIONS[0])
    expect(page.locator("#last")).to_have_text("11 partout")
    expect(page.locator("#ending > .hint")).to_have_text("À égalité parfaite, la place est partagée.")


_SHOWN = """items => items.map((item) => {
    const copy = item.cloneNode(true);
    for (const part of copy.querySelectorAll(".unseen, .mark, svg")) part.remove();
    return [...copy.querySelectorAll("b, small")].map((part) => part.textContent).join(" ");
})"""
"""Returns the texts of places without what is drawn or only read aloud."""


PEDESTALS = """() => [...document.querySelectorAll("#ending .podium > li")].map((place) => {
    const pedestal = place.querySelector(".pedestal").getBoundingClientRect();
    const { bottom } = place.querySelector(".podium-total").getBoundingClientRect();
    return { height: pedestal.height, below: pedestal.bottom - bottom };
})"""
"""Returns the height of each pedestal, and of what of it is below the total."""


@pytest.mark.parametrize("names", [(), LONGEST_NAMES])
@pytest.mark.parametrize("name", ["two_players", "five_players_board"])
def test_the_end_fits_on_televisions_and_phones(world: BrowserWorld, name: str, names: tuple[str, ...]) -> None:
    last = play_up_to_the_end(world, "expedition", name, names[: 2 if name == "two_players" else 5])
    televisions = [world.phone("fr-FR", path="tv", viewport=viewport) for viewport in TELEVISIONS]
    phones = [world.phone("fr-FR", viewport=viewport, color_scheme="dark") for viewport in PHONES]
    end_game(world, last)
    seats = len(world.table.names)
    for step in range(seats + 1):
        if step:
            world.turn_reveal(step)
        for page in (*televisions, *phones):
            expect(page.locator("#ending .steps .shown")).to_have_count(step)
            assert page.evaluate(OUTSIDE) == [], step
            assert overflow(page) == 0
    world.turn_reveal()
    for page in (*televisions, *phones):
        expect(page.locator("#ending :is(.podium, .podium-rest) > li")).to_have_count(seats)
        assert page.evaluate(OUTSIDE) == []
        assert overflow(page) == 0
        pedestals = page.evaluate(PEDESTALS)
        assert min(pedestal["below"] for pedestal in pedestals) >= 8
        heights = [pedestal["height"] for pedestal in pedestals]
        assert all(high > low * 1.06 for high, low in pairwise(heights)), heights
    for page in televisions:
        expect(page.locator("#chart svg")).to_be_visible()
        expect(page.locator("#block-sources")).to_be_visible()


@pytest.mark.parametrize("names", [(), LONGEST_NAMES])
@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("voyages", "four_seats_expert"),
        ("voyages", "two_seats_wilhelm"),
        ("classic", "four_players_ruin"),
        ("classic", "two_players"),
    ],
)
def test_categories_fit_on_televisions_and_phones(
    world: BrowserWorld, game: str, name: str, names: tuple[str, ...]
) -> None:
    last = play_up_to_the_end(world, game, name, names[: 4 if name.startswith("four") else 2])
    televisions = [
        world.phone(language, path="tv", viewport=viewport) for viewport in TELEVISIONS for language in ("fr-FR", "en")
    ]
    phones = [world.phone("fr-FR", viewport=viewport, color_scheme="dark") for viewport in PHONES]
    end_game(world, last)
    reveal = world.companion.session.reveal
    assert reveal is not None
    columns: dict[Page, list[float]] = {}
    for step in range(1, len(reveal.steps) + 1):
        world.turn_reveal(step)
        for page in (*televisions, *phones):
            expect(page.locator("#ending .steps .shown")).to_have_count(step)
            expect(page.locator(".scores")).to_be_hidden()
            assert page.evaluate(OUTSIDE) == [], step
            assert overflow(page) == 0
            lefts = page.evaluate(COLUMNS)
            assert columns.setdefault(page, lefts) == lefts, "no column moves"
    world.turn_reveal()
    for page in televisions:
        expect(page.locator("#ending .podium > li").first).to_be_visible()
        assert page.evaluate(OUTSIDE) == []
        assert names or page.evaluate(BROKEN_WORDS) == []
        cards = page.locator("#blocks .cards-block").filter(visible=True)
        expect(cards).to_have_count(0 if name == "four_seats_expert" else 1)
        expect(cards.locator(".card-row:not([data-seat])").filter(visible=True)).to_have_count(0)


def test_the_podium_tells_what_decided_the_game(world: BrowserWorld) -> None:
    for _ in range(2):
        end_game(world, play_up_to_the_end(world, "expedition", "two_players", ("Bao", "Ada")))
        world.turn_reveal()
    last = play_up_to_the_end(world, "expedition", "two_players", ("Ada", "Bao"))
    page, television = world.phone(), world.phone(path="tv", viewport=TELEVISIONS[0])
    end_game(world, last)
    expect(page.locator("#ending .last-points")).to_be_visible()
    assert page.locator(".story, .decided").count() == 0
    world.turn_reveal()
    lines = ["The turning point: turn 8, +7 for Bao against Ada.", "Bao wins for the first time!", "13 turns"]
    expect(page.locator("#ending .story p")).to_have_text(lines)
    expect(television.locator("#ending .story p")).to_have_text(lines[:2])  # turns without a time are no news from afar
    expect(page.locator("#chart .decided")).to_have_count(1)


def test_an_end_without_an_answer_shows_with_the_next_view(world: BrowserWorld) -> None:
    last = play_up_to_the_end(world, "expedition", "two_players")
    page = world.phone()
    page.route("**/story", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/story")):
        end_game(world, last)
    expect(page.locator("#ending")).to_be_hidden()
    page.unroute("**/story")
    world.turn_reveal()
    expect(page.locator("#ending .story p").last).to_have_text("13 turns")


def test_a_taken_back_end_takes_the_podium_away(table: WatchedTable) -> None:
    table.start()
    table.play(*TO_DADU)
    table.turn_reveal()
    with table.page() as page:
        expect(page.locator("#ending .podium > li")).to_have_count(3)
        table.take_back()
        expect(page.locator("#ending")).to_be_hidden()
        expect(page.locator("#headline")).to_have_text("Inès’s turn")
