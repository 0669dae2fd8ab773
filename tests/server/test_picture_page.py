"""Tests of the page with one picture of a finished game, in a real browser: a PNG, or else a drawing, that is whole."""

from __future__ import annotations

import base64
import io
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, Route, expect

from companion.table.commands import Play
from tests.fonts import in_other_letters
from tests.kit.clock import in_zone
from tests.kit.golden_games import golden_file
from tests.kit.past_evenings import play_evening
from tests.server.browser_world import BrowserWorld, open_world
from tests.server.watched_table import LONGEST_NAMES
from tests.web_fonts import FAMILIES

pytestmark = pytest.mark.e2e

SIZE = (1080, 1350)
SVG = "http://www.w3.org/2000/svg"
SAND, INK, GOLD, DUNE = (0xF3, 0xE6, 0xCD), (0x2A, 0x1F, 0x14), (0xD9, 0xA3, 0x2B), (0xA0, 0x71, 0x3C)
BLUE, RED = (0x0B, 0x5C, 0xAD), (0xC1, 0x3C, 0x10)
BOARDS = {
    "track": ("expedition", "two_players", "Ormuz"),
    "track of five": ("expedition", "five_players_board", "Ormuz"),
    "map": ("voyages", "two_seats_wilhelm", "Lan-Zhou"),
    "map of four": ("voyages", "four_seats_expert", "Lan-Zhou"),
    "cards": ("classic", "two_players", "80"),
    "cards of four": ("classic", "four_players_ruin", "–"),
    "table of points": ("voyages", "points_two_seats", "contract fulfilled"),
}
"""Golden games by what their picture shows of the board, each with a word that only that shows."""
FOREIGN = (
    *("foreignObject", "<use", "<image", "<script", "href", "var(", "color(", "currentColor"),
    *(" class=", " style=", " data-"),
)
"""Parts of a drawing that other programs do not show, or that it has from its page."""
NO_PNG = {
    "no file": "HTMLCanvasElement.prototype.toBlob = (done) => done(null)",
    "no canvas": "HTMLCanvasElement.prototype.getContext = () => null",
    "tainted": "HTMLCanvasElement.prototype.toBlob = () => { throw new DOMException('tainted', 'SecurityError') }",
    "white": "CanvasRenderingContext2D.prototype.getImageData = () => ({ data: [255, 255, 255, 255] })",
}
"""Scripts that make a browser fail to give a PNG back."""
FONT = "data:font/woff2;base64,"
"""The beginning of the address of a font that a file has inside."""
KEEP_DRAWINGS = """
    window.drawings = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (file) => { window.drawings.push(file); return create.call(URL, file); };
"""
ILL_PLACED = """(markup) => {
    const drawing = document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);
    document.body.prepend(drawing);
    const room = drawing.getBoundingClientRect();
    const measure = document.createElement("canvas").getContext("2d");
    const texts = [...drawing.querySelectorAll("text")].map((text) => {
        const { fontWeight, fontSize, fontFamily } = getComputedStyle(text);
        measure.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const letters = measure.measureText(text.textContent);
        const { left, right, top, bottom, height } = text.getBoundingClientRect();
        const above = letters.fontBoundingBoxAscent - letters.actualBoundingBoxAscent;
        const below = letters.fontBoundingBoxDescent - letters.actualBoundingBoxDescent;
        return [text.textContent, { left, right, height, top: top + above, bottom: bottom - below }];
    });
    const large = texts.filter(([text, { height }]) => text.length > 1 && height > 24);
    const lap = (first, second) =>
        Math.min(first.right, second.right) - Math.max(first.left, second.left) > 2 &&
        Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top) > 2;
    const outside = texts.filter(([, { left, right, top, bottom }]) =>
        left < room.left || right > room.right || top < room.top || bottom > room.bottom);
    const overlapping = large.filter(([, box], i) => large.some(([, other], j) => j !== i && lap(box, other)));
    drawing.remove();
    return [...outside, ...overlapping].map(([text]) => text);
}"""
"""Returns the texts of a drawing that its edges cut off, and large ones that lie on each other."""


def play_golden(world: BrowserWorld, game: str, name: str, names: tuple[str, ...] = ()) -> int:
    """Play a golden game to its end, with other names if there are any; return its number."""
    first, *lines = [json.loads(line) for line in golden_file(game, name).read_text("utf-8").splitlines()]
    moves = tuple((line.pop("seat"), line) for line in lines)
    world.start(*(names[: len(first["seats"])] or first["seats"]), game=game, options=first["options"])
    world.companion.ask(lambda: world.companion.session.do(Play(moves=moves)))
    world.turn_reveal()
    return world.table.number


