"""Draws all wires and writes all lists anew: `python -m hardware.plans`. Look at the drawings before a commit."""

from __future__ import annotations

from hardware.plans.making import left_over, made


def main() -> None:
    """Write what differs, and remove what is made no more."""
    files = made()
    for path, content in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, "utf-8", newline="\n")
    for path in left_over(files):
        path.unlink()


if __name__ == "__main__":
    main()
