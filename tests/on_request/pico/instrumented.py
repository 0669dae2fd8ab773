"""The spinner's `main.py` with instrumentation: a pin that is high during a frame, and a report of the heap's use."""

from __future__ import annotations

from tests.on_request.pico.images import firmware_files

MARK = 18
"""An unused pin: high while the ring is drawn and shown."""
FRAMES = 1000
"""The number of frames for which the heap is watched, after as many as are shown in a second."""
_FIRST = 60
_SHOWS = """            drawn_at = now
            if spinner.ring.draw(time.ticks_ms()):  # handling the input may have taken a while
                parts.show(spinner.ring.pixels)
"""
_MARKED = f"""            drawn_at = now
            mark.value(1)
            if spinner.ring.draw(time.ticks_ms()):
                parts.show(spinner.ring.pixels)
            mark.value(0)
            frames += 1
            if frames == {_FIRST}:
                gc.collect()
                gc.disable()
                taken = gc.mem_alloc()
            if frames == {_FIRST + FRAMES}:
                taken = gc.mem_alloc() - taken
                gc.collect()
                print("taken", taken, "free", gc.mem_free(), "of", gc.mem_free() + gc.mem_alloc(), ";")
                gc.enable()
"""
_BEGINS = "    drawn_at = time.ticks_ms()\n"
_IMPORTS = "import os\n"


def instrumented_files() -> dict[str, bytes]:
    """Return the instrumented program."""
    files = firmware_files()
    text = files["main.py"].decode()
    for original, marked in (
        (_IMPORTS, f"import gc\n{_IMPORTS}"),
        (_BEGINS, f"{_BEGINS}    mark = machine.Pin({MARK}, machine.Pin.OUT, value=0)\n    frames = taken = 0\n"),
        (_SHOWS, _MARKED),
    ):
        assert text.count(original) == 1, f"main.py has another {original!r}: mark it anew"
        text = text.replace(original, marked)
    return files | {"main.py": text.encode()}
