"""Keeps the cells of a table from being run as formulas by the spreadsheet that opens it.

Titles and file names come from other people. A cell that would begin a formula gets an apostrophe in front
(OWASP, "CSV Injection"), which is taken off again where such a table is read. Spreadsheets pass over white
space and signs that are not seen, and take full-width signs for the plain ones: so does this module.
"""

from __future__ import annotations

import unicodedata

_BEGIN = frozenset("=+-@")
_PASSED_OVER = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Unicode's categories of white space, control and format characters."""


def neutral(cell: str) -> str:
    """The cell as it is written: with an apostrophe in front where it would begin a formula."""
    return f"'{cell}" if _begins_a_formula(cell.lstrip("'")) else cell


def without_mark(cell: str) -> str:
    """The inverse of ``neutral``."""
    return cell[1:] if cell.startswith("'") and _begins_a_formula(cell.lstrip("'")) else cell


def _begins_a_formula(text: str) -> bool:
    if text.startswith(("\t", "\r")):
        return True
    first = next((each for each in text if unicodedata.category(each) not in _PASSED_OVER), "")
    return unicodedata.normalize("NFKC", first)[:1] in _BEGIN
