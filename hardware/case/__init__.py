"""The case: printable pieces for the bench box and for the spinner, made by OpenSCAD from a file of measures."""
