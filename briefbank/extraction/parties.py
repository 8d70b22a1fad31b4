"""The roles of parties in captions: their spelling, and the side of an appeal that each one means.

Examples are "Plaintiff-Respondent", "Defendants—Appellants", "Respondent and Defendant",
"Appellee/Cross-Appellant" and "Real Parties-in-Interest". Of several roles, the one in the court at hand
decides the side: a defendant who appeals is the appellant.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from briefbank.domain.documents import Party
from briefbank.extraction.text import Line

# --- roles -----------------------------------------------------------------------------------------------

SPANISH_ROLE = (
    r"(?:(?:demandante|demandad[oa]|acusad[oa])[- ])?"
    r"(?:apelante|apelad[oa]|peticionari[oa]|recurrente|recurrid[oa])|demandante|demandad[oa]|acusad[oa]|imputad[oa]|querellante|querellad[oa]|promovente|promovid[oa]"
)
ROLE = (
    r"(?:third[- ]party[- ]|counter[- ]?|cross[- ]?|proposed |nominal )?"
    r"(?:plaintiff|defendant|petitioner|respondent|appellant|appellee|movant|intervenor|applicant|claimant"
    r"|relator|complainant|debtor|employee|employer|juvenile|objector)s?\b"
    r"|(?:real )?part(?:y|ies)[- ]in[- ]interest\b"
    rf"|(?:{SPANISH_ROLE})s?\b"
)
"""One role, to be matched without regard to case; never nested in a repetition."""

AMICUS = "amicus curiae"
_ROLE = re.compile(rf"\b(?:{ROLE})", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[-–—/,&]|\band\b)?\s*(?:and\b)?\s*", re.IGNORECASE)
_AFTER = re.compile(r"[\s.,;:)\]|*]*")
_BEFORE = " ,;:(-–—"
_OF_APPEAL = (
    *("appellant", "appellee", "petitioner", "respondent"),
    *(
        "apelante",
        "apelado",
        "apelada",
        "peticionario",
        "peticionaria",
        "recurrido",
        "recurrida",
        "recurrente",
    ),
)
_MAX_ROLE_CHARS = 600
"""The number of characters at the end of a party's block that are examined: roles are short."""


def split_role(text: str) -> tuple[str, str]:
    """Return the names of a party's block, and the role at its end in title case; ('…', '') without a
    role."""
    start = max(0, len(text) - _MAX_ROLE_CHARS)
    found = list(_ROLE.finditer(text, start))
    if not found or not _AFTER.fullmatch(text, found[-1].end()):
        return text, ""
    first = len(found) - 1
    while first and _BETWEEN.fullmatch(text, found[first - 1].end(), found[first].start()):
        first -= 1
    role = text[found[first].start() : found[-1].end()]
    return text[: found[first].start()].rstrip(_BEFORE), _in_title_case(role)


def ends_with_role(text: str) -> bool:
    """Tell whether a line closes a party's block."""
    return bool(split_role(text)[1])


def _in_title_case(role: str) -> str:
    """Return the role in title case, its parts joined by their original hyphen, slash or 'and'."""
    plain = re.sub(r"\s*[–—-]+\s*", "-", " ".join(role.split()))
    words = re.split(r"([ /-])", plain)
    return "".join(word if word.lower() in ("and", "in") else word.capitalize() for word in words)


def side_of(role: str) -> str:
    """Return 'Appellant' for 'Defendants-Appellants'; 'Appellee/Cross-Appellant' keeps both; '' for no
    role."""
    found = [_singular(match.group()) for match in _ROLE.finditer(role[:_MAX_ROLE_CHARS])]
    of_appeal = [each for each in found if each.lower().removeprefix("cross-") in _OF_APPEAL]
    return "/".join(dict.fromkeys(of_appeal or found[-1:]))


def _singular(role: str) -> str:
    one = _in_title_case(role)
    if one.endswith("Interest"):
        return "Real Party in Interest" if one.startswith("Real") else "Party in Interest"
    return re.sub(r"^(Cross|Counter)[- ]?(?=[A-Za-z])", r"\1-", one).rstrip("s")


