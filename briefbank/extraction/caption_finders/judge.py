"""Reads the judges from a brief's cover: "Sat Below: Hon. Jane A. Doe, J.S.C." gives "Jane A. Doe".

A judge is introduced by a label ("Sat Below:", "Judge:", "Before"), or by a title ("Hon.", "Judge") below the
court appealed from or beside "presiding". A title elsewhere is not enough: governors and retired judges among
the amici have it too. A name with a digit in it was misread and does not count. A list without titles or
letters ("Doe, Roe and Poe") is split only where a plural shows that it is one, because the name of a town may
just as well follow a comma.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.extraction.caption_finders import Front
from briefbank.extraction.caption_names import FROM_BELOW, CaseWords, in_title_case
from briefbank.extraction.text import Line

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
"""The letters of an office after a name; no name may follow the last form ("J. B. Roe")."""
_ENDED = r"(?=\s*(?:$|[,;.)(|]|(?i:and|&|sat|sitting|presiding|of|for)\b))"
_OFFICE = rf"{_RANK}{{0,4}}(?i:judge|justice|magistrate|chancellor)\b{_ENDED}"
SUFFIX = rf"(?:{_LETTERS}|{_OFFICE})"  # The letters or office behind one judge's name, after a comma
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
"""Titles and letters with the marks that replace them and at which the statement is then split."""
_CUT = re.compile(r"([\x01-\x04;])")
_LISTED = re.compile(r",\s*(?:(?i:and)\s+|&\s*)?|\s+(?i:and)\s+|\s*&\s*")
_GENERATION = re.compile(r",\s*((?i:jr|sr)\b\.?|I{2,3}\b|IV\b)")
_JOINED = re.compile(r"^(?:(?i:and)\b|&)\s*")
_EDGES = " ,;:.()[]*|_–—-/\x03"
_WORD = re.compile(r"[A-ZÀ-Þ][A-Za-zÀ-ɏ’'.\-]*,?")
_PARTICLES = frozenset(str.split("de del della di la le van von der den da dos st"))
_END_WORDS = frozenset(
    str.split(
        "act acting action after amended an and appeal appeals appellant appellate appellee argued assigned "
        "association at below board brief building by case center centre chambers chancery chief circuit "
        "civil clerk commission committee complaint complex conviction council county court courthouse "
        "courtroom criminal date decided defendant department dept district division docket during entered "
        "family filed final for foundation from hall has hearing her his in indictment initiative institute "
        "judge judges judgment judicial jury justice justices law league magistrate memorial motion no none "
        "nos not of office on order panel part petition plaintiff plaza policy present presiding project "
        "reform respondent room sat sentence sitting state submitted superior supreme system tbd term that "
        "the time to trial unassigned united unknown vacant vicinage was who with without"
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
    pieces = ["", *_CUT.split(text), ""]  # a mark, what stands between, and so on
    names: list[str] = []
    for before, piece, after in zip(pieces[::2], pieces[1::2], pieces[2::2], strict=False):
        whole = _GENERATION.sub(r" \1", _JOINED.sub("", piece.strip(_EDGES.replace(".", ""))))
        parts: list[str] = []
        if before == "\x02" or after == "\x04":
            parts = _LISTED.split(whole)
        elif before == "\x01" or (labelled and not names):
            parts = _LISTED.split(whole)[:1]
        elif after == "\x03":
            parts = _LISTED.split(whole)[-1:]
        names += filter(None, (_name(part.strip(" ,;:()[]*|_–—-").split()) for part in parts))
    return tuple(dict.fromkeys(in_title_case(name, words) for name in names))


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
    younger = kept[-1] if len(kept) > 1 and re.fullmatch(r"(?i:jr|sr)\.?|I{2,3}|IV", kept[-1]) else ""
    own = kept[:-1] if younger else kept
    if not own or len(own) > _MAX_NAME_WORDS or sum(map(str.isalpha, own[-1])) < _MIN_SURNAME_LETTERS:
        return ""
    name = " ".join(own).rstrip(".-’'")  # with "Jr." after a comma, as courts write it
    return f"{name}, {younger.rstrip('.')}{'' if younger[0] == 'I' else '.'}" if younger else name


_MAX_LINE_CHARS = 400  # The number of characters of a line that are examined
_SAT_BELOW = re.compile(r"\bsat\s+be[l1i|]ow\b\s*[:;.,–—-]*", re.IGNORECASE)
_LABEL = re.compile(
    r"(?i)(?<![\w’'])(?<!of )(?:(?:trial|lower|superior|district|circuit|county|assigned|presiding|magistrate"
    r"|chief|senior|motion|sentencing|hearing|appellate|bankruptcy|immigration|administrative|law|u\.s\.|the"
    r"|court)[ -]{1,2}){0,4}(?:judges?|justices?|magistrate|bench|assigned to)(?: below)?\s{0,2}:"
)
_BEFORE = re.compile(r"^\W{0,2}(?:argued )?(?:before|present)\b\s*:?", re.IGNORECASE)
_JUDGE_SIGN = re.compile(rf"\b(?i:hon|judges\b|justices\b)|,\s*(?:{SUFFIX})|\bJJ\.")
"""A sign of a judge, required after "before", which begins many a sentence."""
_PRESIDES = re.compile(r"\b(?:presiding|sitting)\b", re.IGNORECASE)
_OTHER_PERSONS = re.compile(
    r"(?i)\bclerk\b|\bgovernor|\bsenat|\bmayor|\bsecretary|\bcommissioner|\bwarden|\bspeaker|\bcongress"
    r"|\bassembly|\bprosecutor|\bdefender|\battorneys?\b|\bcounsel\b|\besq\b|\bretired\b|\(ret|\bret\.|\bformer"
    r"|\bamic|\bbriefs?\b|\bbehalf\b|\bsupport\b|\bdear\b|^to\b|\bcc:|\bstatement of\b|\bet al\b|\bv[s.]"
)
"""Words about persons other than a judge of this case: lawyers, amici, officers, parties."""
_BAR = re.compile(r"[):|§]\s")
_UNFINISHED = re.compile(rf"(?:,|&|\band|\b[A-Z]\.?|{TITLE})$", re.IGNORECASE)
_FINISHED = re.compile(rf",\s*(?:{SUFFIX})[.)\s]{{0,3}}$")
_ONE_WORD = re.compile(rf"{TITLE}\s+\S+$")
_CONTINUATION = re.compile(rf"(?:and\s+|&\s*)?(?:{TITLE}|{SUFFIX})|(?:and|&)\s")
_TITLED, _LETTERED = re.compile(TITLE), re.compile(rf",\s*{SUFFIX}")
_HONORED = re.compile(r"(?:the\s+)?hon", re.IGNORECASE)
_BEFORE_TITLE = re.compile(r"(?:^|[^\w\s]|\d|\b[a-z]+|\b(?i:by|before|from|the))\s*$")
"""The text before "Judge" where that is a title, not before a part of a name ("Hughes Justice Complex")."""
_MAX_LINE_DISTANCE, _MAX_FURTHER_LINES, _MAX_STATEMENT_DISTANCE = 34.0, 5, 45.0
"""Points between lines of a statement; its further lines; points between statements."""
_BELOW_LINES = 7


def find(front: Front) -> CaptionEntry | None:
    """Return the judges' names without titles, joined by '; ', in order; None where none is certain."""
    if not front.named or front.overprinted:
        return None
    statements: list[tuple[float, tuple[str, ...], Line]] = []
    taken: set[int] = set()
    below = 0
    for index, line in enumerate(front.lines):
        below = _BELOW_LINES if FROM_BELOW.match(line.text) else below - 1
        starts = _starts(line, below > 0) if index not in taken else ()
        for start, confidence, labelled in starts:
            text, used = _statement(front.lines, index, start)
            names = names_in(text, front.words, labelled=labelled)
            if names:
                taken.update(used)
                statements.append((confidence, names, line))
                break
    if not statements:
        return None
    at = max(range(len(statements)), key=lambda at: statements[at][0])
    best, names, first = statements[at]
    last = first
    for confidence, others, line in statements[at + 1 :]:
        near = abs(line.middle - last.middle) <= _MAX_STATEMENT_DISTANCE
        if line.page == last.page and near and confidence == best:
            names += others
            last = line
    value = "; ".join({name.casefold(): name for name in names}.values())
    return CaptionEntry(CaptionField.JUDGE, value, "caption", best, first.page)


