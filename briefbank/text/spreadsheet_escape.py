"""Keeps spreadsheets from running the cells of an exported table as formulas.

Titles and file names come from other people. A cell that would begin a formula gets an apostrophe in front
(OWASP, "CSV Injection"), which is removed again when such a table is read. Spreadsheets ignore white space
and invisible characters, and take full-width signs for the plain ones: so does this module.
"""

from __future__ import annotations

import unicodedata

_FORMULA_STARTS = frozenset("=+-@")
_IGNORED_CATEGORIES = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""The Unicode categories of white space, control and format characters, which spreadsheets ignore."""


def escape_formula(cell: str) -> str:
    """Return the cell as it is written: with an apostrophe in front where it would begin a formula."""
    return f"'{cell}" if _begins_a_formula(cell.lstrip("'")) else cell


def unescape_formula(cell: str) -> str:
    """Return the original cell; the inverse of ``escape_formula``."""
    return cell[1:] if cell.startswith("'") and _begins_a_formula(cell.lstrip("'")) else cell


def _begins_a_formula(text: str) -> bool:
    if text.startswith(("\t", "\r")):
        return True
    first = next((each for each in text if unicodedata.category(each) not in _IGNORED_CATEGORIES), "")
    return unicodedata.normalize("NFKC", first)[:1] in _FORMULA_STARTS
