"""The case: pieces to print for the bench box and for the spinner, made of measures by OpenSCAD."""
