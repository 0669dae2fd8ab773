"""Small tools that depend on nothing else of ours: packaged files, missing libraries, TOML with lines, QR codes."""