def open_picture(world: BrowserWorld, number: int, language: str = "en-GB", before: str = "", **options: Any) -> Page:
    """Return the page of a game's picture once that is drawn; it keeps all files that it makes."""
    page = world.phone(language, KEEP_DRAWINGS + before, f"games/{number}/picture", **options)
    expect(page.locator("#picture")).to_be_visible()
    return page


def drawing_of(page: Page) -> str:
    """Return the markup of the drawing."""
    return str(page.evaluate("window.drawings[0].text()"))


def png_of(page: Page) -> Image.Image:
    """Return the picture that the page shows, as somebody saves it."""
    with page.expect_download() as download:
        page.locator("#save").click()
    return Image.open(download.value.path())


def pixels(picture: Image.Image, colour: tuple[int, ...]) -> int:
    """Return how many pixels have this colour."""
    return sum(number for number, other in picture.convert("RGB").getcolors(2**24) or [] if other == colour)


def test_a_finished_game_becomes_a_png(world: BrowserWorld) -> None:
    number = play_golden(world, "expedition", "two_players")
    with_mouse = open_picture(world, number)
    expect(with_mouse.locator("#said")).to_have_text("Save the picture with the button, or with a right click.")
    page = open_picture(world, number, has_touch=True, is_mobile=True)
    expect(page.locator("#said")).to_have_text("Hold a finger on the picture to save it or to send it.")
    picture = png_of(page)
    assert (picture.format, picture.size) == ("PNG", SIZE)
    assert picture.convert("RGB").getpixel((SIZE[0] // 2, SIZE[1] - 4)) == DUNE
    least = {SAND: 1000, INK: 5000, GOLD: 1000, BLUE: 5000, RED: 5000}
    assert {colour: number for colour, number in least.items() if pixels(picture, colour) < number} == {}
    shown = page.locator("#picture").evaluate(
        "picture => [picture.naturalWidth, picture.naturalHeight, picture.src.slice(0, 5)]"
    )
    assert shown == [*SIZE, "blob:"]


@pytest.mark.parametrize("board", BOARDS)
def test_the_drawing_needs_nothing_from_elsewhere(world: BrowserWorld, board: str) -> None:
    game, name, word = BOARDS[board]
    page = open_picture(world, play_golden(world, game, name))
    markup = drawing_of(page)
    assert [foreign for foreign in FOREIGN if foreign in markup] == []
    addresses = {address for address in re.findall(r"url\(([^)]*)\)", markup) if not address.startswith(FONT)}
    assert addresses <= {f"#{name}" for name in re.findall(r' id="(\w+)"', markup)}
    root = ElementTree.fromstring(markup)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("1080", "1350", "0 0 1080 1350")
    assert {word, *world.table.names} <= texts_of(root)
    assert page.evaluate(ILL_PLACED, markup) == []


def test_the_picture_has_its_letters_inside(world: BrowserWorld) -> None:
    page = open_picture(world, play_golden(world, "voyages", "points_two_seats"))
    markup, picture = drawing_of(page), png_of(page).convert("RGB")
    assert markup.count(FONT) == len(FAMILIES)
    elsewhere = world.browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})

    def drawn_elsewhere(drawing: str) -> Image.Image:
        address = f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"
        elsewhere.set_content(f'<style>body {{ margin: 0 }}</style><img src="{address}">')
        return Image.open(io.BytesIO(elsewhere.screenshot())).convert("RGB")

    def difference(drawing: str) -> float:
        change = ImageChops.difference(picture, drawn_elsewhere(drawing)).convert("L")
        return sum(level * number for level, number in enumerate(change.histogram())) / (SIZE[0] * SIZE[1])

    same, without = difference(markup), difference(re.sub("<style>.*?</style>", "", markup))
    elsewhere.close()
    assert same < 0.5 < without


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
@pytest.mark.parametrize(
    ("game", "name"),
    [("expedition", "five_players_board"), ("expedition", "shared_win"), ("voyages", "points_four_seats")],
)
@in_other_letters
def test_long_names_stay_inside_the_picture(world: BrowserWorld, game: str, name: str, language: str) -> None:
    page = open_picture(world, play_golden(world, game, name, LONGEST_NAMES), language)
    markup = drawing_of(page)
    assert page.evaluate(ILL_PLACED, markup) == []
    words = texts_of(ElementTree.fromstring(markup))
    assert {"Maximilienne-", "Anneliese"} <= words
    assert "Wolfgang Amadeus" in " ".join(sorted(words))


