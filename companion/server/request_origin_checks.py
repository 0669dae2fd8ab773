"""Checks of a request's origin: the hosts that we answer to, and who may see and press the simulated box."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from flask import Request, Response, current_app

from companion.support.host_names import ascii_name

COOKIE = "companion_box"
"""Name of the cookie that proves knowledge of the link's key; sent to /box only."""
PAGE_COOKIE = "companion_page"
"""Name of the cookie that comes with every page of ours, and shows that one of them sent a request."""

OUTSIDE = "companion.outside"
"""Key in `app.extensions` of the origin under which browsers reach a proxy before this server; absent without one."""

# Behind a proxy on this machine, every request seems to be local. One with such a header is not.
_PROXY_HEADERS = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip")


def host_of(request: Request) -> str:
    """Return the Host header as it came: Flask leaves out names with letters that are rare, such as underscores."""
    host: str = request.environ.get("HTTP_HOST", "")
    return host


def host_name(host: str) -> str:
    """Return the name or address in a Host header, in the form that browsers send, without port and brackets.

    It is empty if the header is malformed.
    """
    try:
        text = host.encode("latin-1").decode()  # WSGI gives each byte as a letter
        return ascii_name(urlsplit(f"//{text}").hostname or "")
    except ValueError:
        return ""


def host_allowed(host: str, names: Callable[[], Iterable[str]]) -> bool:
    """Return whether we answer to this Host header: any address, "localhost", or one of `names`.

    A foreign name that leads here is an attempt to reach us through a browser at the table (DNS rebinding).
    """
    name = host_name(host)
    is_own = name == "localhost" or _address(name) is not None
    return is_own or (name != "" and name in map(ascii_name, names()))


def is_local(request: Request) -> bool:
    """Return whether a request comes from this machine and addresses it as such: both ends are loopback.

    Behind a proxy that the setting `address` names, none does: the proxy may pass on what it likes.
    """
    if current_app.extensions.get(OUTSIDE):
        return False
    peer = _address(request.remote_addr or "")
    host = _address(name := host_name(host_of(request)))
    is_loopback = (
        peer is not None and peer.is_loopback and (name == "localhost" or (host is not None and host.is_loopback))
    )
    return is_loopback and not any(header in request.headers for header in _PROXY_HEADERS)


def same_origin(request: Request) -> bool:
    """Return whether a request's Origin header is ours or absent.

    Ours is the host of the request, and the address of a proxy that the setting `address` names.
    """
    origin = request.headers.get("Origin")
    ours = (f"{request.scheme}://{host_of(request)}".lower(), current_app.extensions.get(OUTSIDE))
    return origin is None or origin.lower() in ours


def lacks_proxy_setting(request: Request) -> bool:
    """Return whether a request seems to come through a proxy although the setting `address` names none.

    Either the proxy says so, or the request comes from a page with HTTPS, which this server does not speak. Another
    site's page may have HTTPS too, but nobody reads the answer to it.
    """
    if current_app.extensions.get(OUTSIDE):
        return False
    origin = request.headers.get("Origin", "")
    return origin.lower().startswith("https://") or any(header in request.headers for header in _PROXY_HEADERS)


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
