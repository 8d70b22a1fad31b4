"""Extracts judges' names from a statement such as "Sabatino, P.J.A.D., Sumners and Geiger, JJ.A.D."

Titles and the letters after a name separate one judge from the next. A list without either ("Doe, Roe and
Poe") is split only where a plural shows that it is one, because a place may just as well follow a comma.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.extraction.parties import CaseWords, in_title_case

_RANK = (
    r"(?i:(?:chief|senior|presiding|associate|acting|administrative|assignment|supervising|united states"
    r"|u\.s\.|us|state|superior court|circuit|district|bankruptcy|magistrate|municipal(?: court)?"
    r"|trial(?: court)?|family court|appellate|tax court|immigration|law|county|surrogate’?s?)\s+)"
)
_HON = r"(?:[Tt][Hh][Ee]\s+)?\b(?:[Hh](?i:onorable)|H(?i:on)(?:\b\.|\b,(?=\s[A-Z])|\b))"
TITLE = rf"(?:{_HON}(?:\s+{_RANK}{{0,3}}(?i:judge|justice)\b)?|\b{_RANK}{{0,4}}(?:J(?i:udge)|J(?i:ustice))\b)"
"""The title before one judge's name."""
_PLURAL_TITLE = rf"\b(?:(?:[Tt][Hh][Ee]\s+)?H(?i:onorables|ons\.)|{_RANK}{{0,4}}J(?i:udges|ustices)\b)"
_LETTERS = (
    r"(?:(?:[AP]\.\s?)?J\.\s?S\.\s?C\.|(?:P\.\s?)?J\.\s?A\.\s?D\.|P\.\s?J\.\s?(?:Cr|Cv|Ch|F\.\s?P)\."
    r"|(?:[CP]\.\s?)?J\.\s?[TM]\.\s?C\.|J\.\s?[CD]\.\s?C\.|(?:C\.\s?)?U\.\s?S\.\s?[BCDM]\.\s?J\.|A\.\s?L\.\s?J\."
    r"|(?:[AP]?J(?:SC|AD|TC|MC|CC)|PJ(?:Cr|Cv|Ch|FP|CR|CV|CH)|US[BCDM]J|ALJ)\b)(?=$|[\s,;.)(])"
    r"|(?:A\.\s?)?(?:[ACDPS]\.\s?)?J\.(?:\s?P\.)?"
    r"(?=\s*(?:$|[,;)(|]|(?i:and|&|sat|sitting|presiding)\b))"
)
"""The letters of an office after a name. The last form could also begin a name ("J. B. Roe"), so that no name
may follow it."""
_ENDED = r"(?=\s*(?:$|[,;.)(|]|(?i:and|&|sat|sitting|presiding|of|for)\b))"
_OFFICE = rf"{_RANK}{{0,4}}(?i:judge|justice|magistrate|chancellor)\b{_ENDED}"
SUFFIX = rf"(?:{_LETTERS}|{_OFFICE})"
"""The letters or office behind one judge's name, after a comma."""
_PLURAL_SUFFIX = (
    r"(?:(?:[A-Z]\.\s?){0,3}JJ\.(?:\s?[A-Z]\.){0,4}|JJ(?:AD|SC)?\b"
    rf"|{_RANK}{{0,4}}(?i:judges|justices)\b)"
)
_MARKS = (
    (re.compile(rf"\s*,\s*(?:{_PLURAL_SUFFIX})"), "\x04"),
    (re.compile(rf"\s*,\s*(?:{SUFFIX})"), "\x03"),
    (re.compile(_PLURAL_TITLE), "\x02"),
    (re.compile(TITLE), "\x01"),
)
"""Titles and letters with the single characters that replace them and at which the statement is then
split."""
_CUT = re.compile(r"([\x01-\x04;])")
_LISTED = re.compile(r",\s*(?:(?i:and)\s+|&\s*)?|\s+(?i:and)\s+|\s*&\s*")
_GENERATION = re.compile(r",\s*((?i:jr|sr)\b\.?|I{2,3}\b|IV\b)")
_JOINED = re.compile(r"^(?:(?i:and)\b|&)\s*")
_EDGES = " ,;:.()[]*|_–—-/\x03"
_WORD = re.compile(r"[A-ZÀ-Þ][A-Za-zÀ-ɏ’'.\-]*,?")
_PARTICLES = frozenset(str.split("de del della di la le van von der den da dos st"))
_END_WORDS = frozenset(
    str.split(
        "act acting action after amended an and appeal appeals appellant appellate appellee argued"
        " assigned association at below board brief building by case center centre chambers chancery chief"
        " circuit civil clerk commission committee complaint complex conviction council county court"
        " courthouse courtroom criminal date decided defendant department dept district division docket"
        " during entered family filed final for foundation from hall has hearing her his in indictment"
        " initiative institute judge judges judgment judicial jury justice justices law league magistrate"
        " memorial motion no none nos not of office on order panel part petition plaintiff plaza policy"
        " present presiding project reform respondent room sat sentence sitting state submitted superior"
        " supreme system tbd term that the time to trial unassigned united unknown vacant vicinage was who"
        " with without"
    )
)
"""Words in lower case that no judge is called by: a name ends before them."""
_MAX_NAME_WORDS = 5
_MIN_SURNAME_LETTERS = 2


