"""Faces as pictures: each has one, with everything it must show."""

import inspect
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.faces import chance_faces as chance_faces
from companion.box.faces import faces
from companion.box.faces.block_view import BlockView
from companion.box.faces.faces import (
    CodeFace,
    ConfirmFace,
    Face,
    Hint,
    Hold,
    ListFace,
    ListRow,
    MessageFace,
    QrFace,
    Strip,
    TurnFace,
)
from companion.box.screen.blocks.track_block import paint_track_strip
from companion.box.screen.canvas import BLANK, HEIGHT, WIDTH, Canvas, Picture
from companion.box.screen.paint import last_scroll, paint, shortened
from companion.rules.scene import Track
from companion.words.signs import Badge, GameGlyph, Key, Shape
from tests.kit.own_glyphs import SABRES, SHIP
from tests.screen.any_block import any_view
from tests.screen.samples import FIVE, INES, race, samples, turn_faces

FACES = [
    kind
    for module in (faces, chance_faces)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if issubclass(kind, Face) and kind is not Face
]
st.register_type_strategy(BlockView, any_view())
st.register_type_strategy(GameGlyph, st.sampled_from([SHIP, SABRES, replace(SHIP, value="no_such_drawing")]))
HINTS = range(54, 64)
MATTER = range(11, 54)


def lit(picture: Picture, rows: range) -> int:
    """Return the number of lit points in these rows."""
    return sum(picture.rows[row].bit_count() for row in rows)


@given(st.one_of([st.from_type(kind) for kind in FACES]))
def test_any_face_has_a_picture(face: Face) -> None:
    assert isinstance(paint(face), Picture)
    assert all(isinstance(text, str) for text in shortened(face))


@given(st.sampled_from(sorted(samples())), st.text(max_size=40), st.booleans())
def test_real_faces_can_have_any_title(name: str, title: str, large: bool) -> None:
    face = samples()[name]
    assert paint(replace(face, strip=replace(face.strip, title=title), large=large)) != BLANK


def test_every_face_has_a_normal_and_a_large_sample() -> None:
    for kind in FACES:
        of_kind = [face for face in samples().values() if type(face) is kind]
        assert {face.large for face in of_kind} >= {False}, kind
        assert of_kind
    assert {type(face) for face in samples().values() if face.large} >= {TurnFace, ListFace, MessageFace, ConfirmFace}


@pytest.mark.parametrize("name", sorted(samples()))
def test_no_sample_is_shortened(name: str) -> None:
    assert shortened(samples()[name]) == ()


def test_a_shortened_text_is_reported() -> None:
    face = turn_faces()["turn"]
    long = "Délestage de la deuxième caravane en direction de Ganzhou"
    assert shortened(replace(face, action_detail=long)) == (long,)
    assert shortened(replace(face, action=f"{long} {long}")) == (f"{long} {long}",)


@pytest.mark.parametrize("name", sorted(samples()))
def test_every_hint_of_a_sample_is_visible(name: str) -> None:
    face = samples()[name]
    for number, hint in enumerate(face.hints):
        pressed = (*face.hints[:number], replace(hint, pressed=not hint.pressed), *face.hints[number + 1 :])
        hidden = face.hold is not None or (isinstance(face, TurnFace) and bool(face.reminder))
        assert (paint(replace(face, hints=pressed)) == paint(face)) is hidden


def test_hints_keep_their_order() -> None:
    back, ok = Hint(Key.BACK, "non"), Hint(Key.OK, "oui")
    forward = paint(ConfirmFace(question="?", hints=(back, ok)))
    backward = paint(ConfirmFace(question="?", hints=(ok, back)))
    assert forward != backward
    pressed = paint(ConfirmFace(question="?", hints=(back, replace(ok, pressed=True))))
    changed = [x for x in range(WIDTH) if any(forward.lit(x, y) != pressed.lit(x, y) for y in HINTS)]
    assert min(changed) > WIDTH // 2


def test_a_long_press_fills_its_bar() -> None:
    face = turn_faces()["turn"]
    filled = [lit(paint(replace(face, hold=Hold("", share))), HINTS) for share in (0.0, 0.25, 0.5, 1.0)]
    assert filled == sorted(set(filled))
    held = paint(replace(face, hold=Hold("Menu", 2.0)))
    assert held == paint(replace(face, hold=Hold("Menu", 1.0)))
    assert paint(replace(face, hold=Hold("Menu", float("nan")))) == paint(replace(face, hold=Hold("Menu", 0.0)))


def test_the_seat_on_turn_is_on_a_lit_bar() -> None:
    strip = range(11)
    assert lit(paint(turn_faces()["turn"]), strip) > 11 * WIDTH * 0.6
    assert lit(paint(samples()["list_home"]), strip) < 11 * WIDTH * 0.4


