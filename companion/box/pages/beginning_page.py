"""The beginning of the game, corrected: names, colours and options, and what that changes before it is done."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.box.faces.faces import ListRow
from companion.box.pages.changes_page import ChangesPage, misfits_page, push_for_now
from companion.box.pages.letters_page import name_page
from companion.box.pages.list_page import ListItem, ListPage
from companion.box.pages.message_page import ConfirmPage
from companion.box.pages.options_page import options_page
from companion.box.pages.page import PageHost
from companion.box.setup_draft import DraftPlayer, SetupDraft
from companion.rules.game import has_chosen_colours
from companion.rules.people_names import name_key, name_skeleton
from companion.rules.rule_errors import RulesError
from companion.rules.viewer import PUBLIC
from companion.table.commands import Amend
from companion.table.revealing_amendments import check_amend
from companion.table.session_errors import Misfit, MisfitsError, SessionError
from companion.table.setup_changes import changeable_options, colours_refusal, start_amendment, start_was_amended
from companion.table.table import Table
from companion.words.signs import Glyph
from companion.words.start_lines import option_texts, start_change_line


def beginning_item(box: PageHost, table: Table) -> ListItem:
    """Return the oldest row of the history: how the game began."""
    return ListItem(ListRow(_title(box, table)), partial(_open, box))


def _title(box: PageHost, table: Table) -> str:
    return box.words("start.corrected_title" if start_was_amended(table) else "start.title")


def _open(box: PageHost) -> None:
    """List players and options, until the game is closed with what corrects them."""
    table = box.table
    if table is None:
        return
    if table.closed:
        box.show_message(_title(box, table), _description(box, table))
        return
    match = table.match
    players = [DraftPlayer(name, own) for name, own in zip(match.names, match.colours, strict=True)]
    draft = SetupDraft(table.game, players)
    _read_options(table, draft)

    def items() -> list[ListItem]:
        rows = [_player_item(box, draft, seat) for seat in table.seats]
        if draft.form():
            rows.append(ListItem(ListRow(box.words("setup.options")), partial(_push_options, box, draft)))
        if _command(box, draft) is not None:
            check = ListRow(box.words("start.check"), glyph=Glyph.LANTERN)
            rows.append(ListItem(check, partial(_check, box, draft)))
        return rows

    page = ListPage(box, lambda: _title(box, table), items)
    page.leave = partial(_leave, box, draft)
    page.still_holds = lambda now: now.match == match
    box.push(page)


def _leave(box: PageHost, draft: SetupDraft) -> None:
    """Close the list of what can be corrected; ask first if corrections that were not made would be lost."""
    if _command(box, draft) is None:
        box.pop()
        return
    words = box.words
    question = ConfirmPage(box, words("start.title"), words("start.discard"), box.pop, body=words("start.not_done"))
    push_for_now(box, question)


def _description(box: PageHost, table: Table) -> str:
    """Return players and options of a closed game in words."""
    colours = [" + ".join(box.words(f"colour.{colour}") for colour in own) for own in table.match.colours]
    players = [f"{name} ({own})" for name, own in zip(table.names, colours, strict=True)]
    options = [box.words.of(text, table.names) for text in option_texts(table.match)]
    return ", ".join(players) + "".join(f". {option}" for option in options)


def _read_options(table: Table, draft: SetupDraft) -> None:
    """Give the draft the options as they are, with the choices that moves already made refuse."""
    options = changeable_options(table, PUBLIC)  # everyone around the box can read the screen
    draft.fields = tuple(changeable.option for changeable in options)
    draft.options = {changeable.option.field.name: changeable.value for changeable in options}


def _push_options(box: PageHost, draft: SetupDraft) -> None:
    """List the options, those that cannot be changed with their reason."""
    if (table := box.table) is None:
        return
    options = changeable_options(table, PUBLIC)
    draft.fields = tuple(changeable.option for changeable in options)
    refusals = {
        changeable.option.field.name: changeable.refused for changeable in options if changeable.refused is not None
    }
    page = options_page(box, draft, refusals)
    page.still_holds = lambda now: len(now.entries) == len(table.entries)
    box.push(page)


def _player_item(box: PageHost, draft: SetupDraft, seat: int) -> ListItem:
    player = draft.players[seat - 1]
    colours = player.colours
    mark = draft.marks(box.words)[seat - 1]
    detail = "+".join(box.words(f"colour.{colour}") for colour in colours)
    return ListItem(ListRow(player.name, detail=detail, mark=mark), partial(_push_player, box, draft, seat))


def _push_player(box: PageHost, draft: SetupDraft, seat: int) -> None:
    """List name and colours of a player."""

    def items() -> list[ListItem]:
        rows = [ListItem(ListRow(box.words("setup.rename")), partial(_rename, box, draft, seat))]
        if has_chosen_colours(draft.game):
            table = box.table
            refusal = colours_refusal(table, PUBLIC) if table is not None else None
            colours = draft.players[seat - 1].colours
            for piece, colour in enumerate(colours):
                label = (
                    box.words("setup.colour") if len(colours) == 1 else box.words("setup.colour_of", piece=piece + 1)
                )
                row = ListRow(label, detail=box.words(f"colour.{colour}"), refused=refusal is not None)
                choose = partial(_choose_colour, box, draft, seat, piece)
                note = box.words.brief(refusal.reason) if refusal is not None else ""
                rows.append(ListItem(row, choose if refusal is None else partial(box.show_refusal, refusal), note))
        return rows

    box.push(ListPage(box, lambda: draft.players[seat - 1].name, items))


def _rename(box: PageHost, draft: SetupDraft, seat: int) -> None:
    """Ask for the name of a seat; the name of another player exchanges the two."""
    before = draft.players[seat - 1].name

    def named(name: str) -> None:
        others = [other for other in draft.names if other != before]
        alike = next((other for other in others if name_skeleton(other) == name_skeleton(name)), None)
        if name_key(name) in map(name_key, others):
            other = list(map(name_key, draft.names)).index(name_key(name))
            draft.players[seat - 1] = replace(draft.players[seat - 1], name=draft.players[other].name)
            draft.players[other] = replace(draft.players[other], name=before)
        elif alike is not None:
            box.show_message(box.words("setup.name"), box.words("error.name_alike", name=name, other=alike))
            return
        else:
            draft.players[seat - 1] = replace(draft.players[seat - 1], name=name)
        box.pop()

    box.push(name_page(box, named, before))


def _choose_colour(box: PageHost, draft: SetupDraft, seat: int, piece: int) -> None:
    """List all colours; that of another piece exchanges the two."""
    colours = [player.colours for player in draft.players]
    own = colours[seat - 1][piece]

    def take(colour: str) -> None:
        exchanged = {own: colour, colour: own}
        for number, seat_colours in enumerate(colours):
            new_colours = tuple(exchanged.get(each, each) for each in seat_colours)
            draft.players[number] = replace(draft.players[number], colours=new_colours)
        box.pop()

    def items() -> list[ListItem]:
        return [
            ListItem(ListRow(box.words(f"colour.{colour}")), partial(take, colour)) for colour in draft.game.colours
        ]

    chosen = draft.game.colours.index(own)
    box.push(ListPage(box, box.words("setup.colour_for", name=draft.players[seat - 1].name), items, chosen))


def _command(box: PageHost, draft: SetupDraft) -> Amend | None:
    if (table := box.table) is None:
        return None
    colours = [list(player.colours) for player in draft.players]
    return start_amendment(table, draft.names, colours, draft.options)


def _check(box: PageHost, draft: SetupDraft) -> None:
    """Ask before the beginning is corrected, with every later move that would no longer fit."""
    table, command = box.table, _command(box, draft)
    if table is None or command is None:
        return
    try:
        check_amend(table, command, PUBLIC)
        after = box.preview(command)
    except MisfitsError as error:
        push_for_now(box, _misfits(box, table, command, error.misfits))
    except (RulesError, SessionError) as error:
        box.show_refusal(error)
    else:
        _show_changes(box, command, after)


def _show_changes(box: PageHost, command: Amend, after: Table) -> None:
    """Show what a correction does before it is made; `after` is the table after it."""
    what = start_change_line(after.undo_stack[-1], box.words)
    page = ChangesPage(box, box.words("start.question"), after, partial(box.do_at_table, command), what)
    push_for_now(box, page)


def _misfits(box: PageHost, table: Table, command: Amend, misfits: tuple[Misfit, ...]) -> ListPage:
    """List every move that no longer fits; the first row shows what changes without them."""
    command = replace(command, without=tuple(misfit.entry for misfit in misfits))
    title = _title(box, table)
    return misfits_page(box, title, table, misfits, lambda: _show_changes(box, command, box.preview(command)))
