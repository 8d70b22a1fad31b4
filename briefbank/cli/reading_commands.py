"""The commands that only read, found in what was typed without loading the parser of the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.paths import settings_file

_OFFICE = re.compile(rb'"office_address"\s*:\s*"[^"]')
READING_COMMANDS = frozenset(
    {"search", "list", "show", "around", "authority", "versions", "sizes", "summary"}
)
"""Commands that answer at once: they leave tidying up to those that change something, and an open window
answers in their place (``command_client``)."""


def is_reading(arguments: Sequence[str]) -> bool:
    """Tell whether the command is certainly one that only reads.

    An option before the command that has a value other than ``--library`` written out, or that is shortened,
    leaves it uncertain.
    """
    rest = iter(arguments)
    for each in rest:
        if each == "--library":
            next(rest, None)
        elif each not in ("--json", "--offline") and not each.startswith("--library="):
            return each in READING_COMMANDS
    return False


def uses_office(arguments: Sequence[str]) -> bool:
    """Tell whether a command asks the office's server: on a computer of an office, where no other library is
    named. The settings are only looked through: to load them takes as long as a whole command."""
    if any(each.partition("=")[0] in ("--library", "--offline") for each in arguments):
        return False
    try:
        return bool(_OFFICE.search(settings_file().read_bytes()))
    except OSError:
        return False
