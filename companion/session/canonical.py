"""One way to write JSON, so that equal facts have equal bytes, hashes and digests: that of the files' checks."""

from companion.chance.plain import canonical, digest

__all__ = ["canonical", "digest"]
