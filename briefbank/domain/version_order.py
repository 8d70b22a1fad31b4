"""The order of the versions of one document: the filed one first, drafts last.

A draft never comes before a version that is none. Among the others the newest filed is first; of those filed
on one day, or on no known day, the one with the court's stamp, then one whose name says that it was filed,
then one with a date at its signature. Then a PDF goes before what a word processor can still change, a final
version before others, a higher number before a lower one, and the latest added first.
"""

from __future__ import annotations

from briefbank.domain.documents import Document
from briefbank.text.version_words import Standing, VersionWords, version_words

VersionKey = tuple[bool, int, int, bool, bool, tuple[int, ...], float, int]
_HIGHEST = 1_000
"""More than any part of a version's number, which is subtracted so that higher ones come first."""


def version_order(document: Document) -> VersionKey:
    """Return the sort key among the versions of a document. No two documents of a library have the same."""
    words = version_of(document)
    filed = document.filed.toordinal() if document.filed else 0
    counted = (*(_HIGHEST - part for part in words.counted), _HIGHEST)
    return (
        words.standing is Standing.DRAFT and document.filed_source != "stamp",
        -filed,
        -_evidence(document, words),
        document.suffix != ".pdf",
        words.standing is not Standing.FINAL,
        counted,
        -document.added_at.timestamp(),
        -document.id,
    )


def version_of(document: Document) -> VersionWords:
    """Return what is known of a document's version; by the name of its file where it was read before names
    counted."""
    return version_words(document.version or document.file_name.rpartition(".")[0])


def _evidence(document: Document, words: VersionWords) -> int:
    """Return how sure it is that this very version was filed, from 0 to 3."""
    if document.filed_source == "stamp":
        return 3
    if words.standing is Standing.FILED:
        return 2
    return int(document.filed_source == "signature")
