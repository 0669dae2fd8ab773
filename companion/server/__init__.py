"""The web server: pages, API, event streams and their limits, and who may do what."""
