"""Checks of a request's origin: the hosts that we answer to, and who may see and press the simulated box."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from flask import Request, Response

COOKIE = "companion_box"
"""Name of the cookie that proves knowledge of the link's key; sent to /box only."""
PAGE_COOKIE = "companion_page"
"""Name of the cookie that comes with every page of ours, and shows that one of them sent a request."""

# Behind a proxy on this machine, every request seems to be local. One with such a header is not.
_PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip")


def host_name(host: str) -> str:
    """Return the name or address in a Host header, lower case, without port and brackets; empty if it is malformed."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def host_allowed(host: str, names: Iterable[str]) -> bool:
    """Return whether we answer to this Host header: any address, "localhost", or one of `names`.

    A foreign name that leads here is an attempt to reach us through a browser at the table (DNS rebinding).
    """
    name = host_name(host)
    return _address(name) is not None or (
        name != "" and name in {"localhost", *(allowed_name.lower() for allowed_name in names)}
    )


def is_local(request: Request) -> bool:
    """Return whether a request comes from this machine and addresses it as such: both ends are loopback."""
    peer = _address(request.remote_addr or "")
    host = _address(name := host_name(request.host))
    is_loopback = (
        peer is not None and peer.is_loopback and (name == "localhost" or (host is not None and host.is_loopback))
    )
    return is_loopback and not any(header in request.headers for header in _PROXY_HEADERS)


def same_origin(request: Request) -> bool:
    """Return whether a request's Origin header is ours or absent."""
    origin = request.headers.get("Origin")
    return origin is None or origin.lower() == f"{request.scheme}://{request.host}".lower()


def from_other_site(request: Request) -> bool:
    """Return whether the browser says that another site's page sent a request.

    A browser says so on HTTPS and on loopback only. Without the header, nothing is known.
    """
    return request.headers.get("Sec-Fetch-Site") in {"cross-site", "same-site"}


def set_page_cookie(response: Response) -> None:
    """Give the browser the cookie of our pages.

    Its value is no secret. A browser keeps a `SameSite=Strict` cookie from all that another site's page asks for, and
    no page can set a cookie for another host. The cookie ends with the browser, as the page does.
    """
    response.set_cookie(PAGE_COOKIE, "1", httponly=True, samesite="Strict")


def from_own_page(request: Request) -> bool:
    """Return whether a request shows the cookie of our pages."""
    return PAGE_COOKIE in request.cookies


def key_matches(key: str, candidate: str) -> bool:
    """Return whether this is the key of the link, in the same time for every wrong one."""
    return hmac.compare_digest(key.encode(), candidate.encode())


def cookie_for(key: str) -> str:
    """Return the value of the cookie for the key of the link. The key cannot be computed from it."""
    return hmac.new(key.encode(), b"cookie of the simulated box", "sha256").hexdigest()


def may_see_box(request: Request, key: str) -> bool:
    """Return whether a request may see and press the simulated box whose link has this key."""
    cookie = request.cookies.get(COOKIE, "")
    return is_local(request) or key_matches(cookie_for(key), cookie)


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, ipaddress.IPv6Address) else address
