"""Square codes for the cameras of phones: of an address, as rows of dark and light and as lines for a terminal."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

Modules = tuple[tuple[bool, ...], ...]
"""Row by row from the top, True for dark, without the quiet zone; as many rows as columns."""

_ROOMY = 25
"""Modules a side that go on the little screen with two points each and the quiet zone that cameras like."""


@lru_cache(maxsize=4)
def modules(address: str) -> Modules:
    """The square code of an address; that of nothing has no rows."""
    return tuple(tuple(bool(dark) for dark in row) for row in qr(address).matrix) if address else ()


def terminal_lines(address: str) -> list[str]:
    """The square code of an address for a terminal, two rows of it in each line, with its quiet zone."""
    out = io.StringIO()
    qr(address).terminal(out, compact=True)
    return out.getvalue().splitlines()


def qr(address: str) -> QRCode:
    """The square code of an address, as small as it can be.

    In capitals, which mean the same in a scheme and a host: the code has a form of its own for them that is shorter.
    A numeric address with its port then takes 25 by 25; a longer one does with less protection against stains, of which
    a screen has none. What stands behind a # is sent as it is.
    """
    import segno

    if "#" in address:
        return segno.make_qr(address, error="l")
    text = address.upper().rstrip("/")
    protected = segno.make_qr(text, error="m")
    return protected if protected.symbol_size(border=0)[0] <= _ROOMY else segno.make_qr(text, error="l")


def svg(address: str) -> str:
    """The square code of an address as a drawing that stands alone, dark on light whatever surrounds it."""
    out = io.BytesIO()
    qr(address).save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None)
    return out.getvalue().decode()
