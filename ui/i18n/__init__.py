"""The language of the window, and the translation of core sentences into it."""
