"""Sources of the box: board profiles, and what is made from them. Only a checkout has more than the profiles."""