def test_negative_totals_and_the_duration_are_written(world: BrowserWorld) -> None:
    number = play_golden(world, "expedition", "five_players_board")

    def change(route: Route) -> None:
        """Answer with the page of a game in which everybody lost points, and that took an evening."""
        answer = route.fetch()
        start, view, end = re.split(r'(?<=id="view">)(.*)(?=</script>)', answer.text(), maxsplit=1)
        game = json.loads(view)
        for place in game["standings"]:
            place["total"] = -10 * place["rank"]
        game["chart"] = [[entry, [-total for total in totals]] for entry, totals in game["chart"]]
        times = 'data-evening="2026-11-28" data-morning="2026-11-28" data-length="31 turns · 1 h 35 min"'
        times += ' data-note="The closest win."'
        start = re.sub(r'data-evening="[^"]*" data-morning="[^"]*" data-length="[^"]*" data-note="[^"]*"', times, start)
        route.fulfill(response=answer, body=start + json.dumps(game) + end)

    page = world.phone("en-GB", KEEP_DRAWINGS, timezone_id="Europe/Paris")
    page.route("**/picture", change)
    page.goto(f"{world.companion.local_address}games/{number}/picture")
    expect(page.locator("#picture")).to_be_visible()
    words = texts_of(ElementTree.fromstring(drawing_of(page)))
    assert "The closest win." in words
    assert {"−10", "−20", "−30", "−40", "−50"} <= words
    [foot] = [text for text in words if "2026" in text]
    assert re.fullmatch("Saturday,? 28 November 2026 · 31 turns · 1 h 35 min", foot)
    assert page.locator("#save").get_attribute("download") == "marco-polo-expedition-2026-11-28.png"
    expect(page.locator("#picture")).to_have_attribute("alt", re.compile("Rank 1: Émile, −10. .*1 h 35 min.$"))


def test_hands_of_two_players_leave_the_room_to_the_chart(world: BrowserWorld) -> None:
    page = open_picture(world, play_golden(world, "classic", "two_players"))
    root = ElementTree.fromstring(drawing_of(page))
    sheets = [float(part.get("height", 0)) for part in root.iter(f"{{{SVG}}}rect") if part.get("rx") == "18"]
    assert len(sheets) == 2
    assert sheets[0] < sheets[1]


def test_a_picture_says_how_close_the_game_was(browser: Browser, tmp_path: Path) -> None:
    play_evening(tmp_path, "2026-11-21 20:00", [("expedition", "two_players", ("Ada", "Bao"), 75)])
    with open_world(browser, tmp_path) as world:
        words = " ".join(texts_of(ElementTree.fromstring(drawing_of(open_picture(world, 1)))))
    assert "By a single point!" in words
    assert re.search(r"The turning point: turn\xa0\d+", words)
    assert re.search(r"2026 · \d+ turns · 1.h.1\d.min", words)


@pytest.mark.parametrize(
    ("language", "night"),
    [("en-GB", "Night of 21 to 22 November 2026"), ("fr-FR", "Nuit du 21 au 22 novembre 2026")],
)
def test_a_game_after_midnight_belongs_to_its_night_everywhere(
    browser: Browser, tmp_path: Path, language: str, night: str
) -> None:
    game = ("expedition", "two_players", ("Ada", "Bao"), 60)
    with in_zone("Europe/Paris"):
        play_evening(tmp_path, "2026-11-21 23:14", [game])
        with open_world(browser, tmp_path) as world:
            page = open_picture(world, 1, language, timezone_id="Europe/Paris")
            [foot] = [text for text in texts_of(ElementTree.fromstring(drawing_of(page))) if "2026" in text]
            assert foot.startswith(night)
            expect(page.locator("#save")).to_have_attribute("download", re.compile("-2026-11-21.png$"))
            page.goto(f"{world.companion.local_address}games/1")
            expect(page.locator(".summary time[data-day]")).to_have_text(night, ignore_case=True)
            page.goto(f"{world.companion.local_address}games")
            expect(page.locator(".evening h2")).to_contain_text("21 nov", ignore_case=True)


def test_the_look_is_the_same_in_every_theme(world: BrowserWorld) -> None:
    number = play_golden(world, "voyages", "two_seats_wilhelm")
    themes = ("light", "dark")
    assert len({drawing_of(open_picture(world, number, color_scheme=theme)) for theme in themes}) == 1


