"""The box's parts: keys, lights, buzzer and screen, real or simulated, and what is told when one is missing."""
