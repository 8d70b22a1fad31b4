"""Functions of other packages that the checks are given, because the summary package may not import them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.citations import Citation, CitationKind

FindCitations = Callable[[str], Sequence[Citation]]
"""A function that finds all citations of a text, with their canonical forms."""
Listed = Callable[[Mapping[str, CitationKind]], Mapping[str, Sequence[str]]]
"""A function from canonical forms with their kinds to what the office's list says against each; absent when
nothing."""
Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""A function that returns the unit vectors of sentences, shape (n, dimensions)."""
