"""Which part of a document's title names a case: that part is set in italics in a citation, the rest is not.

"State v. Doe, Reply Brief" names the case "State v. Doe" and the document "Reply Brief".
"""

from __future__ import annotations

import re

_CASE = re.compile(
    r"(?:.+?\s(?:v|vs)\.?\s.+|(?:In re|In the (?:Matter|Interest|Interests|Estate) of|Matter of|Ex parte"
    r"|(?:State|People) ex rel\.)\s.+)",
    re.IGNORECASE,
)
"""The forms of a case's name: adversaries, and procedural phrases (Bluebook rule 10.2.1(b))."""
_NAMES_ITSELF = (
    r"Brief|Reply|Petition|Memorandum|Memo|Opinion|Directive|Motion|Application|Letter|Appendix"
    r"|Response|Answer"
)
_DOCUMENT = re.compile(rf",\s+(?P<name>(?:[\w.’'-]+\s+){{0,4}}(?:{_NAMES_ITSELF})\b.*)\Z", re.IGNORECASE)
_BEGINS_SO = re.compile(rf"(?:{_NAMES_ITSELF})\b", re.IGNORECASE)


def parted(title: str) -> tuple[str, str]:
    """The name of the case and the document's own name; either may be empty, never both of a title.

    A title that begins by saying what the document is names no case: it is the document's own name whole.
    """
    if _BEGINS_SO.match(title) or not _CASE.fullmatch(title):
        return "", title
    own = _DOCUMENT.search(title)
    return (title[: own.start()], own["name"]) if own else (title, "")


def names_itself(title: str) -> bool:
    """Whether a title begins by saying what the document is: 'Reply Brief of Appellant'."""
    return bool(_BEGINS_SO.match(title))
