"""Replaces halves of surrogate pairs, which damaged PDFs give and no encoding takes."""

from __future__ import annotations

from collections.abc import Sequence


def encodable(texts: Sequence[str]) -> list[str]:
    """Replace each half of a surrogate pair by a question mark."""
    return [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
