"""The spinner: a ring of lights, keys and a knob on a Pico. `firmware/README.md` tells the line between it and us."""
