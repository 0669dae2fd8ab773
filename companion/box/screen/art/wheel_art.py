"""What belongs to a wheel alone, as art: its pointer."""

POINTER = """
0: pointer
......#
....###
..#####
#######
..#####
....###
......#
"""
