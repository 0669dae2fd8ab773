"""What the virtual machine is made of: its kernel, its images, and what it does when it starts."""
