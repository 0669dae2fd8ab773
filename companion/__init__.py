"""The table companion: dice, roulette and score-keeper beside a real board."""

__version__ = "0.1.0"
