"""The host's side of plugins: finding them, calling them, and containing what they do wrong."""