# --- case names ------------------------------------------------------------------------------------------
# Finds the case in a caption: the blocks of parties on both sides of its "v.", or the party after "In re".
#
# Captions are set in columns, brackets and centred lines, so the position of each line counts: the sides of
# a "v." are the lines above and below it in its own column. Consolidated captions have several cases.

_VERSUS = re.compile(r"-?\s?(?:v|vs|vv|\ufffd)\.?\s?-?[,:]?|-?\s?against\s?-?|versus", re.IGNORECASE)
_INLINE = re.compile(r"^(?P<first>.{2,160}?)[,;]?\s+(?:vs?\.|versus|VS?\.)\s+(?P<second>.{2,200})$")
_IN_RE = re.compile(
    r"^(?P<kind>in\s+re(?:\s+the)?:?|in\s+the\s+matter\s+of:?|in\s+the\s+interests?\s+of:?"
    r"|(?:the\s+)?matter\s+of|ex\s+parte"
    r"|state(?:\s+of\s+new\s+jersey)?,?\s+in\s+the\s+interest\s+of)\s*(?P<name>.*)$",
    re.IGNORECASE,
)
_RE_LINE = re.compile(r"^re:\s*(?P<title>.+? v\.? .+)$", re.IGNORECASE)
_END_OF_PARTIES = re.compile(
    r"\bcourt\b|\bcircuit\b|\bcounty of\b|^in the\b|\bdivision\b(?! of\b)|\bdistrict of\b"
    r"|\bdocket\b|^nos?[.:]"
    r"|\bcase nos?\b|\bcivil action\b|\bcriminal action\b|^on (?:appeal|petition|writ|certif|motion"
    r"|remand)|^appeal(?:s)? from"
    r"|\bindictment\b|\bbrief\b|\bpetition for\b|\bbefore\b|\battorneys? for\b|\bjudge\b|\bcounsel\b"
    r"|^_{3,}|\bfiled\b|\bappeals board\b|\bbureau\b|\bdecided\b|\bargued\b|\bsubmitted\b|@"
    r"|\d{3}[-.) ]{1,2}\d{3}[-.]\d{4}|^\(?s?bn\b|\besq\b"
    r"|\btribunal\b|^(?:región|regi[oó]n judicial|sala|sobre:|fecha:|estado libre)\b|\bn[uú]m\.",
    re.IGNORECASE,
)
_CASE_BELOW = re.compile(
    r"(?:on )?(?:an? )?(?:direct |interlocutory )?(?:appeals?|certification|certified question|writ|review"
    r"|remand|petitions? for (?:an? )?(?:writ of )?(?:certiorari|certification|review))\b"
    r".{0,60}\b(?:from|to)\b|sat below",
    re.IGNORECASE,
)
_RULE = re.compile(r"^[_\-–—=*\s]{3,}$")
_BORDER = re.compile(r"[_.\-–—=*~ ]{6,}[xX+/\\]?(?:\s|$)|[xX]$|[xX][_.\-–—=~]{3,}[xX]?$")
"""A line drawn above or below the parties; in New York it ends in an X, which recognition may leave alone."""
_BRACKET = re.compile(r"^[):|§]\s|\s*[):|§*]+\s*$|\s[)§|:]\s")
_NUMBER_AFTER = re.compile(r",?\s+(?:(?:Appeal|Docket|Case)\s+)?Nos?\.|\s\(", re.IGNORECASE)
_NUMBER_BESIDE = re.compile(
    r"\s(?:(?:case|docket|civil|criminal|index|indictment|ind\.|no)\b.{0,30}?\d"
    r"|\d{1,2}[ :-](?:\d\d-)?(?:civ|crim|cr|cv)\b)",
    re.IGNORECASE,
)
_REPORTER = re.compile(r"\b\d{1,4} [A-Z][\w.’' ]{1,20}? \d{1,5}\b")
"""Volume, reporter and page: a citation of another case, not the name of this one."""
_PAPER = re.compile(
    r"^(?:transcript|deposition|testimony|hearing|trial|proceedings|minutes|brief|memorandum|motion|appendix|exhibits?"
    r"|statement|affidavit|certification)\b[^,:–—]{0,60}(?:[,:]| [–—-])\s+",
    re.IGNORECASE,
)
"""The name of a paper before the name of the case: "Transcript of Hearing, State v. Doe"."""
_STATE = re.compile(r"(?:the )?state(?: of [a-z ]{4,20})?,?", re.IGNORECASE)
_MAX_BLOCK_LINES, _MAX_BLOCKS = 12, 6
_MAX_LINE_DISTANCE = 75.0
"""The maximum distance in points between two lines of one caption."""