def test_the_content_is_read_aloud_as_text(world: BrowserWorld) -> None:
    number = play_golden(world, "expedition", "shared_win")
    alt = open_picture(world, number).locator("#picture").get_attribute("alt") or ""
    assert alt.startswith(
        "Marco Polo Expedition. Ada and Bao win! 11 each. Rank 1: Ada, 11, camels: 16. Rank 1: Bao, 11, camels"
    )
    assert "Rank 3: Chen, 10. " in alt
    alt = open_picture(world, number, "fr-FR").locator("#picture").get_attribute("alt") or ""
    start = (
        "Marco Polo Expédition. Ada et Bao gagnent ! 11 partout. Rang 1 : Ada, 11, chameaux : 16. Rang 1 : Bao, 11, "
    )
    assert alt.replace("\N{NO-BREAK SPACE}", " ").startswith(start)


@pytest.mark.parametrize("way", NO_PNG)
def test_without_a_png_the_drawing_is_offered(world: BrowserWorld, way: str) -> None:
    page = open_picture(world, play_golden(world, "expedition", "two_players"), before=NO_PNG[way])
    expect(page.locator("#said")).to_contain_text("Save the drawing instead")
    expect(page.locator("#save")).to_have_text("Save the drawing (SVG)")
    with page.expect_download() as download:
        page.locator("#save").click()
    assert download.value.suggested_filename.endswith(".svg")
    assert ElementTree.parse(download.value.path()).getroot().get("width") == "1080"


def test_places_stay_where_nothing_can_be_drawn(world: BrowserWorld) -> None:
    number = play_golden(world, "expedition", "two_players")
    broken = "XMLSerializer.prototype.serializeToString = () => { throw new Error('no markup') }"
    page = world.phone(before=broken, path=f"games/{number}/picture")
    expect(page.locator("#said")).to_have_text("The picture could not be drawn. Reload the page.")
    expect(page.locator("#places .player-name")).to_have_text(["Bao", "Ada"])


def test_places_are_shown_until_the_picture_is_drawn(world: BrowserWorld) -> None:
    number = play_golden(world, "expedition", "two_players")
    page = world.phone(java_script_enabled=False, path=f"games/{number}/picture")
    expect(page.locator("#places .player-name")).to_have_text(["Bao", "Ada"])
    expect(page.locator("#picture")).to_be_hidden()
    expect(open_picture(world, number).locator("#places")).to_be_hidden()


def test_the_picture_is_linked_where_a_game_ends(bundling: str, world: BrowserWorld) -> None:
    number = play_golden(world, "expedition", "two_players")
    for path in ("", f"games/{number}"):
        page = world.phone(path=path)
        page.get_by_role("link", name="One picture to keep").click()
        expect(page.locator("#picture")).to_be_visible()
        assert page.locator("script[src^='/bundle/']").count() == (2 if bundling == "bundled" else 0)
    expect(world.phone(path="tv").locator("#ending .podium")).to_be_visible()
    assert world.phone(path="tv").get_by_role("link", name="One picture to keep").count() == 0


def texts_of(root: ElementTree.Element) -> set[str]:
    """Return the texts of a drawing."""
    return {"".join(element.itertext()) for element in root.iter(f"{{{SVG}}}text")}


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("voyages", "four_seats_expert"),
        ("voyages", "two_seats_wilhelm"),
        ("expedition", "five_players_board"),
        ("classic", "four_players_ruin"),
    ],
)
def test_words_of_the_picture_are_read_in_a_chat(world: BrowserWorld, game: str, name: str) -> None:
    page = open_picture(world, play_golden(world, game, name), "fr-FR")
    sizes = page.evaluate(WORD_SIZES, drawing_of(page))
    assert min(size for _, size in sizes) >= 23.9, sorted(sizes, key=lambda size: size[1])[:3]
    assert page.evaluate(ILL_PLACED, drawing_of(page)) == []


WORD_SIZES = """(markup) => {
    const drawing = document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true);
    document.body.prepend(drawing);
    const words = [...drawing.querySelectorAll("text")].filter(({ textContent }) => textContent.length > 1);
    const sizes = words.map((text) => {
        const { a } = text.getScreenCTM();
        return [text.textContent, (parseFloat(getComputedStyle(text).fontSize) * a * 1080) / drawing.clientWidth];
    });
    drawing.remove();
    return sizes;
}"""
"""Returns the words of a drawing with the size of their letters, in parts of 1080 of its width. A letter is no word."""