@pytest.mark.parametrize("large", [False, True])
def test_the_chosen_row_is_lit(large: bool) -> None:
    rows = tuple(ListRow(text) for text in "abc")
    height = 15 if large else 11
    for chosen, top in enumerate((11, 25, 39) if large else (12, 22, 33)):
        picture = paint(ListFace(rows=rows, chosen=chosen, large=large))
        bar = lit(picture, range(top, top + height))
        assert bar > height * WIDTH * 0.8
        assert lit(picture, MATTER) < bar + 200


@given(st.integers(1, 30), st.data())
def test_a_list_always_shows_its_chosen_row(count: int, data: st.DataObject) -> None:
    chosen = data.draw(st.integers(0, count - 1))
    note = data.draw(st.sampled_from(["", "Un mot", "Le délestage coûte 1 or, et tu n’en as pas."]))
    face = ListFace(
        rows=tuple(ListRow(f"{number:02}") for number in range(count)),
        chosen=chosen,
        note=note,
        large=data.draw(st.booleans()),
    )
    changed = replace(face, rows=(*face.rows[:chosen], ListRow("##"), *face.rows[chosen + 1 :]))
    assert paint(changed) != paint(face)


def test_a_scroll_mark_appears_only_for_rows_out_of_sight() -> None:
    def right_edge(count: int) -> set[bool]:
        picture = paint(ListFace(rows=(ListRow("a"),) * count, chosen=1))
        return {picture.lit(WIDTH - 1, y) for y in range(45, 54)}

    assert right_edge(4) == {False}
    assert True in right_edge(5)


def test_a_chosen_long_row_is_shown_in_full() -> None:
    long = ListRow("Jean-Baptiste prend une caisse, +2", detail="#12")
    face = ListFace(rows=(ListRow("Passer"), long), chosen=1)
    with_note = replace(face, note="Jean-Baptiste prend une caisse, +2 #12")
    assert paint(face) == paint(with_note)
    assert shortened(face) == ()
    assert shortened(with_note) == ("Jean-Baptiste prend une caisse, +2",)
    assert shortened(replace(face, chosen=0)) == ()


def test_a_refused_long_row_is_shown_in_full_too() -> None:
    long = ListRow("2 chameaux, 1 poivre et 1 soie contre 5 points et 1 contrat pioché", refused=True)
    face = ListFace(rows=(long, ListRow("Passer")), chosen=0, note="Ça coûte 1 poivre. Tu en as 0.")
    assert not shortened(face)
    assert paint(face) == paint(replace(face, note=""))
    short = replace(face, rows=(replace(long, text="2 chameaux"), ListRow("Passer")))
    assert paint(short) != paint(replace(short, note="")), "there is room for its reason"


def test_a_refused_row_always_looks_refused() -> None:
    for chosen in (0, 1):
        allowed = ListFace(rows=(ListRow("Avancer"), ListRow("Passer")), chosen=chosen)
        refused = replace(allowed, rows=(ListRow("Avancer", refused=True), ListRow("Passer")))
        assert paint(refused) != paint(allowed)


@pytest.mark.parametrize(
    "spaces",
    [
        (0, 1, 2, 3, 4),
        (16, 16, 16, 16, 16),
        (29, 28, 27, 26, 25),
        (15, 16, 16, 17, 16),
        (3, 9, 16, 22, 29),
        (0, 0, 0, 0, 0),
    ],
)
def test_every_piece_on_a_track_is_visible(spaces: tuple[int, ...]) -> None:
    view = race(*spaces, turn=1)
    face = replace(turn_faces()["turn"], block=view)
    painted = paint(face)
    for number, mark in enumerate(view.seats):
        for shape in set(Shape) - {mark.shape}:
            seats = (*view.seats[:number], replace(mark, shape=shape), *view.seats[number + 1 :])
            assert paint(replace(face, block=replace(view, seats=seats))) != painted


def test_the_piece_on_turn_is_set_off() -> None:
    pictures = {paint(replace(turn_faces()["turn"], block=race(4, 9, 12, 20, 25, turn=seat))) for seat in range(1, 6)}
    assert len(pictures) == 5


def test_a_ghost_is_paler_than_the_piece() -> None:
    view = race(4, 9, turn=1)
    track = view.block
    assert isinstance(track, Track)
    ghosts = tuple(replace(piece, ghost=True) for piece in track.pieces)
    pieces, pale = (_strip_picture(view, shown) for shown in (track, replace(track, pieces=ghosts)))
    assert sum(row.bit_count() for row in pale.rows) < sum(row.bit_count() for row in pieces.rows)


def _strip_picture(view: BlockView, track: Track[str]) -> Picture:
    canvas = Canvas()
    paint_track_strip(canvas, view, track, 0)
    return canvas.picture()


def test_the_two_pieces_of_a_seat_look_different() -> None:
    face = turn_faces()["turn_two_camels"]
    assert face.block
    track = face.block.block
    assert isinstance(track, Track)
    swapped = tuple(replace(piece, number=3 - (piece.number or 0)) for piece in track.pieces)
    swapped_view = replace(face.block, block=replace(track, pieces=swapped))
    assert paint(replace(face, block=swapped_view)) != paint(face)


