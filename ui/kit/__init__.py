"""Widgets and helpers that know nothing of briefs."""
