"""Finds the names in a caption: the case, its parties with their roles, and the court.

Of several roles ("Plaintiff-Respondent", "Appellee/Cross-Appellant") the one in the court at hand decides the
side. Captions are set in columns, brackets and centred lines: the sides of a "v." are the lines above and
below it in its own column. Consolidated captions have several cases. A title names the first party of each
side, without its role and its description. A name in capitals gets the case that the document itself uses in
its running text. A list of names is split only where the end of each name is clear. The comment after a
pattern is an example.
A court's name is known if it consists of nothing but the parts of such names (kind of court, state or nation,
district, division): words of a sentence, a clerk's stamp or a misread letter make it unknown, and then it is
not taken. The kinds of courts and the divisions are those in the names of courts-db 0.10 (Free Law Project,
BSD-2-Clause), the states and territories those of its ``states.json``.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Party
from briefbank.extraction.text import Line
from briefbank.text.case_names import STATES


def any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_SPANISH_OF_APPEAL = r"apelante|apelad[oa]|peticionari[oa]|recurrente|recurrid[oa]"
SPANISH_ROLE = (
    rf"(?:(?:demandante|demandad[oa]|acusad[oa])[- ])?(?:{_SPANISH_OF_APPEAL})"  # Demandante-Apelado
    r"|demandante|demandad[oa]|acusad[oa]|imputad[oa]|querellante|querellad[oa]|promovente|promovid[oa]"
)
ROLE = (
    r"(?:third[- ]party[- ]|counter[- ]?|cross[- ]?|proposed |nominal )?"  # Third-Party Defendants
    r"(?:plaintiff|defendant|petitioner|respondent|appellant|appellee|movant|intervenor|applicant|claimant"
    r"|relator|complainant|debtor|employee|employer|juvenile|objector)s?\b"
    r"|(?:real )?part(?:y|ies)[- ]in[- ]interest\b"  # Real Parties-in-Interest
    rf"|(?:{SPANISH_ROLE})s?\b"
)
"""One role, in any case; never nested in a repetition."""
AMICUS = "amicus curiae"
_ROLE = any_of(rf"\b(?:{ROLE})")
_OF_APPEAL = any_of(rf"(?:cross-)?(?:appellant|appellee|petitioner|respondent|{_SPANISH_OF_APPEAL})")
_BETWEEN = any_of(r"\s*(?:[-–—/,&]|\band\b)?\s*(?:and\b)?\s*")
_AFTER = re.compile(r"[\s.,;:)\]|*]*")
_MAX_ROLE_CHARS = 600


def split_role(text: str) -> tuple[str, str]:
    """Return the names of a party's block, and the role at its end in title case or ''."""
    roles = list(_ROLE.finditer(text, max(0, len(text) - _MAX_ROLE_CHARS)))
    if not roles or not _AFTER.fullmatch(text, roles[-1].end()):
        return text, ""
    first = len(roles) - 1
    while first and _BETWEEN.fullmatch(text, roles[first - 1].end(), roles[first].start()):
        first -= 1
    start, end = roles[first].start(), roles[-1].end()
    return text[:start].rstrip(" ,;:(-–—"), _role_in_title_case(text[start:end])


def ends_with_role(text: str) -> bool:
    """Tell whether a line closes a party's block."""
    return bool(split_role(text)[1])


def _role_in_title_case(role: str) -> str:
    words = re.split(r"([ /-])", re.sub(r"\s*[–—-]+\s*", "-", " ".join(role.split())))
    return "".join(word if word.lower() in ("and", "in") else word.capitalize() for word in words)


def side_of(role: str) -> str:
    """Return 'Appellant' for 'Defendants-Appellants', both of 'Appellee/Cross-Appellant', or ''."""
    roles = []
    for match in _ROLE.finditer(role[:_MAX_ROLE_CHARS]):
        name = _role_in_title_case(match.group())
        if name.endswith("Interest"):
            name = "Real Party in Interest" if name.startswith("Real") else "Party in Interest"
        else:
            name = re.sub(r"^(Cross|Counter)[- ]?(?=[A-Za-z])", r"\1-", name).rstrip("s")
        roles.append(name)
    of_appeal = [name for name in roles if _OF_APPEAL.fullmatch(name)]
    return "/".join(dict.fromkeys(of_appeal or roles[-1:]))


