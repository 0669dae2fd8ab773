"""Effects of moves, shown on top of the table's page: one page for each animation, the first one on top."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from companion.box.faces.find_chance_results import spin_result_at
from companion.box.faces.wheel_motion import SPIN_KEY_SPEED
from companion.box.pages.outcome_pages import RevealPage, RolledDice, SpunPage, TallyPage, ThrownPage, dice_of
from companion.box.pages.page import Page, PageHost
from companion.box.pages.spin_wheel_page import WheelPage, wheel_angle
from companion.box.pages.walk_animation import WalkAnimation, WalkPage
from companion.box.pages.wheel_spin import WheelThrow
from companion.rules.scene import Animation, Final, Reveal, Spin, Tally, Throw, Walk
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.translated_scene import animations_in_words, game_scene

SEVERAL = 2
"""Number of simultaneous throws from which on they have no pages."""
FAR = 3
"""Fewest places, start included, of a walk that is animated on the table's page: a single step is shown at once."""


def play_animations(box: PageHost, before: Table, after: Table, table_page: Page) -> WalkAnimation | None:
    """Push pages for the animations of new entries, by any player; `under` is the table's page.

    Of restored entries only a tally is shown: the rest was seen before. After the reveal of the end nothing is shown.
    Pieces walk only if the table's page is on top, so that nothing else is covered; the last walks take place on that
    page itself, if it shows their block, and are returned. The end has no separate page: the table's page becomes the
    sheet, and what follows the winner comes from `pages_after_end`.
    """
    new_entries = range(len(before.entries) + 1, len(after.entries) + 1)
    animations = [
        (entry, animation)
        for entry in new_entries
        for animation in animations_in_words(after, entry, PUBLIC, box.words)
    ]
    animations = [
        (entry, animation)
        for entry, animation in animations
        if not isinstance(animation, Final) and not _is_passing_tally(animation)
    ]
    if _is_restored(before, after):
        animations = [(entry, animation) for entry, animation in animations if isinstance(animation, Tally)]
    if before.reveal is not None:
        animations = []
    if after.over or after.closed:
        animations = [(entry, animation) for entry, animation in animations if not isinstance(animation, Reveal)]
    if box.page is not table_page or box.preferences.calm:
        animations = [(entry, animation) for entry, animation in animations if not isinstance(animation, Walk)]
    last = _last_walks(box, after, [animation for _, animation in animations])
    paged = animations[: len(animations) - len(last)]
    pages = list(_pages(box, before, after, paged, last))
    for page in reversed(pages):
        box.push(page)
    return WalkAnimation(box, last) if any(len(walk.places) >= FAR for walk in last) else None


def reveals_at_end(box: PageHost, before: Table, after: Table) -> tuple[tuple[int, Reveal[str]], ...]:
    """Return what the entries that end a game lay open, with their numbers; nothing of entries that are restored."""
    if not (after.over or after.closed) or _is_restored(before, after):
        return ()
    return tuple(
        (entry, animation)
        for entry in range(len(before.entries) + 1, len(after.entries) + 1)
        for animation in animations_in_words(after, entry, PUBLIC, box.words)
        if isinstance(animation, Reveal)
    )


def rolled_by_several(box: PageHost, before: Table, after: Table) -> RolledDice | None:
    """Return the dice of several seats that threw at once, for the ring; a single throw has its own page and face."""
    new_entries = range(len(before.entries) + 1, len(after.entries) + 1)
    throws = [
        animation
        for entry in new_entries
        for animation in animations_in_words(after, entry, PUBLIC, box.words)
        if isinstance(animation, Throw)
    ]
    dice = dice_of(after, throws) if len(throws) >= SEVERAL else None
    return RolledDice(box, dice) if dice is not None else None


def _is_restored(before: Table, after: Table) -> bool:
    """Return whether the newest change restores what was taken back."""
    return bool(after.undo_stack) and any(change.spans is after.undo_stack[-1].spans for change in before.redo_stack)


def _is_passing_tally(animation: Animation[str]) -> bool:
    return isinstance(animation, Tally) and animation.passing


def _last_walks(box: PageHost, after: Table, animations: list[Animation[str]]) -> list[Walk]:
    """Return the walks at the end, if the page of a turn shows their block."""
    on_turn = after.match.turn(after.state) is not None
    block = game_scene(after, PUBLIC).turn if on_turn and not box.preferences.large else None
    return _leading_walks(animations[::-1], block)[::-1] if block is not None else []


def _pages(
    box: PageHost, before: Table, after: Table, animations: list[tuple[int, Animation[str]]], last: list[Walk]
) -> Iterator[Page]:
    """Yield pages in the order in which they are watched. Consecutive walks on a block happen at once.

    If several seats throw at once, their results are seen at the table.
    """
    top = box.page
    thrown = top.thrown if isinstance(top, WheelPage) else None
    throws = {entry for entry, animation in animations if isinstance(animation, Throw)}
    index = 0
    while index < len(animations):
        entry, animation = animations[index]
        rest = [later_animation for _, later_animation in animations[index:]]
        index += 1
        match animation:
            case Walk(block=block):
                walks = _leading_walks(rest, block)
                index += len(walks) - 1
                later = [walk for walk in (*rest[len(walks) :], *last) if isinstance(walk, Walk)]
                yield WalkPage(box, WalkAnimation(box, walks, [walk for walk in later if walk.block == block]))
            case Spin() if spin_result_at(after, entry, box.words):
                yield SpunPage(box, entry, thrown or WheelThrow(wheel_angle(box, before), SPIN_KEY_SPEED))
            case Throw() if throws == {entry}:
                yield ThrownPage(box, entry)
            case Reveal():
                yield RevealPage(box, entry, animation)
            case Tally():
                yield TallyPage(box, entry)


def _leading_walks(animations: Iterable[Animation[str]], block: str) -> list[Walk]:
    """Return the walks on a block at the beginning of these animations."""
    walks = takewhile(lambda animation: isinstance(animation, Walk) and animation.block == block, animations)
    return [walk for walk in walks if isinstance(walk, Walk)]
