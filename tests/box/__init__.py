"""A whole companion as a process of its own, played over its pages alone: `make test-box`."""
