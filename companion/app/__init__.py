"""The companion: puts its parts together, starts and stops them."""
