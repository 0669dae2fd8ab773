"""QR codes of addresses: as rows of dark and light modules, as lines for a terminal, and as SVG."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

Modules = tuple[tuple[bool, ...], ...]
"""Rows from the top, True for dark, without the quiet zone; as many rows as columns."""

_MAX_PADDED_SIZE = 25
"""Greatest number of modules a side at which the small screen has room for two points each and for a quiet zone."""


@lru_cache(maxsize=4)
def modules(address: str) -> Modules:
    """Return the QR code of an address; no rows for an empty address."""
    return tuple(tuple(bool(dark) for dark in row) for row in qr(address).matrix) if address else ()


def terminal_lines(address: str) -> list[str]:
    """Return the QR code of an address for a terminal, two rows in each line, with its quiet zone."""
    out = io.StringIO()
    qr(address).terminal(out, compact=True)
    return out.getvalue().splitlines()


def qr(address: str) -> QRCode:
    """Return the smallest QR code of an address.

    The address is converted to capitals, which mean the same in a scheme and a host: QR codes have a shorter encoding
    for them. A numeric address with its port then fits into 25 by 25 modules. A longer address gets less error
    correction, which a screen does not need. An address with a # is encoded as it is.
    """
    import segno

    if "#" in address:
        return segno.make_qr(address, error="l")
    text = address.upper().rstrip("/")
    protected = segno.make_qr(text, error="m")
    return protected if protected.symbol_size(border=0)[0] <= _MAX_PADDED_SIZE else segno.make_qr(text, error="l")


def svg(address: str) -> str:
    """Return the QR code of an address as a complete SVG drawing, dark on light on any background."""
    out = io.BytesIO()
    qr(address).save(out, kind="svg", scale=8, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None)
    return out.getvalue().decode()
