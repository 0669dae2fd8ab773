"""Wiring drawings and parts lists, made from a board profile, the spinner's pins and parts.toml."""
