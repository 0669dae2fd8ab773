"""Tests of the id of a box: systemd's form, and nothing without a valid machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.broker.box_id import application_id, box_id
from companion.broker.topics import Topics

MACHINE = "00112233445566778899aabbccddeeff"
APPLICATION = "6d1c6e1f0c0f4c0fb6a0b7a52e9a4d31"
BY_SYSTEMD = "7ff781f76f7442cc88ef10a3ee878a4c"
"""What `systemd-id128 machine-id --app-specific` prints for the two."""


def test_id_has_the_form_of_systemd() -> None:
    assert application_id(bytes.fromhex(MACHINE), bytes.fromhex(APPLICATION)) == BY_SYSTEMD


def test_box_has_the_first_digits_of_it(tmp_path: Path) -> None:
    file = tmp_path / "machine-id"
    file.write_text(f"{MACHINE}\n", "ascii")
    assert box_id(file) == BY_SYSTEMD[:16]


def test_every_broker_takes_the_name_of_the_client() -> None:
    assert len(Topics(BY_SYSTEMD[:16]).client) <= 23


@pytest.mark.parametrize("text", ["", "uninitialized\n", "0123\n", f"{MACHINE}00\n", "é"])
def test_machine_without_an_id_has_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "machine-id"
    file.write_text(text, "utf-8")
    assert box_id(file) is None
    assert box_id(tmp_path / "none") is None
