"""Reads what a file's name and its folders say of a paper: "State v. Smith A-1234-09 ReplyBr FINAL v3.wpd" in
"Appeals/2010/Smith, John" gives a case, a docket number, a year, a kind, a version and a client.

People name files as they like, so the confidence is low, the text of the document wins in every field
(``document``), and a name that may mean two things gives nothing. Pure, linear in the length of the names,
and never raising.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import PurePath

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import CaptionEntry
from briefbank.text import docket_numbers
from briefbank.text.docket_numbers import DASHES
from briefbank.text.file_names import LONGEST_NAME, version_words

IN_NAME, IN_FOLDER = 0.4, 0.3  # The confidence in a file's name and in that of a folder
_CLIENT, _NAMED_CASE = 0.3, 0.35
_MAX_FOLDERS = 12  # The folders that are looked at, from the file upwards
_MAX_DOCKETS = 4
_SEPARATORS = re.compile(r"_|%20|\+|\s+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DASH_IN_NUMBER = re.compile(rf"(?<=[^\W_])[{DASHES}](?=\d)|(?<=\d)[{DASHES}](?=[^\W_])")
_PUNCTUATION = re.compile(r"[\-.,;()\[\]{}&#~=!]+")
_SPACES = re.compile(r"\s{2,}")
_YEARS = re.compile(r"(?:19|20)\d\d-(?:19|20)\d\d")  # Which could be a docket number, too
_NUMERIC_DATE = re.compile(
    r"(?<![\w-])(?P<month>0?[1-9]|1[0-2])(?P<sign>[-. ])(?P<day>0?[1-9]|[12]\d|3[01])(?P=sign)"
    r"(?P<year>(?:19|20)?\d\d)(?![\w-])"
)
_YEAR_FIRST = re.compile(
    r"(?<![\w-])(?P<year>(?:19|20)\d\d)(?P<sign>[-. ]?)(?P<month>0[1-9]|1[0-2])(?P=sign)"
    r"(?P<day>0[1-9]|[12]\d|3[01])(?![\w-])"
)
_YEAR_LAST = re.compile(
    r"(?<![\w-])(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?P<year>(?:19|20)\d\d)(?![\w-])"
)
_MONTH = re.compile(r"(?<![\w-])(?:0?[1-9]|1[0-2])[-. ](?P<year>(?:19|20)\d\d)(?![\w-])")
_NO_YEAR = re.compile(
    r"(?:§|\bsec(?:tion|\.)?|\brules?|\bp\.?l\.?|\bno\.?)\s*\d{4}|\b1983 (?:action|claim|suit)", re.I
)
_DATES = (_YEAR_FIRST, _NUMERIC_DATE, _YEAR_LAST, _MONTH)
_FIRST_YEAR = 1950
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SIDE = re.compile(r"[^\W\d_][\w.'’]*(?:-[^\W\d_][\w.'’]*){0,2}")
_PARTICLES = frozenset(str.split("and & de la del della di da van von der ter el al bin"))
_JOINING = frozenset(("and", "&", "AND"))
_VERSUS = re.compile(r"(?<=\s)(?:v|vs|versus)\.?\s+(?=[^\W\d_])", re.IGNORECASE)
_IN_RE = re.compile(
    r"(?<![^\W_])(?P<lead>in re|(?:in the )?(?:matter|interest) of)\s+"
    r"(?P<name>(?-i:(?:[A-Z]\.? ?){2,3}(?![^\W\d_])|[A-Z][\w'’]+(?:-[A-Z][\w'’]+)?))",
    re.IGNORECASE,
)
_SOVEREIGNS = {
    **dict.fromkeys(("state", "st"), "State"),
    "people": "People",
    **dict.fromkeys(("commonwealth", "comm", "com"), "Commonwealth"),
    **dict.fromkeys(("us", "u.s", "usa", "u.s.a", "united states"), "United States"),
}
_LAST_FIRST = re.compile(
    r"(?P<last>[A-Z][\w'’]+(?:[- ][A-Z][\w'’]+)?)(?P<junior> (?:Jr|Sr|II|III|IV)\.?)?, ?"
    r"(?P<first>[A-Z][\w'’]*(?:-[A-Z][\w'’]+)?\.?(?: [A-Z][\w'’]*\.?){0,2})"
    r"(?P<suffix>,? (?:Jr|Sr|II|III|IV)\.?)?"
)
_NO_NAME = frozenset(
    str.split(
        "motion motions appeal appeals brief briefs memo memos draft drafts order orders final reply "
        "trial plea opposition petition petitions exhibit exhibits letter letters law research misc "
        "forms form office county court superior supreme appellate division adult juvenile civil "
        "criminal unit bank old new closed open active archive archives january february march april may "
        "june july august september october november december monday tuesday wednesday thursday friday "
        "saturday sunday opinion opinions transcript transcripts copy filed served statement facts state "
        "people murder robbery burglary search seizure evidence sentencing suppression confrontation "
        "jury prosecutorial misconduct ineffective assistance drugs guns sex assault notes rule rules "
        "hearsay identification confessions defense defenses north south east west nj ny pa ca va md "
        "mass jersey york california virginia maryland"
    )
)
"""Words that begin no client's name."""
_BR = r"(?:briefs?|brf|br|bf)"
_PAPER_KINDS: tuple[tuple[Kind | None, str, str], ...] = (
    (
        Kind.BRIEF,
        "Reply Brief",
        rf"(?:appellants? |defendants? )?(?:reply|rply|rep) (?:letter )?{_BR}|(?-i:ARB)",
    ),
    (Kind.BRIEF, "Supplemental Brief", rf"supp(?:l|lemental)? (?:pro se |letter )?{_BR}"),
    (Kind.BRIEF, "Opening Brief", rf"(?:appellants? )?(?:opening|op) {_BR}|(?-i:AOB)"),
    (Kind.BRIEF, "Answering Brief", rf"ans(?:wering|wer)? {_BR}"),
    (Kind.BRIEF, "Amicus Brief", rf"amic(?:us|i)(?: curiae)?(?: {_BR})?"),
    (Kind.BRIEF, "Letter Brief", rf"(?:letter|ltr) {_BR}"),
    (Kind.BRIEF, "Brief in Opposition", rf"{_BR} in opp(?:osition|n)?"),
    (
        Kind.BRIEF,
        "",
        r"mem(?:o|orandum)? of (?:law|points)|mem(?:o|orandum)? (?:iso|in (?:supp(?:ort)?|opp(?:osition)?))"
        r"|(?:habeas|pcr|cert) pet(?:ition)?|petitions?|(?-i:MOL|MPA)"
        r"|pet(?: for)? (?:pcr|habeas|reh(?:earing)?|cert|review|certification|certiorari|allowance)",
    ),
    (Kind.BRIEF, "", rf"{_BR}|reply|rply|opp|oppn|opposition|(?-i:RB|AB|DB|PB)"),
    (
        None,
        "",
        r"letter|ltr|lttr|email|e mail|fax|notes?|outline|index|list|templates?|forms?|sample|checklist"
        r"|transcripts?|tr|trans|exhibits?|exh?|appendix|appx?|apx|app da|cert(?:ificat(?:e|ion))? of service"
        r"|cos|invoice|bill|affidavit|aff|cert|toa|toc|tables? of|subpoena|indictment|complaint|plea|stip"
        r"|stipulation|schedule|calendar|minutes|cover|label|(?:brief )?bank",
    ),
    (None, "motion", r"(?:notice of )?(?:cross )?(?:motions?|mot|mtn)|notice|noa"),
    (Kind.MEMO, "", r"(?:bench |legal |office |research )?(?:memorandum|memos?|mem)"),
    (
        Kind.OPINION,
        "",
        r"(?:slip )?(?:opinions?|opn)|slip op|(?:proposed )?(?:orders?|ord|judgm?ents?|decision)",
    ),
    (Kind.DIRECTIVE, "", r"directives?"),
)
_KINDS = tuple(
    (kind, paper, re.compile(rf"(?<![^\W_])(?:{pattern})(?![^\W\d_])", re.IGNORECASE))
    for kind, paper, pattern in _PAPER_KINDS
)
_MOTION_FIRST = re.compile(rf"(?<![^\W_])(?:{_BR}|reply)(?![^\W\d_])", re.IGNORECASE)
_FOLDER_KINDS = {
    **dict.fromkeys(("briefs", "amicus briefs", "reply briefs", "appellate briefs"), Kind.BRIEF),
    **dict.fromkeys(("memos", "memoranda", "bench memos", "legal memos"), Kind.MEMO),
    **dict.fromkeys(("opinions", "orders", "decisions"), Kind.OPINION),
    **dict.fromkeys(("directives", "ag directives"), Kind.DIRECTIVE),
    "statutes": Kind.STATUTE,
    **dict.fromkeys(("rules", "court rules"), Kind.RULE),
}


