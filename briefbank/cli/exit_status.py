"""The exit statuses of commands, for scripts."""

DONE, NOTHING, WRONG_USE, FAULT = 0, 1, 2, 3
"""Success; refusals or no results; wrong use; our fault."""