def names_in(text: str, words: CaseWords, *, labelled: bool) -> tuple[str, ...]:
    """Return the judges that a statement names, in order, without titles and in normal capitalization.

    ``labelled`` says that a label introduced it ("Judge:"), so that its first name needs no title. Linear.
    """
    for pattern, mark in _MARKS:
        text = pattern.sub(mark, text)
    pieces = _CUT.split(text)
    found: list[str] = []
    for at in range(0, len(pieces), 2):
        before = pieces[at - 1] if at else ""
        after = pieces[at + 1] if at + 1 < len(pieces) else ""
        found += _names_between(pieces[at], before, after, first=labelled and not found)
    return tuple(dict.fromkeys(in_title_case(name, words) for name in found))


def _names_between(piece: str, before: str, after: str, *, first: bool) -> Iterator[str]:
    """Yield the names between two marks."""
    piece = _JOINED.sub("", piece.strip(_EDGES.replace(".", "")))
    whole = _GENERATION.sub(r" \1", piece)
    if before == "\x02" or after == "\x04":
        parts = _LISTED.split(whole)
    elif before == "\x01" or first:
        parts = _LISTED.split(whole)[:1]
    elif after == "\x03":
        parts = _LISTED.split(whole)[-1:]
    else:
        return
    for part in parts:
        if name := _name(part.strip(" ,;:()[]*|_–—-").split()):
            yield name


def _name(tokens: Sequence[str]) -> str:
    """Return the name that the words begin with; '' where there is none or it was misread."""
    kept: list[str] = []
    for token in tokens:
        bare = token.strip(_EDGES).casefold()
        if not bare or bare in _END_WORDS:
            break
        if token.rstrip(".,").casefold() in _PARTICLES and len(kept) + 1 < len(tokens):
            kept.append(token)
        elif _WORD.fullmatch(token):
            kept.append(token.rstrip(","))
        elif token[0].islower() or token[0] in "([":
            break
        else:
            return ""
        if token.endswith(","):
            break
    return _finished(kept)


def _finished(kept: Sequence[str]) -> str:
    """Return a name that has a surname, with its "Jr." after a comma, as courts write it."""
    younger = kept[-1] if len(kept) > 1 and re.fullmatch(r"(?i:jr|sr)\.?|I{2,3}|IV", kept[-1]) else ""
    own = kept[:-1] if younger else kept
    if not own or len(own) > _MAX_NAME_WORDS or sum(map(str.isalpha, own[-1])) < _MIN_SURNAME_LETTERS:
        return ""
    name = " ".join(own).rstrip(".-’'")
    return f"{name}, {younger.rstrip('.')}{'' if younger[0] == 'I' else '.'}" if younger else name