@dataclass(frozen=True, slots=True)
class CaseName:
    """A case as a caption names it. ``sides`` are the first party of each side, or one as 'In re<TAB>name'.

    ``blocks`` are all parties' blocks in the order of the caption, with the role at the end of each.
    """

    sides: tuple[str, ...]
    blocks: tuple[str, ...]
    page: int

    @property
    def is_complete(self) -> bool:
        """Tell whether the case has two sides and all its parties have roles."""
        return len(self.sides) == 2 and all(map(ends_with_role, self.blocks))


def case_names(first: Sequence[Line], later: Sequence[Line], *, overprinted: bool = False) -> list[CaseName]:
    """Return the cases that the first page names, then those of ``later`` pages; the likeliest first.

    What stands below "On appeal from" can be the case below. It counts only where no case stands above, and
    only with a "v." on a line of its own, because in two columns that line comes before the parties. Where an
    older caption is ``overprinted``, its "On appeal from" stands above the case and says nothing of it.
    """
    below = next((at for at, line in enumerate(first) if _CASE_BELOW.match(line.text)), len(first))
    if overprinted:
        below = len(first)
    own = [*_versus(first, range(below)), *_in_re(first[:below]), *_inline(first[:below])]
    return [
        *(own or _versus(first, range(below, len(first)))),
        *_inline(later),
        *_versus(later, range(len(later))),
        *_in_re(later),
    ]


def without_bracket(text: str) -> str:
    """Return the left side of a line that a caption's bracket (')', ':', '|') divides."""
    return _BRACKET.split(text, maxsplit=1)[0].strip() if _BRACKET.search(text) else text


# --- "v." on a line of its own -------------------------------------------------------------------


def _versus(lines: Sequence[Line], indexes: range) -> list[CaseName]:
    """Return the cases whose "v." is at one of the indexes."""
    found: list[CaseName] = []
    for index in indexes:
        line = lines[index]
        if not _VERSUS.fullmatch(without_bracket(line.text)):
            continue
        above, below = _blocks(lines, index, -1), _blocks(lines, index, 1)
        names = first_party(above[0]), first_party(below[0])
        if all(names):
            found.append(CaseName(names, (*above[::-1], *below), line.page))
    return found


def _blocks(lines: Sequence[Line], index: int, step: int) -> list[str]:
    """Return the blocks above (``step`` -1) or below a "v.", nearest first; all but the first end in a
    role."""
    blocks: list[list[str]] = [[]]
    previous = lines[index]
    at = index + step
    while 0 <= at < len(lines) and len(blocks[-1]) < _MAX_BLOCK_LINES:
        line, text = lines[at], _without_number(without_bracket(lines[at].text))
        at += step
        if not text or (not blocks[-1] and _RULE.match(text)):
            continue
        if not _same_column(line, lines[index], lines):
            continue
        if _ends_parties(line, text, lines[index], previous, step):
            break
        if step < 0 and blocks[-1] and ends_with_role(text):
            blocks.append([])
        blocks[-1].append(text)
        previous = line
        if step > 0 and ends_with_role(" ".join(blocks[-1])):
            blocks.append([])
        if len(blocks) > _MAX_BLOCKS:
            break
    joined = [" ".join(block[::step]) for block in blocks]
    return [joined[0], *(block for block in joined[1:] if ends_with_role(block))]