_VERSUS = any_of(r"-?\s?(?:v|vs|vv|\ufffd)\.?\s?-?[,:]?|-?\s?against\s?-?|versus")
"""A "v." on a line of its own: v., -against-"""
_INLINE = re.compile(r"^(?P<first>.{2,160}?)[,;]?\s+(?:vs?\.|VS?\.|versus)\s+(?P<second>.{2,200})$")
_IN_RE = any_of(
    r"^(?P<kind>in\s+re(?:\s+the)?:?|in\s+the\s+matter\s+of:?|in\s+the\s+interests?\s+of:?"
    r"|(?:the\s+)?matter\s+of|ex\s+parte"
    r"|state(?:\s+of\s+new\s+jersey)?,?\s+in\s+the\s+interest\s+of)\s*(?P<name>.*)$"  # In the Matter of: J.D.
)
_RE_LINE = any_of(r"^re:\s*(?P<title>.+? v\.? .+)$")
_END_OF_PARTIES = any_of(
    r"\bcourt\b|\bcircuit\b|\bcounty of\b|^in the\b|\bdivision\b(?! of\b)|\bdistrict of\b",
    r"\bappeals board\b|\bbureau\b",
    r"\bdocket\b|^nos?[.:]|\bcase nos?\b|\bcivil action\b|\bcriminal action\b|\bindictment\b",
    r"^on (?:appeal|petition|writ|certif|motion|remand)|^appeal(?:s)? from|\bpetition for\b",  # On Appeal
    r"\bbefore\b|\bjudge\b|\bfiled\b|\bdecided\b|\bargued\b|\bsubmitted\b",  # Before Judges Doe and Roe
    r"\bbrief\b|\battorneys? for\b|\bcounsel\b|\besq\b|^\(?s?bn\b|@|\d{3}[-.) ]{1,2}\d{3}[-.]\d{4}",
    r"\btribunal\b|^(?:región|regi[oó]n judicial|sala|sobre:|fecha:|estado libre)\b|\bn[uú]m\.",
    r"^_{3,}",
)
_CASE_BELOW = any_of(
    r"(?:on )?(?:an? )?(?:direct |interlocutory )?"  # On Interlocutory Appeal from
    r"(?:appeals?|certification|certified question|writ|review|remand"
    r"|petitions? for (?:an? )?(?:writ of )?(?:certiorari|certification|review))\b.{0,60}\b(?:from|to)\b",
    r"sat below",
)
_RULE = re.compile(r"^[_\-–—=*\s]{3,}$")
_BORDER = re.compile(r"[_.\-–—=*~ ]{6,}[xX+/\\]?(?:\s|$)|[xX]$|[xX][_.\-–—=~]{3,}[xX]?$")
"""A line drawn above or below the parties; in New York it ends in an X, which recognition may leave alone."""
_BRACKET = re.compile(r"^[):|§]\s|\s*[):|§*]+\s*$|\s[)§|:]\s")
_NUMBER_AFTER = any_of(r",?\s+(?:(?:Appeal|Docket|Case)\s+)?Nos?\.|\s\(")
_NUMBER_BESIDE = any_of(
    r"\s(?:case|docket|civil|criminal|index|indictment|ind\.|no)\b.{0,30}?\d",  # Plaintiff, Index No. 1234
    r"\s\d{1,2}[ :-](?:\d\d-)?(?:civ|crim|cr|cv)\b",  # Plaintiff, 15 Civ. 7433
)
_REPORTER = re.compile(r"\b\d{1,4} [A-Z][\w.’' ]{1,20}? \d{1,5}\b")
"""Volume, reporter and page: a citation of another case."""
_PAPER = any_of(
    r"^(?:transcript|deposition|testimony|hearing|trial|proceedings|minutes|brief|memorandum|motion|appendix|exhibits?"
    r"|statement|affidavit|certification)\b[^,:–—]{0,60}(?:[,:]| [–—-])\s+"
)
"""What may stand before the name of a case: Transcript of Hearing, State v. Doe"""
_STATE = any_of(r"(?:the )?state(?: of [a-z ]{4,20})?,?")
_MAX_BLOCK_LINES, _MAX_BLOCKS = 12, 6
_MAX_LINE_DISTANCE = 75.0


@dataclass(frozen=True, slots=True)
class CaseName:
    """A case: ``sides`` are the first party of each side, or one as 'In re<TAB>name'; ``blocks`` are all
    parties' blocks in order, with the role at the end of each."""

    sides: tuple[str, ...]
    blocks: tuple[str, ...]
    page: int

    @property
    def is_complete(self) -> bool:
        return len(self.sides) == 2 and all(map(ends_with_role, self.blocks))


