"""A mark for tests that need IPv6, which is switched off on some machines."""

from __future__ import annotations

import socket

import pytest


def _there() -> bool:
    if not socket.has_dualstack_ipv6():
        return False
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


needs_ipv6 = pytest.mark.skipif(not _there(), reason="IPv6 is switched off on this machine")
