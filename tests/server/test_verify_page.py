"""Tests of the page that verifies games: from disk and from the box, in both languages, by keys alone, and quietly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from companion.chance.canonical_json import digest
from companion.chance.chance_lines import recompute_draw
from companion.chance.seed import commitment, short_words
from companion.chance.verdict import ProblemCode, WarningCode
from companion.journal.moves_file import export
from companion.rules.viewer import PUBLIC
from companion.session.session import Session
from companion.support.resources import web_dir
from companion.table.commands import Amend, CloseGame, Play, StartGame, TakeBack
from tests.depth import deep
from tests.e2e.test_accessibility import axe_faults, low_contrast
from tests.fonts import in_wider_letters
from tests.kit.dealt_voyages import next_move, play_to_end, start_dealt_game
from tests.kit.forgeries import read_bodies, sealed_file
from tests.kit.scripted_games import table_of
from tests.server.helpers import RecordedBox, catalogue_text, new_session, running
from tests.server.watched_table import overflow

pytestmark = deep

SEED = bytes(range(32))
OTHER = bytes([9] * 32)
PHONE: Any = {"width": 390, "height": 844}
KEPT = Path(__file__).parents[1] / "kept" / "exports"
BY_RULES = {ProblemCode.WRONG_REQUEST, ProblemCode.ILLEGAL, ProblemCode.WRONG_RESULT}
"""Messages that a page without rules never shows."""


@pytest.fixture
def session() -> Iterator[Session]:
    with new_session() as session:
        session._game_writer._seed = lambda: SEED
        yield session


@pytest.fixture
def file(session: Session, tmp_path: Path) -> Path:
    """Return a game of three draws, one of which was taken back and came back the same twice; and of real dice."""
    session.do(StartGame(game="classic", names=("Inès", "<b>Bao</b>")))
    spin = {"move": "spin", "route": "land"}
    session.do(Play(moves=((1, spin),)))
    session.do(TakeBack())
    session.do(Play(moves=((1, spin),)))
    session.do(TakeBack())
    session.do(Play(moves=((1, {**spin, "chance": [0]}), (1, {"move": "arrive", "place": "town"}))))
    session.do(Play(moves=((1, {"move": "end_turn"}),)))
    session.do(Play(moves=((2, spin),)))
    session.do(CloseGame())
    path = tmp_path / "game-1.jsonl"
    path.write_text(export(table_of(session)), "utf-8")
    return path


@contextmanager
def verify_page(browser: Browser, address: str = "", **options: Any) -> Iterator[Page]:
    """Yield the page, from a disk by default; it must not write to the console, or use a network."""
    context = browser.new_context(**{"locale": "en-GB", "viewport": PHONE, **options})
    page = context.new_page()
    console_lines: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: console_lines.append(message.text))
    page.on("pageerror", lambda error: console_lines.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address or (web_dir() / "verify.html").as_uri())
    yield page
    assert console_lines == []
    assert len(requests) == 1
    context.close()


def verdict(page: Page) -> str:
    """Return the large sentence."""
    return page.locator("#verdict h2").inner_text()


def commitment_digest(file: Path) -> str:
    """Return the digest of the only commitment, to the seed and to the set-up."""
    match = json.loads(file.read_text("utf-8").splitlines()[1])
    sha256 = commitment(SEED, digest({name: value for name, value in match.items() if name != "kind"}))
    assert [line["sha256"] for line in read_bodies(file.read_bytes()) if line.get("kind") == "commitment"] == [sha256]
    return sha256


def rows(page: Page) -> list[list[str]]:
    """Return the table of all draws."""
    return [row.locator("th, td").all_inner_texts() for row in page.locator("#rows tr").all()]


def test_every_draw_is_shown_with_its_kind_and_fate(browser: Browser, file: Path) -> None:
    with verify_page(browser) as page:
        page.set_input_files("#file", file)
        assert verdict(page) == "3 draws, all correct"
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        values = [str(line["values"][0]) for line in lines if line.get("kind") in ("draw", "typed")]
        assert values[1] == values[2]
        assert [row[0] for row in rows(page)] == ["1", "taken back", "taken back", "4"]
        assert [row[2] for row in rows(page)] == values
        assert [row[3].split("\n") for row in rows(page)] == [
            ["typed in"],
            ["right"],
            ["right", "same as before"],
            ["right"],
        ]
        assert rows(page)[1][1].split("\n") == ["Inès, wheel", "classic/1/spin/1", "route: land"]
        assert rows(page)[3][1].split("\n") == ["<b>Bao</b>, wheel", "classic/2/spin/1", "route: land"]
        assert page.locator("#asked-hint").is_visible()


def test_the_dealing_of_a_game_is_recomputed(browser: Browser, session: Session) -> None:
    start_dealt_game(session)
    play_to_end(session)
    file = export(table_of(session)).encode()
    names = [f"voyages/1/{kind}" for kind in ("deal_map.", "deal_row.", "deal_characters.", "deal_goals.")]
    with verify_page(browser) as page:
        page.set_input_files("#file", {"name": "game.jsonl", "mimeType": "text/plain", "buffer": file})
        assert verdict(page).endswith("draws, all correct")
        right = [row for row in rows(page) if "/deal_" in row[1]]
        assert {row[3] for row in right} == {"right"}
        assert len(right) == 6
        for name in names:
            lines = read_bodies(file)
            [draw] = [line for line in lines if line.get("name", "").startswith(name)]
            moves = [line for line in lines if "move" in line]
            first = draw["values"][0] % 5 + 1
            draw["values"] = moves[draw["entry"] - 1]["chance"] = [first, *draw["values"][1:]]
            page.set_input_files(
                "#file", {"name": "forged.jsonl", "mimeType": "text/plain", "buffer": sealed_file(lines)}
            )
            [wrong] = [row for row in rows(page) if row[3].startswith("wrong")]
            assert name in wrong[1]


def test_a_secret_deal_taken_back_may_be_hidden(browser: Browser, session: Session) -> None:
    start_dealt_game(session)
    while next_move(table_of(session))[1]["move"] != "deal_goals":
        session.do(Play(moves=(next_move(table_of(session)),)))
    session.do(Play(moves=(next_move(table_of(session)),)))
    session.do(TakeBack())
    with verify_page(browser) as page:
        text = export(table_of(session), PUBLIC)
        page.set_input_files("#file", {"name": "game.jsonl", "mimeType": "text/plain", "buffer": text.encode()})
        assert page.locator("#faults").is_hidden()
        assert verdict(page) == "Can’t be checked yet"
        assert rows(page)[-1][0] == "taken back"


@pytest.fixture
def mended(session: Session, tmp_path: Path) -> Path:
    """Return a game whose set-up was changed twice, and whose only spin was corrected."""
    session.do(StartGame(game="classic", names=("Inès", "<b>Bao</b>")))
    session.do(Play(moves=((1, {"move": "spin", "route": "land"}),)))
    session.do(Amend(entry=1, move={"move": "spin", "route": "sea"}))
    for name in ("Bo", "<b>Bo</b>"):
        session.do(Amend(entry=0, names=("Inès", name)))
    session.do(CloseGame())
    path = tmp_path / "game-2.jsonl"
    path.write_text(export(table_of(session)), "utf-8")
    return path


def test_remarks_are_listed_and_are_no_faults(browser: Browser, mended: Path) -> None:
    with verify_page(browser) as page:
        page.set_input_files("#file", mended)
        assert verdict(page) == "1 draw, correct"
        assert page.locator('#verdict[data-well=""]').count() == 1  # not in the colour of what is well
        assert page.locator("#verdict p").first.inner_text() == "Not faults, but worth a look: 3 remarks."
        assert page.locator("#faults").is_hidden()
        changed = "the start of the game (names, colours, options or rules) was changed during play"
        assert page.locator("#remark-list li").all_inner_texts() == [
            f"Line 3: {changed}",
            f"Line 4: {changed}",
            "Move 1: corrected after its draw: the move no longer says what was announced (line 6)",
        ]
        assert rows(page)[0][3].split("\n") == ["right", "corrected later"]
        assert rows(page)[0][1].split("\n")[-1] == "route: land"
        page.get_by_role("button", name="Français").click()
        assert "le début de la partie" in page.locator("#remark-list").inner_text()
        assert page.locator("#rows").inner_text().count("corrigé ensuite") == 1


def test_many_remarks_are_cut_with_a_count(browser: Browser, mended: Path) -> None:
    lines = read_bodies(mended.read_bytes())
    lines[3:3] = [lines[3]] * 30
    mended.write_bytes(sealed_file(lines))
    with verify_page(browser) as page:
        page.set_input_files("#file", mended)
        expect(page.locator("#remark-list li")).to_have_count(21)
        assert page.locator("#remark-list li").last.inner_text() == "And 13 more remarks."


def test_an_old_file_has_no_announcements(browser: Browser) -> None:
    with verify_page(browser) as page:
        page.set_input_files("#file", KEPT / "classic_two_ends.jsonl")
        expect(page.locator("#rows tr").first).to_be_visible()
        assert page.locator("#asked-hint").is_hidden()
        assert page.locator("#remarks").is_hidden()


def test_the_words_are_shown_for_comparison(browser: Browser, file: Path) -> None:
    with verify_page(browser) as page:
        page.set_input_files("#file", file)
        sha256 = commitment_digest(file)
        assert page.locator("#commitment-list .words").all_inner_texts() == [" ".join(short_words(sha256))]
        assert sha256 in page.locator("#commitment-list").inner_text()
        assert "Seed revealed" in page.locator("#commitment-list").inner_text()


def test_one_commitment_gives_no_warning(browser: Browser, file: Path) -> None:
    with verify_page(browser) as page:
        page.set_input_files("#file", file)
        expect(page.locator('#verdict[data-well="yes"]')).to_be_visible()
        assert "commitments" not in page.locator("#verdict").inner_text()
        assert page.locator("#commitment-list .from").count() == 0


def test_several_commitments_give_a_warning_with_their_positions(browser: Browser, file: Path) -> None:
    first = commitment_digest(file)
    lines = read_bodies(file.read_bytes())
    index = next(index for index, line in enumerate(lines) if line.get("kind") == "draw" and line["entry"] == 4)
    other_digest = commitment(OTHER)
    lines.insert(index, {"kind": "commitment", "sha256": other_digest, "words": [*short_words(other_digest)]})
    [draw] = recompute_draw(OTHER, lines[index + 1]["name"], (("sectors", 8),))
    lines[index + 1]["values"] = lines[index + 2]["chance"] = [draw]
    lines.append({"kind": "seed", "seed": OTHER.hex()})
    file.write_bytes(sealed_file(lines))
    with verify_page(browser) as page:
        page.set_input_files("#file", file)
        assert verdict(page) == "3 draws, all correct"
        assert page.locator('#verdict[data-well=""]').count() == 1  # not in the colour of what is well
        warning = "Careful: this game has 2 seals."
        assert page.locator("#verdict p").first.inner_text().startswith(warning)
        assert page.locator("#commitment-list .from").all_inner_texts() == ["Before move 1", "Before move 4"]
        words = [" ".join(short_words(sha256)) for sha256 in (first, other_digest)]
        assert page.locator("#commitment-list .words").all_inner_texts() == words
        page.get_by_role("button", name="Français").click()
        assert "cette partie a 2 sceaux" in page.locator("#verdict").inner_text()
        assert page.locator("#commitment-list .from").all_inner_texts() == ["Avant le coup 1", "Avant le coup 4"]
        assert axe_faults(page) == []
        assert low_contrast(page) == []


def test_an_unused_commitment_begins_after_the_last_entry(browser: Browser, file: Path) -> None:
    lines = read_bodies(file.read_bytes())
    other_digest = commitment(OTHER)
    lines.insert(-1, {"kind": "commitment", "sha256": other_digest, "words": [*short_words(other_digest)]})
    file.write_bytes(sealed_file([*lines, {"kind": "seed", "seed": OTHER.hex()}]))
    with verify_page(browser) as page:
        page.set_input_files("#file", file)
        expect(page.locator("#commitment-list .from")).to_have_text(["Before move 1", "After the last move"])


def test_an_altered_entry_is_named_first_and_largest(browser: Browser, file: Path) -> None:
    lines = read_bodies(file.read_bytes())
    [last] = [line for line in lines if line.get("entry") == 4]
    last["values"] = [(last["values"][0] + 1) % 8]
    file.write_bytes(sealed_file(lines))
    with verify_page(browser, locale="fr-FR") as page:
        page.set_input_files("#file", file)
        assert verdict(page).startswith("Coup 4\N{NO-BREAK SPACE}: le tirage ne correspond pas à la graine (ligne ")
        assert page.locator("#fault-list li").count() == 2
        assert page.locator('#rows tr[data-right="no"] th').all_inner_texts() == ["4"]
        page.get_by_role("button", name="English").click()
        assert verdict(page).startswith("Move 4: the draw doesn’t match the seed (line ")


def test_text_can_be_pasted(browser: Browser, file: Path) -> None:
    with verify_page(browser) as page:
        page.get_by_text("Or paste its text").click()
        page.get_by_label("Text of the file").fill(file.read_text("utf-8"))
        page.get_by_role("button", name="Check").click()
        assert verdict(page) == "3 draws, all correct"


def test_an_unfinished_game_cannot_be_verified_yet(browser: Browser, session: Session, tmp_path: Path) -> None:
    session.do(StartGame(game="classic", names=("Ada", "Bao"), options={"tracking": "dice"}))
    session.do(Play(moves=((1, {"move": "spin", "route": "land"}),)))
    path = tmp_path / "game.jsonl"
    path.write_text(export(table_of(session)), "utf-8")
    with verify_page(browser) as page:
        page.set_input_files("#file", path)
        assert verdict(page) == "Can’t be checked yet"
        assert rows(page)[0][3] == "not yet"


@pytest.mark.parametrize("content", [b"", b"\n\n", b'{"game": "expedition", "seats": ["Ada", "Bao"]}\n'])
def test_a_file_without_draws_says_so(browser: Browser, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    with verify_page(browser) as page:
        page.set_input_files("#file", path)
        assert verdict(page) == "This file has no draws"
        assert page.locator("#draws").is_hidden()


def test_a_single_draw_can_be_made_by_hand(browser: Browser) -> None:
    vector = json.loads((Path(__file__).parents[1] / "chance" / "vectors.json").read_text("utf-8"))[1]
    with verify_page(browser) as page:
        page.get_by_label("Seed").fill(vector["seed"].upper())
        page.get_by_label("Name of the draw").fill(vector["name"])
        page.get_by_label("How many dice").fill("12")
        page.get_by_role("button", name="Repeat this draw").click()
        assert page.locator("#hand-values").inner_text() == "Result: " + " · ".join(map(str, vector["dice"]))
        assert commitment(bytes.fromhex(vector["seed"])) in page.locator("#hand-commitment").inner_text()
        page.get_by_label("What", exact=True).select_option("wheel")
        page.get_by_label("Weights").fill("3, 0, 1, 2")
        page.get_by_role("button", name="Repeat this draw").click()
        assert page.locator("#hand-values").inner_text() == f"Result: {vector['weighted'][0]}"


def test_an_address_may_contain_a_single_draw(browser: Browser) -> None:
    name, page_address = "free/0/spin/2", (web_dir() / "verify.html").as_uri()
    of, weights = (("sectors", 3),), (3, 1, 2)
    with verify_page(browser, f"{page_address}#seed={SEED.hex()}&name={name}&weights=3+1+2") as page:
        assert page.locator("#hand-values").inner_text() == f"Result: {recompute_draw(SEED, name, of, weights)[0]}"
        assert page.get_by_label("Weights").input_value() == "3 1 2"
        dice = recompute_draw(SEED, "free/0/dice/1", (("d6", 4),))
        page.evaluate(f"location.hash = 'seed={SEED.hex()}&name=free/0/dice/1&count=4&faces=6'")
        expect(page.locator("#hand-values")).to_have_text("Result: " + " · ".join(map(str, dice)))
        page.evaluate("location.hash = 'seed=<b>&name=x'")
        expect(page.locator("#hand-values")).to_contain_text("A seed has 64 digits")


@pytest.mark.parametrize(
    ("field", "value", "answer"),
    [
        ("Seed", "abc", "A seed has 64 digits"),
        ("Name of the draw", " ", "The name of the draw is missing"),
        ("How many dice", "0", "1 to 1000 dice"),
        ("Faces", "", "1 to 1000 dice"),
    ],
)
def test_an_impossible_draw_is_reported(browser: Browser, field: str, value: str, answer: str) -> None:
    with verify_page(browser) as page:
        page.get_by_label("Seed").fill("0" * 64)
        page.get_by_label("Name of the draw").fill("classic/1/fight/1")
        page.get_by_label(field).fill(value)
        page.evaluate("document.getElementById('hand').noValidate = true")
        page.get_by_role("button", name="Repeat this draw").click()
        assert page.locator("#hand-values").inner_text().startswith(answer)


def test_the_page_works_by_keys_and_announces_its_verdict(browser: Browser, file: Path) -> None:
    with verify_page(browser) as page:
        for _ in range(4):
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == "file"
        page.set_input_files("#file", file)
        expect(page.locator("#verdict")).to_be_focused()
        assert page.locator("#verdict").get_attribute("aria-labelledby") == "verdict-title"
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == "seed"


@pytest.mark.parametrize(("locale", "language"), [("fr-FR", "fr"), ("en-GB", "en"), ("de-DE", "fr")])
def test_it_speaks_the_language_of_the_browser(browser: Browser, locale: str, language: str) -> None:
    with verify_page(browser, locale=locale) as page:
        assert page.evaluate("document.documentElement.lang") == language
        assert page.locator("h1").inner_text() == {"fr": "Vérifier une partie", "en": "Check a game"}[language]


def test_both_languages_have_every_word(browser: Browser) -> None:
    with verify_page(browser) as page:
        keys = page.evaluate(
            """Object.values(WORDS).map(
              words => [words, words.codes, words.warnings].flatMap(part => Object.keys(part)).sort())"""
        )
        assert keys[0] == keys[1]
        codes = set(page.evaluate("Object.keys(WORDS.fr.codes)"))
        assert codes == {code.value for code in ProblemCode} - {code.value for code in BY_RULES}
        warnings = set(page.evaluate("Object.keys(WORDS.fr.warnings)"))
        assert warnings == {remark.value for remark in WarningCode} - {WarningCode.ANOTHER_COMMITMENT.value}
        used = set(page.evaluate("[...document.querySelectorAll('[data-t]')].map(one => one.dataset.t)"))
        assert used <= set(keys[0])


def test_french_punctuation_has_non_breaking_spaces(browser: Browser) -> None:
    with verify_page(browser, locale="fr-FR") as page:
        loose = page.evaluate(
            r"""[WORDS.fr, WORDS.fr.codes, WORDS.fr.warnings].flatMap(Object.values).map(String).filter(
              word => !word.startsWith("(") && /[^\u00a0!?][?!;»]|«(?!\u00a0)| :/.test(word))"""
        )
        assert loose == []


@in_wider_letters
@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
@pytest.mark.parametrize("game", ["file", "mended"])
def test_the_page_is_accessible(
    browser: Browser, request: pytest.FixtureRequest, game: str, width: int, locale: str
) -> None:
    with verify_page(browser, viewport={"width": width, "height": 800}, locale=locale) as page:
        page.set_input_files("#file", request.getfixturevalue(game))
        for summary in page.locator("summary").all():
            summary.click()
        assert overflow(page) == 0
        table = page.locator("#draws table").bounding_box()
        card = page.locator("#draws").bounding_box()
        assert table
        assert card
        assert table["x"] + table["width"] <= card["x"] + card["width"]
        assert axe_faults(page) == []
        if width == PHONE["width"]:  # the colours are the same at all
            assert low_contrast(page) == []


def test_light_dark_and_black_can_be_chosen(browser: Browser) -> None:
    with verify_page(browser, color_scheme="dark") as page:
        themes = [page.evaluate("document.documentElement.dataset.theme")]
        for _ in range(4):
            page.locator("#theme").click()
            themes.append(page.evaluate("document.documentElement.dataset.theme"))
        assert themes == ["dark", "light", "dark", "black", "dark"]


# From the box


@pytest.fixture
def client(session: Session) -> FlaskClient:
    return RecordedBox(session=session).app().test_client()


def test_the_box_serves_it_with_a_strict_policy(client: FlaskClient) -> None:
    answer = client.get("/verify.html")
    assert answer.status_code == 200
    assert answer.data == (web_dir() / "verify.html").read_bytes()
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    for kind in ("script-src", "style-src"):
        assert policy[kind].startswith("'sha256-")
        assert " " not in policy[kind]
    assert "Content-Disposition" not in answer.headers
    assert answer.headers["X-Frame-Options"] == "DENY"


def test_the_page_can_be_saved(client: FlaskClient) -> None:
    answer = client.get("/verify.html?save=1")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="verify.html"'
    assert answer.data == (web_dir() / "verify.html").read_bytes()


def test_the_page_runs_from_the_box_as_from_disk(browser: Browser, session: Session, file: Path) -> None:
    world = RecordedBox(session=session)
    with running(world.app(), world.streams) as server:
        address = f"http://127.0.0.1:{server.port}/verify.html?lang=fr"
        with verify_page(browser, address) as page:
            page.set_input_files("#file", file)
            assert verdict(page) == "3 tirages, tous justes"


def test_the_page_needs_no_other_file() -> None:
    page = (web_dir() / "verify.html").read_text("utf-8")
    assert not any(word in page for word in (" src=", "url(", "@import", "import(", "fetch(", "XMLHttpRequest"))
    assert 'rel="stylesheet"' not in page
    assert "crypto.subtle" not in page


def test_past_games_with_draws_link_to_the_page(client: FlaskClient, session: Session, file: Path) -> None:
    page = unescape(client.get("/games/1").text)
    assert 'href="/verify.html?lang=fr"' in page
    assert catalogue_text("fr", "web.game.verify_note") in page
    session.do(StartGame(game="expedition", names=("Ada", "Bao")))
    assert "/verify.html" not in client.get("/games/2").text


def test_a_randomly_altered_byte_is_found(browser: Browser, file: Path) -> None:
    data, rnd = file.read_bytes(), Random(3)
    with verify_page(browser) as page:
        for _ in range(3):
            index = rnd.randrange(len(data))
            file.write_bytes(data[:index] + bytes([data[index] ^ 1]) + data[index + 1 :])
            page.set_input_files("#file", file)
            expect(page.locator('#verdict[data-well="no"]')).to_be_visible()
