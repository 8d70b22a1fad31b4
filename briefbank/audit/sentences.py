"""The sentences that describe entries of the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.ingest import Refusal
from briefbank.domain.maintenance import AuditEvent, AuditValue

Details = Mapping[str, AuditValue]

_KINDS = {
    Kind.BRIEF: "a brief",
    Kind.OPINION: "an opinion",
    Kind.STATUTE: "a statute",
    Kind.RULE: "a rule",
    Kind.DIRECTIVE: "a directive",
    Kind.MEMO: "a memo",
    Kind.MAIL: "a mail",
    Kind.OTHER: "another kind of document",
}
_REFUSALS = {
    Refusal.UNREADABLE: "could not be opened",
    Refusal.FORMAT: "a kind of file that BriefBank does not read",
    Refusal.PROTECTED: "protected by a password",
    Refusal.DAMAGED: "found to be damaged",
    Refusal.BEYOND_REPAIR: "too damaged to be repaired",
    Refusal.TOO_LARGE: "larger than BriefBank reads",
    Refusal.MEMORY: "reading needs more memory than there is",
    Refusal.TOO_SLOW: "reading took too long",
    Refusal.NO_TEXT: "no text on any page",
    Refusal.RECOGNITION: "text recognition failed",
    Refusal.OTHER: "for another reason",
}
_SETTINGS = {
    "library": "the library’s folder",
    "order": "the order of results",
    "encoder": "the model for meaning",
    "reranker": "the model that compares results",
    "ocr_address": "the address of the text recognition server",
    "office_address": "the address of the office server",
    "office_pin": "the certificate of the office server",
    "ocr_model": "the model of the text recognition server",
    "local_model": "the model that writes summaries",
    "summaries_spoken": "summaries read aloud by screen readers",
    "aids": "what the local model may help with",
    "language": "the language of the window",
    "remember": "remembering searches and opened documents",
    "appearance": "the looks of the window",
    "leave_out": "the patterns of files that are not added",
    "scan_hours": "the hours in which text on scans is recognised",
}
_EXPORTS = {
    "results": "results of a search",
    "collection": "passages of a collection",
    "marks": "the marks on results",
    "good law": "the list of what still holds",
    "report": "a report on who relies on an authority",
    "record": "this very record",
    "ingest": "what became of the files that were added",
}
_PLAIN = {
    AuditEvent.CATALOGUE: "The catalogue was found to be new, and this record older than it.",
    AuditEvent.BROKEN: (
        "This record was found to be shortened or replaced. What stood here before is not known."
    ),
    AuditEvent.TORN: "A stop cut the entry before this one short.",
    AuditEvent.UNKNOWN: "Something that this version of BriefBank does not know.",
}


def sentence(act: AuditEvent, details: Details, version: str) -> str:
    """Return the sentence for an entry. Details that are missing, or were taken out because they do not fit,
    are passed over: a log is read whatever somebody wrote into it."""
    if act in _PLAIN:
        return _PLAIN[act]
    return _SENTENCES[act](details, version)


# --- documents -----------------------------------------------------------------------------------


def _added(details: Details, _version: str) -> str:
    kind, pages = _KINDS[_kind(details)], _pages(details)
    return f"Document {_number(details, 'document')} was added: {kind}, {pages}."


def _read_again(details: Details, _version: str) -> str:
    return f"Document {_number(details, 'document')} was read again: {_pages(details)}."


def _removed(details: Details, _version: str) -> str:
    kind, pages = _KINDS[_kind(details)], _pages(details)
    return f"Document {_number(details, 'document')} was removed: {kind}, {pages}."


def _refused(details: Details, _version: str) -> str:
    number = _number(details, "files")
    reason = _REFUSALS.get(Refusal(str(details.get("reason", Refusal.OTHER))), "")
    return (
        f"1 file was not added: {reason}." if number == 1 else f"{number:,} files were not added: {reason}."
    )


def _corrected(details: Details, _version: str) -> str:
    return f"Of document {_number(details, 'document')} was corrected: {_field(details)}."


def _uncorrected(details: Details, _version: str) -> str:
    return f"Of document {_number(details, 'document')} was put back to what was read: {_field(details)}."


def _summary(details: Details, _version: str) -> str:
    number = _number(details, "document")
    if details.get("summary") == "generated":
        return f"The summary that a local model wrote of document {number} was opened."
    return f"The extracts of document {number} were opened."


# --- exports and changes -------------------------------------------------------------------------


def _exported(details: Details, _version: str) -> str:
    form, number = str(details.get("format", "")).upper(), _number(details, "lines")
    what = _EXPORTS.get(str(details.get("what")), "something else")
    pieces = "1 entry" if number == 1 else f"{number:,} entries"
    return f"Exported as a file ({form}): {what}, {pieces}."


def _good_law(details: Details, _version: str) -> str:
    number, change = _number(details, "lines"), details.get("change")
    lines = "1 line" if number == 1 else f"{number:,} lines"
    if change == "removed":
        return f"Taken off the list of what still holds: {lines}."
    if change == "changed":
        return f"Changed on the list of what still holds: {lines}."
    if change == "imported":
        return f"Imported into the list of what still holds: {lines}."
    return f"Added to the list of what still holds: {lines}."


def _setting(details: Details, _version: str) -> str:
    setting = _SETTINGS.get(str(details.get("setting")), "a setting")
    if "on" not in details:
        return f"Changed in the settings: {setting}."
    if details["on"]:
        return f"Switched on in the settings: {setting}."
    return f"Switched off in the settings: {setting}."


# --- maintenance ---------------------------------------------------------------------------------


def _backed_up(details: Details, _version: str) -> str:
    return f"The library was backed up: {_documents(details)}."


_FROM_BACKUP = "The library was restored from a backup"


def _restored(details: Details, _version: str) -> str:
    came = "The library of one computer was brought in" if details.get("moved") else _FROM_BACKUP
    sentences = [f"{came}: {_documents(details)}."]
    if "earlier" in details:
        sentences.append(f"Its record of {_number(details, 'entries'):,} entries came with it.")
    return " ".join(sentences)


def _rebuilt(details: Details, _version: str) -> str:
    return f"The search indexes were made anew: {_number(details, 'passages'):,} passages."


def _mended(details: Details, _version: str) -> str:
    mended, left = _number(details, "mended"), _number(details, "problems")
    return f"The library was checked and mended: {mended:,} mended, {left:,} left."


def _self_test(details: Details, _version: str) -> str:
    failed = _number(details, "failed")
    if not failed:
        return "The self-test was run, and everything passed."
    return f"The self-test was run, and {failed} of {failed + _number(details, 'passed')} checks failed."


# --- an office -----------------------------------------------------------------------------------


def _signed_in(_details: Details, _version: str) -> str:
    return "Signed in to the office’s library."


def _opened(details: Details, _version: str) -> str:
    number, matter = _number(details, "document"), details.get("matter")
    if matter:
        return f"The pages of document {number}, {matter}, were opened."
    return f"The pages of document {number} were opened."


def _sent(details: Details, _version: str) -> str:
    number, matter = _number(details, "document"), details.get("matter")
    if matter:
        return f"The file of document {number}, {matter}, was sent."
    return f"The file of document {number} was sent."


def _wall(details: Details, _version: str) -> str:
    if details.get("change") == "removed":
        return "Opened a matter to everybody again."
    return "Said from whom a matter is kept."


def _shared(details: Details, _version: str) -> str:
    number, passages = _number(details, "collection"), _number(details, "passages")
    if details.get("change") == "removed":
        return f"Shared collection {number} was withdrawn."
    counted = "1 passage" if passages == 1 else f"{passages:,} passages"
    if details.get("change") == "changed":
        return f"Shared collection {number} was replaced: {counted}."
    return f"A collection was shared with the office, number {number}: {counted}."


def _taken_along(details: Details, _version: str) -> str:
    matter = details.get("matter")
    if details.get("change") == "removed":
        return "Documents that were taken along were deleted from the computer."
    if "documents" not in details:
        return f"Taken along, too: {matter}."
    taken = f"Taken along on the computer: {_documents(details)}"
    return f"{taken}, {matter}." if matter else f"{taken}."


def _denied(_details: Details, _version: str) -> str:
    return "Something was asked for that the role does not include, and refused."


# --- the record itself ---------------------------------------------------------------------------


def _begun(details: Details, version: str) -> str:
    sentences = [f"The record begins, with {_documents(details)} in the library and BriefBank {version}."]
    if not _number(details, "documents"):
        sentences = [f"The record begins, with an empty library and BriefBank {version}."]
    if details.get("sample"):
        sentences.append("This is the library of made-up briefs.")
    return " ".join(sentences)


def _version(details: Details, version: str) -> str:
    if before := details.get("before"):
        return f"Opened with BriefBank {version}, and with BriefBank {before} before."
    return f"Opened with BriefBank {version} for the first time."


def _gap(details: Details, _version: str) -> str:
    number = _number(details, "entries")
    if number == 1:
        return "One act before this could not be written down, because the disk could not be written to."
    return f"{number:,} acts before this could not be written down, because the disk could not be written to."


_SENTENCES: Mapping[AuditEvent, Callable[[Details, str], str]] = {
    AuditEvent.BEGUN: _begun,
    AuditEvent.VERSION: _version,
    AuditEvent.ADDED: _added,
    AuditEvent.READ_AGAIN: _read_again,
    AuditEvent.REFUSED: _refused,
    AuditEvent.REMOVED: _removed,
    AuditEvent.CORRECTED: _corrected,
    AuditEvent.UNCORRECTED: _uncorrected,
    AuditEvent.EXPORTED: _exported,
    AuditEvent.SUMMARY: _summary,
    AuditEvent.GOOD_LAW: _good_law,
    AuditEvent.SETTING: _setting,
    AuditEvent.BACKED_UP: _backed_up,
    AuditEvent.RESTORED: _restored,
    AuditEvent.REBUILT: _rebuilt,
    AuditEvent.MENDED: _mended,
    AuditEvent.SELF_TEST: _self_test,
    AuditEvent.SIGNED_IN: _signed_in,
    AuditEvent.OPENED: _opened,
    AuditEvent.SENT: _sent,
    AuditEvent.TAKEN_ALONG: _taken_along,
    AuditEvent.DENIED: _denied,
    AuditEvent.WALL: _wall,
    AuditEvent.SHARED: _shared,
    AuditEvent.GAP: _gap,
}


# --- parts ---------------------------------------------------------------------------------------


def _number(details: Details, name: str) -> int:
    return int(details.get(name, 0))


def _kind(details: Details) -> Kind:
    return Kind(str(details.get("kind", Kind.OTHER)))


def _field(details: Details) -> str:
    return CaptionField(str(details.get("field", CaptionField.TITLE))).definition.recorded_as


def _pages(details: Details) -> str:
    number = _number(details, "pages")
    return "1 page" if number == 1 else f"{number:,} pages"


def _documents(details: Details) -> str:
    number = _number(details, "documents")
    return "1 document" if number == 1 else f"{number:,} documents"