def _without_number(text: str) -> str:
    """Return a line with a party's role without the docket number that the right column has beside it."""
    beside = _NUMBER_BESIDE.search(text)
    return text[: beside.start()] if beside and ends_with_role(text[: beside.start()]) else text


def _ends_parties(line: Line, text: str, versus: Line, previous: Line, step: int) -> bool:
    """Tell whether the caption's parties end before this line."""
    far = abs(line.middle - previous.middle) > _MAX_LINE_DISTANCE
    again = step > 0 and bool(_VERSUS.fullmatch(text))
    if _BORDER.match(line.text):
        return True
    return line.page != versus.page or bool(_END_OF_PARTIES.search(text)) or far or again


def _same_column(line: Line, versus: Line, lines: Sequence[Line]) -> bool:
    """Tell whether the line is in the caption's column; a page without geometry has one column."""
    if versus.box.x1 <= versus.box.x0:
        return True
    left = min(other.box.x0 for other in lines)
    right = max(other.box.x1 for other in lines)
    if abs((versus.box.x0 + versus.box.x1) / 2 - (left + right) / 2) < 0.09 * (right - left):
        return True  # a centred caption has no columns
    return line.box.x0 < versus.box.x1 + 115 and line.box.x0 < versus.box.x0 + 0.35 * (right - left)


# --- a case's name on one line -------------------------------------------------------------------


def _inline(lines: Sequence[Line]) -> list[CaseName]:
    found: list[CaseName] = []
    for line in lines:
        text = _PAPER.sub("", without_bracket(line.text)[:400])
        reference = _RE_LINE.match(text)
        match = _INLINE.match(reference.group("title") if reference else text)
        if not match or (not reference and not _is_title_line(text)):
            continue
        sides = match.group("first"), _NUMBER_AFTER.split(match.group("second"))[0]
        names = first_party(sides[0]), first_party(sides[1])
        if all(names):
            found.append(CaseName(names, sides, line.page))
    return found


def _is_title_line(line: str) -> bool:
    """Tell whether a line is only a case name: short, capitals or title case, no part of a sentence or
    list."""
    text = line.rstrip(" .,")
    if _REPORTER.search(text) or re.search(
        r"\d{2,} [A-Z]|\.{4}|\d$|[.;:]\s",
        re.sub(r"\bv\.|\b[A-Z]\.|\b(?:Inc|Co|Corp|Ltd|al|Dep[’']t|vs)\.", "", text),
    ):
        return False
    words = [
        w
        for w in re.findall(r"[A-Za-z][\w’']*", text)
        if w.lower() not in ("v", "vs", "of", "the", "and", "et", "al", "for", "in", "a")
    ]
    return bool(words) and len(text) < 130 and all(w[0].isupper() for w in words)


# --- cases with one party ------------------------------------------------------------------------


def _in_re(lines: Sequence[Line]) -> list[CaseName]:
    found: list[CaseName] = []
    for index, line in enumerate(lines[:60]):
        text = _PAPER.sub("", without_bracket(line.text)[:400])
        below = lines[index + 1 : index + 2] if re.search(r"(?i)\bin the$", text) else ()
        match = _IN_RE.match(" ".join([text, *(without_bracket(each.text) for each in below)]))
        if not match or line.text[:1].islower() or _REPORTER.search(text):
            continue
        if re.match(r"(?i)united states|supreme|superior|court|district", match.group("name")):
            continue
        name, role = _continued_name(lines, index + len(below), match.group("name"))
        party = first_party(_NUMBER_AFTER.split(name)[0])
        if party:
            kind = " ".join(match.group("kind").rstrip(":").split()).lower()
            lead = _title_prefix(kind, without_bracket(lines[index - 1].text) if index else "")
            blocks = (f"{name} {role}",) if "Interest" in lead or role else ()  # 'In re' may name a thing
            found.append(CaseName((f"{lead}\t{party}",), blocks, line.page))
    return found


