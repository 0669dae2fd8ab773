"""Tests of what the system tells and is told, over machines that are made up in a folder."""
