"""The commands in the order of the help, their parser, and how one of them is run on its library.

A command's module is imported when the command is used, because others should answer at once. Its
``COMMANDS`` has a ``Command`` by each of its names.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from briefbank import __version__, logs, settings
from briefbank.api.library import LibraryApi
from briefbank.catalogue.feedback_rows import FeedbackFileError
from briefbank.cli.main import READING_COMMANDS
from briefbank.cli.output import FAULT, NOTHING, WRONG_USE, Output
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    CorrectionRefused,
    EntryRefused,
    ExportRefused,
    ListFileError,
    NothingOffline,
    NotInLibrary,
    OfflineChoiceRefused,
    QueryError,
    ShortOfMemory,
    StoreDamaged,
    StoreError,
    SummaryError,
)
from briefbank.library import Library
from briefbank.office import server_settings
from briefbank.paths import LibraryPaths, default_library, offline_folder
from briefbank.storage import library_folder
from briefbank.storage.lease import unserved
from briefbank.storage.library_folder import is_library
from briefbank.storage.model_files import lacks_memory
from briefbank.text.characters import escape_hidden
from briefbank.text.dates import typed_day
from briefbank.text.messages import Message

Parser = argparse.ArgumentParser

_OFFLINE, _OFFLINE_HELP = "--offline", "what was taken along from the office, in place of a library"
_LIBRARY_HELP = "the library's folder; without it the one that this computer serves, else your own"
COMMANDS = (
    ("add", "cli.documents", "add files, or all files in folders; without any, go on with those that wait"),
    ("survey", "cli.documents", "show what lies in folders before it is added, and how long it will take"),
    ("report", "cli.documents", "show what became of all files that were added, and what waits"),
    ("again", "cli.documents", "recognise scanned pages of one document anew"),
    ("search", "cli.searching", "find passages"),
    ("summary", "cli.documents", "show the extracts that tell what a document is about"),
    ("show", "cli.documents", "show one document with its passages"),
    ("add-attached", "cli.documents", "add the files that are attached inside a PDF"),
    ("remove", "cli.documents", "remove one document and all that was made of it"),
    ("around", "cli.documents", "show the whole section that a passage stands in"),
    ("correct", "cli.documents", "put right what a document is said to be, for good"),
    ("feedback", "cli.searching", "mark a passage as helpful for a query or not"),
    ("marks", "cli.searching", "list what was marked as helpful or not, take it back, carry it over"),
    ("thesaurus", "cli.searching", "where your office's own words are, or what is searched beside a word"),
    ("list", "cli.documents", "list all documents, or those of a folder or that lack something"),
    ("check", "cli.maintenance", "compare both indexes with the catalogue"),
    ("backup", "cli.maintenance", "back the library up into a folder; the second time only what is new"),
    (
        *("backups", "cli.maintenance"),
        "list the backups that BriefBank made of the library, and until when each is kept",
    ),
    ("restore", "cli.maintenance", "make the library what it was when a backup was made"),
    ("drill", "cli.maintenance", "restore a backup beside, compare all of it, and delete what was restored"),
    ("move-to-office", "office.commands", "bring the library of one computer into this one of an office"),
    ("watch", "cli.maintenance", "let the window add new files of folders by itself, or list them"),
    ("confirm", "cli.maintenance", "show what the library asks to be read that you did not name, and decide"),
    ("authority", "cli.authorities", "what the library knows of an authority, or what a document cites"),
    ("good-law", "cli.good_law", "your good-law list of what still holds"),
    (
        *("versions", "cli.authorities"),
        "the versions of a provision, what was in force when, and how they differ",
    ),
    ("provision", "cli.authorities", "find the provisions that may govern a statement, the likeliest first"),
    ("draft", "cli.searching", "check a draft against the library; nothing of it is kept"),
    ("sizes", "cli.maintenance", "how large the library is, and when it was last checked and backed up"),
    ("audit", "cli.maintenance", "the log of what was done with the library, without any content"),
    ("office", "office.commands", "prepare an office’s server and keep who may use it; join or leave one"),
    ("serve", "office.commands", "answer the desks of an office with this library, over the network"),
    ("offline", "office.commands", "take documents of the office along, to use them without its server"),
    ("worker", "office.commands", "let this computer work on files for an office’s server"),
    ("rebuild", "cli.maintenance", "make both indexes anew from the catalogue"),
    ("self-test", "cli.maintenance", "test every part, and that the network is refused"),
    ("evaluate", "cli.evaluate", "measure search over a data set in BEIR's layout"),
)
"""The name of each command, its module, and what it does."""


@dataclass(frozen=True)
class Command:
    """A command: its options, and a function that does it and returns the exit status."""

    add_options: Callable[[Parser], object]
    run: Callable[[Any, argparse.Namespace, Output], int]
    """Gets the library, or None where the command needs none. Raises BriefBankError."""
    needs_library: Callable[[argparse.Namespace], bool] = lambda options: True
    """Tells whether to open the library. Raises BriefBankError for options that do not go together."""
    reads_authorities: bool = False  # True where the authorities of all documents must have been read before


class _Parser(Parser):
    """An argument parser that repeats the input in errors without terminal control characters, and prints
    none of them itself."""

    def error(self, message: str) -> NoReturn:
        super().error(escape_hidden(message))


class _CommandParser(_Parser):
    """The parser of one command, which gets its options when it is used: some take long to import."""

    load: tuple[str, str] | None = None  # The module and the name of the command, until it was loaded

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        if self.load is not None:
            (module, name), self.load = self.load, None
            command: Command = importlib.import_module(module).COMMANDS[name]
            command.add_options(self)
            self.set_defaults(definition=command)
        return super().parse_known_args(args, namespace)


def parser() -> Parser:
    """Return the parser of the command line.

    Its result has the name ``command``, the ``definition`` of that command and the values of its options.
    """
    common = _CommandParser(add_help=False)
    _add_common_options(common, default=argparse.SUPPRESS)
    whole = _Parser("briefbank", description="Find what your office has already argued.")
    whole.add_argument("--version", action="version", version=f"BriefBank {__version__}")
    _add_common_options(whole)
    commands = whole.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_CommandParser
    )
    for name, module, words in COMMANDS:
        command = commands.add_parser(name, parents=[common], help=words, description=words)
        command.load = (f"briefbank.{module}", name)
    return whole


def _add_common_options(command: Parser, **default: Any) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON document", **default)
    command.add_argument("--library", type=Path, metavar="DIR", help=_LIBRARY_HELP, **default)
    command.add_argument(
        _OFFLINE, dest="library", action="store_const", const=offline_folder(), help=_OFFLINE_HELP, **default
    )


def action_adder(command: Parser) -> Callable[[str, str], Parser]:
    """Return a function that adds an action to a command, by its name and what it does; ``action`` is None
    where none is typed. The options of every command may follow the action, too."""
    # ``command`` is the parent of its actions before it gets them.
    shared = Parser(add_help=False, parents=[command])
    actions = command.add_subparsers(dest="action", metavar="ACTION")
    return lambda name, words: actions.add_parser(
        name, parents=[shared], add_help=False, help=words, description=words
    )


def option(*names: str, **settings: Any) -> Callable[[Parser], object]:
    """Return a function that adds one option or argument to a command, as ``add_argument`` does."""
    return lambda command: command.add_argument(*names, **settings)


def day(text: str) -> date:
    parsed = typed_day(text)
    if parsed is None:
        raise argparse.ArgumentTypeError(f"“{text}” is not a date. Write it as 3/15/2015 or 2015-03-15.")
    return parsed


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return the parser of a whole number within these limits."""
    limits = f"of {least} or more" if most is None else f"from {least} to {most}"

    def parse(text: str) -> int:
        number = int(text) if text.isdecimal() else -1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"“{text}” is not a whole number {limits}.")
        return number

    return parse


