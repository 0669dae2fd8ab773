"""Compiling catalogues, once for all starts: what gettext reads, with the mark of the PO file that it was made from."""

from __future__ import annotations

import io
import zlib

MARK = "mark of the source"
"""The key under which a compiled catalogue has the mark of its source; nobody is told it."""


def mark_of(source: bytes) -> str:
    """What tells one PO file from another: a catalogue with another mark has grown old."""
    return f"{zlib.crc32(source):08x}"


def compiled(source: bytes) -> bytes:
    """A PO file as a MO file. Raises what Babel does of one that it cannot read."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    catalogue = read_po(io.BytesIO(source))
    catalogue.add(MARK, mark_of(source))
    made = io.BytesIO()
    write_mo(made, catalogue)
    return made.getvalue()
