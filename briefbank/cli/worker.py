"""The command ``worker``: this computer does work on files for an office."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.cli.exit_status import DONE
from briefbank.cli.option_values import hours, positive
from briefbank.errors import BriefBankError

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.terminal import Output


class NotInvited(BriefBankError):
    """Raised where this computer accepted no invitation."""

    default_title = "This computer was not invited to work for an office."
    default_remedy = (
        "On the office’s server write an invitation with “briefbank serve --invite-worker FILE”, bring it "
        "here, and start the worker with --invitation FILE."
    )


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--invitation", type=Path, metavar="FILE", help="the office’s invitation, the first time"
    )
    command.add_argument(
        "--cores",
        type=positive,
        metavar="N",
        help="how many files are worked on at once; one processor is left free",
    )
    command.add_argument(
        "--hours", type=hours, metavar="H:MM-H:MM", help="take work in these hours of the day alone"
    )
    command.add_argument(
        "--no-yield", action="store_true", help="work on while other programs need the processors"
    )


def run(_library: LibraryApi | None, options: argparse.Namespace, output: Output) -> int:
    """Work until the program is told to end. Raises BriefBankError."""
    from briefbank.cluster import invitation, worker

    place = invitation.accept(options.invitation) if options.invitation else invitation.accepted()
    if place is None:
        raise NotInvited
    choices = worker.WorkerChoices(
        options.cores or worker.usual_cores(), options.hours, yields=not options.no_yield
    )
    worker.run(place, invitation.folder(), choices, output.say)
    return DONE
