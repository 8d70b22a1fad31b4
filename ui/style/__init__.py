"""Colours, icons, and the choice of the theme."""
