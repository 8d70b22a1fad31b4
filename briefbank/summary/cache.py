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
from dataclasses import dataclass
from pathlib import Path

import msgspec

from briefbank import files
from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimFault,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    SummaryPart,
    SummarySource,
)
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
FORMAT = 2  # The version of the file format
_LARGEST_BYTES = 1 << 20  # The size limit of a file, unpacked; a summary has some thousand bytes


@dataclass(frozen=True, slots=True)
class CacheKey:
    """The model, the hash of its file, the prompt and the list of good law on which a summary is based."""

    model: str
    fingerprint: str
    prompt_version: int
    list_version: int


class _CachedClaim(msgspec.Struct):
    text: str
    sources: tuple[int, ...]
    part: SummaryPart
    outcome: ClaimOutcome
    faults: tuple[ClaimFault, ...]


class _CachedSummary(msgspec.Struct):
    format: int
    material: str
    list: int
    withheld_whole: str
    seconds: float
    claims: tuple[_CachedClaim, ...]


def read(
    paths: LibraryPaths, sha256: str, basis: CacheKey, material: SummarySource
) -> GeneratedSummary | None:
    """Return the cached summary of the document with this hash, made on this basis and from this material;
    None where there is none. A file that is damaged, or made from another text, is deleted."""
    path = paths.kept_summary(sha256, basis.fingerprint, basis.prompt_version)
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(files.read_small(path, _LARGEST_BYTES), _LARGEST_BYTES)
        if not unpacker.eof:
            raise ValueError("size")
        return _summary(msgspec.json.decode(content, type=_CachedSummary), basis, material)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError, zlib.error, msgspec.MsgspecError):
        with suppress(OSError):  # one that cannot be deleted does no harm, because it is never shown
            path.unlink(missing_ok=True)
        return None


def _summary(cached: _CachedSummary, basis: CacheKey, material: SummarySource) -> GeneratedSummary:
    """Raise ValueError for what BriefBank did not write, or was made of another text or by another list."""
    reasons = [reason for reason in (NO_MESSAGE, *LASTING) if reason == cached.withheld_whole]
    claims = tuple(
        CheckedClaim(
            Claim(claim.text, claim.sources, claim.part),
            claim.outcome,
            tuple(ClaimFinding(fault, "") for fault in claim.faults),
        )
        for claim in cached.claims
    )
    may_depend_on_list = cached.withheld_whole == TOO_MUCH_WITHHELD or any(
        ClaimFault.OUTDATED in claim.faults for claim in cached.claims
    )
    if (
        (cached.format, cached.material) != (FORMAT, fingerprint(material))
        or not reasons
        or bool(claims) == bool(cached.withheld_whole)
        or (may_depend_on_list and cached.list != basis.list_version)
    ):
        raise ValueError("not this summary")
    summary = GeneratedSummary(
        material.document_id,
        basis.model,
        basis.fingerprint,
        basis.prompt_version,
        claims,
        reasons[0],
        cached.seconds,
    )
    return summary.with_sources(material)


def write(
    paths: LibraryPaths, sha256: str, summary: GeneratedSummary, material: SummarySource, *, list_version: int
) -> None:
    """Write a summary to the cache. Raises StoreError."""
    claims = tuple(
        _CachedClaim(
            checked.claim.text,
            checked.claim.sources,
            checked.claim.part,
            checked.outcome,
            tuple(finding.fault for finding in checked.findings),
        )
        for checked in summary.claims
    )
    cached = _CachedSummary(
        FORMAT, fingerprint(material), list_version, str(summary.withheld_whole), summary.seconds, claims
    )
    path = paths.kept_summary(sha256, summary.fingerprint, summary.prompt_version)
    files.write_atomically(path, zlib.compress(msgspec.json.encode(cached)))


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