def case_names(first: Sequence[Line], later: Sequence[Line], *, overprinted: bool = False) -> list[CaseName]:
    """Return the cases that the first page names, then those of ``later`` pages; the likeliest first.

    What stands below "On appeal from" can be the case below. It counts only where no case stands above, and
    only with a "v." on a line of its own. Where an older caption is ``overprinted``, the line says nothing.
    """
    starts = (at for at, line in enumerate(first) if _CASE_BELOW.match(line.text) and not overprinted)
    below = next(starts, len(first))
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


def _versus(lines: Sequence[Line], indexes: range) -> list[CaseName]:
    """Return the cases whose "v." stands alone on the line at one of the indexes."""
    cases: list[CaseName] = []
    for index in indexes:
        if _VERSUS.fullmatch(without_bracket(lines[index].text)):
            above, below = _blocks(lines, index, -1), _blocks(lines, index, 1)
            names = first_party(above[0]), first_party(below[0])
            if all(names):
                cases.append(CaseName(names, (*above[::-1], *below), lines[index].page))
    return cases


def _blocks(lines: Sequence[Line], index: int, step: int) -> list[str]:
    """Return the blocks above (``step`` -1) or below a "v.", nearest first; all but the first have a role."""
    blocks: list[list[str]] = [[]]
    versus = previous = lines[index]
    at = index + step
    while 0 <= at < len(lines) and len(blocks[-1]) < _MAX_BLOCK_LINES:
        line, text = lines[at], without_bracket(lines[at].text)
        beside = _NUMBER_BESIDE.search(text)  # a docket number of the right column, beside a party's role
        if beside and ends_with_role(text[: beside.start()]):
            text = text[: beside.start()]
        at += step
        if not text or (not blocks[-1] and _RULE.match(text)) or not _same_column(line, versus, lines):
            continue
        far = line.page != versus.page or abs(line.middle - previous.middle) > _MAX_LINE_DISTANCE
        again = step > 0 and _VERSUS.fullmatch(text)
        if far or again or _BORDER.match(line.text) or _END_OF_PARTIES.search(text):
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


def _same_column(line: Line, versus: Line, lines: Sequence[Line]) -> bool:
    """Tell whether the line is in the caption's column; a page without geometry has one column."""
    if versus.box.x1 <= versus.box.x0:
        return True
    left = min(other.box.x0 for other in lines)
    right = max(other.box.x1 for other in lines)
    if abs((versus.box.x0 + versus.box.x1) / 2 - (left + right) / 2) < 0.09 * (right - left):
        return True  # a centred caption has no columns
    return line.box.x0 < versus.box.x1 + 115 and line.box.x0 < versus.box.x0 + 0.35 * (right - left)


def _inline(lines: Sequence[Line]) -> list[CaseName]:
    """Return the cases whose name stands on one line: only a name, or behind "Re:"."""
    cases: list[CaseName] = []
    for line in lines:
        text = _PAPER.sub("", without_bracket(line.text)[:400])
        reference = _RE_LINE.match(text)
        match = _INLINE.match(reference["title"] if reference else text)
        if match and (reference or _is_title_line(text)):
            sides = match["first"], _NUMBER_AFTER.split(match["second"])[0]
            names = first_party(sides[0]), first_party(sides[1])
            if all(names):
                cases.append(CaseName(names, sides, line.page))
    return cases


def _is_title_line(line: str) -> bool:
    """Tell whether a line is only a case name: short, in title case, no part of a sentence or list."""
    text = line.rstrip(" .,")
    plain = re.sub(r"\bv\.|\b[A-Z]\.|\b(?:Inc|Co|Corp|Ltd|al|Dep[’']t|vs)\.", "", text)
    if _REPORTER.search(text) or re.search(r"\d{2,} [A-Z]|\.{4}|\d$|[.;:]\s", plain):
        return False
    small = str.split("v vs of the and et al for in a")
    words = [word for word in re.findall(r"[A-Za-z][\w’']*", text) if word.lower() not in small]
    return bool(words) and len(text) < 130 and all(word[0].isupper() for word in words)


