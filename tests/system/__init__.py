"""Tests of the system's facts and notifications, with machines simulated in a folder."""
