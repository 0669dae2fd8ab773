"""Fair chance."""
