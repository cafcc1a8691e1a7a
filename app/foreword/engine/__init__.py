"""Decoding: draft, merge, plan, verify, accept, commit. Pure: no Qt, no database, no plugin names."""
