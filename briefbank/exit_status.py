"""How a command ended, for scripts."""

DONE, NOTHING, WRONG_USE, FAULT = 0, 1, 2, 3
"""Done; done with refusals or nothing found; wrong use; our fault."""
