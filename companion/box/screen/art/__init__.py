"""The drawings of the little screen as art, and their lookup by meaning."""
