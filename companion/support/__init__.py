"""Small tools that know nothing of ours: packaged files, missing libraries, TOML with lines, square codes."""
