"""The output of a command: sentences or one JSON object, and its exit status."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from companion.journal.journal import SavedGame
from companion.journal.moves_file import BadFileError, IllegalLineError
from companion.journal.replay import ForeignReason
from companion.rules.game import Game
from companion.rules.rule_errors import RulesError
from companion.rules.rulings import Ruling, rulebook
from companion.server.views.form_view import reason_view
from companion.server.views.results_export import title_of
from companion.server.views.view_types import SheetLineView, TableView
from companion.support.settings_errors import SettingsError, StartError
from companion.table.session_errors import NotSavedError, SessionError
from companion.words.catalogue import LANGUAGES, Words, format_signed
from companion.words.ruling_cards import card_text, ruling_card
from companion.words.signs import join_names
from companion.words.status_lines import foreign_text

log = logging.getLogger(__name__)
FAILED, BAD, REFUSED, NOT_COMPARED = 1, 2, 3, 4
"""The exit statuses besides 0: a check failed; bad usage or unreadable input; refused by the rules; nothing is wrong,
but the moves were not checked by the rules."""
_DIRECTION_MARKS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of writing: after one of them a line may read otherwise than it was written."""


class Commands(click.Group):
    """The commands; every error they raise becomes one sentence, or one JSON object, and an exit status."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Read before parsing: an invalid command line is reported in the same form as everything else.
        ctx.obj = "--json" in args
        with reporting_errors(ctx.obj):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a terminal without a letter shows its number
        # Otherwise Python prints errors with their tracebacks, because only `run` configures the log.
        logging.getLogger("companion").addHandler(logging.NullHandler())
        with reporting_errors(ctx.obj):
            return super().invoke(ctx)


def words() -> Words:
    """Return the texts in the language of the locale, or in English for other languages."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return Words(locale[:2] if locale[:2] in LANGUAGES else "en")


@contextmanager
def reporting_errors(as_json: bool) -> Iterator[None]:  # noqa: C901 - one branch for each type of error
    """Print every error raised inside as one sentence or one JSON object, and exit with its status."""
    try:
        yield
    except IllegalLineError as error:
        why = reason_view(error.reason, error.ruling, error.names, words())
        _fail({"error": "illegal_move", "line": error.line, **why}, REFUSED, as_json)
    except BadFileError as error:
        _fail(_bad_file(words().of(error.reason), error.line, error.where), BAD, as_json)
    except NotSavedError as error:
        _fail(_bad_file(f"{words().of(error.reason)} ({error.cause})"), BAD, as_json)
    except (RulesError, SessionError) as error:
        _fail(_bad_file(words().of(error.reason)), BAD, as_json)
    except SettingsError as error:
        _fail(_bad_file(error.sentence(words()), error.line), BAD, as_json, located=True)
    except StartError as error:
        _fail(_bad_file(error.sentence(words())), BAD, as_json)
    except click.UsageError as error:
        if not as_json:
            raise
        _fail(_bad_file(error.format_message()), BAD, as_json)
    except OSError as error:
        if isinstance(error, BrokenPipeError):  # the reader of the pipe has gone
            raise
        log.debug("told in one sentence", exc_info=True)
        _fail(_bad_file(error.strerror or str(error), where=str(error.filename or "")), BAD, as_json)


def print_line(text: str, *, err: bool = False) -> None:
    """Print one line, on standard output or as an error.

    Control characters, which names in a file or notes from a phone may contain, are printed as their numbers.
    """
    click.echo("".join(_as_number(letter) if _is_control(letter) else letter for letter in text), err=err)


def _is_control(letter: str) -> bool:
    """Return whether a character moves the cursor, begins a command to the terminal, or changes the direction of
    writing.
    """
    return unicodedata.category(letter) == "Cc" or letter in _DIRECTION_MARKS


def _as_number(letter: str) -> str:
    return letter.encode("ascii", "backslashreplace").decode() if ord(letter) > 0x7F else f"\\x{ord(letter):02x}"


def print_json(body: Mapping[str, Any]) -> None:
    """Print the JSON object of a command, in UTF-8 whatever the terminal's encoding is."""
    # A lone surrogate, which a file may contain, keeps its escape from the file.
    click.echo(json.dumps(body, ensure_ascii=False).encode(errors="backslashreplace"))


def _bad_file(reason: str, line: int | None = None, where: str = "") -> dict[str, Any]:
    return {"error": "bad_file", "line": line, "reason": f"{where}: {reason}" if where else reason}


