"""Versions of one document: near-duplicates are found by MinHash and grouped as a family.

A refiled brief, a draft and a scan of a digital original share most of their words, never all of them. Two
documents are compared by the Jaccard index of their sets of word shingles, which is estimated from 256 minima
of hashes (Broder 1997, "On the resemblance and containment of documents"). They are those of the scheme
"affine32" of the library datasketch, which is not used for these few lines: it would bring SciPy, 90 MB.

*The measure.* ``python -m tests.support.near_duplicates`` prints it. With shingles of three words, briefs of
which 10 % of the words were misread keep an index of 0.54 and more, those with a fifth cut away 0.79; misread
and cut at once, 0.45. Briefs that share 30 % of boilerplate reach 0.25, those that share half of all 0.40,
and others 0.11.

*No table of bands (LSH).* All signatures are compared with each new one: 2 ms for 10,000 documents, and
exact, where bands would be rebuilt at every start and miss some.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

import numpy as np

from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.domain.documents import Document
from briefbank.ingest.file_reading import HEAD, MINIMA, SHINGLE, compute_signature

ALIKE = 0.42  # The Jaccard index from which two documents are versions of one
SHORT = 100  # The minimum words for that index; short forms and letters may differ only in a name and a date
ALIKE_SHORT = 0.9
SCHEME = f"minhash-affine32-crc32-{MINIMA}x{SHINGLE}"
"""The scheme of signatures; those of another scheme are computed again."""

_TOGETHER = 20
"""The documents whose signatures are stored in one transaction, since each commit waits for the disk."""


def grouped(signatures: Mapping[int, bytes]) -> dict[int, int]:
    """Return the families that documents form by themselves, by their signatures; 0 for one that stands
    alone. A family is numbered by its smallest document, and all pairs are compared."""
    table = _Signatures(signatures)
    groups = {id_: {id_} for id_ in signatures}
    for row, id_ in enumerate(signatures):
        group = groups[id_]
        for other in table.similar(table, row):
            if other not in group:
                group |= groups[other]
                groups.update(dict.fromkeys(group, group))
    return {id_: min(group) if len(group) > 1 else 0 for id_, group in groups.items()}


class Families:
    """The families of one library. ``update`` and ``removed`` are called under the library's writer lock, the
    others from any thread at any time."""

    def __init__(self, catalogue: Database) -> None:
        self._catalogue = catalogue
        self._known = _Signatures({})
        self._version = 0
        """The version of the table's signatures in ``_known``, some of which may be of removed documents."""

    def update(self, document: Document, signature: bytes) -> int:
        """Store the signature of a document that was added or read again, and return the number of its
        family, 0 for a document that stands alone. Raises StoreError."""
        version = document_rows.signatures_version(self._catalogue)
        if version != self._version:  # other programs change it, too
            self._known = _Signatures(document_rows.signatures(self._catalogue, SCHEME))
            self._version = version
        one = _Signatures({document.id: signature})
        similar = [id_ for id_ in self._known.similar(one, 0) if id_ != document.id]
        rest = self._families_without(document)
        families = self._joined_families(document.id, similar, rest)
        version = document_rows.sign_all(self._catalogue, SCHEME, {document.id: signature}, rest | families)
        if version == self._version + 1:
            self._known.put(one)
            self._version = version
        return families[document.id]

    def versions_of(self, signature: bytes) -> set[int]:
        """Return the documents of which a text with this signature, in the library or not, would be a
        version, with their families. Any thread, 50 ms for 10,000 documents. Raises StoreError."""
        known = _Signatures(document_rows.signatures(self._catalogue, SCHEME))
        similar = known.similar(_Signatures({0: signature}), 0)
        families = set(document_rows.families_of(self._catalogue, similar).values())
        return {*similar, *document_rows.family_members(self._catalogue, families)}

    def removed(self, document: Document) -> None:
        """Recompute the family of a document that was just removed. Raises StoreError."""
        document_rows.assign_families(self._catalogue, self._families_without(document))

    def catch_up(self, lock: Callable[[], AbstractContextManager[None]], check: Callable[[], None]) -> int:
        """Sign and group the documents without a signature of the present scheme, as after a kill.

        Takes ``lock``, the writer lock, for some of them at a time; ``check`` may raise to stop in between.
        Returns their number; about 10 ms each. Raises StoreError.
        """
        unsigned = document_rows.unsigned(self._catalogue, SCHEME)
        for start in range(0, len(unsigned), _TOGETHER):
            computed = dict[int, bytes]()
            for document_id in unsigned[start : start + _TOGETHER]:
                check()
                computed[document_id] = compute_signature(
                    passage_rows.of_document(self._catalogue, document_id)
                )
            try:
                with lock(), self._catalogue.writing_together():
                    present = document_rows.by_ids(self._catalogue, computed)  # some may be removed meanwhile
                    for document_id, document in present.items():
                        self.update(document, computed[document_id])
            except BaseException:
                self._known, self._version = _Signatures({}), 0  # these may never have been stored
                raise
        return len(unsigned)

    def _families_without(self, document: Document) -> dict[int, int]:
        """Return the families that the other members of a document's family form by themselves."""
        if not document.family:
            return {}
        members = document_rows.family_members(self._catalogue, [document.family])
        rest = [id_ for id_ in members if id_ != document.id]
        return dict.fromkeys(rest, 0) | grouped(document_rows.signatures(self._catalogue, SCHEME, rest))

    def _joined_families(
        self, document_id: int, similar: Sequence[int], rest: Mapping[int, int]
    ) -> dict[int, int]:
        """Return the family of a document and of all that it joins; ``rest`` overrides the catalogue."""
        if not similar:
            return {document_id: 0}
        known = document_rows.families_of(self._catalogue, similar)
        known |= {id_: rest[id_] for id_ in similar if id_ in rest}
        joined = set(known.values()) - {0}
        others = [id_ for id_ in document_rows.family_members(self._catalogue, joined) if id_ not in rest]
        others += [id_ for id_, family in rest.items() if family in joined]
        group = {document_id, *known, *others}
        return dict.fromkeys(group, min(group) if len(group) > 1 else 0)


