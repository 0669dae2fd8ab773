"""Verdicts of the page that checks games on every kept export; the page stands alone, without a server."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.kept.files import EXPORTS
from tests.kept.program import web_dir

_ANSWER = """text => {
  document.getElementById("text").value = text;
  document.getElementById("go").click();
  return ["verdict", "faults", "commitments", "draws"]
    .map(id => document.getElementById(id)).filter(part => !part.hidden).map(part => part.innerText).join("\\n");
}"""


def page_verdicts(browser: Browser) -> str:
    """Return the verdict on each export, in English, and the draws that it shows."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto((web_dir() / "verify.html").as_uri())
    parts = [_report(path, page.evaluate(_ANSWER, path.read_text("utf-8"))) for path in sorted(EXPORTS.iterdir())]
    context.close()
    return "\n".join(parts)


def _report(path: Path, answer: str) -> str:
    lines = (" ".join(line.split()) for line in answer.splitlines())
    return "".join((f"== {path.name}\n\n", *(f"{line}\n" for line in lines if line)))
