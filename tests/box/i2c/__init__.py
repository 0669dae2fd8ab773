"""A bus /dev/i2c-1 without a Pi: umockdev receives what a process sends there, and a simulated screen decodes it."""
