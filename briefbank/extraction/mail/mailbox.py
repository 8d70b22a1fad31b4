"""Finds the messages in a mailbox (mbox, RFC 4155), and takes one out.

A mailbox may have ten gigabytes: it is read once from beginning to end, and each message is found again by
its position. A message begins with a line "From sender date" after an empty line, which a header follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from briefbank.errors import NotReadable, TooLarge
from briefbank.extraction import archives
from briefbank.extraction.mail import internet
from briefbank.extraction.mail.message import MAX_BYTES, UNTITLED
from briefbank.extraction.member_names import clean_part
from briefbank.sandbox.workspace import Source

MAX_MESSAGES = 200_000
"""The maximum number of messages in one mailbox."""

_BLOCK = 4 << 20
_OVERLAP = 1_000
"""The number of bytes in which the beginning of a message is recognised."""
_HEADER_BYTES = 16_384
"""The number of first bytes of a message in which its subject is looked for."""
_BEGINNING = re.compile(internet.FROM_LINE.pattern + rb"(?=>?[!-9;-~]{1,76}:)")
_MARK = b"\nFrom "
_BEFORE = 3
"""The number of bytes before a beginning that end the line before and the empty one."""
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)
"""A line of a body that a mail program quoted, because it would look like the beginning of a message."""
_LAST_LINE = re.compile(rb"(\n)\r?\n\Z")
"""The empty line that ends a message in a mailbox, and is not part of it."""
_PLACE = re.compile(r"(\d{1,16})-(\d{1,16})")
_LONGEST_SUBJECT = 80

Tell = Callable[[int, int], None]


def list_messages(tell: Tell, source: Source) -> list[tuple[str, str]]:
    """Return a name for each message, numbered and with its subject, and its position for ``extract``; none
    for a file that is no mailbox.

    ``tell`` gets the megabytes that were read, and the total. Raises NotReadable and TooLarge.
    """
    try:
        with source.open("rb") as file:
            if not internet.is_message(head := file.read(_HEADER_BYTES)) or not internet.FROM_LINE.match(
                head
            ):
                return []
        size = source.stat().st_size
        begins = list(_beginnings(tell, source, size))
        ends = [*(line for line, _ in begins[1:]), size]
        width = len(str(len(begins)))
        with source.open("rb") as file:
            found = []
            for number, ((_, start), end) in enumerate(zip(begins, ends, strict=True), 1):
                file.seek(start)
                subject = internet.subject_of(file.read(min(_HEADER_BYTES, end - start)))
                name = clean_part(subject.replace("/", "-").replace("\\", "-")[:_LONGEST_SUBJECT]) or UNTITLED
                found.append((f"{number:0{width}} {name}.eml", f"{start}-{end}"))
            return found
    except OSError as error:
        raise NotReadable(detail=f"mailbox: errno {error.errno}") from error


def extract(source: Source, place: str, target: Path) -> None:
    """Write the message at this position to ``target``, which must not exist. Raises NotReadable, TooLarge
    and StoreError."""
    position = _PLACE.fullmatch(place)
    start, end = map(int, position.groups()) if position else (0, 0)
    if end - start > MAX_BYTES:
        raise TooLarge(detail="mail")
    if end <= start:
        raise _changed()
    try:
        with source.open("rb") as file:
            file.seek(max(0, start - 1))
            before = file.read(min(1, start))
            content = file.read(end - start)
    except OSError as error:
        raise NotReadable(detail=f"mailbox: errno {error.errno}") from error
    if (
        len(content) != end - start
        or before not in (b"\n", b"")
        or not internet.is_message(content[:_HEADER_BYTES])
    ):
        raise _changed()
    message = _LAST_LINE.sub(rb"\1", content)
    archives.write_new(target, [_QUOTED_FROM.sub(rb"\1", message)])


def _changed() -> NotReadable:
    return NotReadable("The mailbox has changed since it was added.", "Add the mailbox again.")


def _beginnings(tell: Tell, source: Source, size: int) -> Iterator[tuple[int, int]]:
    """Yield the positions of the line before each message, and of the message itself."""
    found = 0
    with source.open("rb") as file:
        kept, at = b"", 0
        while block := file.read(_BLOCK):
            data = kept + block
            last = at + len(data) >= size
            limit = len(data) if last else len(data) - _OVERLAP
            for match in _lines_before_messages(data, begins=at == 0):
                if at and match.start() < _BEFORE:
                    continue  # it was found in the block before
                if match.start() >= limit:
                    break
                found += 1
                if found > MAX_MESSAGES:
                    advice = "Divide it into several mailboxes with your mail program, and add those."
                    raise TooLarge(f"The mailbox holds more than {MAX_MESSAGES:,} messages.", advice)
                yield at + match.start(), at + match.end()
            done = max(0, limit - _BEFORE)
            at, kept = at + done, data[done:]
            tell(at >> 20, max(size >> 20, 1) + 1)


def _lines_before_messages(data: bytes, *, begins: bool) -> Iterator[re.Match[bytes]]:
    """Yield the lines that begin a message, each after an empty line; ``begins``: or first in the file."""
    if begins and (first := _BEGINNING.match(data)):
        yield first
    at = data.find(_MARK)
    while at >= 0:
        is_after_empty_line = data[max(0, at - 1) : at] == b"\n" or data[max(0, at - 2) : at] == b"\n\r"
        if is_after_empty_line and (match := _BEGINNING.match(data, at + 1)):
            yield match
        at = data.find(_MARK, at + 1)
