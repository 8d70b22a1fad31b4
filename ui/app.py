"""Starts the window: ``briefbank-window [--library DIR] [FILE …]``.

This module imports nothing heavy: a child process that renders pages imports the main module again, and must
not load the whole window for it. The network is closed before anything else is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from briefbank.sandbox import environment


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the application; return the exit status."""
    environment.make_safe()  # first, since a later import might come from the working folder
    from briefbank.network import close_network

    close_network.close_network()
    from ui.kit import garbage

    garbage.turn_off()
    from ui import program

    return program.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
