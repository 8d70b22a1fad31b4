"""The hash of a passage's text, the same in the catalogue and in the vector index.

Feedback and vectors are stored under it, so that they are found again when a document is read again.
"""

from __future__ import annotations

import hashlib


def text_hash(text: str) -> str:
    """Return 32 hexadecimal digits that identify a text, whatever it contains. Any thread."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def passage_key(document_sha256: str, words: str) -> str:
    """Return the key of a passage in every library: 32 hexadecimal digits from its file's hash and its
    ``text_hash``.

    The key stays the same after a rebuild, a restore, or removing and adding the file. Passages of one
    document with the same words share a key. The key does not reveal the words.
    """
    return text_hash(f"{document_sha256} {words}")
