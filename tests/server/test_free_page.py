"""Tests of free dice and the free wheel: what phones may throw without a game, and what every page shows of it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.chance.chance_lines import recompute_draw
from tests.depth import deep
from tests.server.browser_world import BrowserWorld
from tests.server.phones_room import Room, refusal_of

pytestmark = deep

e2e = pytest.mark.e2e


def free_page(world: BrowserWorld, role: bool, **options: Any) -> Page:
    """Return the page of free throws, on a host's phone or on one that watches."""
    page = world.phone(**options)
    if role:
        code = {"code": world.code(None)}
        assert page.context.request.post(f"{world.companion.local_address}api/claim", data=code).ok
    page.goto(f"{world.companion.local_address}free")
    expect(page.locator(".wheel-disc")).to_be_visible()
    return page


# The commands


def test_dice_and_wheel_are_thrown_without_a_game() -> None:
    phone = Room().phone(None)
    before = phone.view
    assert before["free"] is None
    assert phone.post("/api/commands", id="a", do="throw", dice=3).status_code == 200
    assert phone.post("/api/commands", id="b", do="throw", route="sea").status_code == 200
    spin, dice = phone.view["free"]["throws"]
    assert (dice["kind"], len(dice["values"]), dice["route"]) == ("dice", 3, None)
    assert (spin["kind"], len(spin["values"]), spin["route"]) == ("spin", 1, "sea")
    assert phone.view["free"]["commitment"]["seed"] is None


def test_the_same_command_is_one_throw() -> None:
    phone = Room().phone(None)
    for _ in range(2):
        assert phone.post("/api/commands", id="once", do="throw", dice=1).status_code == 200
    assert len(phone.view["free"]["throws"]) == 1


def test_putting_the_tray_away_reveals_its_seed() -> None:
    phone = Room().phone(None)
    phone.post("/api/commands", id="a", do="throw", dice=2)
    before = phone.view["free"]["commitment"]
    assert phone.post("/api/commands", id="b", do="put_away").status_code == 200
    after = phone.view["free"]
    assert after["throws"] == []
    assert after["earlier"]["sha256"] == before["sha256"]
    assert len(bytes.fromhex(after["earlier"]["seed"])) == 32
    assert after["commitment"]["sha256"] != before["sha256"]


def test_earlier_throws_stay_verifiable_beside_their_seed() -> None:
    phone = Room().phone(None)
    phone.post("/api/commands", id="a", do="throw", dice=3)
    phone.post("/api/commands", id="b", do="throw", route="sea")
    before = phone.view["free"]["throws"]
    phone.post("/api/commands", id="c", do="put_away")
    phone.post("/api/commands", id="d", do="throw", dice=1)
    earlier = phone.view["free"]["earlier"]
    assert earlier["throws"] == before
    assert [throw["name"] for throw in before] == ["free/0/spin/1", "free/0/dice/1"]
    for throw in before:
        of = tuple((kind, count) for kind, count in throw["of"])
        assert [*recompute_draw(bytes.fromhex(earlier["seed"]), throw["name"], of, throw["weights"])] == throw["values"]


@pytest.mark.parametrize("body", [{}, {"dice": 7}, {"dice": 0}, {"dice": 1, "route": "sea"}, {"route": "air"}])
def test_a_malformed_throw_is_refused(body: dict[str, Any]) -> None:
    phone = Room().phone(None)
    refusal_of(phone.post("/api/commands", id="a", do="throw", **body), 400, "malformed")
    assert phone.view["free"] is None


def test_a_spectator_cannot_throw() -> None:
    refusal_of(Room().phone().post("/api/commands", id="a", do="throw", dice=1), 401, "no_claim")


def test_a_throw_has_no_preview() -> None:
    refusal_of(Room().phone(None).post("/api/preview", do="throw", dice=1), 400, "malformed")


def test_an_open_game_is_not_touched() -> None:
    phone = Room().phone(None)
    phone.start()
    seq = phone.view["seq"]
    phone.post("/api/commands", id="a", do="throw", dice=1)
    assert phone.view["seq"] == seq


def test_the_free_wheel_is_the_owners() -> None:
    room = Room()
    phone = room.phone(None)
    assert phone.get("/api/wheel")["placeholder"] is True
    profile = {"wheel": {"sectors": [{"land": 1, "sea": 2}, {"land": "bandit", "sea": 3, "weight": 4}]}}
    assert phone.post("/api/profile", game="classic", profile=profile).status_code == 200
    lent = phone.get("/api/wheel")
    assert lent["sectors"] == [{"land": 1, "sea": 2, "weight": 1}, {"land": None, "sea": 3, "weight": 4}]
    assert (lent["placeholder"], lent["game"], lent["address"]) == (False, "classic", "/wheel")
    assert [sector.get("weight", 1) for sector in lent["ring"]["sectors"]] == [1, 4]
    assert {
        reading["thing"] for sector in lent["ring"]["sectors"] for reading in sector["shows"] if "thing" in reading
    } <= {*lent["things"]}


# The page


@e2e
def test_all_pages_show_the_same_throw(world: BrowserWorld) -> None:
    page, other_page = free_page(world, True), free_page(world, False)
    page.locator("label:has([name=dice][value='4'])").click()
    expect(page.locator("#throw-dice")).to_have_text("Roll 4 dice")
    page.locator("#throw-dice").click()
    for each in (page, other_page):
        expect(each.locator("#throws li")).to_have_count(1)
        expect(each.locator("#dice .die:not(.blank)")).to_have_count(4)
    pips = page.locator("#dice circle").count()
    expect(other_page.locator("#dice-sum")).to_have_text(f"Total: {pips}")
    assert other_page.locator("#dice circle").count() == pips


