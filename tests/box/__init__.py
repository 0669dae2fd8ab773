"""Tests of a whole companion as a separate process, played only over its pages: `make test-box`."""
