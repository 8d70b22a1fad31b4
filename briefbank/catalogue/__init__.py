"""The catalogue: one SQLite file with everything that a library knows; see ``store``."""
