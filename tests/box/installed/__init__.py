"""The package in a whole Debian of its own, booted by systemd in the virtual machine."""
