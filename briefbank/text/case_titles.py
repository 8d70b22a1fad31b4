"""Finds the name of a case in a document's title, which citations set in italics.

"State v. Doe, Reply Brief" names the case "State v. Doe" and the document "Reply Brief".
"""

from __future__ import annotations

import re

_CASE_NAME = re.compile(
    r"(?:.+?\s(?:v|vs)\.?\s.+|(?:In re|In the (?:Matter|Interest|Interests|Estate) of|Matter of|Ex parte"
    r"|(?:State|People) ex rel\.)\s.+)",
    re.IGNORECASE,
)
"""The forms of a case name: adversaries, and procedural phrases (Bluebook rule 10.2.1(b))."""
_DOCUMENT_KINDS = (
    r"Brief|Reply|Petition|Memorandum|Memo|Opinion|Directive|Motion|Application|Letter|Appendix"
    r"|Response|Answer"
)
_DOCUMENT_NAME = re.compile(
    rf",\s+(?P<name>(?:[\w.’'-]+\s+){{0,4}}(?:{_DOCUMENT_KINDS})\b.*)\Z", re.IGNORECASE
)
_STARTS_WITH_KIND = re.compile(rf"(?:{_DOCUMENT_KINDS})\b", re.IGNORECASE)


def parted(title: str) -> tuple[str, str]:
    """Return the name of the case and the document's own name; either may be empty, but not both.

    A title that begins with the kind of document names no case and is the document's own name as a whole.
    """
    if _STARTS_WITH_KIND.match(title) or not _CASE_NAME.fullmatch(title):
        return "", title
    own = _DOCUMENT_NAME.search(title)
    return (title[: own.start()], own["name"]) if own else (title, "")


def names_itself(title: str) -> bool:
    """Tell whether a title begins with the kind of document: 'Reply Brief of Appellant'."""
    return bool(_STARTS_WITH_KIND.match(title))
