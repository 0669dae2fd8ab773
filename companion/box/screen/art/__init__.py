"""The drawings of the little screen, as art, and how they are found."""
