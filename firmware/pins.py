"""The spinner's pins on the Pico, by their numbers (GP): their only list."""

RING = 2
"""Data of the WS2812 lights, through 330 ohms and, better, a level shifter to 5 V."""
LIGHTS = 24
KEYS = (3, 4, 5, 6, 7)
"""Each key is between its pin and ground."""
KEY_LIGHTS = (8, 9, 10, 11, 12)
"""Each light goes from its pin through its resistor to ground, in the order of the keys."""
BUZZER = 15
"""A passive piezo disc, to ground."""
KNOB_A = 16
"""The line that falls first when the knob is turned clockwise; the knob's middle contact goes to ground."""
KNOB_B = 17
