"""The tests of Voyages alone: its rulings one by one, and its rules in other words."""
