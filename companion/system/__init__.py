"""The machine below: configuration, editions, network, detection of hardware, storage, health, and systemd."""