def _continued_name(lines: Sequence[Line], index: int, name: str) -> tuple[str, str]:
    """Return the name with its continuation lines, and the line with the party's role below it."""
    for later in lines[index + 1 : index + 5]:
        text = without_bracket(later.text)
        near = _same_column(later, lines[index], lines) and abs(later.middle - lines[index].middle) < 60
        if near and ends_with_role(text):
            return name, text
        complete = bool(name.strip(" .,")) and name.rstrip().endswith((".", ","))
        if complete or _END_OF_PARTIES.search(later.text) or ends_with_role(later.text):
            break
        if near:
            name = f"{name} {text}"
    return name, ""


def _title_prefix(kind: str, above: str) -> str:
    """Return the beginning of a title with one party, from the caption's words in lower case and the line
    above."""
    if "interest" in kind:
        by_state = "state" in kind or _STATE.fullmatch(above)
        return "State in the Interest of" if by_state else "In the Interest of"
    return "Ex parte" if kind == "ex parte" else "In re"


# --- parties ---------------------------------------------------------------------------------------------
# Converts a caption's blocks of names to parties with their roles, and to the names for a title.
#
# A title names the first party of each side, without its role and its description. A name in capitals gets
# the case that the document itself uses in its running text. A list of names is split only where the end of
# each name is clear: a company's name has commas and "and" of its own.

_PARTY_ROLE = re.compile(
    r"[,;]?\s*\(?\b(?:and |cross-?\s?|third-party |counter-?|proposed |real |nominal )*"
    r"(?:plaintiffs?|defendants?|petitioners?|respondents?|appellants?|appellees?|movants?|intervenors?"
    r"|applicants?|claimants?"
    r"|cross-\w+|relators?|part(?:y|ies)[- ]in[- ]interest|complainants?|juvenile|debtors?|employees?"
    rf"|employers?|{SPANISH_ROLE}s?)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_DESCRIPTION = re.compile(
    r",?\s+(?:\(?(?:a/k/a|aka|d/b/a|dba|f/k/a|fka|n/k/a|nka|formerly known|now known|also known)\b"
    r"|an? (?:individual|corporation|municipal|public|california|delaware|new|nevada|texas|florida"
    r"|[a-z]+ (?:corporation|limited|non-?profit|company|public|agency))\b"
    r"|individually\b|on behalf of\b|in (?:his|her|its|their) (?:official|capacity|individual)"
    r"|as (?:trustee|administrat|executor|guardian|next friend|personal rep)"
    r"|by (?:and through|his|her|its)\b|and on behalf|et\.? ?al\b|acting\b|through\b|warden\b"
    r"|superintendent\b|commissioner\b|secretary\b|acting\b|attorney general\b|in his\b|director\b).*$",
    re.IGNORECASE | re.DOTALL,
)
_SUFFIX = re.compile(
    r"^(?:[ivxl]+|inc|llc|l\.l\.c|llp|l\.?p|ltd|corp|co|jr|sr|n\.?a|p\.?c|p\.?a|plc|pllc|incorporated"
    r"|company|corporation|l\.?l\.?p|s\.?a|ag|gmbh)\b",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    r"\b(?:inc|llc|llp|corp|company|co|ltd|bank|sons|associat\w+|holdings|partners|group|services|university|board|department"
    r"|city|county|township|borough|committee|commission|union|trust|fund|church|school|insurance|division|bureau)\b",
    re.IGNORECASE,
)
_SOVEREIGNS = (
    (re.compile(r"^(?:the )?state of [a-z .]+$", re.IGNORECASE), "State"),
    (
        re.compile(
            r"^(?:the )?people of (?:the )?(?:state|territory) of [a-z .]+$|^the people$", re.IGNORECASE
        ),
        "People",
    ),
    (re.compile(r"^(?:the )?commonwealth of [a-z .]+$", re.IGNORECASE), "Commonwealth"),
    (re.compile(r"^(?:the )?united states of america$", re.IGNORECASE), "United States"),
)
_LOWERCASE_WORDS = frozenset(
    str.split("of the and for in a an on by at to de del von van ex rel et al or with y")
)
_AFTER_DE = frozenset(("la", "las", "los"))
"""Articles in small letters behind "de": "Juan de la Cruz", but "City of La Mesa" and "of Los Angeles"."""
_INITIAL = re.compile(r"\(?[A-XZ]\.?[,;)]*|[A-Z]\.,?")
_BEFORE_ARTICLE = re.compile(r"[,;:]$|^(?:of|in|for|on|by|to|at|and|or|with|re|as|v\.?)$", re.IGNORECASE)
"""What "A" follows where it is no initial of a person."""
_ALWAYS_UPPER = re.compile(
    r"(?:llc|llp|pllc|plc|lp|usa|us|aclu|naacp|ucla|ii|iii|iv|vi|vii|viii|ix|na|pc|nj|ny|[bcdfghjklmnpqrstvwxz]{2,5}"
    r"|(?:[a-z]\.)+[a-z]?\.?)",
    re.IGNORECASE,
)
_CAPITALIZED_RUN = re.compile(r"\b[A-Z][A-Z’'&.,-]*[A-Z.,](?: [A-Z][A-Z’'&.,-]*[A-Z.,])+(?=\W|$)")
"""Adjacent words in capitals: a name typeset so, which does not show the normal case of the words."""
_NOT_NAME = re.compile(
    r"\bcourt\b|\bdocket\b|\bappeal\b|\bdivision\b(?! of\b)|\bcase no|\bcivil action|\bon (?:writ|petition)|@"
    r"|\d{3}[-.]\d{4}|\bbrief\b|\battorney for\b|\bfiled\b",
    re.IGNORECASE,
)


