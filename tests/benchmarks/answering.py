"""``python -m tests.benchmarks.answering LIBRARY``: answers commands as an open window does.

Prints a line once everything is loaded, and ends when its input does. A process of its own, so that it does
not take turns with what measures.
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

from briefbank.cli.command_server import CommandServer
from briefbank.library import Library


def main() -> None:
    with Library.open(Path(sys.argv[1])) as library:
        library.warm()
        server = CommandServer(library)
        server.start()
        with closing(server):
            print("ready", flush=True)
            sys.stdin.read()


if __name__ == "__main__":
    main()
