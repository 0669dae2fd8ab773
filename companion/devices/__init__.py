"""The box's parts: keys, lights, buzzer and screen, real or simulated, and checks for missing ones."""
