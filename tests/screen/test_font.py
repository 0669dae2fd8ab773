"""The letters: all present, all different, and words that fit."""

import string
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.box.screen.font.text_lines import ELLIPSIS, Size, alphabet, fit, line, measure, widest, wrap, wrap_evenly

LATIN = "".join(chr(code) for code in range(0xC0, 0x100) if chr(code).isalpha()) + "œŒŸ"
SIGNS = ".,:;!?'\"’‘“”«»‹›…·–—-+−±×÷%&/\\()[]#°→←↑↓↶⌫✓␣=<>*@_"
REQUIRED = string.ascii_letters + string.digits + LATIN + SIGNS
NO_BREAK = "\u00a0\u202f"
LETTER_SIZES = (Size.SMALL, Size.NARROW, Size.LARGE)
NUMBER_SIZES = (Size.NUMBER, Size.HUGE)
BOX = "□"

words = st.text(alphabet=REQUIRED + " " + NO_BREAK, max_size=60)
sizes = st.sampled_from(LETTER_SIZES)
widths = st.integers(20, 140)


@pytest.mark.parametrize("size", LETTER_SIZES)
@pytest.mark.parametrize("char", REQUIRED)
def test_every_character_needed_is_drawn(char: str, size: Size) -> None:
    drawn = line(char, size)
    assert any(drawn.rows)
    assert drawn != line(BOX, size)


@pytest.mark.parametrize("size", LETTER_SIZES)
def test_no_two_characters_look_the_same(size: Size) -> None:
    alike = {
        first + second
        for first, second in combinations(REQUIRED, 2)
        if line(first, size).rows == line(second, size).rows
    }
    assert alike == set()


@pytest.mark.parametrize(
    "pair", ["eé", "éè", "èê", "êë", "0O", "1l", "lI", "1I", "cç", "uù", "oœ", "ÂÅ", "–—", "5S", "8B"]
)
@pytest.mark.parametrize("size", LETTER_SIZES)
def test_similar_characters_differ_by_more_than_a_point(pair: str, size: Size) -> None:
    first, second = (line(char, size) for char in pair)
    differing = sum((a ^ b).bit_count() for a, b in zip(first.rows, second.rows, strict=True))
    assert differing >= 2


@pytest.mark.parametrize("size", Size)
def test_digits_are_equally_wide_and_wider_than_letters(size: Size) -> None:
    figures = {measure(figure, size) for figure in string.digits}
    assert len(figures) == 1
    if size in LETTER_SIZES:
        letters = [measure(letter, size) for letter in string.ascii_lowercase]
        assert figures.pop() > sum(letters) / len(letters)


@pytest.mark.parametrize("size", NUMBER_SIZES)
def test_big_numbers_have_digits_and_signs(size: Size) -> None:
    drawn = {line(char, size).rows for char in "0123456789+−" + BOX}
    assert len(drawn) == 13
    assert line("-", size) == line("−", size)
    assert line("é", size) == line(BOX, size)


@pytest.mark.parametrize("size", LETTER_SIZES)
def test_accents_do_not_touch_their_letter(size: Size) -> None:
    for char in "éèêëàùôöñÉÈÊÀÎÔÙÜ":
        ink = [bool(row) for row in line(char, size).rows]
        first, last = ink.index(True), len(ink) - 1 - ink[::-1].index(True)
        assert ink[first : last + 1].count(False) >= 1, char


@given(words, sizes)
def test_measure_returns_the_painted_width(text: str, size: Size) -> None:
    drawn = line(text, size)
    assert drawn.width == measure(text, size)
    assert all(row < 1 << max(drawn.width, 0) for row in drawn.rows)


def test_letters_fill_their_measured_width() -> None:
    for size in LETTER_SIZES:
        ink = 0
        for row in line("Hamburg", size).rows:
            ink |= row
        assert ink.bit_length() == measure("Hamburg", size)
        assert ink & 1


def test_no_break_spaces_are_blank_and_one_is_narrow() -> None:
    for size in LETTER_SIZES:
        assert measure("à\u00a0!", size) == measure("à !", size)
        assert measure("à!", size) < measure("à\u202f!", size) < measure("à !", size)


