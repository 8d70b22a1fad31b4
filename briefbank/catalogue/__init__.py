"""The catalogue: one SQLite file that holds all that a library knows; see ``store``."""