def _fail(body: dict[str, Any], status: int, as_json: bool, *, located: bool = False) -> NoReturn:
    """Print an error and exit. The reason of a `located` error already contains its line."""
    if as_json:
        print_json(body)
    else:
        line = words()("cli.line", line=body["line"]) + " " if body["line"] and not located else ""
        ruling = f" ({_citation(body)})" if body.get("ruling") else ""
        print_line(f"{line}{body['reason']}{ruling}", err=True)
    sys.exit(status)


def game_line(saved: SavedGame, foreign: ForeignReason | None) -> str:
    """Return a saved game in one line. `foreign` is the reason why it cannot be played on."""
    if saved.unreadable:
        return f"{saved.number:>4}  {words()('session.game_unreadable', number=saved.number)}"
    best = [saved.names[seat - 1] for seat, rank, _ in saved.result or () if rank == 1]
    closed = saved.closed and foreign is not None
    unfinished = words()("past.closed" if closed else "cli.unfinished")
    end = words()("past.won", names=join_names(best, words()), n=len(best)) if best else unfinished
    line = f"{saved.number:>4}  {title_of(saved.game, words())}  {', '.join(saved.names)}  {end}"
    if saved.imported:
        line = f"{line}  {words()('web.games.brought_in')}"
    why = foreign_text(foreign, over=bool(best), closed=saved.closed)
    return f"{line}  ({words().of(why)})" if why is not None else line


def show_table(view: TableView) -> None:
    """Print a view: whose turn it is, and each total with its lines."""
    names = {place["seat"]: place["name"] for place in view["standings"]}
    word = words()
    print_line(word("cli.table", game=word(f"game.{view['game']}"), n=view["entry"]))
    if view["over"]:
        print_line(word("refused.over"))
    elif view["turn"]:
        print_line(word("refused.turn", seat=names[view["turn"]]))
    elif view["waiting"]:
        print_line(view["headline"])
    for place in view["standings"]:
        total = "?" if place["total"] is None else place["total"]
        print_line(f"{place['rank']}. {place['name']:<24} {total:>4}")
        for line in view["sheet"]:
            if line["seat"] == place["seat"]:
                print_line(f"      {_sheet_line(line)}")


def show_offers(view: dict[str, Any], names: Sequence[str]) -> None:
    """Print the possible actions of each seat; the default one is marked, refused ones have their reason."""
    word = words()
    print_line(word("cli.table", game=word(f"game.{view['game']}"), n=view["entry"]))
    if view["over"] or view["closed"]:
        print_line(word("refused.over" if view["over"] else "refused.closed"))
    for seat in dict.fromkeys(offer["seat"] for offer in view["offers"]):
        print_line(f"{seat}. {names[seat - 1]}")
        for offer in view["offers"]:
            if offer["seat"] == seat:
                print_line(f"   {_offer_line(offer)}")


def show_rulings(games: Sequence[Game]) -> None:
    """Print the numbers and titles of all rulings, chapter by chapter."""
    word = words()
    for game in games:
        print_line(word(f"game.{game.id}"))
        for chapter in rulebook(game):
            print_line(f"  {word.of(chapter.title)}")
            for ruling in chapter.rulings:
                print_line(f"    {ruling.number:<4} {word.of(ruling.title)}")


def show_ruling(game: Game, ruling: Ruling) -> None:
    """Print the card of a ruling."""
    card = ruling_card(game, ruling, words())
    print_line(f"{card.number}  {card.title}")
    for line in card_text(card, words()).splitlines():
        print_line(line)


def _offer_line(offer: dict[str, Any]) -> str:
    """Return an offer as one line after a sign: * the default, × refused; an ellipsis if it needs more input."""
    refused = offer["refused"]
    sign = "×" if refused else "*" if offer["usual"] else "·"
    parts = [offer["text"] if offer["whole"] else f"{offer['text']} …", offer["detail"]]
    parts += [refused["reason"], _citation(refused)] if refused else []
    return f"{sign} {' · '.join(part for part in parts if part)}"


def _sheet_line(line: SheetLineView) -> str:
    """Return a line of the sheet. Hidden values are question marks."""
    by = format_signed(line["by"])
    amount = f"{by} ?" if line["what"] is None else line["amount"]
    return " · ".join((" " * (4 - len(by)) + amount, line["text"] or "?", _citation(line) or "–"))


def _citation(source: Mapping[str, Any]) -> str:
    """Return the ruling, and whether it is a decision of ours; empty without a ruling."""
    return ": ".join(part for part in (source["ruling"], source.get("reading")) if part)
