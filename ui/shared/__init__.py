"""Widgets, rows and texts that several features share."""
