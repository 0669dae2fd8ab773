"""Tests of the package in its own Debian, booted by systemd in the virtual machine."""
