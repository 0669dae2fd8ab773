"""From edges to commands: debounce, gestures, keymap and the menus of the box. Pure: time is a number that comes in."""
