"""The language of the window, and the translation of the core's messages into it."""