@pytest.mark.parametrize("name", ["two_seats_wilhelm", "four_seats_expert"])
@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_every_town_of_a_map_is_named(world: BrowserWorld, name: str, language: str) -> None:
    page = open_picture(world, play_golden(world, "voyages", name), language)
    view = json.loads(page.locator("#view").text_content() or "")
    [graph] = [block for block in view["scene"]["blocks"] if block["block"] == "graph"]
    towns = {spot["name"] for spot in graph["spots"] if spot.get("named", True)}
    assert len(towns) > 10
    assert towns - texts_of(ElementTree.fromstring(drawing_of(page))) == set()


def test_the_date_stands_on_a_single_dune(world: BrowserWorld) -> None:
    picture = png_of(open_picture(world, play_golden(world, "expedition", "two_players"), "fr-FR")).convert("RGB")
    line = picture.crop((200, SIZE[1] - 80, SIZE[0] - 200, SIZE[1] - 50))
    assert {line.getpixel((x, 0)) for x in range(line.width)} == {DUNE}
    assert pixels(line, (0xFF, 0xF6, 0xE8)) > 500, "the letters of the date"


def test_cards_of_a_hand_keep_sign_and_colour_name(world: BrowserWorld) -> None:
    page = open_picture(world, play_golden(world, "classic", "four_players_ruin"), "fr-FR")
    root = ElementTree.fromstring(drawing_of(page))
    assert {"bleu", "vert", "jaune", "mauve"} <= texts_of(root)
    cards = [
        part
        for part in root.iter(f"{{{SVG}}}g")
        if any(child.tag == f"{{{SVG}}}rect" and child.get("rx") == "10" for child in part)
    ]
    assert len(cards) == 6
    for card in cards:
        assert len([*card.iter(f"{{{SVG}}}path")]) > 1, "its upper edge and its sign"


def test_a_tie_is_told_in_the_picture(world: BrowserWorld) -> None:
    shared = drawing_of(open_picture(world, play_golden(world, "expedition", "shared_win")))
    assert any("all" in text or "each" in text for text in texts_of(ElementTree.fromstring(shared)) if "11" in text)
    page = open_picture(world, play_golden(world, "voyages", "points_two_seats"), "fr-FR")
    assert "55 partout, au départage (5 chameaux)" in texts_of(ElementTree.fromstring(drawing_of(page)))


def test_a_table_of_points_is_read_in_a_chat(world: BrowserWorld) -> None:
    page = open_picture(world, play_golden(world, "voyages", "points_four_seats"), "fr-FR")
    sizes = dict(page.evaluate(WORD_SIZES, drawing_of(page)))
    assert sizes["Objectifs et destinations"] >= 23.9


def test_the_picture_names_characters_and_the_deciding_turn(world: BrowserWorld) -> None:
    page = open_picture(world, play_golden(world, "voyages", "four_seats_expert"), "fr-FR")
    words = texts_of(ElementTree.fromstring(drawing_of(page)))
    assert {"Mercator ex Tabriz", "Johannes Caprini", "Kubilai Khan", "Raschid ad-Din Sinan"} <= words
    assert "En tête dès le tour\N{NO-BREAK SPACE}24, jusqu’au bout\N{NO-BREAK SPACE}!" in words
    first = open_picture(world, play_golden(world, "expedition", "two_players", ("Bao", "Ada")), "fr-FR")
    note = first.locator("#picture").get_attribute("data-note") or ""
    assert first.locator("#picture").get_attribute("data-record") == "Sa première victoire"
    assert "Le tournant de la partie" in note


def test_a_missing_picture_leads_back_to_its_game(world: BrowserWorld) -> None:
    world.start("Ada", "Bao")
    page = world.phone("fr-FR", path=f"games/{world.table.number}/picture")
    page.get_by_role("link", name="Retour à la partie").click()
    expect(page).to_have_url(re.compile(rf"/games/{world.table.number}$"))


@pytest.mark.parametrize(
    ("day", "written"),
    [("2026-10-01 20:00", "Jeudi 1er octobre 2026"), ("2026-11-01 23:14", "Nuit du 1er au 2 novembre 2026")],
)
def test_french_writes_the_first_of_a_month_as_an_ordinal(
    browser: Browser, tmp_path: Path, day: str, written: str
) -> None:
    with in_zone("Europe/Paris"):
        play_evening(tmp_path, day, [("expedition", "two_players", ("Ada", "Bao"), 60)])
        with open_world(browser, tmp_path) as world:
            page = open_picture(world, 1, "fr-FR", timezone_id="Europe/Paris")
            [foot] = [text for text in texts_of(ElementTree.fromstring(drawing_of(page))) if "2026" in text]
            assert foot.startswith(written)