def _in_re(lines: Sequence[Line]) -> list[CaseName]:
    """Return the cases with one party, whose name may continue on lines below it, above its role."""
    cases: list[CaseName] = []
    for index, line in enumerate(lines[:60]):
        text = _PAPER.sub("", without_bracket(line.text)[:400])
        below = lines[index + 1 : index + 2] if re.search(r"(?i)\bin the$", text) else ()
        match = _IN_RE.match(" ".join([text, *(without_bracket(later.text) for later in below)]))
        if not match or line.text[:1].islower() or _REPORTER.search(text):
            continue
        if re.match(r"(?i)united states|supreme|superior|court|district", match["name"]):
            continue
        name, role, last = match["name"], "", index + len(below)
        for later in lines[last + 1 : last + 5]:
            text = without_bracket(later.text)
            near = _same_column(later, lines[last], lines) and abs(later.middle - lines[last].middle) < 60
            if near and ends_with_role(text):
                role = text
                break
            complete = bool(name.strip(" .,")) and name.rstrip().endswith((".", ","))
            if complete or _END_OF_PARTIES.search(later.text) or ends_with_role(later.text):
                break
            name = f"{name} {text}" if near else name
        if not (party := first_party(_NUMBER_AFTER.split(name)[0])):
            continue
        kind = " ".join(match["kind"].rstrip(":").split()).lower()
        lead = "Ex parte" if kind == "ex parte" else "In re"
        if "interest" in kind:
            above = without_bracket(lines[index - 1].text) if index else ""
            by_state = "state" in kind or _STATE.fullmatch(above)
            lead = "State in the Interest of" if by_state else "In the Interest of"
        blocks = (f"{name} {role}",) if "Interest" in lead or role else ()  # 'In re' may name a thing
        cases.append(CaseName((f"{lead}\t{party}",), blocks, line.page))
    return cases


_PARTY_ROLE = re.compile(
    r"(?is)[,;]?\s*\(?\b(?:and |cross-?\s?|third-party |counter-?|proposed |real |nominal )*"
    r"(?:plaintiffs?|defendants?|petitioners?|respondents?|appellants?|appellees?|movants?|intervenors?"
    r"|applicants?|claimants?|cross-\w+|relators?|part(?:y|ies)[- ]in[- ]interest|complainants?|juvenile"
    rf"|debtors?|employees?|employers?|{SPANISH_ROLE}s?)\b.*$"
)
_DESCRIPTION = re.compile(
    r"(?is),?\s+(?:\(?(?:a/k/a|aka|d/b/a|dba|f/k/a|fka|n/k/a|nka|formerly known|now known|also known)\b"
    r"|an? (?:individual|corporation|municipal|public|california|delaware|new|nevada|texas|florida"
    r"|[a-z]+ (?:corporation|limited|non-?profit|company|public|agency))\b"  # , a Delaware corporation
    r"|individually\b|on behalf of\b|in (?:his|her|its|their) (?:official|capacity|individual)"
    r"|as (?:trustee|administrat|executor|guardian|next friend|personal rep)"  # as Executor of the Estate
    r"|by (?:and through|his|her|its)\b|and on behalf|et\.? ?al\b|acting\b|through\b|in his\b"
    r"|warden\b|superintendent\b|commissioner\b|secretary\b|attorney general\b|director\b).*$"
)
_SUFFIX = any_of(
    r"^(?:[ivxl]+|inc|llc|l\.l\.c|llp|l\.?p|ltd|corp|co|jr|sr|n\.?a|p\.?c|p\.?a|plc|pllc|incorporated"
    r"|company|corporation|l\.?l\.?p|s\.?a|ag|gmbh)\b"
)
_COMPANY = any_of(
    r"\b(?:inc|llc|llp|corp|company|co|ltd|bank|sons|associat\w+|holdings|partners|group|services|university|board|department"
    r"|city|county|township|borough|committee|commission|union|trust|fund|church|school|insurance|division|bureau)\b"
)
_LOWERCASE_WORDS = frozenset(
    str.split("of the and for in a an on by at to de del von van ex rel et al or with y")
)
_AFTER_DE = frozenset(("la", "las", "los"))  # "Juan de la Cruz", but "City of La Mesa"
_INITIAL = re.compile(r"\(?[A-XZ]\.?[,;)]*|[A-Z]\.,?")
_BEFORE_ARTICLE = any_of(r"[,;:]$|^(?:of|in|for|on|by|to|at|and|or|with|re|as|v\.?)$")
"""What "A" follows where it is no initial of a person."""
_ALWAYS_UPPER = any_of(
    r"llc|llp|pllc|plc|lp|usa|us|aclu|naacp|ucla|ii|iii|iv|vi|vii|viii|ix|na|pc|nj|ny|[bcdfghjklmnpqrstvwxz]{2,5}",
    r"(?:[a-z]\.)+[a-z]?\.?",  # U.S., N.A.
)
_CAPITALIZED_RUN = re.compile(r"\b[A-Z][A-Z’'&.,-]*[A-Z.,](?: [A-Z][A-Z’'&.,-]*[A-Z.,])+(?=\W|$)")
"""Adjacent words in capitals: a name typeset so, which does not show the normal case of the words."""
_NOT_NAME = any_of(
    r"\bcourt\b|\bdocket\b|\bappeal\b|\bdivision\b(?! of\b)|\bcase no|\bcivil action|\bon (?:writ|petition)|@"
    r"|\d{3}[-.]\d{4}|\bbrief\b|\battorney for\b|\bfiled\b"
)
_MAX_PARTIES = 40
_PLACEHOLDER = any_of(r"(?:and )?(?:john |jane )?does?\s+\d")


