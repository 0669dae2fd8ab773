"""Tests inside the virtual machine, over real lines of its kernel: `make test-box` boots it and starts these."""
