"""Characters of texts that come from elsewhere: accents, hidden ones, and those that spreadsheets and
encodings do not take; and the hashes of texts.
"""

from __future__ import annotations

import csv
import hashlib
import io
import unicodedata
from collections.abc import Iterable, Sequence

_UNSEEN = frozenset({"Mn", "Me", "Cf"})


def without_accents(text: str) -> str:
    """Return a text in small letters, without accents and characters that are not seen, decomposed (NFKD)."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parts if unicodedata.category(sign) not in _UNSEEN)


_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"})
"""The Unicode categories of characters that are invisible or reverse the direction of others."""


def is_hidden(character: str) -> bool:
    """Tell whether a character is invisible or changes the direction of others."""
    return unicodedata.category(character) in _HIDDEN_CATEGORIES


def escape_hidden(text: str, plain: str = "") -> str:
    """Return untrusted text with invisible and direction-changing characters written out, as ``⟨U+202E⟩``.
    Characters in ``plain`` stay."""
    if text.isprintable():  # as nearly every text is, and a hidden character never
        return text
    return "".join(f"⟨U+{ord(sign):04X}⟩" if sign not in plain and is_hidden(sign) else sign for sign in text)


def encodable(texts: Sequence[str]) -> list[str]:
    """Replace each half of a surrogate pair by a question mark."""
    return [text.encode("utf-8", "replace").decode("utf-8") for text in texts]


def text_hash(text: str) -> str:
    """Return 32 hexadecimal digits that identify a text, whatever it contains. Any thread."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def passage_key(document_sha256: str, words: str) -> str:
    """Return the key of a passage in every library: 32 hexadecimal digits from its file's hash and words.
    The key stays the same after a rebuild, a restore, or removing and adding the file. Passages of one
    document with the same words share a key. The key does not reveal the words."""
    return text_hash(f"{document_sha256} {words}")


_FORMULA_STARTS = frozenset("=+-@")
_IGNORED_CATEGORIES = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""The Unicode categories of white space, control and format characters, which spreadsheets ignore."""


def escape_formula(cell: str) -> str:
    """Return the cell as it is written: with an apostrophe in front where it would begin a formula."""
    return f"'{cell}" if _begins_a_formula(cell.lstrip("'")) else cell


def unescape_formula(cell: str) -> str:
    """Return the original cell; the inverse of ``escape_formula``."""
    return cell[1:] if cell.startswith("'") and _begins_a_formula(cell.lstrip("'")) else cell


def table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return a CSV file in UTF-8 with a byte order mark, without which Excel would misread “§”. No
    spreadsheet takes a cell of the rows for a formula (OWASP, "CSV Injection")."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([escape_formula(str(cell).replace("\x00", "")) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig", "replace")


def _begins_a_formula(text: str) -> bool:
    if text.startswith(("\t", "\r")):
        return True
    first = next((sign for sign in text if unicodedata.category(sign) not in _IGNORED_CATEGORIES), "")
    return unicodedata.normalize("NFKC", first)[:1] in _FORMULA_STARTS
