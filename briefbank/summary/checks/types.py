"""What the checks are given from outside: parts of the core that the package of summaries may not import."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from briefbank.models import Citation

FindCitations = Callable[[str], Sequence[Citation]]
"""All citations of a text, with their canonical forms."""
Listed = Callable[[Mapping[str, str]], Mapping[str, Sequence[str]]]
"""From canonical forms with their sorts to what the office's list says against each; absent when nothing."""
Embed = Callable[[Sequence[str]], NDArray[np.float32]]
"""Unit vectors of sentences, shape (n, dimensions)."""
