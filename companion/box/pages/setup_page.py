"""Setting up a game: its players, their colours and its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from companion.box.faces.faces import ListRow
from companion.box.faces.signals import Sound
from companion.box.pages.field_pages import NumberPage
from companion.box.pages.letters_page import LettersPage
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.page import PageHost
from companion.box.setup_draft import DraftPlayer, SetupDraft
from companion.rules.fields import Json, NumberField, OneOf, OptionPart, SetupField, YesNoField
from companion.rules.game import Game, visible_setup_form
from companion.rules.match_functions import figures_error
from companion.rules.people_names import LONGEST_NAME, name_key, name_skeleton
from companion.rules.per_seat_options import answer_at, current_value, other_answers, with_answer
from companion.rules.rule_errors import Refusal
from companion.rules.text import Text
from companion.table.commands import StartGame
from companion.table.game_setup import recent_names
from companion.words.catalogue import Words
from companion.words.signs import Glyph, brief_names

SHORT_NAME = 14
"""Longest name that can be written on the box: the width of the turn screen."""


def choose_game(box: PageHost) -> None:
    """Choose a game, then set it up; with a single game there is nothing to choose.

    Players who were entered before going back are still there, also for another game.
    """
    games = box.queries.games

    def set_up(game: Game) -> None:
        draft = box.setup_draft = _draft_for(box, game)
        _set_up(box, draft)

    def items() -> list[ListItem]:
        return [ListItem(ListRow(box.words(f"game.{game.id}")), partial(set_up, game)) for game in games]

    if len(games) == 1:
        set_up(games[0])
    else:
        box.push(ListPage(box, box.words("setup.game"), items))


def rematch(box: PageHost) -> None:
    """Set up another game with the same names, colours and options; the game decides who begins."""
    table = box.table
    if table is None:
        return
    again = table.match.rematch()
    players = [DraftPlayer(name, colours) for name, colours in zip(again.names, again.colours, strict=True)]
    _set_up(box, SetupDraft(table.game, players, again.options))


def _draft_for(box: PageHost, game: Game) -> SetupDraft:
    """Return the draft that was left, or a new one.

    A draft from before the last game began is outdated; of one for another game only the players are used.
    """
    number = box.queries.next_number()
    draft = box.setup_draft
    if draft is None or draft.number != number:
        return SetupDraft(game, number=number)
    if draft.game is not game:
        return SetupDraft(game, [DraftPlayer(player.name) for player in draft.players[: game.seats[-1]]], number=number)
    return draft


def _set_up(box: PageHost, draft: SetupDraft) -> None:
    """List the players; the cursor is on the next step: begin if there are enough players, else add one."""

    def items() -> list[ListItem]:
        word = box.words
        rows = [_player_item(box, draft, seat) for seat in range(1, len(draft.players) + 1)]
        if len(draft.players) < draft.game.seats[-1]:
            note = word("setup.first_note" if not draft.players else "setup.add_note")
            rows.append(ListItem(ListRow(word("setup.add")), lambda: _add(box, draft, page), note))
        if len(draft.players) in draft.game.seats:
            begin = ListRow(word("setup.begin", n=len(draft.players)), glyph=Glyph.LANTERN)
            note = word("setup.begin_note", name=brief_names([draft.players[0].name])[0])
            rows.append(ListItem(begin, lambda: _begin(box, draft), note))
        if visible_setup_form(draft.game, len(draft.players)) and len(draft.players) in draft.game.seats:
            rows.append(ListItem(ListRow(word("setup.options")), lambda: box.push(options_page(box, draft))))
        return rows

    count = len(draft.players)
    may_add = count < draft.game.seats[-1]
    page = ListPage(box, lambda: box.words("setup.who"), items, count + (may_add and count in draft.game.seats))
    box.push(page)


def _player_item(box: PageHost, draft: SetupDraft, seat: int) -> ListItem:
    player, colours = draft.players[seat - 1], draft.colours()[seat - 1]
    mark = draft.marks(box.words)[seat - 1]
    detail = "+".join(box.words(f"colour.{colour}") for colour in colours)
    return ListItem(ListRow(player.name, detail=detail, mark=mark), lambda: box.push(_player(box, draft, seat)))


def _add(box: PageHost, draft: SetupDraft, page: ListPage) -> None:
    """Choose a name, remembered or new, then its colour; the cursor then waits on the next step."""

    def named(name: str, pages: int) -> None:
        draft.players.append(DraftPlayer(name))
        seat = len(draft.players)
        page.chosen = seat
        box.pop(pages)
        _choose_colour(box, draft, seat, 0)

    names = _remembered(box, draft)
    if names:
        box.push(_names(box, draft, names, named))
    else:
        box.push(letters_page(box, draft, lambda name: named(name, 1)))


def _names(box: PageHost, draft: SetupDraft, names: list[str], named: Callable[[str, int], None]) -> ListPage:
    def write() -> None:
        box.push(letters_page(box, draft, lambda name: named(name, 2)))

    def items() -> list[ListItem]:
        rows = [ListItem(ListRow(name), partial(named, name, 1)) for name in names]
        return [*rows, ListItem(ListRow(box.words("setup.new_name")), write)]

    return ListPage(box, box.words("setup.name"), items)


def letters_page(
    box: PageHost,
    draft: SetupDraft,
    on_done: Callable[[str], None],
    typed: str = "",
    on_taken: Callable[[int], None] | None = None,
) -> LettersPage:
    """Ask for a name that no other player has; with `on_taken`, it gets the seat of the player who has it."""

    def checked(name: str) -> None:
        others = [player.name for player in draft.players if player.name != typed]
        alike = next((other_name for other_name in others if name_skeleton(other_name) == name_skeleton(name)), None)
        taken = name_key(name) in map(name_key, others)
        if taken and on_taken is not None:
            on_taken([name_key(player.name) for player in draft.players].index(name_key(name)) + 1)
        elif taken:
            box.show_message(box.words("setup.name"), box.words("error.name_twice", name=name))
        elif alike is not None:
            box.show_message(box.words("setup.name"), box.words("error.name_alike", name=name, other=alike))
        else:
            on_done(name)

    longest = min(SHORT_NAME, LONGEST_NAME)
    return LettersPage(box, box.words("setup.name"), checked, longest=longest, name=True, typed=typed)


def _remembered(box: PageHost, draft: SetupDraft) -> list[str]:
    """Return names from past games, the last used first, without those that are already players."""
    sitting = {name_key(player.name) for player in draft.players}
    saved = reversed(box.saved_games())
    return [name for name in recent_names(saved_game.names for saved_game in saved) if name_key(name) not in sitting]


def _player(box: PageHost, draft: SetupDraft, seat: int) -> ListPage:
    """List the properties of a player that can be changed."""

    def rename(name: str) -> None:
        draft.players[seat - 1] = replace(draft.players[seat - 1], name=name)
        box.pop()

    def remove() -> None:
        del draft.players[seat - 1]
        box.pop()

    def earlier() -> None:
        players = draft.players
        players[seat - 2], players[seat - 1] = players[seat - 1], players[seat - 2]
        box.pop()

    def items() -> list[ListItem]:
        word = box.words
        each = draft.game.colours_per_seat(len(draft.players))
        rows = []
        for piece, colour in enumerate(draft.colours()[seat - 1][: each if draft.coloured else 0]):
            label = word("setup.colour") if each == 1 else word("setup.colour_of", piece=piece + 1)
            row = ListRow(label, detail=word(f"colour.{colour}"))
            rows.append(ListItem(row, partial(_choose_colour, box, draft, seat, piece)))
        typed = draft.players[seat - 1].name
        rows.append(ListItem(ListRow(word("setup.rename")), lambda: box.push(letters_page(box, draft, rename, typed))))
        if seat > 1:
            rows.append(ListItem(ListRow(word("setup.earlier")), earlier))
        rows.append(ListItem(ListRow(word("setup.remove")), remove))
        return rows

    return ListPage(box, lambda: draft.players[seat - 1].name, items)


def _choose_colour(box: PageHost, draft: SetupDraft, seat: int, piece: int) -> None:
    """List the free colours; the one the seat would get anyway comes first."""
    if not draft.coloured:
        return
    own = draft.colours()[seat - 1]
    others = [colours for number, colours in enumerate(draft.chosen_colours(), 1) if number != seat]
    used = {colour for colours in (*others, own[:piece]) for colour in colours}
    free = [colour for colour in draft.game.colours if colour not in used]
    free.sort(key=lambda colour: colour != own[piece])

    def take(colour: str) -> None:
        chosen = (*own[:piece], colour)
        later_colours = tuple(
            other_colour for other_colour in draft.players[seat - 1].colours[piece + 1 :] if other_colour != colour
        )
        draft.players[seat - 1] = replace(draft.players[seat - 1], colours=(*chosen, *later_colours))
        box.pop()

    def items() -> list[ListItem]:
        return [ListItem(ListRow(box.words(f"colour.{colour}")), partial(take, colour)) for colour in free]

    box.push(ListPage(box, box.words("setup.colour_for", name=draft.players[seat - 1].name), items))


def options_page(box: PageHost, draft: SetupDraft, refusals: Mapping[str, Refusal] | None = None) -> ListPage:
    """List the game's options for this number of players: ok goes to the next value, or asks for a number.

    `refusals` are the reasons why options, by name, cannot be changed, in a game that has begun.
    """

    def items() -> list[ListItem]:
        return [_changeable_item(box, draft, option, refusals or {}) for option in draft.form()]

    return ListPage(box, box.words("setup.options"), items)


def _changeable_item(box: PageHost, draft: SetupDraft, option: SetupField, refusals: Mapping[str, Refusal]) -> ListItem:
    item = (_parts_item if option.parts else _option_item)(box, draft, option)
    refusal = refusals.get(option.field.name)
    if refusal is None and isinstance(option.field, OneOf) and not option.parts and len(option.field.open_choices) == 1:
        refusal = next((choice.refused for choice in option.field.choices if choice.refused is not None), None)
    if refusal is None:
        return item
    row = replace(item.row, refused=True)
    return ListItem(row, partial(box.show_refusal, refusal), box.words.brief(refusal.reason))


def _parts_item(box: PageHost, draft: SetupDraft, option: SetupField) -> ListItem:
    """Return a row for an option with one answer for each seat or place: the number of answers, and the way to them."""
    words, label = box.words, option.field.label
    value = draft.options.get(option.field.name)
    count = sum(answer_at(value, part.path) is not None for part in option.parts)

    def items() -> list[ListItem]:
        return [_answer_item(box, draft, option, part) for part in option.parts]

    def ask() -> None:
        box.push(ListPage(box, words.of(label), items))

    return ListItem(ListRow(words.of(label), detail=str(count or "")), ask, _explanation(words, label))


def _answer_item(box: PageHost, draft: SetupDraft, option: SetupField, part: OptionPart) -> ListItem:
    """Return a row for a seat or a place with its answer; ok asks for it, without exclusive answers taken elsewhere."""
    assert isinstance(option.field, OneOf)
    name, value = option.field.name, draft.options.get(option.field.name)
    answer, taken_elsewhere = (
        answer_at(value, part.path),
        other_answers(option, value, part.path) if option.exclusive else [],
    )
    choices = option.field.choices
    free = [choice for choice in choices if choice.value not in taken_elsewhere]
    name_of_part = box.words.of(part.label) if part.label is not None else draft.players[(part.seat or 1) - 1].name

    def take(new_answer: Json) -> None:
        draft.options[name] = with_answer(option, value, part.path, new_answer)
        box.pop()

    def items() -> list[ListItem]:
        return [ListItem(ListRow(box.words.of(choice.label)), partial(take, choice.value)) for choice in free]

    def ask() -> None:
        index = next((index for index, choice in enumerate(free) if choice.value == answer), 0)
        box.push(ListPage(box, name_of_part, items, index))

    chosen = next(choice for choice in choices if choice.value == answer)
    return ListItem(ListRow(name_of_part), ask, box.words.of(chosen.label))


def _option_item(box: PageHost, draft: SetupDraft, option: SetupField) -> ListItem:
    words, field = box.words, option.field
    label, note = words.of(field.label), _explanation(words, field.label)
    value = draft.options.get(field.name, option.default)

    def take(value: Json) -> None:
        draft.options[field.name] = value

    def take_number(number: Json) -> None:
        take(number)
        box.pop()

    match field:
        case YesNoField():
            detail, change = words("yes" if value else "no"), partial(take, not value)
        case OneOf():
            choices = field.open_choices
            values = [choice.value for choice in choices]
            index = values.index(value) if value in values else -1
            detail = words.brief(choices[index].label)
            note = note or _explanation(words, choices[index].label)
            change = partial(take, values[(index + 1) % len(values)])
        case NumberField():
            start = value if isinstance(value, int) else field.low
            page = NumberPage(box, label, field, take_number, number=start)
            detail, change = str(value), partial(box.push, page)
    return ListItem(ListRow(label, detail=detail), change, note)


def _explanation(words: Words, label: Text) -> str:
    """Return a short explanation of an option or a choice; empty without one."""
    note = Text(f"{label.key}.note")
    return words.brief(note) if words.has(note.key) else ""


def _begin(box: PageHost, draft: SetupDraft) -> None:
    """Start the game of the draft with the options that its number of players allows and the owner's own figures.

    Show what is wrong if those do not fit.
    """
    chosen = {option.field.name for option in visible_setup_form(draft.game, len(draft.players))}
    others = {
        option.field.name for seats in draft.game.seats for option in visible_setup_form(draft.game, seats)
    } - chosen
    options = {name: value for name, value in draft.options.items() if name not in others}
    for option in visible_setup_form(draft.game, len(draft.players)):
        if option.parts and (value := current_value(option, options.pop(option.field.name, None))) is not None:
            options[option.field.name] = value
    profile = box.queries.profile(draft.game.id)
    if fault := figures_error(draft.game, profile, (len(draft.players),)):
        message = box.words("setup.misfit", where=fault.where, reason=box.words.of(fault.reason))
        box.show_message(box.words("refused.title"), message)
        box.sound(Sound.REFUSED)
        return
    options |= profile
    if draft.coloured:
        options["colours"] = [_as_option(colours) for colours in draft.colours()]
    command = StartGame(game=draft.game.id, names=tuple(player.name for player in draft.players), options=options)
    box.do_at_table(command)


def _as_option(colours: list[str]) -> Json:
    """Return the colours of a seat in the option's form: a name, or a list of names when there are several."""
    return colours[0] if len(colours) == 1 else [*colours]
