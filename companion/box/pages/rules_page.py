"""Tonight's rules on one page: those of the lobby, line by line to change, and those of the open game, to read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.box.faces.faces import ListRow
from companion.box.pages.beginning_page import beginning_item
from companion.box.pages.blocks_page import rules_items
from companion.box.pages.list_page import ListItem, ListPage, table_items
from companion.box.pages.options_page import changeable_item
from companion.box.pages.page import PageHost
from companion.rules.fields import Json, SetupField
from companion.rules.game import Game, visible_setup_form
from companion.table.commands import UseRealDice
from companion.table.lobby import Lobby
from companion.table.table import Table
from companion.words.lobby_lines import place_names
from companion.words.rules_lines import RulesLine, RulesLineKind, lobby_rules_lines, table_rules_lines

ChangeLobby = Callable[[Callable[[Lobby], Lobby]], bool]
"""Changes the lobby as `PageHost.change_lobby` does."""


def lobby_rules_item(box: PageHost, lobby: Lobby, change: ChangeLobby) -> ListItem:
    """Return the row of the lobby that leads to tonight's rules; its note counts the house rules."""
    lines = lobby_rules_lines(lobby, box.words, brief=True)
    house = (line for line in lines if line.kind is RulesLineKind.HOUSE)
    note = next((box.words("start.option", option=line.title, value=line.value) for line in house), "")
    return ListItem(ListRow(box.words("rules.tonight")), lambda: box.push(_lobby_page(box, change)), note)


def table_rules_item(box: PageHost, table: Table) -> ListItem:
    """Return the row of the menu that leads to tonight's rules; its note is a warning of the game, if there is one."""
    note = next((item.note for item in rules_items(box, table)), "")
    return ListItem(ListRow(box.words("rules.tonight")), lambda: box.push(_table_page(box)), note)


class LobbyOptions:
    """The options of the lobby's game."""

    def __init__(self, box: PageHost, change: ChangeLobby) -> None:
        self._box = box
        self._change = change

    @property
    def names(self) -> Sequence[str]:
        """Names of the players in the order of the seats: the one who begins is first."""
        lobby = self._box.lobby
        if lobby is None:
            return ()
        return lobby.in_seat_order(place_names(lobby, self._box.words))

    @property
    def options(self) -> Mapping[str, Json]:
        """Chosen values, by option; the others have their default."""
        return self._box.lobby.options if self._box.lobby is not None else {}

    def form(self) -> tuple[SetupField, ...]:
        """Return the options that this number of players may choose."""
        lobby = self._box.lobby
        fits = lobby is not None and len(lobby.places) in lobby.game.seats
        return visible_setup_form(lobby.game, len(lobby.places)) if lobby is not None and fits else ()

    def choose(self, name: str, value: Json) -> bool:
        """Choose a value of an option; return whether that was possible, after showing why if not."""
        return self._change(lambda lobby: lobby.with_options({name: value}))


def _lobby_page(box: PageHost, change: ChangeLobby) -> ListPage:
    """List tonight's rules; ok changes a line, or opens what it sums up."""
    choices = LobbyOptions(box, change)

    def items() -> list[ListItem]:
        return [_lobby_item(box, choices, change, line) for line in _lobby_lines(box)]

    return ListPage(box, box.words("rules.tonight"), items)


def _lobby_lines(box: PageHost) -> list[RulesLine]:
    """Return the lines of the lobby; the game only if there is a choice."""
    if box.lobby is None:
        return []
    lines = lobby_rules_lines(box.lobby, box.words, real_dice=box.real_dice, brief=True)
    return [line for line in lines if line.kind is not RulesLineKind.GAME or len(box.queries.games) > 1]


def _lobby_item(box: PageHost, choices: LobbyOptions, change: ChangeLobby, line: RulesLine) -> ListItem:
    row, note = ListRow(line.title, detail=line.value), next(iter(line.notes), "")
    match line.kind:
        case RulesLineKind.GAME:
            return ListItem(row, partial(_choose_game, box, change))
        case RulesLineKind.PLAYERS:
            return ListItem(row, partial(_begin_with_next, change), note)
        case RulesLineKind.OPTION:
            return changeable_item(box, choices, line.options[0], {})
        case RulesLineKind.DICE:
            return ListItem(row, partial(_switch_dice, box), note)
        case RulesLineKind.LATER:
            return ListItem(row, partial(box.show_message, line.title, note), note)
    return ListItem(row, lambda: box.push(_options_of_line(box, choices, line)), note)


def _options_of_line(box: PageHost, choices: LobbyOptions, line: RulesLine) -> ListPage:
    """List the options that a line sums up."""

    def items() -> list[ListItem]:
        same = (other for other in _lobby_lines(box) if other.kind is line.kind)
        return [changeable_item(box, choices, option, {}) for other in same for option in other.options]

    return ListPage(box, line.title, items)


def _begin_with_next(change: ChangeLobby) -> None:
    change(lambda lobby: lobby.begin_with(lobby.begins % len(lobby.places) + 1))


def _choose_game(box: PageHost, change: ChangeLobby) -> None:
    lobby, games = box.lobby, box.queries.games
    if lobby is None:
        return

    def choose(game: Game) -> None:
        if change(lambda lobby: lobby.with_game(game, box.queries.people.colour_of)):
            box.pop()

    items = [ListItem(ListRow(box.words(f"game.{game.id}")), partial(choose, game)) for game in games]
    box.push(ListPage(box, box.words("setup.game"), lambda: items, games.index(lobby.game)))


def _table_page(box: PageHost) -> ListPage:
    """List the rules of the game on the table; ok reads a line in full, and the last row corrects the beginning."""

    def items(table: Table) -> list[ListItem]:
        rules = rules_items(box, table)
        real_dice = box.real_dice
        brief, full = (table_rules_lines(table, box.words, real_dice=real_dice, brief=brief) for brief in (True, False))
        pairs = [pair for pair in zip(brief, full, strict=True) if not (rules and pair[0].kind is RulesLineKind.HOUSE)]
        return [*(_read_only_item(box, *pair) for pair in pairs), *rules, beginning_item(box, table)]

    return ListPage(box, lambda: box.words("rules.tonight"), table_items(box, items))


def _tell_no_house_rules(box: PageHost) -> None:
    box.show_message(box.words("rules.title"), box.words("rules.none_chosen", row=box.words("start.title")))


def _switch_dice(box: PageHost) -> None:
    """Switch between the box's dice and real ones."""
    box.do(UseRealDice(on=not box.real_dice))


def _read_only_item(box: PageHost, brief: RulesLine, line: RulesLine) -> ListItem:
    """Return a row of a line; ok shows its value in full, with what explains it. Only the dice can be switched."""
    if line.kind is RulesLineKind.DICE:
        return ListItem(ListRow(brief.title, detail=brief.value), partial(_switch_dice, box), brief.notes[0])
    if line.kind is RulesLineKind.HOUSE and not line.notes:
        return ListItem(ListRow(brief.title, detail=brief.value), partial(_tell_no_house_rules, box))
    body = ". ".join(text.rstrip(".") for text in (line.value, *line.notes))
    row = ListRow(brief.title, detail=brief.value)
    return ListItem(row, partial(box.show_message, line.title, body), next(iter(brief.notes), ""))