def parties(blocks: Sequence[str], words: CaseWords) -> tuple[Party, ...]:
    """Return the parties of a caption's blocks in order, each once; 'Does 1 through 20' are left out."""
    known: list[Party] = []
    last: list[Party] = []
    for block in blocks:
        text, role = split_role(" ".join(block.split()))
        if role and not text.strip(" ,;:)(_|*") and last:  # a second role of the same parties
            known[-len(last) :] = last = [Party(party.name, f"{party.role}/{role}") for party in last]
            continue
        parts = [part for part in re.split(r";\s*(?:and\s+)?", text) if not _PLACEHOLDER.match(part.strip())]
        if len(parts) == 1 and not _DESCRIPTION.search(parts[0]):
            parts = _split_list(parts[0])
        last = [Party(in_title_case(name, words), role) for part in parts if (name := first_party(part))]
        known += last
    return tuple(dict.fromkeys(known))[:_MAX_PARTIES]


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
    text = _PARTY_ROLE.sub("", " ".join(text.split()).strip(" ,;:)(_|*"))
    first, *more = re.split(r"[,;]\s*", _DESCRIPTION.sub("", text).strip(" ,;:.-–—_*"))
    name = _first_person(", ".join([first, *itertools.takewhile(_SUFFIX.match, more)]))
    name = re.sub(r"[\s,]+and$", "", name, flags=re.IGNORECASE).strip(" ,;")
    if re.search(r"(?i:(?:^|\W)(?:inc|corp|co|ltd|jr|sr))$|\b[A-Z]\.[A-Z]$", name):
        name += "."
    return name if _is_name(name) else ""


def _first_person(name: str) -> str:
    """Return 'John Doe' for 'John Doe and Jane Doe', but a company's name whole."""
    first, joined, second = name.partition(" and ") if " and " in name else name.partition(" AND ")
    people = 2 <= len(first.split()) <= 4 and 2 <= len(second.split()) <= 4
    return first if joined and people and not _COMPANY.search(name) else name


def _is_name(name: str) -> bool:
    letters = sum(map(str.isalpha, name))
    if letters < 2 or len(name) > 120 or len(name.split()) > 14:
        return False
    if _NOT_NAME.search(name) or re.search(r"[\\{}<>=~^|%$]", name):
        return False
    counted = letters + sum(name.count(sign) for sign in ".,&-’'")
    return counted >= 0.75 * len(name.replace(" ", "")) and name[0].isupper()


def plain_name(name: str) -> str:
    """Return a name for comparison: in small letters, without an article and punctuation."""
    return re.sub(r"\W+", " ", name.casefold().removeprefix("the ")).strip()


