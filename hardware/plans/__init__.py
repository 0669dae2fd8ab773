"""The wiring drawings and the parts lists, made from the board profiles, the spinner's pins and parts.toml.

`python -m hardware.plans` writes them anew, as `make plans` does. All of it is for a checkout; nothing is installed.
"""
