"""Checks a draft against the library. Nothing of the draft is kept."""
