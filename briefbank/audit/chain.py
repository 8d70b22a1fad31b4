"""The entries of an audit log: their lines, each bound to the one before by its hash, their details, and the
sentences that describe them to people.

A line is the entry as JSON, a space, and SHA-256 over the hash before it and this very JSON. The whole log
that a restored backup brought with it, of another library, is in the same file with a bar before each line,
and the entry after it names that log's last hash. So the file is only ever written to at its end.

A chain shows that a line in it was altered, taken out or put in. It cannot show that its end is missing: for
that the catalogue keeps the last entry's number and hash. Whoever can write the file can also write all of it
anew; for that a copy of the last hash is kept elsewhere, on paper or in a backup.

Details are numbers, switches, and words of closed lists. This keeps anybody who notes an act from writing
down a text, a title, a search or a path, even by mistake. Of names only those of an office's persons and
computers fit, and docket numbers. Text that somebody wrote into the file by hand is not shown.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.ingest import Refusal
from briefbank.domain.maintenance import AuditEntry, AuditEvent, AuditHead, AuditValue
from briefbank.settings import Settings
from briefbank.text.messages import Message, filled, joined, plural, template

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
    "text_size": Message("the size of the text"),
    "dark_pages": Message("dark pages in the reader"),
    "leave_out": Message("the patterns of files that are not added"),
}
_EXPORTS = {
    "results": Message("results of a search"),
    "collection": Message("passages of a collection"),
    "marks": Message("the marks on results"),
    "good law": Message("the list of what still holds"),
    "report": Message("a report on who relies on an authority"),
    "record": Message("this very log"),
    "ingest": Message("what became of the files that were added"),
}


_SENTENCES: Mapping[str, str] = {
    "begun": template("The activity log begins, with {documents} in the library and BriefBank {version}."),
    "version": template("Opened with BriefBank {version} for the first time."),
    "added": template("Document {document} was added: {kind}, {pages}."),
    "read again": template("Document {document} was read again: {pages}."),
    "removed": template("Document {document} was removed: {kind}, {pages}."),
    "refused": template("Not added, {reason}: {files}."),
    "corrected": template("Of document {document} was corrected: {field}."),
    "uncorrected": template("Of document {document} was put back to what was read: {field}."),
    "summary opened": template("The extracts of document {document} were opened."),
    "summary opened generated": template(
        "The summary that a local model wrote of document {document} was opened."
    ),
    "exported": template("Exported as a file ({form}): {what}, {lines}."),
    "good law": template("Added to the list of what still holds: {lines}."),
    "good law removed": template("Taken off the list of what still holds: {lines}."),
    "good law changed": template("Changed on the list of what still holds: {lines}."),
    "good law imported": template("Imported into the list of what still holds: {lines}."),
    "setting": template("Changed in the settings: {setting}."),
    "setting True": template("Switched on in the settings: {setting}."),
    "setting False": template("Switched off in the settings: {setting}."),
    "backed up": template("The library was backed up: {documents}."),
    "restored": template("The library was restored from a backup: {documents}."),
    "restored True": template("The library of one computer was brought in: {documents}."),
    "rebuilt": template("The search indexes were made anew: {passages}."),
    "mended": template("The library was checked and repaired: {mended:,} repaired, {problems:,} left."),
    "self-test": template("The self-test was run: {failed} of {checks} checks failed."),
    "signed in": template("Signed in to the office’s library."),
    "opened": template("The pages of document {document} were opened."),
    "sent": template("The file of document {document} was sent."),
    "wall": template("{wall} is kept from {kept_from}."),
    "wall removed": template("{wall} was opened to everybody again."),
    "shared": template("A collection was shared with the office, number {collection}: {passages}."),
    "shared removed": template("Shared collection {collection} was withdrawn."),
    "shared changed": template("Shared collection {collection} was replaced: {passages}."),
    "taken along": template("Taken along on the computer: {taken}."),
    "taken along removed": template("Documents that were taken along were deleted from the computer."),
    "sign-in failed": template("Somebody could not sign in: the name or the password was wrong."),
    "locked": template("Signing in was locked for a while, after too many wrong passwords."),
    "password": template("Changed their password."),
    "denied": template("Something was asked for that the role does not include, and refused."),
    "gap": template("Not written down before this, because the disk could not be written to: {entries}."),
    "new catalogue": template("The catalogue was found to be new, and this activity log older than it."),
    "broken": template(
        "This activity log was found to be shortened or replaced. What stood here before is not known."
    ),
    "torn": template("A stop cut the entry before this one short."),
    "unknown": template("Something that this version of BriefBank does not know."),
}
"""The sentences by event, and by an event with one of its words."""


def sentence(act: AuditEvent, details: Details, version: str) -> Message:
    """Return the sentence for an entry. Details that are missing, or were taken out because they do not fit,
    are passed over: a log is read whatever somebody wrote into it."""
    words = (str(details.get(name)) for name in ("change", "summary", "on", "moved"))
    known = filter(None, (_SENTENCES.get(f"{act} {word}") for word in words))
    text = filled(next(known, _SENTENCES[act]), _values(details, version))
    if act is AuditEvent.BEGUN and details.get("sample"):
        return joined((text, Message("This is the library of made-up briefs.")))
    if act is AuditEvent.RESTORED and "earlier" in details:
        entries = int(details.get("entries", 0))
        return joined((text, Message("Its activity log of {number:,} entries came with it.", number=entries)))
    return text


def _values(details: Details, version: str) -> dict[str, str | int]:
    numbers = {name: int(details.get(name, 0)) for name in NUMBERS}
    matter = str(details.get("matter") or "")
    documents = plural(numbers["documents"], "1 document", "{number:,} documents")
    field = CaptionField(str(details.get("field", CaptionField.TITLE)))
    wall = str(details.get("wall") or "")
    return {
        **numbers,
        "version": version,
        "wall": f"“{wall}”{f' ({matter})' if matter else ''}" if wall else Message("A matter"),
        "kept_from": str(details.get("kept_from") or "") or Message("some persons"),
        "document": f"{numbers['document']} ({matter})" if matter else str(numbers["document"]),
        "documents": documents,
        "kind": _KINDS[Kind(str(details.get("kind", Kind.OTHER)))],
        "pages": plural(numbers["pages"], "1 page", "{number:,} pages"),
        "files": plural(numbers["files"], "1 file", "{number:,} files"),
        "reason": _REFUSALS[Refusal(str(details.get("reason", Refusal.OTHER)))],
        "field": field.definition.recorded_as,
        "form": str(details.get("format", "")).upper(),
        "what": _EXPORTS.get(str(details.get("what")), Message("something else")),
        "lines": plural(numbers["lines"], "1 entry", "{number:,} entries"),
        "setting": _SETTINGS.get(str(details.get("setting")), Message("a setting")),
        "passages": plural(numbers["passages"], "1 passage", "{number:,} passages"),
        "checks": numbers["failed"] + numbers["passed"],
        "taken": joined((documents if "documents" in details or not matter else "", matter), ", "),
        "entries": plural(numbers["entries"], "1 entry", "{number:,} entries"),
    }


NUMBERS = frozenset(
    {
        *("document", "documents", "pages", "files", "passages", "lines", "problems", "mended"),
        *("passed", "failed", "entries", "bytes", "known", "found", "collection"),
    }
)
SWITCHES = frozenset({"on", "sample", "moved"})
WORDS: Mapping[str, frozenset[str]] = {
    "kind": frozenset(Kind),
    "field": frozenset(CaptionField),
    "reason": frozenset(Refusal),
    "what": frozenset({"results", "collection", "marks", "good law", "report", "record", "ingest"}),
    "format": frozenset({"csv", "docx", "json"}),
    "summary": frozenset({"extractive", "generated"}),
    "change": frozenset({"added", "changed", "removed", "imported"}),
    "setting": frozenset(field.name for field in fields(Settings)),
}
MOST_OF_NAMES = 400  # The characters of names in one detail
_DOCKET = r"(?=[^;]{0,39}\d)[A-Za-z0-9.:/()-]{1,40}"
_FORMS = {
    "before": re.compile(r"\d{1,4}(\.[0-9a-z]{1,8}){1,4}"),
    "earlier": re.compile(r"[0-9a-f]{64}"),
    "chain": re.compile(r"[0-9a-f]{32}"),
    "person": re.compile(r"[^\x00-\x1f\x7f\n]{1,100}"),
    "device": re.compile(r"[^\x00-\x1f\x7f\n]{1,100}"),
    "wall": re.compile(rf"[^\x00-\x1f\x7f\n]{{1,{MOST_OF_NAMES}}}"),
    "kept_from": re.compile(rf"[^\x00-\x1f\x7f\n]{{1,{MOST_OF_NAMES}}}"),
    "matter": re.compile(rf"{_DOCKET}(; {_DOCKET}){{0,8}}"),
}
"""Patterns of a version of BriefBank, the hash of another log's last entry, a log's own random number, the
names under which persons and computers of an office are enrolled, the name of a matter behind a wall and of
those from whom it is kept, and docket numbers."""


def fits(name: str, value: object) -> bool:
    """Tell whether an entry may hold this detail."""
    if name in SWITCHES:
        return isinstance(value, bool)
    if name in NUMBERS:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if not isinstance(value, str):
        return False
    form = _FORMS.get(name)
    return value in WORDS.get(name, frozenset()) or bool(form and form.fullmatch(value))


def checked(details: Mapping[str, AuditValue]) -> dict[str, AuditValue]:
    """Return the details in order of name. Raises ValueError for any that may not be written."""
    if wrong := sorted(name for name, value in details.items() if not fits(name, value)):
        raise ValueError(f"not for the activity log: {', '.join(wrong)}")
    # members of enumerations become their words
    return {name: str(value) if isinstance(value, str) else value for name, value in sorted(details.items())}


def known(untrusted: object) -> dict[str, AuditValue]:
    if not isinstance(untrusted, dict):
        return {}
    return {
        name: value
        for name, value in untrusted.items()
        if isinstance(name, str) and isinstance(value, int | str) and fits(name, value)
    }


START = "0" * 64  # the value that stands for the hash before the first entry
BAR = b"|"  # the mark before each line that belongs to the log of a restored backup
_SHORTEST = 100  # the least bytes of an entry; its hash alone takes 64
_ODD = 1 << 16  # the bytes of other lines that are tolerated
MOST_SAID = 20  # problems that are reported one by one
_NUMBER = re.compile(rb'\{"number":(\d{1,15}),')
_HASH = re.compile(rb"[0-9a-f]{64}")
_EVENTS = frozenset(AuditEvent)
_TORN, _BROKEN, _RESTORED = (
    b',"act":"%s",' % act.encode() for act in (AuditEvent.TORN, AuditEvent.BROKEN, AuditEvent.RESTORED)
)


class ChainLink(NamedTuple):
    number: int
    body: bytes
    stated: str  # The hash that the line ends with

    def fits(self, before: str) -> bool:
        return _hash(before, self.body) == self.stated


def line(
    number: int, at: datetime, act: AuditEvent, details: Mapping[str, AuditValue], version: str, before: str
) -> tuple[bytes, str]:
    """Return a line with its end, and its hash. ``before`` is the hash of the entry before, or START."""
    content = {
        "number": number,
        "at": at.astimezone(UTC).isoformat(timespec="seconds"),
        "act": act.value,
        "details": dict(details),
        "version": version,
    }
    body = json.dumps(content, separators=(",", ":")).encode()
    hash_ = _hash(before, body)
    return body + b" " + hash_.encode() + b"\n", hash_


def parse_line(line: bytes) -> ChainLink | None:
    """Parse a line; None for anything but an entry."""
    body, _, stated = line.rpartition(b" ")
    number = _NUMBER.match(body)
    if number is None or not body.endswith(b"}") or not _HASH.fullmatch(stated):
        return None
    return ChainLink(int(number[1]), body, stated.decode())


def may_be_a_record(content: bytes) -> bool:
    """Tell whether lines have the length of entries on the whole: millions of short ones take all memory."""
    return content.count(b"\n") * _SHORTEST <= len(content) + _ODD


class _Content(msgspec.Struct):
    at: datetime
    act: str
    details: object
    version: str


def entry(
    line: bytes, is_chosen: Callable[[AuditEvent, datetime], bool] = lambda act, at: True
) -> AuditEntry | None:
    """Return a line as people are shown it; None for anything but an entry that is chosen by its event and
    its time. Its hash is not checked."""
    own = line.lstrip(BAR)
    link = parse_line(own)
    if link is None:
        return None
    try:
        untrusted = msgspec.json.decode(link.body, type=_Content)
        at = untrusted.at.astimezone(UTC)
        act = AuditEvent(untrusted.act) if untrusted.act in _EVENTS else AuditEvent.UNKNOWN
        if not is_chosen(act, at):
            return None
    except (ValueError, OverflowError, RecursionError):
        return None
    version = untrusted.version if fits("before", untrusted.version) else ""
    details = known(untrusted.details)
    text = sentence(act, details, version)
    return AuditEntry(link.number, at, act, details, version, link.stated, text, len(own) < len(line))


def version_of(link: ChainLink) -> str:
    version_entry = entry(link.body + b" " + link.stated.encode())
    return version_entry.version if version_entry else ""


def last(content: bytes) -> ChainLink | None:
    """Return the last entry of its own among whole lines; None when there is none."""
    for line in reversed(content.split(b"\n")):
        if line and not line.startswith(BAR) and (link := parse_line(line)):
            return link
    return None


def holds(content: bytes, head: AuditHead) -> bool:
    """Tell whether one of these lines is this entry."""
    start = b'{"number":%d,' % head.number
    ends = head.hash.encode()
    return any(line.startswith(start) and line.endswith(ends) for line in content.split(b"\n"))


def problems(content: bytes, known: AuditHead | None) -> list[Message]:
    """Return disagreements as sentences; empty for a log that is whole. ``known`` is the last entry as the
    catalogue has it. A line that was cut short at the very end is no problem: the next entry will say so."""
    all_problems = list(_Verification(content.split(b"\n")[:-1]).problems(known))
    more = len(all_problems) - MOST_SAID
    return [*all_problems[:MOST_SAID], Message("And {more} more.", more=more)] if more > 0 else all_problems


class _Verification:
    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines
        self._number, self._hash = 0, START
        self._carried: list[bytes] = []
        """Lines of a restored backup's log that no entry has accounted for yet."""
        self._at_known = ""

    def problems(self, known: AuditHead | None) -> Iterator[Message]:
        for index, line in enumerate(self._lines):
            if line.startswith(BAR):
                self._carried.append(line[1:])
                continue
            link = parse_line(line)
            if link is not None:
                yield from self._entry(link)
                if known and link.number == known.number:
                    self._at_known = link.stated
                continue
            following = parse_line(self._lines[index + 1]) if index + 1 < len(self._lines) else None
            if following is None or _TORN not in following.body:  # unless that entry tells of a stop
                yield Message("What stands after entry {number} cannot be read.", number=self._number)
        if self._carried:
            yield from self._unaccounted()
        if known and self._number < known.number:
            yield Message(
                "The activity log ends with entry {number}, but entry {number2} had been written.",
                number=self._number,
                number2=known.number,
            )
        elif known and self._at_known != known.hash:
            yield Message("Entry {number} is not the one that the catalogue knows.", number=known.number)

    def _entry(self, link: ChainLink) -> Iterator[Message]:
        before, self._number = self._number, link.number
        if link.number > before + 1:
            yield Message("Entries {first} to {last} are missing.", first=before + 1, last=link.number - 1)
        elif link.number <= before:
            yield Message("Entry {number} stands after entry {before}.", number=link.number, before=before)
        elif not link.fits(self._hash):
            yield Message(
                "Entry {number}, or the one before it, is not as it was written.", number=link.number
            )
        self._hash = link.stated
        if _BROKEN in link.body:
            yield Message(
                "Entry {number} tells that the activity log had been shortened or replaced before it.",
                number=link.number,
            )
        if self._carried:
            yield from self._accounted_for(link)

    def _accounted_for(self, link: ChainLink) -> Iterator[Message]:
        """Check that the log of a restored backup is whole by itself, and the one that the entry names."""
        carried, content = last(b"\n".join(self._carried)), b"\n".join([*self._carried, b""])
        names = _RESTORED in link.body and carried is not None
        if not names or carried is None or b'"earlier":"%s"' % carried.stated.encode() not in link.body:
            yield from self._unaccounted()
            return
        self._carried = []
        for problem in problems(content, None):
            yield Message(
                "In the activity log that came with the backup of entry {number}: {problem}",
                number=link.number,
                problem=problem,
            )

    def _unaccounted(self) -> Iterator[Message]:
        self._carried = []
        yield Message(
            "The activity log of a backup that stands after entry {number} belongs to no restore.",
            number=self._number,
        )


def _hash(before: str, body: bytes) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()
