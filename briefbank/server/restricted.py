"""Does what a person asks for from whom documents are kept.

Whatever names a document or passage must name one that the person sees, and a result tells of no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus
from briefbank.errors import NotInLibrary
from briefbank.jobs import Reporter
from briefbank.wire.errors import KeptFromYou
from briefbank.wire.operations import Operation

if TYPE_CHECKING:
    from briefbank.library import Library

KEPT = (
    "The office has this file now. It belongs to a matter that is kept from you, so you will not find it. "
    "Ask whoever looks after the office’s library."
)
OF_ALL = frozenset(
    {
        *("maintenance.check", "maintenance.rebuild", "maintenance.sizes"),
        *("feedback.import_from", "cluster.status", "offline.given"),
    }
)
"""The operations on the whole library, which are refused."""
OF_NONE = frozenset(
    {
        *("good_law.enter", "good_law.change", "good_law.remove", "good_law.import_from"),
        *("good_law.undismiss", "query_expansion.may_cut"),
        *("walls.matters", "walls.put", "walls.remove", "walls.import_from"),
        *("audit.entries", "audit.verify", "audit.head", "maintenance.backups"),
        *("offline.take", "offline.returned"),
    }
)
"""The operations that concern no document, or only those that are seen: the list of good law and the walls,
which have rules of their own, the record, which names documents by number alone, the list of backups, which
names folders, and an offline copy, which is filled from what its person sees."""


def perform(
    operation: Operation, named: dict[str, Any], seen: Library, call: Callable[[Mapping[str, Any]], Any]
) -> Any:
    """Return the result of an operation for a person who sees ``seen``.

    ``call`` performs it with the arguments that it is given, on ``seen`` what reads, on the whole library
    what changes. Raises KeptFromYou, NotInLibrary, and what the operation does.
    """
    if operation.name in OF_ALL:
        raise KeptFromYou
    if operation.reads or operation.name in OF_NONE:
        return call(named)
    if operation.name == "documents.correct_many":
        return _correct_many(named, seen, call)
    if operation.name == "feedback.forget":
        known = {each.key for each in seen.feedback.all()}
        return call({"keys": known if named["keys"] is None else known.intersection(named["keys"])})
    if operation.name == "shared_collections.share":
        return call({**named, "entries": seen.shared_collections.shareable(named["entries"])})
    _NAMED[next(name for name in _NAMED if name in named)](named, seen)
    result = call(named)
    return seen.documents.get(result.id) if isinstance(result, Document) else result


class DiscreetReporter(Reporter):
    """Passes on what a person may know of files that they sent."""

    def __init__(self, reporter: Reporter, seen: Library) -> None:
        self._reporter, self._seen = reporter, seen

    def progress(self, stage: str, done: int, total: int) -> None:
        self._reporter.progress(stage, done, total)

    def file(self, event: FileProgress) -> None:
        outcome = told(event.outcome, self._seen) if event.outcome else None
        self._reporter.file(replace(event, outcome=outcome))

    def check(self) -> None:
        self._reporter.check()


def told(outcome: FileOutcome, seen: Library) -> FileOutcome:
    """Return what a person is told of a file that they sent. Of one whose document they do not see they learn
    the same whether it was there already or is new."""
    if outcome.document is None or seen.documents.some([outcome.document.id]):
        return outcome
    return FileOutcome(outcome.path, FileStatus.REFUSED, reason=KEPT)


def is_decided(operation: Operation) -> bool:
    """Tell whether it is known here what an operation may do."""
    names = operation.signature.parameters
    return (
        operation.reads
        or operation.name in OF_ALL | OF_NONE
        or operation.name in ("documents.correct_many", "feedback.forget", "shared_collections.share")
        or any(name in names for name in _NAMED)
    )


def _correct_many(
    named: dict[str, Any], seen: Library, call: Callable[[Mapping[str, Any]], Any]
) -> list[int]:
    """Correct those documents that are seen; the others are not in the library."""
    wanted = list(named["document_ids"])
    known = seen.documents.some(wanted)
    missing = call({**named, "document_ids": [each for each in wanted if each in known]})
    return [each for each in wanted if each not in known or each in missing]


def _require_document(named: Mapping[str, Any], seen: Library) -> None:
    seen.documents.get(named["document_id"])


def _require_passage(named: Mapping[str, Any], seen: Library) -> None:
    seen.documents.surroundings(named["passage_id"])


def _require_version(named: Mapping[str, Any], seen: Library) -> None:
    seen.validity.text(named["provision_id"])


def _require_proposal(named: Mapping[str, Any], seen: Library) -> None:
    if named["key"] not in [each.key for each in seen.good_law.proposals()]:
        raise NotInLibrary(detail="proposal")


def _require_shared(named: Mapping[str, Any], seen: Library) -> None:
    seen.shared_collections.get(named["shared_id"])


_NAMED: Mapping[str, Callable[[Mapping[str, Any], Library], None]] = {
    "document_id": _require_document,
    "passage_id": _require_passage,
    "provision_id": _require_version,
    "key": _require_proposal,
    "shared_id": _require_shared,
}
"""The arguments that name something of a document, and the functions that raise NotInLibrary where it is not
seen."""
