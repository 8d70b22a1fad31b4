"""The hash that stands for a passage's text, alike in the catalogue and in the index of vectors.

Feedback and vectors are kept under it, so that they are found again when a document is read anew.
"""

from __future__ import annotations

import hashlib


def text_hash(text: str) -> str:
    """32 hexadecimal digits that stand for a text, whatever it holds. Any thread."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def passage_key(document_sha256: str, words: str) -> str:
    """What names a passage in every library: 32 hexadecimal digits of its file's hash and its ``text_hash``.

    The same after a rebuild, a restore, or removing and adding the file; passages of one document with the
    same words have one key. Says nothing of what they hold.
    """
    return text_hash(f"{document_sha256} {words}")
