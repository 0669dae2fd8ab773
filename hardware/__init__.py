"""What the box is built from: board profiles, and what is made of them. Only a checkout has more than the profiles."""
