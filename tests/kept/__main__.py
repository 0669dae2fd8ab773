"""Command that stores what is shown of kept journals: `python -m tests.kept NAME …`. README.md says when to use it."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.chromium import launched
from tests.kept.files import EVERY_JOURNAL, SHOWN, VERDICTS
from tests.kept.outlets import OUTLETS, show
from tests.kept.verify_page import page_verdicts


def main() -> None:
    """Store what every outlet shows of the journals named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.kept", description=__doc__)
    known = [*EVERY_JOURNAL, VERDICTS.name]
    parser.add_argument("names", nargs="+", metavar="NAME", choices=known, help="a journal, without .sqlite3")
    for name in parser.parse_args().names:
        if name == VERDICTS.name:
            with launched() as browser:
                VERDICTS.write_text(page_verdicts(browser), "utf-8")
        else:
            _write(name)


def _write(name: str) -> None:
    (SHOWN / name).mkdir(parents=True, exist_ok=True)
    for outlet in OUTLETS:
        with tempfile.TemporaryDirectory() as folder:
            for file, text in show(name, outlet, Path(folder)).items():
                (SHOWN / name / file).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