def named_kind(file_name: str, folder: str = "") -> CaptionEntry | None:
    """Return the kind of document that a file's name speaks of, else the nearest folder that is called by
    one, else None."""
    kind, _, is_named = _kind_and_paper(file_name)
    if kind is not None:
        return CaptionEntry(CaptionField.KIND, kind.value, "file", IN_NAME)
    for name in () if is_named else _nearest(folder):  # or it is a paper of another kind, such as a letter
        if of_folder := _FOLDER_KINDS.get(name.casefold()):
            return CaptionEntry(CaptionField.KIND, of_folder.value, "folder", IN_FOLDER)
    return None


def named_fields(file_name: str, folder: str, today: date) -> tuple[CaptionEntry, ...]:
    """Return what a file's name and the folders around it say beside the kind, each field at most once; the
    name wins over the folders, and the nearest folder over those further up. No year lies after ``today``."""
    stem = _plain(_stem(file_name))
    title, client = _case(stem)
    values = [
        (CaptionField.TITLE, title, "file", _NAMED_CASE),
        (CaptionField.DOCKET, _dockets(stem), "file", IN_NAME),
        (CaptionField.CLIENT, client or _leading_client(stem), "file", _CLIENT),
        (CaptionField.PAPER, _kind_and_paper(file_name)[1], "file", IN_NAME),
        (CaptionField.YEAR, _year(stem, today), "file", IN_NAME),
        (CaptionField.VERSION, str(version_words(stem)), "file", IN_NAME),
    ]
    for name in map(_plain, _nearest(folder)):
        title, client = _case(name)
        person = _without_marks(name)
        match = _LAST_FIRST.fullmatch(person)
        person = person if match and _is_name(match["last"]) else ""
        values += [
            (CaptionField.TITLE, title, "folder", IN_FOLDER),
            (CaptionField.DOCKET, _dockets(name), "folder", IN_FOLDER),
            (CaptionField.CLIENT, client or person, "folder", _CLIENT),
            (CaptionField.YEAR, _year(name, today), "folder", IN_FOLDER),
        ]
    fields: dict[CaptionField, CaptionEntry] = {}
    for field, value, source, confidence in values:
        # A client's name with the first name says more than the nearer one without it.
        nearer = fields[field].value if field in fields else ""
        with_first = field is CaptionField.CLIENT and nearer and value.startswith(f"{nearer},")
        if value and (field not in fields or with_first):
            fields[field] = CaptionEntry(field, value, source, confidence)
    return tuple(fields[field] for field in CaptionField if field in fields)


