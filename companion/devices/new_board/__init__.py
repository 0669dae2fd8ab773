"""A board file of one's own, for `board new`: what is asked, what hands answer over the lines, and what is written."""
