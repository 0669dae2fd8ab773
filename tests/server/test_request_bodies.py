"""Tests of the declared bodies: what is read at each limit, and the field that a refusal names."""

from __future__ import annotations

from typing import Any

import pytest

from companion.server.error_responses import RefusalError
from companion.server.request_bodies import (
    CodeBody,
    EmptyBody,
    EraseBody,
    ForgetPhoneBody,
    FormBody,
    PlayBody,
    ProfileBody,
    RestoreBody,
    TouchBody,
    body_as,
)

MOVE = {"seat": 1, "move": {"move": "step"}}
MOST = 2**53 - 1


@pytest.mark.parametrize(
    ("cls", "fields"),
    [
        (EmptyBody, {}),
        (CodeBody, {"code": "1"}),
        (CodeBody, {"code": "1" * 32}),
        (ForgetPhoneBody, {"forget": "a" * 12}),
        (FormBody, {"seat": 1}),
        (FormBody, {"seat": 9, "move": "m" * 40, "chosen": {}, "entry": 1}),
        (FormBody, {"seat": 9, "move": "m", "chosen": None, "entry": None}),
        (TouchBody, {"seat": 1, "touches": [""]}),
        (TouchBody, {"seat": 1, "touches": ["t" * 60] * 40}),
        (ProfileBody, {"game": "g" * 40, "profile": {}}),
        (EraseBody, {"game": None}),
        (EraseBody, {"game": 1}),
        (RestoreBody, {"backup": "b" * 64, "put": False}),
        (PlayBody, {"seat": MOST, "move": {}, "expected_seq": 0, "id": "i" * 64}),
        (PlayBody, {"moves": [MOVE] * 20}),
    ],
)
def test_a_body_within_its_limits_is_read(cls: type, fields: dict[str, Any]) -> None:
    body_as(cls, fields)


@pytest.mark.parametrize(
    ("cls", "fields", "where"),
    [
        (EmptyBody, {"code": "1"}, "code"),
        (CodeBody, {"code": ""}, "code"),
        (CodeBody, {"code": "1" * 33}, "code"),
        (CodeBody, {}, "code"),
        (ForgetPhoneBody, {"forget": "a" * 13}, "forget"),
        (ForgetPhoneBody, {"forget": ""}, "forget"),
        (FormBody, {"seat": 0}, "seat"),
        (FormBody, {"seat": 10}, "seat"),
        (FormBody, {"seat": 1, "move": ""}, "move"),
        (FormBody, {"seat": 1, "move": "m" * 41}, "move"),
        (FormBody, {"seat": 1, "entry": 0}, "entry"),
        (FormBody, {"seat": 1, "chosen": []}, "chosen"),
        (TouchBody, {"seat": 1, "touches": []}, "touches"),
        (TouchBody, {"seat": 1, "touches": ["t"] * 41}, "touches"),
        (TouchBody, {"seat": 1, "touches": ["t" * 61]}, "touches.0"),
        (ProfileBody, {"game": "", "profile": {}}, "game"),
        (ProfileBody, {"game": "g" * 41, "profile": {}}, "game"),
        (EraseBody, {}, "game"),
        (EraseBody, {"game": 0}, "game"),
        (RestoreBody, {"backup": "", "put": True}, "backup"),
        (RestoreBody, {"backup": "b" * 65, "put": True}, "backup"),
        (RestoreBody, {"backup": "b", "put": 1}, "put"),
        (PlayBody, {"seat": MOST + 1, "move": {}}, "seat"),
        (PlayBody, {"seat": -1, "move": {}}, "seat"),
        (PlayBody, {"id": "i" * 65}, "id"),
        (PlayBody, {"id": ""}, "id"),
        (PlayBody, {"moves": [MOVE] * 21}, "moves"),
    ],
)
def test_a_body_beyond_its_limits_is_refused_with_its_field(cls: type, fields: dict[str, Any], where: str) -> None:
    with pytest.raises(RefusalError) as caught:
        body_as(cls, fields)
    assert (caught.value.code, caught.value.details) == (400, {"where": where})
