"""The drawings and parts lists of the project's own boards, kept in hardware/drawings and hardware/parts.

`python -m hardware.plans` writes them, as `make plans` does, and needs a checkout. The drawing code is in
`companion.plans`, which is installed, so that `companion board new` can draw too.
"""
