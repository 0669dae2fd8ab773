"""The machine below: settings, editions, network, hardware detection, storage, health and systemd."""
