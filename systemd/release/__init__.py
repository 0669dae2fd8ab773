"""Releases: the files to download with their checksums and signature, and a repository for apt.

`make release` makes them, and docs/release.md explains how. `maintainer` reads the name and the addresses in them.
"""