class _Signatures:
    """A table of signatures: ``ids`` and ``words`` of n documents, ``minima`` of shape (n, 256)."""

    def __init__(self, signatures: Mapping[int, bytes]) -> None:
        count = len(signatures)
        self.ids = np.fromiter(signatures, np.int64, count)
        lengths = (HEAD.unpack_from(signature)[0] for signature in signatures.values())
        self.words = np.fromiter(lengths, np.int64, count)
        packed = b"".join(signature[HEAD.size :] for signature in signatures.values())
        self.minima = np.frombuffer(packed, "<u4").reshape(-1, MINIMA)

    def put(self, new: _Signatures) -> None:
        """Put more signatures in, in place of older ones of the same documents. One thread."""
        replaced = np.flatnonzero(np.isin(self.ids, new.ids))
        if len(replaced):
            self.ids, self.words = np.delete(self.ids, replaced), np.delete(self.words, replaced)
            self.minima = np.delete(self.minima, replaced, axis=0)
        self.ids = np.concatenate([self.ids, new.ids])
        self.words = np.concatenate([self.words, new.words])
        self.minima = np.concatenate([self.minima, new.minima])

    def similar(self, other: _Signatures, row: int) -> list[int]:
        """Return the documents that are similar to one row of ``other``."""
        share = np.count_nonzero(self.minima == other.minima[row], axis=1) / MINIMA
        shorter = np.minimum(self.words, other.words[row])
        needed = np.where(shorter < SHORT, ALIKE_SHORT, ALIKE)
        return [int(id_) for id_ in self.ids[(share >= needed) & (shorter > 0)]]