_MAX_PARTIES = 40
"""The maximum number of parties; a caption with more names is a list of something else."""
_PLACEHOLDER = re.compile(r"(?:and )?(?:john |jane )?does?\s+\d", re.IGNORECASE)


def parties(blocks: Sequence[str], words: CaseWords) -> tuple[Party, ...]:
    """Return the parties of a caption's blocks in order, each once; 'Does 1 through 20' are left out."""
    found: list[Party] = []
    last: list[Party] = []
    for block in blocks:
        names, role = split_role(" ".join(block.split()))
        if role and not names.strip(" ,;:)(_|*") and last:  # a second role of the same parties
            found[-len(last) :] = last = [Party(each.name, f"{each.role}/{role}") for each in last]
            continue
        last = [Party(in_title_case(name, words), role) for name in _names(names)]
        found += last
    return tuple(dict.fromkeys(found))[:_MAX_PARTIES]


def _names(text: str) -> list[str]:
    parts = [part for part in re.split(r";\s*(?:and\s+)?", text) if not _PLACEHOLDER.match(part.strip())]
    if len(parts) == 1 and not _DESCRIPTION.search(parts[0]):
        parts = _split_list(parts[0])
    return [name for name in map(first_party, parts) if name]


def _split_list(text: str) -> list[str]:
    """Split 'A, B, and C', or two persons joined by 'and'; otherwise return the text as it is."""
    if re.search(r",\s+and\s", text, re.IGNORECASE):
        parts: list[str] = []
        for part in re.split(r",\s+(?:and\s+)?", text.strip(" ,"), flags=re.IGNORECASE):
            if parts and _SUFFIX.match(part):
                parts[-1] += f", {part}"
            else:
                parts.append(part)
        return parts if all(map(_is_name, parts)) else [text]
    first, _, second = re.sub(r" AND ", " and ", text).partition(" and ")
    return [first, second] if second and _first_person(text) != text else [text]


def first_party(text: str) -> str:
    """Return the first party's name in a side of a caption, or '' where that is not a name."""
    text = " ".join(text.split()).strip(" ,;:)(_|*")
    text = _PARTY_ROLE.sub("", text)
    text = _DESCRIPTION.sub("", text).strip(" ,;:.-–—_*")
    parts = re.split(r"[,;]\s*", text)
    name = parts[0]
    for part in itertools.takewhile(_SUFFIX.match, parts[1:]):
        name += f", {part}"
    name = _first_person(name)
    name = re.sub(r"[\s,]+and$", "", name, flags=re.IGNORECASE).strip(" ,;")
    if re.search(r"(?:^|\W)(?:inc|corp|co|ltd|jr|sr)$", name, re.IGNORECASE) or re.search(
        r"\b[A-Z]\.[A-Z]$", name
    ):
        name += "."
    return name if _is_name(name) else ""