def _starts(line: Line, below: bool) -> Iterator[tuple[int, float, bool]]:
    """Yield where in a line judges may be named, with the confidence and whether a label says so."""
    text = line.text[:_MAX_LINE_CHARS]
    for pattern in (_SAT_BELOW, _LABEL):
        if match := pattern.search(text):
            yield match.end(), 0.9, True
    if (match := _BEFORE.match(text)) and _JUDGE_SIGN.search(text):
        yield match.end(), 0.9, False
    presides = below or _PRESIDES.search(text)
    titled = _TITLED.search(text) if presides and not _OTHER_PERSONS.search(text) else None
    if titled and (_HONORED.match(titled.group()) or _BEFORE_TITLE.search(text[: titled.start()])):
        yield titled.start(), 0.85, False


def _statement(lines: Sequence[Line], index: int, start: int) -> tuple[str, list[int]]:
    """Return the text from a place in a line on, with its continuation lines, and the indexes of these."""
    last = lines[index]
    text = last.text[start:_MAX_LINE_CHARS].strip()
    barred = bool(_BAR.search(last.text[: start + 1]))
    used: list[int] = []
    for at in range(index + 1, min(len(lines), index + 4 * _MAX_FURTHER_LINES)):
        line = lines[at]
        beside = min(line.box.x1, last.box.x1) > max(line.box.x0, last.box.x0)
        below = line.page == last.page and 2 < line.middle - last.middle <= _MAX_LINE_DISTANCE
        if not (beside and below):
            continue
        more = line.text[:_MAX_LINE_CHARS]
        more = _BAR.split(more, maxsplit=1)[-1].strip() if barred else more
        incomplete = not text or (_UNFINISHED.search(text) and not _FINISHED.search(text))
        continued = _CONTINUATION.match(more) or (_ONE_WORD.search(text) and _LETTERED.search(more))
        if len(used) == _MAX_FURTHER_LINES or not (incomplete or continued):
            break
        text, last = f"{text} {more}".strip(), line
        used.append(at)
    return text, used
