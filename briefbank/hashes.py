"""The hash that stands for a passage's text, alike in the catalogue and in the index of vectors.

Feedback and vectors are kept under it, so that they are found again when a document is read anew.
"""

from __future__ import annotations

import hashlib


def text_hash(text: str) -> str:
    """32 hexadecimal digits that stand for a text, whatever it holds. Any thread."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
