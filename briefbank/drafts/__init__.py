"""Checks a draft against the library. Keeps nothing of the draft."""
