"""Runs a command of the command line, and turns what becomes of it into an exit status."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from briefbank import logs
from briefbank.api.library import LibraryApi
from briefbank.catalogue.feedback_file import FeedbackFileError
from briefbank.cli.opening import opened
from briefbank.cli.options import Command, WrongUse, parser
from briefbank.cli.output import FAULT, NOTHING, WRONG_USE, Output
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    CorrectionRefused,
    EntryRefused,
    ListFileError,
    NotInLibrary,
    OfflineChoiceRefused,
    QueryError,
    ShortOfMemory,
    SummaryError,
)
from briefbank.exports.errors import ExportRefused
from briefbank.storage.memory import lacks_memory

log = logging.getLogger(__name__)

WRONGLY_USED = (
    OfflineChoiceRefused,
    CorrectionRefused,
    EntryRefused,
    ExportRefused,
    FeedbackFileError,
    ListFileError,
    QueryError,
)
"""Errors in what a person asked for."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    try:
        options = parser().parse_args(arguments)
    except WrongUse as wrong:
        wrong.show()
        raise
    logs.start()
    output = Output(as_json=options.json)
    with ExitStack() as stack:
        return run_on(lambda: stack.enter_context(opened(options, output)), options, output)


def run_on(opened: Callable[[], LibraryApi], options: argparse.Namespace, output: Output) -> int:
    """Run a command on the library that ``opened`` returns, show what became of it, and return the exit
    status. Any thread. Never raises because of the library or the command."""
    command: Command = options.definition
    try:
        if not command.needs_library(options):
            return command.run(None, options, output)
        library = opened()
        if command.reads_authorities and library.has_unread_authorities():
            with output.progress() as reporter:  # of documents that were read by other rules
                library.maintenance.read_authorities(reporter)
        status = command.run(library, options, output)
        if status != FAULT and (why := library.read_only()):
            output.say(why)
        return status
    except (Cancelled, NotInLibrary, SummaryError) as error:
        output.error(error)
        return NOTHING
    except WRONGLY_USED as error:
        output.error(error)
        return WRONG_USE
    except BriefBankError as error:
        log.warning("command ended: %s %s", type(error).__name__, error.detail)
        output.error(error)
        return FAULT
    except KeyboardInterrupt:
        output.error(Cancelled())
        return NOTHING
    except Exception as error:
        log.exception("fault")
        mistake = BriefBankError("BriefBank made a mistake and stopped.", "The log has the details.")
        output.error(ShortOfMemory() if lacks_memory(error) else mistake)
        return FAULT
