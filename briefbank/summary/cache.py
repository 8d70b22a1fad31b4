"""Disk cache of generated summaries, so that each is written once; it may be deleted at any time.

There is one compressed file for each document, model and prompt version, in a folder of its own outside the
catalogue. Backups, which list what they copy, and the computer's own search therefore never come upon
generated text. A file also holds the material's fingerprint: a document that was read anew is summarised
anew.

The list of good law can change too. A summary that has a sentence withheld because of the list is not used
once the list has changed, because the withheld sentence itself is not stored. The same holds for a summary
that was withheld as a whole, perhaps for such sentences.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from briefbank import files
from briefbank.domain.summaries import CheckedClaim, ClaimFault, ClaimFinding, GeneratedSummary, SummarySource
from briefbank.paths import OURS, LibraryPaths
from briefbank.text.messages import NO_MESSAGE, Message

PROMPT_VERSION = 1
"""The version of the prompt, raised with every change in ``prompt`` or ``extractive`` that may alter a
document's prompt."""
TOO_MUCH_WITHHELD = Message(
    "More than a third of what the local model wrote could not be confirmed by the brief, so none of it is "
    "shown. The brief’s own sentences are above."
)
NOT_IN_FORM = Message(
    "The local model did not answer in the form that it was asked for, so nothing of it is shown. "
    "The brief’s own sentences are above. A larger model may do better."
)
LASTING = (TOO_MUCH_WITHHELD, NOT_IN_FORM)
"""The reasons to withhold a whole summary that would recur the next time and are cached; a failed check or a
timeout would not."""
FORMAT = 3  # The version of the file format
_LARGEST_BYTES = 1 << 20  # The size limit of a file, unpacked; a summary has some thousand bytes


class _CachedSummary(msgspec.Struct):
    format: int
    material: str  # The ``fingerprint`` of the material
    list: int  # The version of the list of good law
    model: str
    withheld_whole: str
    seconds: float
    claims: tuple[CheckedClaim, ...]  # Their findings without words, which may repeat what the model made up


def read(
    paths: LibraryPaths, sha256: str, model: str, material: SummarySource, *, list_version: int
) -> GeneratedSummary | None:
    """Return the cached summary of the document with this hash, made by the model with this fingerprint and
    from this material; None where there is none. A file that is damaged or of another text is deleted."""
    path = paths.kept_summary(sha256, model, PROMPT_VERSION)
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(files.read_small(path, _LARGEST_BYTES), _LARGEST_BYTES)
        if not unpacker.eof:
            raise ValueError("size")
        cached = msgspec.json.decode(content, type=_CachedSummary)
        return _summary(cached, model, material, list_version)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError, zlib.error, msgspec.MsgspecError):
        with suppress(OSError):  # one that cannot be deleted does no harm, because it is never shown
            path.unlink(missing_ok=True)
        return None


def _summary(
    cached: _CachedSummary, model: str, material: SummarySource, list_version: int
) -> GeneratedSummary:
    """Raise ValueError for what BriefBank did not write, or was made of another text or by another list."""
    reasons = [reason for reason in (NO_MESSAGE, *LASTING) if reason == cached.withheld_whole]
    may_depend_on_list = cached.withheld_whole == TOO_MUCH_WITHHELD or any(
        finding.fault is ClaimFault.OUTDATED for claim in cached.claims for finding in claim.findings
    )
    if (
        (cached.format, cached.material) != (FORMAT, fingerprint(material))
        or not reasons
        or bool(cached.claims) == bool(cached.withheld_whole)
        or (may_depend_on_list and cached.list != list_version)
    ):
        raise ValueError("not this summary")
    return GeneratedSummary(
        material.document_id, cached.model, model, PROMPT_VERSION, cached.claims, reasons[0], cached.seconds
    ).with_sources(material)


def write(
    paths: LibraryPaths, sha256: str, summary: GeneratedSummary, material: SummarySource, *, list_version: int
) -> None:
    """Write a summary to the cache. Raises StoreError."""
    claims = tuple(
        replace(claim, findings=tuple(ClaimFinding(finding.fault, "") for finding in claim.findings))
        for claim in summary.claims
    )
    cached = _CachedSummary(
        FORMAT,
        fingerprint(material),
        list_version,
        summary.model,
        str(summary.withheld_whole),
        summary.seconds,
        claims,
    )
    path = paths.kept_summary(sha256, summary.fingerprint, summary.prompt_version)
    files.make_folder(path.parent)
    files.write_out(path, zlib.compress(msgspec.json.encode(cached)))


def delete_cached(paths: LibraryPaths, sha256: str) -> None:
    """Delete all cached summaries of a document. Raises StoreError."""
    _delete(path for path in paths.summaries.glob(f"{sha256}-*.z") if OURS.fullmatch(path.name))


def find_orphans(listing: Iterable[Path], documents: Collection[str]) -> list[Path]:
    """Return the files that belong to none of the documents, which are given by their hashes, or that were
    left half written."""
    return [path for path in listing if path.stem.partition("-")[0] not in documents]


def delete_outdated(paths: LibraryPaths, documents: Collection[str]) -> None:
    """Delete the files of removed documents and those made with another prompt, which are never read again.
    Takes milliseconds. Raises StoreError."""
    ours = [path for path in paths.summaries.glob("*") if OURS.fullmatch(path.name)]
    outdated = (path for path in ours if not path.stem.endswith(f"-{PROMPT_VERSION}"))
    _delete({*find_orphans(ours, documents), *outdated})


def _delete(unwanted: Iterable[Path]) -> None:
    try:
        for path in unwanted:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise files.store_error(error) from error


def fingerprint(material: SummarySource) -> str:
    """Return the SHA-256 hash, in hexadecimal, of the sentences with their positions."""
    sentences = [
        (s.number, s.text, s.kind.value, s.page, s.passage_id, s.start, s.end) for s in material.sentences
    ]
    return hashlib.sha256(json.dumps([material.title, sentences]).encode()).hexdigest()
