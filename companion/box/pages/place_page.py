"""A place of a track, chosen with up and down: the piece goes there from where it stands."""

from __future__ import annotations

from dataclasses import replace

from companion.box.faces.block_view import BlockView, block_view
from companion.box.faces.faces import PlaceFace, Strip
from companion.box.pages.field_pages import TakeValue, refused_note
from companion.box.pages.page import Page, PageHost
from companion.rules.fields import Choice, OneOf
from companion.rules.scene import Place, Track
from companion.rules.viewer import PUBLIC
from companion.table.table import Table
from companion.words.catalogue import Words
from companion.words.signs import Key
from companion.words.translated_scene import scene_of


class PlacePage(Page):
    """The track with a piece that goes from place to place; ok takes the place, but not a refused one."""

    clockwise_is_up = True

    def __init__(self, box: PageHost, strip: Strip, field: OneOf, view: BlockView, take: TakeValue) -> None:
        """Start where the piece stands; `view` is its track, and `strip` shows whose piece it is."""
        super().__init__(box)
        self._strip, self._field, self._view, self._take = strip, field, view, take
        self._start = [choice.value for choice in field.choices].index(0)
        self._chosen = self._start

    def face(self) -> PlaceFace:
        choices, names = self._field.choices, self.box.table.names if self.box.table else ()
        start, choice = choices[self._start], choices[self._chosen]
        before, is_moved = self.box.words.of(start.label, names), choice is not start
        change = self.box.words.of(self._field.label, names)
        if is_moved:
            place = self._place_of(choice)
            change = self.word("form.place_change", before=before, after=place.name or place.label)
        return PlaceFace(
            strip=self._strip,
            hints=self.hints((Key.BACK, "key.back"), (Key.OK, "key.ok")),
            block=self._view_with_piece_at(choice),
            piece=self._field.piece or "",
            start=self._place_of(start).id,
            change=change,
            refused=refused_note(self.box, choice.refused) if choice.refused is not None and is_moved else "",
        )

    def press(self, key: Key) -> None:
        step = {Key.UP: 1, Key.RIGHT: 1, Key.DOWN: -1, Key.LEFT: -1}.get(key)
        choice = self._field.choices[self._chosen]
        if step is not None:
            self._chosen = min(max(self._chosen + step, 0), len(self._field.choices) - 1)
        elif key is not Key.OK:
            super().press(key)
        elif choice.refused is not None:
            self.box.show_refusal(choice.refused)
        else:
            self._take(choice.value)

    def _view_with_piece_at(self, choice: Choice) -> BlockView:
        """Return the track with the piece on the place of a choice."""
        track, place = self._track, self._place_of(choice).id
        pieces = (
            replace(piece, at=place, says=None) if piece.id == self._field.piece else piece for piece in track.pieces
        )
        seat = next((piece.seat for piece in track.pieces if piece.id == self._field.piece), None)
        return replace(self._view, block=replace(track, pieces=tuple(pieces)), turn=seat)  # as if it were its turn

    def _place_of(self, choice: Choice) -> Place[str]:
        """Return the place of a choice."""
        return next(place for place in self._track.places if place.touch in choice.touches)

    @property
    def _track(self) -> Track[str]:
        assert isinstance(self._view.block, Track)
        return self._view.block


def track_with(table: Table, piece: str, words: Words) -> BlockView | None:
    """Return the track of a piece in the public scene; None if the piece is on no track."""
    blocks = scene_of(table, PUBLIC, words).blocks
    tracks = (block for block in blocks if isinstance(block, Track))
    track = next((track for track in tracks if any(each.id == piece for each in track.pieces)), None)
    return None if track is None else block_view(track, table, words)
