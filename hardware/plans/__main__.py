"""The program that redraws all wires and rewrites all lists. Look at the drawings before a commit."""

from __future__ import annotations

from hardware.plans.generated_files import generated_files, obsolete_files


def main() -> None:
    """Write the files that differ, and remove those that are no longer generated."""
    files = generated_files()
    for path, content in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, "utf-8", newline="\n")
    for path in obsolete_files(files):
        path.unlink()


if __name__ == "__main__":
    main()