def test_the_name_has_priority_over_the_place() -> None:
    mark = replace(INES, name="Jean-Baptiste-Marie")
    face = replace(turn_faces()["turn"], strip=Strip(turn=mark))
    assert paint(face) == paint(replace(face, place=""))
    assert shortened(face) == ()


def test_a_short_line_shows_the_round_without_the_place() -> None:
    long = replace(turn_faces()["turn_of_many_words"], action="Finir", last="")
    assert paint(long) == paint(replace(long, place=""))
    assert paint(long) != paint(replace(long, round="manche 2/5"))
    assert shortened(long) == ()


def test_a_round_may_be_narrow_beside_a_name() -> None:
    wordy = turn_faces()["turn_of_many_words"]
    face = replace(wordy, strip=Strip(turn=replace(INES, name="Anna")), place="", number=5)
    assert paint(face) != paint(replace(face, round="manche 2/5"))
    assert shortened(face) == ()


def test_the_last_event_is_shorter_when_lines_are_few() -> None:
    face = turn_faces()["turn_of_many_words"]
    assert paint(face) == paint(replace(face, last=face.last_brief))


def test_all_badges_fit_beside_the_longest_name() -> None:
    face = MessageFace(heading="", body="", strip=Strip(turn=FIVE[4], badges=tuple(Badge)))
    for number in range(len(Badge)):
        fewer = tuple(badge for index, badge in enumerate(Badge) if index != number)
        assert paint(replace(face, strip=replace(face.strip, badges=fewer))) != paint(face)


def test_a_message_scrolls_to_its_last_line_and_no_further() -> None:
    body = " ".join(f"mot{number}" for number in range(60))
    face = MessageFace(heading="Lire", body=body, strip=Strip(title="Message"))
    furthest = last_scroll(face)
    pictures = [paint(replace(face, scroll=scroll)) for scroll in range(furthest + 1)]
    assert len(set(pictures)) == furthest + 1
    assert paint(replace(face, scroll=furthest + 1)) == pictures[-1]
    assert paint(replace(face, body=body.replace("mot59", "fin"), scroll=furthest)) != pictures[-1]
    assert last_scroll(replace(face, body="court")) == 0


def test_large_text_is_larger() -> None:
    for name, face in samples().items():
        if isinstance(face, MessageFace) and not face.large and face.body and not face.scroll:
            assert paint(replace(face, large=True)) != paint(face), name


@pytest.mark.parametrize("name", [name for name, face in samples().items() if isinstance(face, QrFace)])
def test_a_square_code_reads_back_from_the_picture(name: str) -> None:
    face, picture = samples()[name], paint(samples()[name])
    assert isinstance(face, QrFace)
    dark = [(x, y) for y in range(HEIGHT) for x in range(WIDTH - HEIGHT, WIDTH) if not picture.lit(x, y)]
    left, top = min(x for x, _ in dark), min(y for _, y in dark)
    across = 1 + max(x for x, _ in dark) - left
    assert across == 1 + max(y for _, y in dark) - top == 2 * len(face.modules)
    read = [
        [{not picture.lit(left + x + i, top + y + j) for i in (0, 1) for j in (0, 1)} for x in range(0, across, 2)]
        for y in range(0, across, 2)
    ]
    assert read == [[{module} for module in row] for row in face.modules]
    assert min(left - (WIDTH - HEIGHT), top, WIDTH - left - across, HEIGHT - top - across) >= 3


def test_words_do_not_touch_the_square_code() -> None:
    face = samples()["qr"]
    assert isinstance(face, QrFace)
    for wordy in (replace(face, words=("W" * 40,)), replace(face, hints=(), hold=Hold("W" * 40, 1))):
        rows = zip(paint(face).rows, paint(wordy).rows, strict=True)
        assert all((before ^ after) & ((1 << HEIGHT) - 1) == 0 for before, after in rows)


def test_a_long_address_is_broken_or_reported_as_shortened() -> None:
    face = samples()["qr"]
    assert isinstance(face, QrFace)
    assert shortened(replace(face, words=("living-room-companion.local:8080",))) == ()
    long = "a-very-long-name-of-a-machine-that-somebody-chose-long-ago.example:8080"
    assert shortened(replace(face, words=(long,))) == (long,)
    assert shortened(replace(face, words=(face.words[0], long))) == ()


def test_a_code_is_painted_in_two_groups() -> None:
    face = samples()["code"]
    assert isinstance(face, CodeFace)
    picture = paint(face)
    lit_columns = [x for x in range(WIDTH) if any(picture.lit(x, y) for y in range(17, 33))]
    gaps = [after - before for before, after in pairwise(lit_columns)]
    assert max(gaps) > 5
    assert sum(gap == max(gaps) for gap in gaps) == 1


def test_a_face_without_a_painter_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="Face"):
        paint(Face())