def _stem(file_name: str) -> str:
    """Return a file's name without its suffix; what stands behind a full stop and has a blank is none."""
    path = PurePath(file_name[-LONGEST_NAME:])
    suffix = path.suffix[1:]
    return path.stem if suffix and len(suffix) <= 5 and suffix.isalnum() else file_name[-LONGEST_NAME:]


def _plain(name: str) -> str:
    name = _DASH_IN_NUMBER.sub("-", name[:LONGEST_NAME])
    return _SPACES.sub(" ", _SEPARATORS.sub(" ", name)).strip()


def _nearest(folder: str) -> Sequence[str]:
    """Return the names of the folders around a file, the nearest first."""
    return [name for name in reversed(folder.split("/")) if name.strip()][:_MAX_FOLDERS]


def _dockets(name: str) -> str:
    numbers = dict.fromkeys(docket.written for docket in docket_numbers.find(_without_dates(name)))
    return "; ".join(numbers) if len(numbers) <= _MAX_DOCKETS else ""


def _without_dockets(name: str) -> str:
    for docket in reversed(list(docket_numbers.find(name))):
        name = f"{name[: docket.start]} {name[docket.end :]}"
    return name


def _year(name: str, today: date) -> str:
    """Return the only year that a name has, whole dates included."""
    text, written = _NO_YEAR.sub(" ", name), list[str]()
    for pattern in _DATES:
        written += (match["year"] for match in pattern.finditer(text))
        text = pattern.sub(" ", text)
    written += _YEAR.findall(_without_dockets(text))
    # A year of two digits is the latest that has come.
    full = (int(year) if len(year) == 4 else today.year - (today.year - int(year)) % 100 for year in written)
    years = {year for year in full if _FIRST_YEAR <= year <= today.year}
    return str(years.pop()) if len(years) == 1 else ""


