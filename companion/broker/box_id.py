"""The id of this box on a broker, made from the id of the machine as systemd makes one for an application."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

MACHINE_ID_FILE = Path("/etc/machine-id")
_APPLICATION = bytes.fromhex("6d1c6e1f0c0f4c0fb6a0b7a52e9a4d31")
"""Id of this application. Never change it: boxes would get other ids."""
_ID_BYTES = 16
_SHOWN_DIGITS = 16
"""Digits of the id that are used, so that the name of a client has at most the 23 letters that every broker takes."""


def box_id(file: Path = MACHINE_ID_FILE) -> str | None:
    """Return the id of this box, 16 hexadecimal digits; None if the machine has no valid id.

    It does not tell the id of the machine, which is a secret. It is not taken from the saved games: two boxes with the
    same backup are two boxes.
    """
    try:
        machine = bytes.fromhex(file.read_text("ascii").strip())
    except (OSError, ValueError):
        return None
    return application_id(machine, _APPLICATION)[:_SHOWN_DIGITS] if len(machine) == _ID_BYTES else None


def application_id(machine: bytes, application: bytes) -> str:
    """Return the id that sd_id128_get_machine_app_specific(3) makes of these two, each of 16 bytes: a UUID of
    version 4 without hyphens.
    """
    digest = bytearray(hmac.new(machine, application, hashlib.sha256).digest()[:_ID_BYTES])
    digest[6] = digest[6] & 0x0F | 0x40
    digest[8] = digest[8] & 0x3F | 0x80
    return digest.hex()