positive, positive_or_none = whole_number(1), whole_number(0)
port, port_or_none = whole_number(1, 65_535), whole_number(0, 65_535)
log = logging.getLogger(__name__)
_OFFICE_COMMANDS = frozenset({server_settings.COMMAND, "move-to-office"})


def opened(options: argparse.Namespace, output: Output) -> AbstractContextManager[LibraryApi]:
    """Open the library: on a computer of an office the office's, unless another is named, or it is to be
    served from here. For ``restore``, move a library aside that is too damaged to open."""
    chosen = settings.load()
    if chosen.office_address and not options.library and options.command != server_settings.COMMAND:
        from briefbank.office.remote_library import RemoteLibrary

        return closing(RemoteLibrary.open())
    folder = folder_of_command(options.library)
    begins_anew = options.command == "restore" and options.library  # in place of a lost library
    if not begins_anew and server_settings.is_served(folder) and not is_library(LibraryPaths(folder)):
        # No empty library takes the place of the one that is served from here while its disk is away.
        where = str(folder)
        raise StoreError(
            Message("The library that this computer serves is not in its folder, {folder}.", folder=where),
            Message(
                "If its disk is not mounted, mount it and try again. If the library is lost, restore "
                "a backup: briefbank --library {folder} restore DIR.",
                folder=where,
            ),
            detail="served library missing",
        )
    if folder == offline_folder() and library_folder.offline_lease(folder) is None:
        raise NothingOffline
    tidy = options.command not in READING_COMMANDS
    if tidy:
        gc.enable()
    database = server_settings.database_of(folder)
    try:
        if database is None and options.command not in _OFFICE_COMMANDS:
            return closing(Library.open(folder, tidy=tidy))
        from briefbank.office.library import OfficeLibrary

        spread = None  # where an office server has work on files done
        if options.command == server_settings.COMMAND:
            from briefbank.office import serving

            spread = serving.spread()
        return closing(OfficeLibrary.open(folder, tidy=tidy, database=database, spread=spread))
    except StoreDamaged as damaged:
        if options.command != "restore" or database is not None:
            raise
        with unserved(LibraryPaths(folder).serving_lock):
            aside = Library.make_room_for(options.folder, folder)
        output.say(f"{damaged.title} What is left of it was put into {aside}.")
        return closing(Library.open(folder))


def local(library: LibraryApi) -> Library:
    """Return a library of this computer. Raises StoreError for that of an office."""
    if not isinstance(library, Library):
        raise StoreError(
            Message("This is done with a library of this computer, and not with that of the office."),
            Message("Name one with --library DIR."),
        )
    return library


def folder_of_command(named: Path | None) -> Path:
    """Return the folder of the library that a command is on: the one that was named, else the one that is
    served from this computer, else the user's own. Raises BriefBankError where its settings are damaged."""
    if named is None:
        server_settings.require_undamaged()
    return named or server_settings.served_library() or settings.load().library or default_library()


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
    options = parser().parse_args(arguments)
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
    except BrokenPipeError:
        raise
    except Exception as error:
        log.exception("fault")
        mistake = BriefBankError(
            Message("BriefBank made a mistake and stopped."), Message("The log has the details.")
        )
        output.error(ShortOfMemory() if lacks_memory(error) else mistake)
        return FAULT
