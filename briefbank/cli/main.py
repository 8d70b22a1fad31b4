"""The entry point of the command line: ``briefbank [--library DIR] COMMAND … [--json]``.

With ``--json`` a single JSON document goes to standard output; progress goes to standard error. Exit status:
0 done; 1 done with refusals, problems or nothing found; 2 wrong use; 3 BriefBank's own fault or a library
that cannot be used.

This module must stay light, because every spawned child process imports the program's main module again.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from functools import partial


def main(arguments: Sequence[str] | None = None) -> int:
    """Close the network, run one command, and return the exit status."""
    from briefbank.sandbox import environment

    environment.make_safe()  # before any other import, which might come from the working folder
    from briefbank.cli.reading_commands import is_reading, uses_office

    typed = sys.argv[1:] if arguments is None else arguments
    if is_reading(typed) and not uses_office(typed):
        from briefbank.sandbox import guard, inherited

        inherited.close_network_sockets()
        guard.engage()  # such a command asks no server, so that no address is let through
    else:
        from briefbank.network import close_network
        from briefbank.server import server_settings

        server = server_settings.starting(typed)
        if server_settings.is_of_cluster(typed):
            close_network.close_inherited()
        elif server is None:
            close_network.close_network()
        else:
            place = server.listen, server.port
            directory = partial(server_settings.start_directory, server)
            close_network.close_network(place, directory, server.figures)
    gc.disable()  # what a command imports is no garbage, and to look for some takes a tenth of a search
    try:
        from briefbank.cli.commands import run

        return run(arguments)
    finally:
        gc.enable()


if __name__ == "__main__":
    sys.exit(main())
