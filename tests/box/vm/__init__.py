"""The parts of the virtual machine: its kernel, its images, and its start script."""
