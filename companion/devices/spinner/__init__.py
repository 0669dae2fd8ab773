"""The spinner: a ring of lights, keys and a knob on a Pico. `firmware/README.md` describes its protocol."""
