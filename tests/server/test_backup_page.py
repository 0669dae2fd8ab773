"""Tests of the backup page in a real browser: downloads, asking the box, and installing a backup."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app.application import Companion
from companion.app.stop_request import StopRequest
from companion.journal.journal import Journal
from companion.journal.upload import UploadedFile, UploadSlot
from companion.system.settings import Settings
from companion.table import game_limits
from companion.table.session_errors import NotSavedError, SaveFailure
from tests.depth import deep
from tests.kit.scripted_games import backup_of_another_table, whole_game
from tests.server.browser_world import NAMES, BrowserWorld
from tests.server.helpers import wait_until

pytestmark = [pytest.mark.e2e, deep]


@pytest.fixture
def race(world: BrowserWorld) -> BrowserWorld:
    """Set up a finished game, and one under way."""
    world.start("Ada", "Bao", "Chloé")
    for seat, move in whole_game():
        world.play(seat, **move)
    world.start(*NAMES)
    return world


@pytest.fixture
def host(race: BrowserWorld) -> Page:
    page = race.seat(None)
    page.goto(f"{race.companion.local_address}backup")
    return page


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return backup_of_another_table(tmp_path)


def game_numbers(file: Path) -> list[int]:
    with closing(Journal(file, read_only=True)) as journal:
        return [game.number for game in journal.games()]


def choose(page: Page, file: Path | dict[str, object]) -> None:
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]  # an invented file, or an existing one


def test_hosts_reach_the_page_from_the_past_games(race: BrowserWorld) -> None:
    page = race.seat(None)
    page.goto(f"{race.companion.local_address}games")
    page.get_by_role("link", name="Backup").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Backup")


def test_a_guest_enters_the_code_and_continues(race: BrowserWorld) -> None:
    page = race.phone()
    page.goto(f"{race.companion.local_address}backup")
    page.get_by_role("button", name="Enter the code").click()
    page.locator("#code").press_sequentially(race.code(None))
    page.locator(".join .play").click()
    expect(page.get_by_role("heading", name="Finished games", exact=True)).to_be_visible()


def test_finished_games_are_downloaded_with_one_tap(host: Page, tmp_path: Path) -> None:
    with host.expect_download() as download:
        host.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "finished-games.sqlite3"
    download.value.save_as(tmp_path / "taken.sqlite3")
    assert game_numbers(tmp_path / "taken.sqlite3") == [1]


def test_everything_is_downloaded_after_the_box_agrees(race: BrowserWorld, host: Page, tmp_path: Path) -> None:
    onlooker = race.phone()
    host.get_by_role("button", name="Ask the box").click()
    expect(host.locator("#whole-said")).to_contain_text("Hold OK on the box")
    race.companion.ask(race.companion.session.note_backup_given)
    wish = race.companion.codes.backup_permission.pending_request
    assert wish is not None
    race.companion.codes.backup_permission.answer(wish, granted=True)
    expect(host.locator("#take")).to_be_focused()
    with host.expect_download() as download:
        host.locator("#take").click()
    download.value.save_as(tmp_path / "taken.sqlite3")
    assert game_numbers(tmp_path / "taken.sqlite3") == [1, 2]
    expect(host.locator("#whole-said")).to_contain_text("Keep it to yourself")
    expect(host.locator("#take")).to_be_hidden()
    expect(host.get_by_role("button", name="Ask the box")).to_be_visible()
    expect(onlooker.locator("#badges")).to_contain_text("A host has a backup of everything")


def test_the_boxs_refusal_is_shown_after_a_reload_too(race: BrowserWorld, host: Page) -> None:
    host.get_by_role("button", name="Ask the box").click()
    expect(host.locator("#whole-said")).to_contain_text("Hold OK on the box")
    host.reload()
    expect(host.locator("#whole-said")).to_contain_text("Hold OK on the box")
    wish = race.companion.codes.backup_permission.pending_request
    assert wish is not None
    race.companion.codes.backup_permission.answer(wish, granted=False)
    expect(host.locator("#whole-said")).to_have_text("The box said no. Nothing was handed over.")


def test_the_keyboard_focus_stays_in_place(race: BrowserWorld, host: Page) -> None:
    host.locator("#ask").focus()
    host.keyboard.press("Enter")
    expect(host.locator("#whole-said")).to_be_focused()
    for granted in (False, True):
        wish = race.companion.codes.backup_permission.pending_request
        assert wish is not None
        race.companion.codes.backup_permission.answer(wish, granted=granted)
        expect(host.locator("#take" if granted else "#ask")).to_be_focused()
        with host.expect_response("**/api/backup"):
            host.keyboard.press("Enter")
    expect(host.locator("#ask")).to_be_focused()


def test_a_backup_is_examined_first_and_then_restarts_the_table(race: BrowserWorld, host: Page, backup: Path) -> None:
    choose(host, backup)
    expect(host.locator("#facts li")).to_have_text([
        "In the file: 1 game. Unfinished games: 1.",
        "Then on the table: Game 1 (Marco Polo Expedition: Ina, Jo and Kim).",
        "Here now: 2 games. They are set aside and kept on the card.",
        "The game on the table is set aside too: Game 2 (Marco Polo Expedition: Inès, Marc and Zoé).",
    ])  # fmt: skip
    expect(host.locator("#put")).to_be_focused()
    host.locator("#put").click()
    expect(host.locator("#said")).to_contain_text("The table restarts")
    assert race.companion.wait(10)


def test_a_too_long_game_is_named_before_and_after(
    race: BrowserWorld, host: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    race.companion.session.journal.copy_to(tmp_path / "backup.sqlite3")
    monkeypatch.setattr(game_limits, "MOST_ROWS", 20)
    host.reload()
    expect(host.locator("main > .fault")).to_contain_text("Game 1 is too long")
    choose(host, tmp_path / "backup.sqlite3")
    left_out = "Game 1 is too long and is left out. It stays in your file."
    expect(host.locator("#facts li").nth(1)).to_have_text(left_out)


def test_the_page_reports_when_the_table_is_back(browser: Browser, tmp_path: Path, backup: Path) -> None:
    settings, stop = Settings(language="en", host="127.0.0.1", port=0), StopRequest()
    with Companion(settings, tmp_path / "state", simulated=True, stop=stop) as companion:
        world = BrowserWorld(browser, companion)
        host, onlooker = world.seat(None), world.phone()
        host.goto(f"{companion.local_address}backup")
        choose(host, backup)
        host.locator("#put").click()
        assert companion.wait(10)
    with Companion(settings, tmp_path / "state", simulated=True, stop=stop, previous=companion.successor()):
        message = "Backup restored: 1 game. What was here before is kept on the card as replaced-1.sqlite3."
        expect(host.locator("#said")).to_have_text(message, timeout=20_000)
        expect(onlooker.locator("body")).to_contain_text("Kim", timeout=20_000)
        host.reload()
        expect(host.locator("#said")).to_be_empty()
        world.close()


def test_a_declined_backup_changes_nothing(race: BrowserWorld, host: Page, backup: Path) -> None:
    choose(host, backup)
    host.get_by_role("button", name="Change nothing").click()
    expect(host.locator("#said")).to_have_text("Nothing has changed.")
    expect(host.locator("#found")).to_be_hidden()
    wait_until(host, lambda: not race.companion.store.directory.joinpath("incoming.sqlite3").exists())


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            b"Dear Marco, " * 500,
            "This file isn’t a backup of the companion. A single game, a .jsonl file, is imported instead.",
        ),
        (b"SQLite format 3\0" + b"\0" * 5000, "The backup is damaged."),
    ],
)
def test_an_unusable_file_is_reported_and_another_can_be_chosen(
    host: Page, backup: Path, content: bytes, reason: str
) -> None:
    choose(host, {"name": "letter.sqlite3", "mimeType": "text/plain", "buffer": content})
    expect(host.locator("#fault")).to_have_text(f"This file can’t be used. Nothing has changed. {reason}")
    choose(host, backup)
    expect(host.locator("#found")).to_be_visible()
    expect(host.locator("#fault")).to_be_hidden()


def test_a_file_that_is_too_large_is_not_sent(host: Page) -> None:
    host.locator("#file").evaluate("input => { input.dataset.most = 1024 ** 2; }")
    choose(host, {"name": "large.sqlite3", "mimeType": "text/plain", "buffer": b"\0" * (1024**2 + 1)})
    expect(host.locator("#fault")).to_have_text("This file is too large: 1 MB at most. Nothing has changed.")


def test_a_full_card_is_reported(host: Page, backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def examine(uploads: UploadSlot, part: UploadedFile) -> None:
        part.drop()
        raise NotSavedError("full", SaveFailure.FULL)

    monkeypatch.setattr(UploadSlot, "examine", examine)
    choose(host, backup)
    expect(host.locator("#fault")).to_contain_text("The card is full or write-protected")


def test_a_concurrent_upload_is_reported(race: BrowserWorld, host: Page, backup: Path) -> None:
    part = race.companion._uploads.begin(1000)
    choose(host, backup)
    expect(host.locator("#fault")).to_contain_text("Another backup is coming in right now.")
    part.drop()
