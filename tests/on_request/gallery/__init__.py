"""Pictures and words of everything that is shown, taken before and after a change that must not change them."""
