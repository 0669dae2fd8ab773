"""The tests, in folders named like what they test; a package, so that they share helpers and some run as programs.

`session` tests `table`, `journal` and `session` together; `views` tests `words` and the JSON views; `input` and
`screen` test `box`; `box` tests the whole program in virtual machines; `kit` has what several folders share;
`on_request` has what `make test` leaves out. Running any of them needs the texts of all games, so they are joined here.

Tests run in parallel: `make test` starts one process more than the machine has processors, each with a Chromium of its
own. `make test ARGS="-n 0"` runs them one after the other, as `.venv/bin/pytest tests/screen` does. So a test must not
depend on another: ports are free ones, files are in `tmp_path`, the ids of cases are the same in every process, and a
test that needs something the machine has only once locks it. Pages of the fixture `browser` are reused as if new
(`tests/context_pool.py`); a test that changes what cannot be undone names it there and gets a page of its own. A page
keeps `STILL` unless it is to move (`MOVING`, both in `tests/chromium.py`); nothing may move on a still page, not even
unseen, because drawing frames costs most of a run. A test of half a minute is named in `LONGEST` in
`tests/conftest.py`, so that it does not begin last. `tests/depth.py` says how far a test searches.

Pages get scripts and styles as the checkout has them: bundled after any `make`. The fixture `as_they_are` serves single
files, `bundled` the bundle, `either` both in turn (`tests/server/conftest.py`). The browser sees only the fonts that
`tests/fonts.py` chooses. With `DEEP=1`, tests that measure a page also run with narrower and wider letters
(`@in_other_letters`), because phones have other fonts. `tests/test_any_machine.py` starts the program with other
locales, time zones, homes, paths and proxies.
"""

from companion.games import GAMES
from companion.words.catalogue import add_catalogues
from tests.games.made_up import MADE_UP

add_catalogues(game.words for game in (*GAMES, *MADE_UP))
