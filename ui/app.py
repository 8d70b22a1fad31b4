"""Starts the window: ``briefbank-window [--library DIR] [FILE …]``.

This module imports nothing heavy: a child process that renders pages imports the main module again, and must
not load the whole window for it. The network is closed before anything else is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from briefbank.sandbox import environment

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from ui.main_window import MainWindow


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the application; return the exit status."""
    environment.make_safe()  # first, since a later import might come from the working folder
    from briefbank.network import close_network

    close_network.close_network()
    from ui.kit import garbage

    garbage.turn_off()
    from ui import program

    return program.run(arguments)


def build_window(library: LibraryApi) -> MainWindow:
    """Return a window on an open library. GUI thread."""
    from ui.main_window import MainWindow

    return MainWindow(library)


if __name__ == "__main__":
    sys.exit(main())
