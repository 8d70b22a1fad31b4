"""Summaries, shown behind a disclaimer."""
