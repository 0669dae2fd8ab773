"""Pieces that walk along their places for as long as a hand takes to move them; nobody waits for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.box.faces.block_view import BlockView, block_by_id, block_view
from companion.box.faces.faces import BlockFace, Face, Strip, TurnFace
from companion.box.pages.page import Page, PageHost
from companion.rules.scene import PIECE_BLOCKS, Walk
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.signs import Key
from companion.words.translated_scene import scene_of

_STEP_S, _LONGEST_S, _STAY_S = 0.15, 0.7, 0.3
"""Seconds for a step, for a whole way at most, and for the end of it on a separate page."""
_SOON_S = 0.001
"""Seconds after which pieces that are about to walk need a tick, to learn the time."""
_EXACT = 1e-6
"""Tolerance for rounding: a step that is due is taken, whatever the last bit of its time."""


class WalkAnimation:
    """Pieces of one block that walk, all at once."""

    def __init__(self, box: PageHost, walks: Sequence[Walk], later: Sequence[Walk] = ()) -> None:
        """Create the walk; `later` are walks on the same block whose pieces have yet to leave."""
        self.block = walks[0].block
        self._walks, self._later = walks, later
        self._steps = max(len(walk.places) for walk in walks) - 1
        self._step_s = min(_STEP_S, _LONGEST_S / max(self._steps, 1))
        self._made_at = box.now
        self._since: float | None = None
        self._step = 0

    @property
    def arrived(self) -> bool:
        """True once all pieces are at their destinations."""
        return self._step >= self._steps

    def update(self, now: float) -> None:
        """Move the pieces with the time; they leave at the first tick with a new time."""
        if now > self._made_at:
            self._since = now if self._since is None else self._since
            self._step = min(int((now - self._since) / self._step_s + _EXACT), self._steps)

    def deadline(self) -> float | None:
        """Return when the next step is due; None after arrival."""
        if self.arrived:
            return None
        return self._made_at + _SOON_S if self._since is None else self._since + (self._step + 1) * self._step_s

    def with_pieces_moved(self, view: BlockView) -> BlockView:
        """Return the block with its pieces at their present places."""
        block = view.block
        if not isinstance(block, PIECE_BLOCKS):
            return view
        places = {walk.piece: walk.places[0] for walk in reversed(self._later)}
        places |= {walk.piece: walk.places[min(self._step, len(walk.places) - 1)] for walk in self._walks}
        pieces = (
            replace(piece, at=places[piece.id], says=None) if piece.id in places else piece for piece in block.pieces
        )
        return replace(view, block=replace(block, pieces=tuple(pieces)))

    def animate(self, face: Face) -> Face:
        """Return a turn's face with the pieces at their present places, if it shows the block; else the face itself."""
        if isinstance(face, TurnFace) and face.block is not None and face.block.block.id == self.block:
            return replace(face, block=self.with_pieces_moved(face.block))
        return face


class WalkPage(Page):
    """A block with walking pieces, for when the table's own page does not show it, or shows something else next.

    The page closes after the walk, and at once with any key.
    """

    grips = frozenset(Key)

    def __init__(self, box: PageHost, walking: WalkAnimation) -> None:
        super().__init__(box)
        self._walking = walking
        self._arrived_at: float | None = None

    def face(self) -> BlockFace:
        view = self._block()
        blocks = () if view is None else (self._walking.with_pieces_moved(view),)
        title = "" if view is None else view.block.name
        return BlockFace(strip=Strip(title=title), hints=self.hints((Key.OK, "key.skip")), blocks=blocks)

    def grip(self, key: Key) -> None:
        self.box.remove(self)

    def press(self, key: Key) -> None:
        self.box.remove(self)

    def deadline(self) -> float | None:
        if self.box.page is not self:
            return None
        return self._walking.deadline() if self._arrived_at is None else self._arrived_at + _STAY_S

    def update(self, now: float) -> None:
        """Move the pieces; their time begins once the page is on top."""
        if self.box.page is not self:
            return
        self._walking.update(now)
        if self._arrived_at is None and self._walking.arrived:
            self._arrived_at = now
        elif self._arrived_at is not None and now >= self._arrived_at + _STAY_S:
            self.box.remove(self)

    def table_changed(self, before: Table, after: Table) -> None:
        """Remove the page: if somebody plays on or takes back, the pieces are elsewhere."""
        self.box.remove(self)

    def _block(self) -> BlockView | None:
        table, words = self.box.table, self.box.words
        if table is None:
            return None
        block = block_by_id(scene_of(table, PUBLIC, words), self._walking.block)
        return block_view(block, table, words) if block is not None else None