class CaseWords:
    """The written forms of words in running text: 'CORECIVIC' in a caption is 'CoreCivic' below."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for text in texts:
            if not text.isupper():
                for word in re.findall(r"[A-Z][\w’']*", _CAPITALIZED_RUN.sub(" ", text[:2000])):
                    self._forms[word.lower()][word] += 1

    def knows(self, word: str) -> bool:
        return word.lower() in self._forms

    def form(self, word: str) -> str:
        """Return the most frequent written form of the word, or ''."""
        forms = self._forms.get(word.lower(), Counter())
        mixed = {form: count for form, count in forms.items() if not form.isupper() or len(form) == 1}
        if mixed and sum(mixed.values()) * 2 >= forms.total():
            return max(mixed, key=lambda form: mixed[form])
        return max(forms, key=lambda form: forms[form]) if forms and len(word) <= 5 else ""


def in_title_case(name: str, words: CaseWords) -> str:
    """Return the name in normal capitalization; a name that is not in capitals is left as it is."""
    if sum(map(str.isupper, name)) < 0.8 * sum(map(str.isalpha, name)):
        return name
    return " ".join(_cased(part, before, words) for before, part in pairwise(["", *name.split(" ")]))


def _cased(part: str, before: str, words: CaseWords) -> str:
    bare = part.strip("(),;.’'“”\"")
    small = bare.lower()
    if _INITIAL.fullmatch(part) and not (part.strip("(,;)") == "A" and _BEFORE_ARTICLE.search(before)):
        return part
    if before and (small in _LOWERCASE_WORDS or (small in _AFTER_DE and before.lower() == "de")):
        return part.lower()
    if small in ("jr", "sr", "st", "dr"):
        return part.replace(bare, bare.capitalize(), 1)
    if known := words.form(bare):
        return part.replace(bare, known, 1)
    if _ALWAYS_UPPER.fullmatch(bare) or _ALWAYS_UPPER.fullmatch(part) or "&" in bare:
        return part

    def capital(match: re.Match[str]) -> str:
        return f"{match[1]}{(match[2] or '').capitalize()}{match[3].upper()}"

    return "-".join(re.sub(r"^(\W*)(mc|o['’]|d['’])?(\w?)", capital, p) for p in part.lower().split("-"))


_COURT = (
    r"(?:(?:IN )?THE )?(?:UNITED STATES|(?:SUPREME|SUPERIOR|DISTRICT|CIRCUIT|APPELLATE) COURT|COURT OF"
    r"|(?:APPELLATE|LAW|CHANCERY) DIVISION|(?:DOCKET|CASE|APPEAL) NO)\b"
)
_STAMP_WORD = (
    r"(?:F ?I ?L ?E ?D|R ?E ?C ?E ?I ?V ?E ?D|REC[’']D|ENTERED|LODGED|CLERK|TERM|AND"
    r"|(?:JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC)[A-Z]{0,6}\.?|\d{1,2}|(?:19|20)\d\d"
    r"|\d{1,2}[/-]\d{1,2}[/-](?:\d\d){1,2})(?!\w)"
)
_EDGE = r"[\s|\[\](){}:;,.~_=—–&-]"
_STAMP_BEFORE = re.compile(rf"^{_EDGE}*(?:{_STAMP_WORD}{_EDGE}+){{1,8}}(?={_COURT})", re.IGNORECASE)
_STAMP_AFTER = re.compile(rf"(?:{_EDGE}+{_STAMP_WORD}){{1,8}}{_EDGE}*$", re.IGNORECASE)


def date_beside_court(text: str) -> bool:
    """Tell whether a line begins with a stamp's words or date and continues with the court's name."""
    return bool(_STAMP_BEFORE.match(text[:400]))


def without_stamps(lines: Sequence[Line]) -> list[Line]:
    """Return the caption's lines without a stamp's words before a court or docket; raw ranges stay."""
    texts = [_STAMP_BEFORE.sub("", line.text[:400]) for line in lines]
    pairs = zip(lines, texts, strict=True)
    return [line if text == line.text[:400] else replace(line, text=text) for line, text in pairs]


_STATES = "|".join(
    (
        *(name for name in STATES if name not in ("hawaii", "district of columbia")),
        *("hawai[’'ʻi]?i", "american samoa", "guam", "(?:the )?northern mariana islands"),
        "(?:the )?virgin islands(?: of the united states)?",
    )
)
_KINDS = (
    "supreme court of appeals|supreme judicial court|supreme court|superior court|commonwealth court"
    "|court of (?:(?:criminal|civil|special|general|customs and patent|military|veterans[’']?) )?appeals?"
    "(?: for (?:the armed forces|veterans claims))?|intermediate court of appeals|district courts? of appeal"
    "|(?:(?:army|navy-marine corps|air force|coast guard) )court of criminal appeals"
    "|appellate court|appeals court|district court|circuit court|bankruptcy (?:court|appellate panel)"
    "|court of (?:common pleas|federal claims|claims|chancery|international trade|last resort"
    "|general sessions|workers[’']? compensation claims|veterans appeals)|common pleas court|tax court"
    "|(?:family|county|municipal|chancery|juvenile|probate|criminal|civil|city|town|justice|magistrate|land"
    "|housing|trial|high|domestic relations|surrogate[’']?s|orphans[’']?|general sessions) court"
    "|foreign intelligence surveillance court(?: of review)?|judicial panel on multidistrict litigation"
)
_AGENCIES = (
    "(?:(?:workers[’']? compensation|unemployment (?:insurance|compensation)|employment security"
    "|civil service|patent trial and|trademark trial and|tax|contract) )?appeals? board"
    "|board of (?:immigration appeals|review|parole|veterans[’']? appeals|tax appeals|contract appeals)"
)
_NUMBER = (
    r"(?:(?:twenty|thirty)-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh"
    r"|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
    r"|thirtieth|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}(?:st|nd|rd|d|th)?|[ivx]{1,5}"
)
_QUARTER = (
    "northern|southern|eastern|western|middle|central|northeastern|northwestern|southeastern|southwestern"
)
_UNIT = r"(?:(?:judicial|appellate) )?(?:circuit|department|district|division|region)"
_BRANCH = (
    "(?:appellate|law|chancery|criminal|civil|special civil|general equity|equity|family|juvenile|probate"
    "|orphans[’']? court|domestic relations|felony|misdemeanor|municipal|commercial|trial|unlimited|limited"
    "|general|county|tax)(?: trial)? (?:division|part|department|term|section|branch|jurisdiction)"
    "|criminal|civil|equity|family|probate"
)
_COURT_WORD = (
    r"(?!(?i:court|division|part|department|district|circuit|state|county|supreme|superior)\b)[A-Z][\w.’'-]*"
)
_NAME = rf"{_COURT_WORD}(?: (?:(?:and|de|du|of|the) )?{_COURT_WORD}){{0,2}}"
_BETWEEN_PARTS = r"(?:[\s,:;.()–—-]+|\b(?i:of|for|the|in|and)\b)*"
_LEADING = re.compile(_BETWEEN_PARTS)
_PART = re.compile(
    rf"(?:(?P<place>(?i:(?:city(?: and county)?|count(?:y|ies)|parish|borough) of) {_NAME}"
    rf"|{_NAME} (?i:county|parish|borough|vicinage)(?! (?i:court))|{_NAME}(?= (?i:county court)))"
    rf"|(?P<local>(?i:(?:municipal|city|town|village|justice|magistrate) court (?:of|for) (?:the )?"
    rf"(?:(?:town(?:ship)?|borough|village) of )?)"
    rf"(?!(?i:{_STATES})\b){_NAME})"
    rf"|(?P<court>(?i:{_KINDS}))"
    rf"|(?P<agency>(?i:{_AGENCIES})|{_NAME} (?i:appeals board))"
    r"|(?P<nation>(?i:united states(?: of america)?|u\. ?s\.))"
    rf"|(?P<district>(?i:(?:(?:{_QUARTER}) )?district of (?:columbia|{_STATES})(?: circuit)?"
    rf"|(?:{_NUMBER}|federal|d\. ?c\.) circuit))"
    rf"|(?P<state>(?i:(?:(?:state|commonwealth|territory) of (?:the )?)?(?:{_STATES})))"
    rf"|(?P<division>(?i:(?:{_NUMBER}) {_UNIT}|{_UNIT} (?:no\. )?(?:{_NUMBER})|(?:{_QUARTER}) (?:district"
    rf"|division)|{_BRANCH})|{_NAME} (?i:division)|(?i:at) {_NAME}))"
    rf"(?![\w’']){_BETWEEN_PARTS}"
)
_MAX_NAME_CHARS = 300
_BEGINNING = re.compile(
    r"(?i)(?:in )?(?:the )?"
    rf"(?:(?:united states|u\. ?s\.|district of columbia|(?:(?:state|commonwealth) of )?(?:{_STATES})),? )?"
    rf"(?:{_KINDS}|{_AGENCIES}|.{{0,60}}\bappeals board)\b"
)


LOCATION = frozenset(("nation", "state", "district", "place"))
"""The parts of which a court's name has at least one."""


