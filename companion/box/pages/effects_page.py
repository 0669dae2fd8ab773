"""Effects of moves, shown on top of the table's page: one page for each animation, the first one on top."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from companion.box.faces.spin_labels import spun_at
from companion.box.faces.wheel_motion import SPIN_KEY_SPEED
from companion.box.pages.chance_page import close_up
from companion.box.pages.outcome_pages import RevealPage, Rolled, SpunPage, TallyPage, ThrownPage, dice_of
from companion.box.pages.page import Host, Page
from companion.box.pages.walk_page import Walking, WalkPage
from companion.box.pages.wheel_page import WheelPage, stands
from companion.box.pages.wheel_spin import Thrown
from companion.rules.scene import Animation, Final, Reveal, Spin, Tally, Throw, Walk
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.scene_texts import ceremonies_of, game_scene

SEVERAL = 2
"""Number of simultaneous throws from which on they have no pages."""
FAR = 3
"""Fewest places, start included, of a walk that is animated on the table's page: a single step is shown at once."""


def play_animations(box: Host, before: Table, after: Table, under: Page) -> Walking | None:
    """Push pages for the animations of new entries, by any player; `under` is the table's page.

    Of restored entries only a tally is shown: the rest was seen before. Pieces walk only if the table's page is on top,
    so that nothing else is covered; the last walks take place on that page itself, if it shows their block, and are
    returned. The end has no separate page: the table's page becomes the sheet, under the closing words.
    """
    grown = range(len(before.entries) + 1, len(after.entries) + 1)
    brought = [(entry, one) for entry in grown for one in ceremonies_of(after, entry, PUBLIC, box.words)]
    brought = [(entry, one) for entry, one in brought if not isinstance(one, Final) and not _passes(one)]
    if after.done and any(change is after.done[-1] for change in before.undone):
        brought = [(entry, one) for entry, one in brought if isinstance(one, Tally)]
    if box.page is not under or box.preferences.calm:
        brought = [(entry, one) for entry, one in brought if not isinstance(one, Walk)]
    last = _last_walking(box, after, [one for _, one in brought])
    left = brought[: len(brought) - len(last)]
    pages = list(_pages(box, before, after, left, last))
    if after.over or after.closed:
        close_up(box, before, after)
    for page in reversed(pages):
        box.push(page)
    return Walking(box, last) if any(len(walk.places) >= FAR for walk in last) else None


def rolled_by_several(box: Host, before: Table, after: Table) -> Rolled | None:
    """Return the dice of several seats that threw at once, for the ring; a single throw has its own page and face."""
    grown = range(len(before.entries) + 1, len(after.entries) + 1)
    throws = [
        one for entry in grown for one in ceremonies_of(after, entry, PUBLIC, box.words) if isinstance(one, Throw)
    ]
    dice = dice_of(after, throws) if len(throws) >= SEVERAL else None
    return Rolled(box, dice) if dice is not None else None


def _passes(one: Animation[str]) -> bool:
    return isinstance(one, Tally) and one.passing


def _last_walking(box: Host, after: Table, brought: list[Animation[str]]) -> list[Walk]:
    """Return the walks at the end, if the page of a turn shows their block."""
    on_turn = after.match.turn(after.state) is not None
    shown = game_scene(after, PUBLIC).turn if on_turn and not box.preferences.large else None
    return _run(brought[::-1], shown)[::-1] if shown is not None else []


def _pages(
    box: Host, before: Table, after: Table, brought: list[tuple[int, Animation[str]]], last: list[Walk]
) -> Iterator[Page]:
    """Yield pages in the order in which they are watched. Consecutive walks on a block happen at once.

    If several seats throw at once, their results are seen at the table.
    """
    top = box.page
    thrown = top.thrown if isinstance(top, WheelPage) else None
    throws = {entry for entry, one in brought if isinstance(one, Throw)}
    at = 0
    while at < len(brought):
        entry, one = brought[at]
        rest = [ceremony for _, ceremony in brought[at:]]
        at += 1
        match one:
            case Walk(block=block):
                walks = _run(rest, block)
                at += len(walks) - 1
                later = [walk for walk in (*rest[len(walks) :], *last) if isinstance(walk, Walk)]
                yield WalkPage(box, Walking(box, walks, [walk for walk in later if walk.block == block]))
            case Spin() if spun_at(after, entry, box.words):
                yield SpunPage(box, entry, thrown or Thrown(stands(box, before), SPIN_KEY_SPEED))
            case Throw() if throws == {entry}:
                yield ThrownPage(box, entry)
            case Reveal():
                yield RevealPage(box, entry, one)
            case Tally():
                yield TallyPage(box, entry)


def _run(brought: Iterable[Animation[str]], block: str) -> list[Walk]:
    """Return the walks on a block at the beginning of these animations."""
    walks = takewhile(lambda one: isinstance(one, Walk) and one.block == block, brought)
    return [walk for walk in walks if isinstance(walk, Walk)]