@e2e
def test_a_throw_right_after_loading_counts(world: BrowserWorld) -> None:
    page, held = world.seat(None), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/commands", hold, times=1)
    with page.expect_request("**/api/commands"):
        page.goto(f"{world.companion.local_address}free")
    page.locator("#throw-dice").click()
    held[0].continue_()
    expect(page.locator("#throws li")).to_have_count(1)


@e2e
def test_the_wheel_is_announced_and_thrown(world: BrowserWorld) -> None:
    page, other_page = free_page(world, True), free_page(world, False)
    expect(page.locator(".throw")).to_have_attribute("aria-disabled", "true")
    page.locator(".band-card:has([value=sea])").click()
    page.locator(".throw").click()
    for each in (page, other_page):
        expect(each.locator("#wheel-result")).to_contain_text("By sea")
    expect(page.locator(".throw")).to_have_attribute("aria-disabled", "true")
    assert other_page.locator("#wheel-result").inner_text() == page.locator("#wheel-result").inner_text()


@e2e
def test_a_newly_copied_wheel_is_drawn_at_the_next_spin(world: BrowserWorld) -> None:
    page = free_page(world, True)
    expect(page.locator(".wheel-disc .sector[data-of='land']")).to_have_count(8)
    expect(page.locator("#trial")).to_be_visible()
    sectors = [{"land": 1, "sea": 1}, {"land": 2, "sea": 2}, {"land": 3, "sea": 3}]
    world.companion.ask(lambda: world.companion.session.note("profile.classic", {"wheel": {"sectors": sectors}}))
    page.locator(".band-card:has([value=sea])").click()
    page.locator(".throw").click()
    expect(page.locator("#wheel-result")).to_contain_text("By sea")
    expect(page.locator(".wheel-disc .sector[data-of='land']")).to_have_count(3)
    expect(page.locator(".wheel-disc .sector.hit")).to_have_count(1)
    expect(page.locator("#trial")).to_be_hidden()


@e2e
def test_a_spectator_is_shown_how_to_join(world: BrowserWorld) -> None:
    page = free_page(world, False)
    expect(page.locator("#throw-dice")).to_be_hidden()
    expect(page.locator(".throw")).to_have_count(0)
    page.locator("#guest .join-button").click()
    page.locator("#code").press_sequentially(world.code(None))
    page.locator(".join .play").click()
    expect(page.locator("#throw-dice")).to_be_visible()


@e2e
def test_the_tray_is_put_away_and_its_seed_shown(world: BrowserWorld) -> None:
    page = free_page(world, True)
    page.locator("#throw-dice").click()
    seal = page.locator(".seal").first
    expect(seal.locator(".seal-words span")).to_have_count(4)
    digits = seal.get_attribute("data-sha256")
    page.locator("#put-away").click()
    page.locator(".ask .play").click()
    expect(page.locator(".seal")).to_have_count(2)
    expect(page.locator(".seal").nth(1)).to_have_attribute("data-sha256", str(digits))
    expect(page.locator(".seal").nth(1).locator(".digits")).to_have_count(2)
    expect(page.locator("#dice .die.blank")).to_have_count(2)


@e2e
@pytest.mark.parametrize("uneven", [False, True])
def test_every_earlier_throw_can_be_verified_separately(world: BrowserWorld, uneven: bool) -> None:
    page = free_page(world, True)
    if uneven:
        sectors = [{"land": n, "sea": n, "weight": n} for n in (1, 2, 3)]
        body = {"game": "classic", "profile": {"wheel": {"sectors": sectors}}}
        assert page.context.request.post(f"{world.companion.local_address}api/profile", data=body).ok
        page.reload()
        expect(page.locator(".wheel-disc")).to_be_visible()
    page.locator("label:has([name=dice][value='3'])").click()
    page.locator("#throw-dice").click()
    expect(page.locator("#throws li")).to_have_count(1)
    page.locator(".band-card:has([value=sea])").click()
    page.locator(".throw").click()
    expect(page.locator("#throws li")).to_have_count(2)
    page.locator("#put-away").click()
    page.locator(".ask .play").click()
    rows = page.locator(".seal").nth(1).locator(".throws li")
    expect(rows.locator("code")).to_have_text(["free/0/spin/1", "free/0/dice/1"])
    earlier = page.context.request.get(f"{world.companion.local_address}api/state").json()["free"]["earlier"]
    assert f"(sector {earlier['throws'][0]['values'][0]})" in rows.first.inner_text()
    words = page.locator(".seal").nth(1).locator(".seal-words").inner_text().split()
    for index, throw in enumerate(earlier["throws"]):
        rows.nth(index).locator("a").click()
        page.wait_for_url("**/verify.html**")
        expect(page.locator("#hand-values")).to_have_text(f"Result: {' · '.join(map(str, throw['values']))}")
        expect(page.locator("#hand-commitment")).to_contain_text(" ".join(words))
        page.go_back()
        expect(rows).to_have_count(2)


@e2e
def test_the_empty_table_and_the_tools_link_here(world: BrowserWorld) -> None:
    page = world.phone()
    page.locator(".empty a[href='/free']").click()
    page.wait_for_url("**/free")
    world.start("Ada", "Bao")
    host = world.seat(None)
    host.locator(".tool[data-key=free]").click()
    host.wait_for_url("**/free")
