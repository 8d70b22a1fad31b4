"""The entry point of the command line: ``briefbank [--library DIR] COMMAND … [--json]``.

With ``--json`` a single JSON document goes to standard output; progress goes to standard error. Exit status:
0 done; 1 done with refusals, problems or nothing found; 2 wrong use; 3 BriefBank's own fault or a library
that cannot be used.

This module must stay light, because every spawned child process imports the program's main module again.
Commands that only read are found in what was typed without the parser.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Sequence
from functools import partial

from briefbank.paths import settings_file

_OFFICE = re.compile(rb'"office_address"\s*:\s*"[^"]')
READING_COMMANDS = frozenset(
    {"search", "list", "show", "around", "authority", "versions", "sizes", "summary"}
)
"""Commands that answer at once: they leave tidying up to those that change something."""


def is_reading(arguments: Sequence[str]) -> bool:
    """Tell whether the command is certainly one that only reads.

    An option before the command that has a value other than ``--library`` written out, or that is shortened,
    leaves it uncertain.
    """
    rest = iter(arguments)
    for argument in rest:
        if argument == "--library":
            next(rest, None)
        elif argument not in ("--json", "--offline") and not argument.startswith("--library="):
            return argument in READING_COMMANDS
    return False


def uses_office(arguments: Sequence[str]) -> bool:
    """Tell whether a command asks the office's server: on a computer of an office, where no other library is
    named. The settings are only looked through: to load them takes as long as a whole command."""
    if any(argument.partition("=")[0] in ("--library", "--offline") for argument in arguments):
        return False
    try:
        return bool(_OFFICE.search(settings_file().read_bytes()))
    except OSError:
        return False


def main(arguments: Sequence[str] | None = None) -> int:
    """Close the network, run one command, and return the exit status."""
    from briefbank.sandbox import environment

    environment.make_safe()  # before any other import, which might come from the working folder

    typed = sys.argv[1:] if arguments is None else arguments
    if is_reading(typed) and not uses_office(typed):
        from briefbank.sandbox import guard

        guard.close_network_sockets()
        guard.engage()  # such a command asks no server, so that no address is let through
    else:
        from briefbank.network import close_network
        from briefbank.office import server_settings

        server = server_settings.starting(typed)
        if server_settings.is_of_cluster(typed):
            close_network.close_inherited()
        elif server is None:
            close_network.close_network()
        else:
            address = server.listen, server.port
            directory = partial(server_settings.start_directory, server)
            close_network.close_network(address, directory, server.figures)
    gc.disable()  # what a command imports is no garbage, and to look for some takes a tenth of a search
    try:
        from briefbank.cli.commands import run

        status = run(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever read the answer wants no more of it, as "head" does. Python would write the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    finally:
        gc.enable()


if __name__ == "__main__":
    sys.exit(main())