def parts_of(text: str) -> frozenset[str]:
    """Return the parts of a court's name in a text, by the groups above, or "unknown". Linear time."""
    leading = _LEADING.match(text, 0, _MAX_NAME_CHARS)
    parts, at = set(), leading.end() if leading else 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None or at >= _MAX_NAME_CHARS:
            parts.add("unknown")
            break
        parts.add(str(match.lastgroup))
        at = match.end()
    return frozenset(parts)


def is_known_court(name: str) -> bool:
    """Tell whether a name is that of a court, and says where: "Court of Appeals" alone does not."""
    parts = parts_of(name)
    named = parts & {"agency", "local"} or ("court" in parts and parts & LOCATION)
    return name[:1].isupper() and bool(named) and "unknown" not in parts


FROM_BELOW = re.compile(
    r"(?i)^(?:on )?(?:an? )?(?:interlocutory )?(?:appeals?|petition|certification|writ|motion|direct appeal"
    r"|review|certified|remand)\b.{0,40}\b(?:from|to|of|for|by)\b|^sat below"
    r"|^(?:united states district court|from the)|^on (?:appeal|petition|writ|certif)"
)
"""A line after which the caption concerns the court below."""
_ADDRESSED = re.compile(r"(?i)\bjustices of the (?P<court>supreme court of (?:the )?[a-z][a-z ]{3,30}[a-z])")
_NUMBER_AFTER_COURT = re.compile(
    r"(?i)[\s,;(–—-]+(?:(?:docket|case|appeal|index|civil action) )?nos?\b[.:]?|\s\((?=[^)]*\d)"
)


