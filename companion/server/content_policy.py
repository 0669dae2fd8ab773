"""The content security policy of the pages: what a browser may load and run on them."""

from __future__ import annotations

OWN = "'self'"
"""The source for what comes from the box itself."""


def content_policy(images: str = OWN) -> str:
    """Return the policy of a page. `images` are the sources of its images."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {OWN}",
            f"style-src {OWN}",
            f"img-src {images}",
            f"font-src {OWN}",
            f"connect-src {OWN}",
            f"manifest-src {OWN}",
            "base-uri 'none'",
            f"form-action {OWN}",
            "frame-ancestors 'none'",
        )
    )
