"""Manual pages of `companion` and of each of its commands, made from the command line itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

import click

from companion.cli.main import main as command_line

_EXIT_STATUS = (
    ("0", "It worked."),
    ("1", "A check failed, or a game cannot be restored."),
    ("2", "Something could not be read or understood."),
    ("3", "The rules refuse a move."),
    ("4", "No fault was found, but the rules could not be compared."),
)
_FILES = (
    ("/etc/companion/settings.toml", "The settings of the service."),
    ("/var/lib/companion", "The saved games of the service."),
    ("/usr/share/doc/companion/docs/command-line.md", "This command line, at length."),
)


def write_man_pages(folder: Path, version: str, date: datetime) -> list[Path]:
    """Write the page of each command into a folder, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    contexts = [*_contexts(_context(command_line, "companion"))]
    names = [_name(context) for context in contexts]
    files = []
    for context, name in zip(contexts, names, strict=True):
        path = folder / f"{name}.1"
        path.write_text(_page(context, names, f'"{date:%Y-%m-%d}" "companion {version}"'), "utf-8")
        files.append(path)
    return files


def _contexts(context: click.Context) -> Iterator[click.Context]:
    """Yield the context of a command, and of each command below it."""
    yield context
    if isinstance(context.command, click.Group):
        for name, command in sorted(context.command.commands.items()):
            yield from _contexts(_context(command, name, context))


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    return command.context_class(command, info_name=name, parent=parent, **command.context_settings)


def _name(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def _page(context: click.Context, names: list[str], foot: str) -> str:
    """Return the page of a command, in groff. `names` are those of all pages, and `foot` what stands in the foot."""
    command, name = context.command, _name(context)
    pieces = " ".join(command.collect_usage_pieces(context))
    help_text = _plain(command.help or "")
    summary = help_text.partition("\n\n")[0]
    sections = [
        f'.TH "{_text(name.upper())}" "1" {foot} "User Commands"',
        f".SH NAME\n{_text(name)} \\- {_text(summary.rstrip('.'))}",
        f".SH SYNOPSIS\n.B {_text(context.command_path)}\n{_text(pieces)}",
        ".SH DESCRIPTION\n" + "\n.PP\n".join(_text(paragraph) for paragraph in help_text.split("\n\n")),
        ".SH OPTIONS\n" + _terms(_options(context)),
    ]
    if isinstance(command, click.Group):
        below = [(n, _plain(c.help or "").partition("\n\n")[0]) for n, c in sorted(command.commands.items())]
        sections.append(".SH COMMANDS\n" + _terms(below))
    if context.parent is None:
        sections += [".SH EXIT STATUS\n" + _terms(_EXIT_STATUS), ".SH FILES\n" + _terms(_FILES)]
    others = [other for other in names if other != name and _is_near(name, other)]
    sections.append(".SH SEE ALSO\n" + ",\n".join(f".BR {_text(other)} (1)" for other in others))
    return "\n".join(sections) + "\n"


def _is_near(name: str, other: str) -> bool:
    """Return whether one of two pages is that of the command right above the other."""
    return name == other.rpartition("-")[0] or other == name.rpartition("-")[0]


def _options(context: click.Context) -> Iterator[tuple[str, str]]:
    for parameter in context.command.get_params(context):
        if (record := parameter.get_help_record(context)) is not None:
            yield record


def _terms(entries: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f".TP\n.B {_text(term)}\n{_text(meaning)}" for term, meaning in entries)


def _plain(help_text: str) -> str:
    """Return a help text with each paragraph on one line."""
    paragraphs = help_text.replace("\b", "").strip().split("\n\n")
    return "\n\n".join(re.sub(r"\s+", " ", paragraph).strip() for paragraph in paragraphs)


def _text(words: str) -> str:
    """Return words as groff prints them: no hyphen that is a dash, and no control line."""
    escaped = words.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