def _first_person(name: str) -> str:
    """Return 'John Doe' for 'John Doe and Jane Doe'; a company's name may have an 'and' of its own."""
    first, found, second = name.partition(" and ") if " and " in name else name.partition(" AND ")
    people = 2 <= len(first.split()) <= 4 and 2 <= len(second.split()) <= 4
    return first if found and people and not _COMPANY.search(name) else name


def _is_name(name: str) -> bool:
    letters = sum(1 for c in name if c.isalpha())
    if (
        letters < 2
        or len(name) > 120
        or len(name.split()) > 14
        or _NOT_NAME.search(name)
        or re.search(r"[\\{}<>=~^|%$]", name)
    ):
        return False
    counted = letters + sum(name.count(c) for c in ".,&-’'")
    return counted >= 0.75 * len(name.replace(" ", "")) and name[0].isupper()


def sovereign(name: str) -> str:
    """Return 'State' for 'State of New Jersey', as case names are cited; other names unchanged."""
    for pattern, short in _SOVEREIGNS:
        if pattern.match(name):
            return short
    return name


class CaseWords:
    """The written forms of words in running text: 'CORECIVIC' in a caption is 'CoreCivic' below."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._forms: dict[str, dict[str, int]] = {}
        for text in texts:
            if text.isupper():
                continue
            for word in re.findall(r"[A-Z][\w’']*", _CAPITALIZED_RUN.sub(" ", text[:2000])):
                forms = self._forms.setdefault(word.lower(), {})
                forms[word] = forms.get(word, 0) + 1

    def knows(self, word: str) -> bool:
        return word.lower() in self._forms

    def form(self, word: str) -> str:
        """Return the most frequent written form of the word, or ''."""
        forms = self._forms.get(word.lower())
        if not forms:
            return ""
        mixed = {form: count for form, count in forms.items() if not form.isupper() or len(form) == 1}
        if mixed and sum(mixed.values()) * 2 >= sum(forms.values()):
            return max(mixed, key=lambda form: mixed[form])
        return max(forms, key=lambda form: forms[form]) if len(word) <= 5 else ""


def in_title_case(name: str, words: CaseWords) -> str:
    """Return the name in normal capitalization; a name that is not in capitals is left as it is."""
    letters = [c for c in name if c.isalpha()]
    if sum(1 for c in letters if c.isupper()) < 0.8 * len(letters):
        return name
    parts = name.split(" ")
    return " ".join(_cased(part, before, words) for before, part in pairwise(["", *parts]))


def _cased(part: str, before: str, words: CaseWords) -> str:
    bare = part.strip("(),;.’'“”\"")
    lower = part.lower()
    if _INITIAL.fullmatch(part) and not (part.strip("(,;)") == "A" and _BEFORE_ARTICLE.search(before)):
        return part
    small = bare.lower()
    if before and (small in _LOWERCASE_WORDS or (small in _AFTER_DE and before.lower() == "de")):
        return lower
    if bare.lower() in ("jr", "sr", "st", "dr"):
        return part.replace(bare, bare.capitalize(), 1)
    known = words.form(bare)
    if known and known.lower() == bare.lower():
        return part.replace(bare, known, 1)
    if _ALWAYS_UPPER.fullmatch(bare) or _ALWAYS_UPPER.fullmatch(part) or "&" in bare:
        return part
    return "-".join(_capital(piece) for piece in lower.split("-"))


def _capital(word: str) -> str:
    match = re.match(r"(\W*)(mc|o['’]|d['’])?(\w?)(.*)", word, re.DOTALL)
    if not match:
        return word
    lead, prefix, first, rest = match.groups()
    return f"{lead}{(prefix or '').capitalize()}{first.upper()}{rest}"