def _without_dates(name: str) -> str:
    for pattern in (*_DATES, _YEARS):
        name = pattern.sub(" ", name)
    return name


def _case(name: str) -> tuple[str, str]:
    """Return the case that a name names, and the client where the other side is a sovereign; or empty."""
    if match := _IN_RE.search(name):
        title = " ".join(match["name"].split())
        if _is_name(title):
            lead = "In re" if match["lead"].lower() == "in re" else "In the Matter of"
            return f"{lead} {_in_capitals(title)}", _in_capitals(title)
        return "", ""
    match = _VERSUS.search(name)
    if match is None or _VERSUS.search(name, match.end()):
        return "", ""
    first = _side(name[: match.start()].split(), last=True)
    second = _side(name[match.end() :].split(), last=False)
    if not first or not second:
        return "", ""
    sovereign, other = _SOVEREIGNS.get(first.lower().rstrip(".")), _SOVEREIGNS.get(second.lower().rstrip("."))
    client = second if sovereign else first if other else ""
    return f"{sovereign or first} v. {other or second}", client


def _side(words: Sequence[str], *, last: bool) -> str:
    """Return the party that words begin or, with ``last``, end with."""
    taken: list[str] = []
    ordered = list(reversed(words)) if last else list(words)
    for word in ordered:
        bare = word.strip("()[],;")
        if not _is_party_word(bare, taken) or (last and taken and word != word.rstrip(",;)")):
            break
        taken.append(bare)
        if len(taken) == 4 or (not last and word != bare):
            break
    while taken and taken[-1].lower() in _PARTICLES:
        taken.pop()
    if last:
        taken.reverse()
    return _in_capitals(" ".join(taken))


def _is_party_word(word: str, taken: Sequence[str]) -> bool:
    if word.lower() in _PARTICLES:
        return bool(taken) or word not in _JOINING
    if (
        _SIDE.fullmatch(word) is None
        or any(pattern.match(word) for _, _, pattern in _KINDS)
        or str(version_words(word))
    ):
        return False
    return not (word[0].islower() and taken)


def _leading_client(stem: str) -> str:
    """Return 'Smith, John' at the beginning of 'Smith, John - Reply Brief'."""
    head = re.split(r"\s[-–—]+\s|\s?[(\[]", stem, maxsplit=1)[0]
    match = _LAST_FIRST.fullmatch(_without_marks(head))
    return match.group() if match and _is_name(match["last"]) else ""


def _without_marks(name: str) -> str:
    """Return a name without a docket number, dates and brackets around it."""
    plain = _without_dockets(re.sub(r"[(\[][^()\[\]]*[)\]]", " ", _without_dates(name)))
    return _SPACES.sub(" ", plain).strip(" -–—,#")


def _is_name(text: str) -> bool:
    return not any(word.strip(".,").lower() in _NO_NAME for word in re.split(r"[ -]", text))


def _in_capitals(name: str) -> str:
    """Return a name as people write it where it was typed in one case: 'SMITH' and 'smith' are 'Smith'."""
    if any(c.isupper() for c in name) and any(c.islower() for c in name):
        return name
    return " ".join(word if "." in word or len(word) < 3 else word.capitalize() for word in name.split())


def _kind_and_paper(file_name: str) -> tuple[Kind | None, str, bool]:
    """Return the kind and the paper that are named first, the longest of equals, and whether there is one."""
    words = _words(_stem(file_name))
    matches = [(match, kind, paper) for kind, paper, p in _KINDS if (match := p.search(words))]
    if not matches:
        return None, "", False
    first, kind, paper = min(matches, key=lambda entry: (entry[0].start(), -entry[0].end()))
    if paper == "motion":  # "Motion to Suppress Brief" is a brief, a motion by itself none
        return (Kind.BRIEF if _MOTION_FIRST.search(words, first.end()) else None), "", True
    return kind, paper, True


def _words(stem: str) -> str:
    """Return a name for the search of kinds: without case, docket numbers and dates, and in words."""
    plain = _plain(stem)
    if match := _VERSUS.search(plain):
        side = _side(plain[match.end() :].split(), last=False)
        plain = f"{plain[: match.start()]} {plain[match.end() + len(side) :]}"
    plain = _IN_RE.sub(" ", _without_dockets(_without_dates(plain)))
    plain = _CAMEL.sub(" ", plain.replace("'", "").replace("’", ""))
    return _SPACES.sub(" ", _PUNCTUATION.sub(" ", plain))
