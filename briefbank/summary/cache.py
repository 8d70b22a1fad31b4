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
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

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
"""The version of the prompt, raised with every change in ``prompt`` or ``source_selection`` that may alter a
document's prompt."""
TOO_MUCH_WITHHELD = Message(
    "More than a third of what the local model wrote could not be confirmed by the brief, so none of it is "
    "shown. The brief’s own sentences are above."
)
NOT_IN_FORM = Message(
    "The local model did not answer in the form that it was asked for, so nothing of it is shown. "
    "The brief’s own sentences are above. A larger model may do better."
)
LASTING = frozenset({TOO_MUCH_WITHHELD, NOT_IN_FORM})
"""The reasons to withhold a whole summary that would recur the next time and are cached; a failed check or a
timeout would not."""
FORMAT = 2
"""The version of the file format."""
_LARGEST_BYTES = 1 << 20
"""The size limit of a file, unpacked; a summary has some thousand bytes."""


@dataclass(frozen=True, slots=True)
class CacheKey:
    """The model, prompt and good-law list on which a summary is based, beside the document."""

    model: str
    fingerprint: str
    """The hash of the model's file."""
    prompt_version: int
    list_version: int
    """The version of the list of good law."""


def read(
    paths: LibraryPaths, sha256: str, basis: CacheKey, material: SummarySource
) -> GeneratedSummary | None:
    """Return the cached summary of the document with this hash, made on this basis and from this material.

    Returns None where there is none. A file that is damaged, or made from another text, is deleted. Takes
    milliseconds.
    """
    path = paths.kept_summary(sha256, basis.fingerprint, basis.prompt_version)
    try:
        return _parsed(_unpacked(path), basis, material)
    except FileNotFoundError:
        return None
    except (OSError, TypeError, ValueError, KeyError, OverflowError, RecursionError, zlib.error):
        with suppress(OSError):  # one that cannot be deleted does no harm, because it is never shown
            path.unlink(missing_ok=True)
        return None


def write(
    paths: LibraryPaths, sha256: str, summary: GeneratedSummary, material: SummarySource, *, list_version: int
) -> None:
    """Write a summary to the cache. Raises StoreError."""
    claims = [
        {
            "text": checked.claim.text,
            "sources": checked.claim.sources,
            "part": checked.claim.part.value,
            "outcome": checked.outcome.value,
            "faults": [finding.fault.value for finding in checked.findings],
        }
        for checked in summary.claims
    ]
    value = {
        "format": FORMAT,
        "material": fingerprint(material),
        "list": list_version,
        "withheld_whole": summary.withheld_whole,
        "seconds": summary.seconds,
        "claims": claims,
    }
    path = paths.kept_summary(sha256, summary.fingerprint, summary.prompt_version)
    files.write_atomically(path, zlib.compress(json.dumps(value).encode()))


def delete_cached(paths: LibraryPaths, sha256: str) -> None:
    """Delete all cached summaries of a document. Raises StoreError."""
    try:
        for path in paths.summaries.glob(f"{sha256}-*.z"):
            if OURS.fullmatch(path.name):
                path.unlink(missing_ok=True)
    except OSError as error:
        raise files.store_error(error) from error


def find_orphans(listing: Iterable[Path], documents: Collection[str]) -> list[Path]:
    """Return the files that belong to none of the documents, which are given by their hashes, or that were
    left half written."""
    return [path for path in listing if path.stem.partition("-")[0] not in documents]


def delete_outdated(paths: LibraryPaths, documents: Collection[str]) -> None:
    """Delete the files of removed documents and those made with another prompt, which are never read again.

    Takes milliseconds. Raises StoreError.
    """
    ours = [path for path in paths.summaries.glob("*") if OURS.fullmatch(path.name)]
    outdated = [path for path in ours if not path.stem.endswith(f"-{PROMPT_VERSION}")]
    try:
        for path in {*find_orphans(ours, documents), *outdated}:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise files.store_error(error) from error


def fingerprint(material: SummarySource) -> str:
    """Return the SHA-256 hash, in hexadecimal, of the sentences with their positions."""
    sentences = [
        (s.number, s.text, s.kind.value, s.page, s.passage_id, s.start, s.end) for s in material.sentences
    ]
    return hashlib.sha256(json.dumps([material.title, sentences]).encode()).hexdigest()


def _unpacked(path: Path) -> object:
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(files.read_small(path, _LARGEST_BYTES), _LARGEST_BYTES)
    if not unpacker.eof:
        raise ValueError("kept summary")
    return json.loads(content)


def _parsed(untrusted: object, basis: CacheKey, material: SummarySource) -> GeneratedSummary:
    """Return the validated summary. Raises TypeError, ValueError or KeyError for content that BriefBank did
    not write, or that belongs to another text."""
    if not isinstance(untrusted, dict) or untrusted["format"] != FORMAT:
        raise TypeError("kept summary")
    if untrusted["material"] != fingerprint(material):
        raise ValueError("other material")
    claims, withheld_whole = tuple(_claims(untrusted["claims"])), _withheld_whole(untrusted["withheld_whole"])
    if bool(claims) == bool(withheld_whole):
        raise ValueError("neither claims nor a reason, or both")
    may_depend_on_list = withheld_whole == TOO_MUCH_WITHHELD or any(
        finding.fault is ClaimFault.OUTDATED for claim in claims for finding in claim.findings
    )
    if may_depend_on_list and untrusted["list"] != basis.list_version:
        raise ValueError("another list")
    named = [
        number
        for claim in claims
        if claim.outcome is not ClaimOutcome.WITHHELD
        for number in claim.claim.sources
    ]
    return GeneratedSummary(
        material.document_id,
        basis.model,
        basis.fingerprint,
        basis.prompt_version,
        claims,
        withheld_whole,
        float(untrusted["seconds"]),
        material.named(named),
    )


def _claims(untrusted: list[dict[str, object]]) -> Iterator[CheckedClaim]:
    for item in untrusted:
        sources = tuple(_number(number) for number in _list(item["sources"]))
        claim = Claim(_text(item["text"]), sources, SummaryPart(_text(item["part"])))
        findings = tuple(ClaimFinding(ClaimFault(_text(fault)), "") for fault in _list(item["faults"]))
        yield CheckedClaim(claim, ClaimOutcome(_text(item["outcome"])), findings)


def _list(untrusted: object) -> list[object]:
    if not isinstance(untrusted, list):
        raise TypeError("list")
    return untrusted


def _withheld_whole(untrusted: object) -> Message:
    text = _text(untrusted)
    if not text:
        return NO_MESSAGE
    if text not in LASTING:
        raise ValueError("no reason of ours")
    return next(lasting for lasting in LASTING if lasting == text)


def _text(untrusted: object) -> str:
    if not isinstance(untrusted, str):
        raise TypeError("text")
    return untrusted


def _number(untrusted: object) -> int:
    if not isinstance(untrusted, int):
        raise TypeError("number")
    return untrusted
