"""The sentences that describe entries of the audit log."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.ingest import Refusal
from briefbank.domain.maintenance import AuditEvent, AuditValue
from briefbank.text.messages import Message, joined

Details = Mapping[str, AuditValue]

_KINDS = {
    Kind.BRIEF: Message("a brief"),
    Kind.OPINION: Message("an opinion"),
    Kind.STATUTE: Message("a statute"),
    Kind.RULE: Message("a rule"),
    Kind.DIRECTIVE: Message("a directive"),
    Kind.MEMO: Message("a memo"),
    Kind.MAIL: Message("a mail"),
    Kind.OTHER: Message("another kind of document"),
}
_REFUSALS = {
    Refusal.UNREADABLE: Message("could not be opened"),
    Refusal.FORMAT: Message("a kind of file that BriefBank does not read"),
    Refusal.PROTECTED: Message("protected by a password"),
    Refusal.DAMAGED: Message("found to be damaged"),
    Refusal.BEYOND_REPAIR: Message("too damaged to be repaired"),
    Refusal.TOO_LARGE: Message("larger than BriefBank reads"),
    Refusal.MEMORY: Message("reading needs more memory than there is"),
    Refusal.TOO_SLOW: Message("reading took too long"),
    Refusal.NO_TEXT: Message("no text on any page"),
    Refusal.RECOGNITION: Message("text recognition failed"),
    Refusal.OTHER: Message("for another reason"),
}
_SETTINGS = {
    "library": Message("the library’s folder"),
    "order": Message("the order of results"),
    "encoder": Message("the model for meaning"),
    "reranker": Message("the model that compares results"),
    "ocr_address": Message("the address of the text recognition server"),
    "office_address": Message("the address of the office server"),
    "office_pin": Message("the certificate of the office server"),
    "ocr_model": Message("the model of the text recognition server"),
    "local_model": Message("the model that writes summaries"),
    "summaries_spoken": Message("summaries read aloud by screen readers"),
    "aids": Message("what the local model may help with"),
    "language": Message("the language of the window"),
    "remember": Message("remembering searches and opened documents"),
    "appearance": Message("the looks of the window"),
    "leave_out": Message("the patterns of files that are not added"),
    "scan_hours": Message("the hours in which text on scans is recognised"),
}
_EXPORTS = {
    "results": Message("results of a search"),
    "collection": Message("passages of a collection"),
    "marks": Message("the marks on results"),
    "good law": Message("the list of what still holds"),
    "report": Message("a report on who relies on an authority"),
    "record": Message("this very record"),
    "ingest": Message("what became of the files that were added"),
}
_PLAIN = {
    AuditEvent.CATALOGUE: Message("The catalogue was found to be new, and this record older than it."),
    AuditEvent.BROKEN: (
        Message("This record was found to be shortened or replaced. What stood here before is not known.")
    ),
    AuditEvent.TORN: Message("A stop cut the entry before this one short."),
    AuditEvent.UNKNOWN: Message("Something that this version of BriefBank does not know."),
}


def sentence(act: AuditEvent, details: Details, version: str) -> Message:
    """Return the sentence for an entry. Details that are missing, or were taken out because they do not fit,
    are passed over: a log is read whatever somebody wrote into it."""
    if act in _PLAIN:
        return _PLAIN[act]
    return _SENTENCES[act](details, version)


def _added(details: Details, _version: str) -> Message:
    kind, pages = _KINDS[_kind(details)], _pages(details)
    return Message(
        "Document {number} was added: {kind}, {pages}.",
        number=_number(details, "document"),
        kind=kind,
        pages=pages,
    )


def _read_again(details: Details, _version: str) -> Message:
    return Message(
        "Document {number} was read again: {pages}.",
        number=_number(details, "document"),
        pages=_pages(details),
    )


def _removed(details: Details, _version: str) -> Message:
    kind, pages = _KINDS[_kind(details)], _pages(details)
    return Message(
        "Document {number} was removed: {kind}, {pages}.",
        number=_number(details, "document"),
        kind=kind,
        pages=pages,
    )


def _refused(details: Details, _version: str) -> Message:
    number = _number(details, "files")
    reason = _REFUSALS.get(Refusal(str(details.get("reason", Refusal.OTHER))), "")
    return (
        Message("1 file was not added: {reason}.", reason=reason)
        if number == 1
        else Message("{number:,} files were not added: {reason}.", number=number, reason=reason)
    )


def _corrected(details: Details, _version: str) -> Message:
    return Message(
        "Of document {number} was corrected: {field}.",
        number=_number(details, "document"),
        field=_field(details),
    )


def _uncorrected(details: Details, _version: str) -> Message:
    return Message(
        "Of document {number} was put back to what was read: {field}.",
        number=_number(details, "document"),
        field=_field(details),
    )


def _summary(details: Details, _version: str) -> Message:
    number = _number(details, "document")
    if details.get("summary") == "generated":
        return Message("The summary that a local model wrote of document {number} was opened.", number=number)
    return Message("The extracts of document {number} were opened.", number=number)


def _exported(details: Details, _version: str) -> Message:
    form, number = str(details.get("format", "")).upper(), _number(details, "lines")
    what = _EXPORTS.get(str(details.get("what")), Message("something else"))
    pieces = Message("1 entry") if number == 1 else Message("{number:,} entries", number=number)
    return Message("Exported as a file ({form}): {what}, {pieces}.", form=form, what=what, pieces=pieces)


def _good_law(details: Details, _version: str) -> Message:
    number, change = _number(details, "lines"), details.get("change")
    lines = Message("1 line") if number == 1 else Message("{number:,} lines", number=number)
    if change == "removed":
        return Message("Taken off the list of what still holds: {lines}.", lines=lines)
    if change == "changed":
        return Message("Changed on the list of what still holds: {lines}.", lines=lines)
    if change == "imported":
        return Message("Imported into the list of what still holds: {lines}.", lines=lines)
    return Message("Added to the list of what still holds: {lines}.", lines=lines)


def _setting(details: Details, _version: str) -> Message:
    setting = _SETTINGS.get(str(details.get("setting")), Message("a setting"))
    if "on" not in details:
        return Message("Changed in the settings: {setting}.", setting=setting)
    if details["on"]:
        return Message("Switched on in the settings: {setting}.", setting=setting)
    return Message("Switched off in the settings: {setting}.", setting=setting)


def _backed_up(details: Details, _version: str) -> Message:
    return Message("The library was backed up: {documents}.", documents=_documents(details))


def _restored(details: Details, _version: str) -> Message:
    documents = _documents(details)
    sentences = [
        Message("The library of one computer was brought in: {documents}.", documents=documents)
        if details.get("moved")
        else Message("The library was restored from a backup: {documents}.", documents=documents)
    ]
    if "earlier" in details:
        sentences.append(
            Message("Its record of {number:,} entries came with it.", number=_number(details, "entries"))
        )
    return joined(sentences)


def _rebuilt(details: Details, _version: str) -> Message:
    return Message(
        "The search indexes were made anew: {number:,} passages.", number=_number(details, "passages")
    )


def _mended(details: Details, _version: str) -> Message:
    mended, left = _number(details, "mended"), _number(details, "problems")
    return Message(
        "The library was checked and mended: {mended:,} mended, {left:,} left.", mended=mended, left=left
    )


def _self_test(details: Details, _version: str) -> Message:
    failed = _number(details, "failed")
    if not failed:
        return Message("The self-test was run, and everything passed.")
    return Message(
        "The self-test was run, and {failed} of {failed2} checks failed.",
        failed=failed,
        failed2=failed + _number(details, "passed"),
    )


def _signed_in(_details: Details, _version: str) -> Message:
    return Message("Signed in to the office’s library.")


def _opened(details: Details, _version: str) -> Message:
    number, matter = _number(details, "document"), str(details.get("matter") or "")
    if matter:
        return Message("The pages of document {number}, {matter}, were opened.", number=number, matter=matter)
    return Message("The pages of document {number} were opened.", number=number)


def _sent(details: Details, _version: str) -> Message:
    number, matter = _number(details, "document"), str(details.get("matter") or "")
    if matter:
        return Message("The file of document {number}, {matter}, was sent.", number=number, matter=matter)
    return Message("The file of document {number} was sent.", number=number)


def _wall(details: Details, _version: str) -> Message:
    if details.get("change") == "removed":
        return Message("Opened a matter to everybody again.")
    return Message("Said from whom a matter is kept.")


def _shared(details: Details, _version: str) -> Message:
    number, passages = _number(details, "collection"), _number(details, "passages")
    if details.get("change") == "removed":
        return Message("Shared collection {number} was withdrawn.", number=number)
    counted = Message("1 passage") if passages == 1 else Message("{passages:,} passages", passages=passages)
    if details.get("change") == "changed":
        return Message("Shared collection {number} was replaced: {counted}.", number=number, counted=counted)
    return Message(
        "A collection was shared with the office, number {number}: {counted}.", number=number, counted=counted
    )


def _taken_along(details: Details, _version: str) -> Message:
    matter = str(details.get("matter") or "")
    if details.get("change") == "removed":
        return Message("Documents that were taken along were deleted from the computer.")
    if "documents" not in details:
        return Message("Taken along, too: {matter}.", matter=matter)
    documents = _documents(details)
    if not matter:
        return Message("Taken along on the computer: {documents}.", documents=documents)
    return Message("Taken along on the computer: {documents}, {matter}.", documents=documents, matter=matter)


def _denied(_details: Details, _version: str) -> Message:
    return Message("Something was asked for that the role does not include, and refused.")


def _begun(details: Details, version: str) -> Message:
    sentences = [
        Message(
            "The record begins, with {documents} in the library and BriefBank {version}.",
            documents=_documents(details),
            version=version,
        )
    ]
    if not _number(details, "documents"):
        sentences = [
            Message("The record begins, with an empty library and BriefBank {version}.", version=version)
        ]
    if details.get("sample"):
        sentences.append(Message("This is the library of made-up briefs."))
    return joined(sentences)


def _version(details: Details, version: str) -> Message:
    if before := details.get("before"):
        return Message(
            "Opened with BriefBank {version}, and with BriefBank {before} before.",
            version=version,
            before=before,
        )
    return Message("Opened with BriefBank {version} for the first time.", version=version)


def _gap(details: Details, _version: str) -> Message:
    number = _number(details, "entries")
    if number == 1:
        return Message(
            "One act before this could not be written down, because the disk could not be written to."
        )
    return Message(
        "{number:,} acts before this could not be written down, because the disk could not be written to.",
        number=number,
    )


_SENTENCES: Mapping[AuditEvent, Callable[[Details, str], Message]] = {
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


def _number(details: Details, name: str) -> int:
    return int(details.get(name, 0))


def _kind(details: Details) -> Kind:
    return Kind(str(details.get("kind", Kind.OTHER)))


def _field(details: Details) -> Message:
    return CaptionField(str(details.get("field", CaptionField.TITLE))).definition.recorded_as


def _pages(details: Details) -> Message:
    number = _number(details, "pages")
    return Message("1 page") if number == 1 else Message("{number:,} pages", number=number)


def _documents(details: Details) -> Message:
    number = _number(details, "documents")
    return Message("1 document") if number == 1 else Message("{number:,} documents", number=number)
