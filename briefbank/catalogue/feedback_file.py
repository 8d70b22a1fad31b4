"""Import and export of feedback as a file that one person gives to another, only on request.

The file is one JSON document, ``{"version": 1, "marks": [...]}``. A mark identifies the file and the passage
by their hashes. It contains none of their words, only the typed query. Every field from another computer is
checked before anything is imported: a file is imported whole or not at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from briefbank import files
from briefbank.catalogue.feedback import normalised
from briefbank.domain.feedback import StoredFeedback, Verdict
from briefbank.errors import BriefBankError, StoreError

VERSION = 1
LARGEST_BYTES = 256 * 1024**2
_SHA256 = re.compile(r"[0-9a-f]{64}")
_WORDS_HASH = re.compile(r"[0-9a-f]{32}")


class FeedbackFileError(BriefBankError):
    """Raised for a file of marks that cannot be read, written or understood."""

    default_title = "This is not a file of marks from BriefBank."
    default_remedy = "Choose a file that was made by exporting marks. Nothing was changed."


def write(path: Path, given: Iterable[StoredFeedback]) -> None:
    """Write feedback for this user only, replacing the file; an interruption leaves the old file or the new
    one.

    Raises FeedbackFileError.
    """
    marks = [
        {
            "query": each.query,
            "verdict": each.verdict.value,
            "given_at": each.given_at.isoformat(),
            "document_sha256": each.document_sha256,
            "text_hash": each.text_hash,
        }
        for each in given
    ]
    document = json.dumps({"version": VERSION, "marks": marks}, indent=1)
    try:
        files.write_out(path, document.encode("ascii") + b"\n")
    except StoreError as error:
        title, remedy = "The marks could not be written there.", "Choose another folder, or free some space."
        raise FeedbackFileError(title, remedy, detail=error.detail) from error


def read(path: Path) -> list[StoredFeedback]:
    """Return the feedback in a file, in its order. Raises FeedbackFileError."""
    document = _document(path)
    if not isinstance(document, dict) or not isinstance(document.get("marks"), list):
        raise FeedbackFileError
    version = document.get("version")
    if version != VERSION:
        newer = isinstance(version, int) and version > VERSION
        raise FeedbackFileError(
            "These marks were exported by a newer version of BriefBank." if newer else "",
            "Install that version here to import them. Nothing was changed." if newer else "",
        )
    return [_given(entry, number) for number, entry in enumerate(document["marks"], start=1)]


def _document(path: Path) -> Any:
    """Parse the file's JSON. A file nested too deeply raises RecursionError inside the JSON reader."""
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise FeedbackFileError(detail="larger than any export")
        if files.is_database(path):
            raise FeedbackFileError(detail="database")
        return json.loads(path.read_bytes())
    except OSError as error:
        title, remedy = "The file could not be opened.", "Check that it exists and that you may read it."
        raise FeedbackFileError(title, remedy, detail=f"errno {error.errno}") from error
    except (ValueError, RecursionError) as error:
        raise FeedbackFileError(detail=type(error).__name__) from error


def _given(entry: Any, number: int) -> StoredFeedback:
    try:
        query, moment = _text(entry["query"]), datetime.fromisoformat(_text(entry["given_at"]))
        sha256, words = _text(entry["document_sha256"]), _text(entry["text_hash"])
        verdict = Verdict(entry["verdict"])
        whole = normalised(query) and moment.utcoffset() is not None
        if not whole or not _SHA256.fullmatch(sha256) or not _WORDS_HASH.fullmatch(words):
            raise ValueError("incomplete")
        return StoredFeedback(query, verdict, moment.astimezone(UTC), sha256, words)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        title = f"Mark {number} of this file cannot be understood."
        raise FeedbackFileError(title, "Export the marks again. Nothing was changed.") from error


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value
