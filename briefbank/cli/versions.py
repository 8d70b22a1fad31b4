"""The command ``versions``: the versions of provisions, their windows, and corrections of these."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from briefbank.cli.exit_status import DONE, NOTHING
from briefbank.cli.json_schema import Json, day_json, document_json, provision_json, runs_json
from briefbank.cli.layout import Differences, Each, Paragraph, choice, text_of
from briefbank.cli.option_values import day, positive
from briefbank.domain.authorities import Provision, Window
from briefbank.errors import CorrectionRefused

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi
    from briefbank.cli.terminal import Output


def add_options(command: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    command.add_argument("citation", nargs="?", metavar="CITATION", help="as in 2C:44-1 or N.J.R.E. 803")
    command.add_argument("--as-of", type=day, metavar="DATE", help="only what was in force on that day")
    command.add_argument("--differences", action="store_true", help="how each version differs from the last")
    command.add_argument("--text", action="store_true", help="with the words of each version")
    correction = command.add_mutually_exclusive_group()
    correction.add_argument("--set", type=positive, metavar="ID", help="say when a version is in force")
    correction.add_argument("--unset", type=positive, metavar="ID", help="go back to what was read")
    command.add_argument("--from", dest="first", type=day, metavar="DATE", help="the first day, with --set")
    command.add_argument("--to", dest="last", type=day, metavar="DATE", help="the last day, with --set")


def run(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    """Run the command. Raises BriefBankError."""
    if options.set is not None or options.unset is not None:
        return _set(library, options, output)
    if options.first or options.last or not options.citation:
        raise CorrectionRefused("Nothing was asked for.", "See: briefbank versions --help")
    return _show(library, options, output)


def _set(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    if options.unset is not None and (options.first or options.last):
        raise CorrectionRefused("--unset takes no days.", "Use --set to say them.")
    window = Window(options.first, options.last) if options.unset is None else None
    provision = library.validity.set_window(options.unset or options.set, window)
    output.show(
        {"citation": provision.authority.canonical, "versions": [version_json(library, provision)]}, _VERSIONS
    )
    return DONE


def _show(library: LibraryApi, options: argparse.Namespace, output: Output) -> int:
    validity = library.validity
    every = validity.versions(options.citation)
    found = [each for each in every if options.as_of is None or each.window.holds(options.as_of)]
    versions = [version_json(library, each) for each in found]
    if options.text:
        for version, provision in zip(versions, found, strict=True):
            version["text"] = validity.text(provision.id)
    shown: Json = {
        "citation": every[0].authority.canonical if every else options.citation,
        "as_of": day_json(options.as_of),
        "total": len(every),
        "versions": versions,
        "problems": validity.problems(every[0].authority.id) if every else [],
    }
    if options.differences:
        shown["differences"] = _differences(library, found)
    output.show(shown, _VERSIONS)
    return DONE if found else NOTHING


def _differences(library: LibraryApi, versions: Sequence[Provision]) -> list[Json]:
    """Return the differences from each version to the next newer one, the oldest first."""
    oldest_first = list(reversed(versions))
    return [
        {
            "before": before.id,
            "after": after.id,
            "runs": runs_json(library.validity.differences(before.id, after.id)),
        }
        for before, after in pairwise(oldest_first)
    ]


def version_json(library: LibraryApi, provision: Provision) -> Json:
    """Return a version of a provision with the document that contains it."""
    return {
        **provision_json(provision),
        "first_passage": provision.first,
        "last_passage": provision.last,
        "document": document_json(library.documents.get(provision.document_id)),
    }


# --- layout ----------------------------------------------------------------------------------------


def _nothing(document: Json) -> str:
    if document["total"]:
        return text_of("No version of {citation} that the library has was in force on {as_of:day}.", document)
    return (
        f"The library has no text of “{document['citation']}”. Ask for it by its whole citation, or add the"
        " statute, rule or directive."
    )


_SOURCES = {
    "person": ", as a person said",
    "text": ", as its text says",
    "date": ", from its own date",
    "next": ", until the next version",
}


def _in_force(version: Json) -> str:
    if version["from"] and version["to"]:
        said = "In force from {from:day} to {to:day}"
    elif version["from"] or version["to"]:
        said = "In force since {from:day}" if version["from"] else "In force until {to:day}"
    else:
        return "It does not say when it is in force. Set its days with --set."
    return text_of((said, choice("source", _SOURCES), "."), version)


def _rows_if_any(rows: str) -> Callable[[Json], list[Json]]:
    return lambda document: document.get(rows, [])


_VERSIONS = (
    Each(
        "versions",
        (
            Paragraph("{citation} {catchline}", style="bold"),
            Paragraph(_in_force, indent=2),
            Paragraph(
                ("{document[title]}", " · {document[distinction]}", ", version number {provision_id}"),
                indent=2,
            ),
            Paragraph(lambda version: version.get("text", ""), indent=2),
        ),
        empty=_nothing,
    ),
    Each(_rows_if_any("problems"), Paragraph("{item}")),
    Each(
        _rows_if_any("differences"),
        (
            Paragraph("From version {before} to version {after}:", style="bold"),
            Differences("runs", removed=("[-", "-]"), added=("{+", "+}")),
        ),
    ),
)