def court(first: Sequence[Line], lines: Sequence[Line], words: CaseWords) -> CaptionEntry | None:
    """Return the court that the first page or the front ``lines`` name, or to whose justices they speak."""
    if entry := _court_named(first, words, 0.9) or _court_named(lines, words, 0.7):
        return entry
    for index, line in enumerate(lines):
        match = _ADDRESSED.search(" ".join(later.text for later in lines[index : index + 2])[:300])
        if match and match.start() < len(line.text):
            name = in_title_case(match["court"], words)
            known = is_known_court(name)
            return CaptionEntry(CaptionField.COURT, name, "caption", 0.6, line.page) if known else None
    return None


def _court_named(lines: Sequence[Line], words: CaseWords, confidence: float) -> CaptionEntry | None:
    """Return the first court in the lines that is not the court below; None where its name is in doubt."""
    below = False
    for index, line in enumerate(lines[:70]):
        text = without_bracket(line.text)
        if FROM_BELOW.match(text) and not re.match(r"(?i)united states", text):
            below = True
        own = not below or not text[:1].isupper()
        below = below and not re.search(r"[.:]$", text)
        if not own or not _BEGINNING.match(text) or text.rstrip().endswith((",", ";")):
            continue
        first = _part_of_name(text)
        small = str.split("of for the in and at")
        in_sentence = any(word.islower() and word not in small for word in first.split())
        if in_sentence and "unknown" in parts_of(first):
            continue
        # The name's lines: the court, its state, division and county.
        texts, parts = [first], parts_of(first)
        for later in lines[index + 1 : index + 4]:
            text = without_bracket(later.text)
            part = _part_of_name(text)
            more = parts_of(part)
            far = later.box.x0 and abs(later.middle - line.middle) > 70
            # The line goes on with the court's name, rather than naming a party.
            other = more & {"unknown", "court", "local", "agency"} or more == {"nation"}
            again = more == {"state"} and parts & {"nation", "state"}
            party = text.rstrip().endswith(",") and "division" not in more
            if far or not more or other or again or party:
                break
            texts.append(part)
            parts |= more
        above = without_bracket(lines[index - 1].text) if index else ""
        if not parts & LOCATION and parts_of(above) == {"state"}:
            texts.append(above.strip(" ,"))
        name, *rest = (in_title_case(text, words) for text in texts)
        for part in rest:
            if re.search(r"(?i)\b(?:for|of|the)$", name):
                name += f" {part}"
            elif re.match(r"(?i)(?:for|of|in|at) ", part):
                name += f" {part[0].lower()}{part[1:]}"
            else:
                name += f", {part}"
        if is_known_court(name):
            return CaptionEntry(CaptionField.COURT, name, "caption", confidence, line.page)
        if "unknown" in parts_of(name):
            return None
    return None


def _part_of_name(text: str) -> str:
    """Return a line of a name, without its article and without what a stamp left beside it."""
    part = re.sub(r"^(?:in the|the)\s+", "", text, flags=re.IGNORECASE)
    part = _NUMBER_AFTER_COURT.split(part, maxsplit=1)[0].strip(" ,.")
    # "DISTRICT COURT OCT", "District of Columbia 30 2017", "Supreme Court …, October Term, 2022"
    return _STAMP_AFTER.sub("", part[:400]) if "unknown" in parts_of(part) else part