def test_an_unknown_character_shows_its_base_letter_or_a_box() -> None:
    for size in LETTER_SIZES:
        assert line("ṡ", size) == line("s", size)
        assert line("ﬁ", size) == line("fi", size)
        assert line("漢", size) == line(BOX, size)
        assert line("e\u0301", size) == line("é", size)
        assert line("a\u200db\ufe0f", size) == line("ab", size)


@given(st.text(max_size=80), sizes, st.integers(-10, 140))
def test_a_fitted_text_fits_and_ends_in_an_ellipsis(text: str, size: Size, width: int) -> None:
    fitted = fit(text, size, width)
    assert fitted == "" or measure(fitted, size) <= width
    assert fitted == text or fitted == "" or fitted.endswith(ELLIPSIS)
    assert (fitted == text) == (measure(text, size) <= width or text == "")


@given(words, sizes, widths)
def test_a_shortened_text_is_as_long_as_it_can_be(text: str, size: Size, width: int) -> None:
    fitted = fit(text, size, width)
    if fitted.endswith(ELLIPSIS) and fitted != text:
        beginning = fitted.removesuffix(ELLIPSIS)
        assert text.startswith(beginning)
        longer = text[: len(text[: len(beginning)]) + 1].rstrip() + ELLIPSIS
        assert (
            measure(longer, size) > width or longer.startswith(fitted[:-1] + ELLIPSIS) or text[len(beginning)].isspace()
        )


@given(words, sizes, widths)
def test_wrapped_lines_fit_and_lose_nothing(text: str, size: Size, width: int) -> None:
    for broken in (wrap(text, size, width), wrap_evenly(text, size, width)):
        assert all(measure(wrapped, size) <= width for wrapped in broken)
        assert "".join("".join(broken).split()) == "".join(text.split())


@given(words, sizes, widths)
def test_even_lines_are_neither_more_nor_wider(text: str, size: Size, width: int) -> None:
    lines, even = wrap(text, size, width), wrap_evenly(text, size, width)
    assert len(even) <= len(lines)
    assert max(measure(text_line, size) for text_line in even) <= max(
        *(measure(text_line, size) for text_line in lines), 1
    )


def test_lines_do_not_break_at_no_break_spaces() -> None:
    assert wrap("Avancer en 8", Size.SMALL, 50) == ["Avancer", "en 8"]
    assert wrap("un deux\ntrois", Size.SMALL, 120) == ["un deux", "trois"]
    assert wrap("Jean\u00a0Baptiste", Size.SMALL, 80) == ["Jean\u00a0Baptiste"]
    assert wrap("", Size.SMALL, 80) == [""]


@given(st.integers(60, 140))
def test_french_punctuation_stays_with_its_word(width: int) -> None:
    for broken in wrap("Joue : « Bao » Oui ! 5 %", Size.SMALL, width):
        assert broken[0] not in ":»?!%"
        assert not broken.endswith("«")


def test_art_has_the_height_of_its_size() -> None:
    for size in Size:
        letters = alphabet(size)
        assert letters.letter("0").height == letters.height
        assert letters.baseline < letters.height


def test_even_lines_break_no_more_words() -> None:
    assert wrap_evenly("Délestage : 2 en 14", Size.LARGE, 122) == ["Délestage\u00a0:", "2 en 14"]
    assert widest("Délestage : 2 en 14", Size.LARGE) == measure("Délestage\u00a0:", Size.LARGE)


@pytest.mark.parametrize("size", [Size.SMALL, Size.NARROW, Size.LARGE])
def test_the_hook_of_a_j_lies_below_the_letter_before(size: Size) -> None:
    apart = measure("n", size) + alphabet(size).gap + measure("j", size)
    assert measure("nj", size) < apart == measure("gj", size) - measure("g", size) + measure("n", size)
    assert measure(" j", size) == measure(" ", size) + alphabet(size).gap + measure("j", size)
    assert line("nj", size).width == measure("nj", size)
