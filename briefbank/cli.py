"""The command line: ``briefbank [--library DIR] COMMAND … [--json]``.

With ``--json`` one JSON document goes to standard output and nothing else; progress goes to standard error.
Exit status: 0 done; 1 done with refusals, problems or nothing found; 2 wrong use; 3 BriefBank's own fault or
a library that cannot be used.

This module is kept light: every spawned child process imports the program's main module once more.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Close the network, then run one command; returns the exit status."""
    from briefbank.closed import environment

    environment.make_safe()  # before anything else is imported, for it might be from the working folder
    from briefbank.closed import opening

    opening.close_universe()
    from briefbank.commands import run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
