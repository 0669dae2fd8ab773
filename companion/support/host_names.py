"""Names of machines in a network, in the form that browsers send."""

from __future__ import annotations

import re
import unicodedata

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f#%/:<>?@\[\\\]^|\ud800-\udfff]")
"""Letters that browsers refuse in a name. Lone surrogates are bytes that are no UTF-8."""
_LONGEST_LABEL = 63
"""Letters of one part of a name in a network, in the form that browsers send."""


def is_network_name(label: str) -> bool:
    """Return whether browsers and networks take a text as one part of a name."""
    return label != "" and not _FORBIDDEN.search(label) and len(ascii_name(label)) <= _LONGEST_LABEL


def ascii_name(name: str) -> str:
    """Return a name in the form that browsers send: lower case, and parts with other letters as `xn--…`."""
    labels = unicodedata.normalize("NFKC", name).lower().rstrip(".").split(".")
    return ".".join(label if label.isascii() else f"xn--{label.encode('punycode').decode()}" for label in labels)
