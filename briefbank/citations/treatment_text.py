"""The words and patterns by which lawyers state that one authority treated another, and sentences prepared
for them.

The terms are those of the Bluebook's table T8 (explanatory phrases and weight of authority: "overruled by",
"abrogated by", "rev'd", "superseded by statute", "construed in") and of rules 10.7.1 and 12.7 (prior and
later history of cases and of statutes: "repealed by", "amended by").

A sentence has its citations as single signs and is cut into segments inside and outside its brackets. "State
v. Carty, 170 N.J. 632, 790 A.2d 903 (2002), overruled by X, 1 N.J. 2 (2010)" becomes "■, overruled by ■" and
two bracketed dates, so that the words between citations can be read without the citations' own. Patterns that
look back are given a window of bounded length, and patterns that look ahead are of bounded length themselves.
Each therefore takes linear time.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from briefbank.citations.mentions import PROVISIONS
from briefbank.domain.authorities import Citation, CitationForm, CitationKind, RelationKind

CASES = frozenset((CitationKind.CASE, CitationKind.DOCKET, CitationKind.OTHER))
ALL = CASES | PROVISIONS
_LAWS = PROVISIONS - {CitationKind.CONSTITUTION}  # the provisions that courts strike down


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of treatment, with a pattern for each of its forms."""

    kind: RelationKind
    done: str  # The pattern of the past tense and participle
    doing: str = ""
    does: str = ""
    do: str = ""
    targets: frozenset[CitationKind] = ALL  # The kinds of authority that the verb can treat
    needs: bool = False  # The verb counts only if the sentence tells what did it: cases are "limited" to much
    strong: bool = False
    """The verb is rarely used of anything but law, so that its subject may be farther away."""


_VERB_TABLE = """
OVERRULES cases law overruled | overruling | overrules | overrule
ABROGATES laws law abrogated | abrogating | abrogates | abrogate
DISAPPROVES cases law disapproved(?: of)? | disapproving(?: of)? | | disapprove(?: of)?
DISAPPROVES cases law disavowed | disavowing | disavows | disavow
OVERRULES cases law overturned | overturning | overturns | overturn
OVERRULES cases - receded from | receding from | | recede from
REVERSES cases - reversed~rev[’']d | reversing~rev[’']g | reverses | reverse
VACATES cases - vacated | vacating | vacates | vacate
VACATES cases - withdrawn | withdrawing
INVALIDATES struck - invalidated | invalidating | invalidates | invalidate
INVALIDATES struck - (?:held~declared~found~ruled~struck down as) (?:facially ~to be )?unconstitutional
INVALIDATES struck - struck down | striking down | strikes down | strike down
ABROGATES all law no longer (?:good law~(?:valid~viable~controlling~binding)(?: law~ authority~ precedent)?)
SUPERSEDES all law superseded | superseding | supersedes | supersede
SUPERSEDES all - supplanted | supplanting | supplants | supplant
REPEALS provisions - repealed | repealing | repeals | repeal
SUPERSEDES all needs replaced | replacing | replaces | replace
AMENDS provisions needs amended | amending | amends | amend
MODIFIES cases needs modified | modifying | modifies | modify
LIMITS cases needs limited | limiting | | limit
LIMITS cases needs confined | confining | | confine
LIMITS cases needs narrowed | narrowing | narrows | narrow
QUESTIONS cases needs questioned | questioning | | question
QUESTIONS cases needs doubted | doubting | | doubt
QUESTIONS cases needs critici[sz]ed | critici[sz]ing | critici[sz]es | critici[sz]e
QUESTIONS cases - called in(?:to)? (?:question~doubt)
QUESTIONS cases - cast doubt on | casting doubt on | casts doubt on | cast doubt on
QUESTIONS cases - (?:declined~refused) to follow | (?:declining~refusing) to follow | | decline to follow
QUESTIONS cases needs not followed
INTERPRETS all needs construed | construing | construes | construe
INTERPRETS all needs interpreted | interpreting | interprets | interpret
IMPLEMENTS provisions needs implemented | implementing | implements
"""
"""Verbs: the treatment, what it can treat, what is special, and the forms (see ``Verb``); ~ separates
alternatives within a form."""
_TARGETS = {"all": ALL, "cases": CASES, "provisions": PROVISIONS, "laws": CASES | _LAWS, "struck": _LAWS}


def _verb(line: str) -> Verb:
    kind, targets, special, written = line.split(maxsplit=3)
    forms = [form.strip().replace("~", "|") for form in written.split("|")]
    done, doing, does, do = [*forms, "", "", ""][:4]
    named = RelationKind[kind], done, doing, does, do, _TARGETS[targets]
    return Verb(*named, needs=special == "needs", strong=special == "law")


VERBS = tuple(map(_verb, _VERB_TABLE.strip().splitlines()))

STEMS = (
    *("verrul", "brogat", "isapprov", "isavow", "verturn", "recede", "receding", "revers", "rev'", "rev’"),
    *("vacat", "withdr", "nvalidat", "unconstit", "struck", "strik", "no longer", "upersed", "upplant"),
    *("epeal", "eplac", "amended", "amending", "amends", "amendment to", "amendment of", "amendments"),
    *("odif", "imit", "onfin", "arrow", "uestion", "oubt", "ritici", " follow", "onstru", "nterpret"),
    *("mplement", "romulgat", "adopted", "issued", "enacted", "prescribed"),
)
"""Lower-case stems for a quick test; every sentence that states a treatment holds one of them."""

STEM = re.compile(
    r"overrul|abrogat|disapprov|disavow|overturn|reced|revers|rev[’']|vacat|withdraw|invalidat|supersed"
    r"|supplant|repeal|replac|amend(?:ed|ing|s\b)|modif|limit(?:ed|ing)|narrow|question|critici|constru(?!ct)"
    r"|interpret|implement|promulgat",
    re.IGNORECASE,
)
"""Stems that case names rarely contain; a name that is read backwards ends there."""


FORMS = ("done", "doing", "does", "do")
_ALTERNATIVES = "|".join(
    f"(?P<v{at}_{form}>{written})"
    for form in FORMS
    for at, verb in enumerate(VERBS)
    if (written := getattr(verb, form))
)
VERB = re.compile(rf"\b(?:{_ALTERNATIVES})(?![\w’'])", re.IGNORECASE)  # any form of any verb; see ``verb_of``


def verb_of(match: re.Match[str]) -> tuple[Verb, str]:
    """Return the verb that VERB matched, and its form, one of FORMS."""
    number, form = str(match.lastgroup)[1:].split("_")
    return VERBS[int(number)], form


SIGN = "\ue000"  # the sign of a unit: a private-use character, which ordinary text does not contain
_TOKEN = re.compile(r"[()\[\]]|[^\s()\[\]]+|\s+")
_PIN = re.compile(
    r"(?:,? ?(?:at )?(?:pp?\. ?|¶¶? ?)?\*?\d{1,6}(?:[-–—]\*?\d{1,6})?(?:,? ?(?:&|nn?\.|fn\.) ?\d{1,4}){0,3}"
    r"(?![\w.]|[-–] ?\w)){1,6}"
)
_PARALLEL = re.compile(r"[\s,]*(?:\(\d{1,2}\))?[\s,]*(?:\d{1,6}(?:[-–—]\d{1,6})?[\s,]*){0,4}")
_TO_STATUTES_AT_LARGE = re.compile(
    r"(?:,? (?:Title|tit\.|ch\.|c\.|§§?|[IVXLC]{1,7}|\d{1,5}(?:[-–—]\d{1,5})?)){0,8},? ?"
)
"""The text between a public law and its place in the Statutes at Large."""
_STATUTES_AT_LARGE = " Stat. "  # the Statutes at Large, which are cited by volume and page like a reporter
_NAME_LINKS = frozenset(
    str.split("of the and for v. vs. v & rel. re al. ex to on parte de la del der van von")
)
_NO_NAME = frozenset(
    str.split(
        "See But Cf. Accord Compare Contra With In Under By Although When While After Since Because As If "
        "Even Thus Where And Or Both Then Also Before Until Following From That This These Those Which Here "
        "Given"
    )
)
_LONGEST_NAME = 30  # the most tokens of a name
_NAME_ENDS = re.compile(r"[;:]$|[a-z]{4}[.?!]$")


@dataclass(frozen=True, slots=True)
class CitedUnit:
    """A citation together with its parallel citations."""

    citation: int  # The index of the first of these citations
    kind: CitationKind
    name: str = ""
    """The name before the citation; empty for none, as where a later decision in the same case is cited."""


@dataclass(slots=True)
class Segment:
    """The text of a sentence at one level of brackets, without what inner brackets hold."""

    owner: CitedUnit | None = None  # The unit right before the bracket
    bracketed: bool = False
    tokens: list[tuple[str, int]] = field(default_factory=list)  # The tokens with their offsets in the text
    marked: list[CitedUnit] = field(default_factory=list)
    text: str = ""
    units: dict[int, CitedUnit] = field(default_factory=dict)
    """The units by the position of their sign in ``text``."""
    _starts: list[int] = field(default_factory=list)

    def add(self, token: str, offset: int) -> None:
        """Add a token. White space becomes one space, and none before a comma."""
        token = " " if token.isspace() else token.replace(SIGN, " ")
        spaced = bool(self.tokens) and self.tokens[-1][0] == " "
        if token[0] in ",;" and spaced:
            self.tokens.pop()
        if token != " " or not spaced:
            self.tokens.append((token, offset))

    def mark(self, unit: CitedUnit, offset: int) -> None:
        """Add the sign of a citation in place of the name before it."""
        start = _name_start(self.tokens)
        if start < len(self.tokens):
            name = "".join(token for token, _ in self.tokens[start:])
            unit = CitedUnit(unit.citation, unit.kind, name.rstrip(" ,"))
            del self.tokens[start:]
        self.tokens.append((SIGN, offset))
        self.marked.append(unit)

    def last(self) -> CitedUnit | None:
        """Return the unit that the text ends with, or None."""
        for token, _ in reversed(self.tokens[-3:]):
            if token == SIGN:
                return self.marked[-1]
            if token.strip(" ,"):
                return None
        return None

    def close(self) -> Segment:
        at, pieces = 0, iter(self.marked)
        for token, _ in self.tokens:
            self._starts.append(at)
            if token == SIGN:
                self.units[at] = next(pieces)
            at += len(token)
        self.text = "".join(token for token, _ in self.tokens)
        return self

    def offset(self, at: int) -> int:
        """Return the offset in the whole text for a position in ``text``."""
        number = max(0, bisect_right(self._starts, at) - 1)
        return self.tokens[number][1] + at - self._starts[number]


def _name_start(tokens: Sequence[tuple[str, int]]) -> int:
    """Return the index of the token where the name of a citation begins; the number of tokens for none."""
    start = at = len(tokens)
    while at > 0 and len(tokens) - at < 2 * _LONGEST_NAME:
        at -= 1
        token = tokens[at][0]
        if token == " " or token == ",":
            continue
        bare = token.rstrip(",").lstrip("“\"'‘")
        begins_in_re = at + 2 < len(tokens) and tokens[at + 2][0] == "re"
        if token == SIGN or (bare in _NO_NAME and not begins_in_re) or _NAME_ENDS.search(token):
            break
        if bare[:1].isupper() or bare[:1].isdigit():
            if STEM.search(bare):
                break
            start = at
        elif bare not in _NAME_LINKS:
            break
    return start


def segments(
    text: str, start: int, end: int, citations: Sequence[Citation], inside: Sequence[int]
) -> list[Segment]:
    """Return the segments of ``text[start:end]``, whose citations are ``inside``, in order. Linear time."""
    closed: list[Segment] = []
    stack = [Segment()]
    at = start
    for unit, first, last in _grouped(text, citations, inside):
        _read(text, at, first, stack, closed)
        stack[-1].mark(unit, first)
        at = max(at, min(last, end))
    _read(text, at, end, stack, closed)
    return [segment.close() for segment in (*closed, *stack) if segment.tokens]


def _read(text: str, start: int, end: int, stack: list[Segment], closed: list[Segment]) -> None:
    for match in _TOKEN.finditer(text, start, max(start, end)):
        token = match.group()
        if token in "([":
            stack.append(Segment(stack[-1].last(), bracketed=True))
        elif token not in ")]":
            stack[-1].add(token, match.start())
        elif len(stack) > 1:
            closed.append(stack.pop())


def _grouped(
    text: str, citations: Sequence[Citation], inside: Sequence[int]
) -> list[tuple[CitedUnit, int, int]]:
    """Join citations with their parallel citations and pin cites: the unit, its start and its end."""
    units: list[tuple[CitedUnit, int, int]] = []
    for at, following in zip(inside, [*inside[1:], None], strict=True):
        citation = citations[at]
        end = max(citation.start, citation.end)
        limit = len(text) if following is None else citations[following].start
        paged = citation.kind is CitationKind.CASE or _STATUTES_AT_LARGE in citation.canonical
        if paged and (pin := _PIN.match(text, end, limit)):
            end = pin.end()
        if units and _is_parallel(text, citations, units[-1], citation):
            units[-1] = (*units[-1][:2], end)
        else:
            units.append((CitedUnit(at, citation.kind), citation.start, end))
    return units


def _is_parallel(
    text: str, citations: Sequence[Citation], before: tuple[CitedUnit, int, int], citation: Citation
) -> bool:
    unit, _, end = before
    gap = text[end : citation.start] if end <= citation.start < end + 60 else "-"
    if unit.kind is CitationKind.CASE and citation.kind is CitationKind.CASE:
        return citation.form is CitationForm.FULL and _PARALLEL.fullmatch(gap) is not None
    enrolled = _STATUTES_AT_LARGE in citation.canonical and "Pub. L." in citations[unit.citation].canonical
    return enrolled and _TO_STATUTES_AT_LARGE.fullmatch(gap) is not None


NEAR = 200  # characters before a verb that are searched for its subject
CLAUSE = 60  # characters before a subject in which a clause of request or doubt may begin
_UNIT = rf"(?P<unit>{SIGN})"
_ADVERB = (
    r"(?:(?:[a-z]{3,14}ly|later|also|now|then|thus|again|first|since|further|itself|ha[sd]|have|sub silentio"
    r"|in effect|in turn|in part) ){0,4}"
)
_BE = rf"(?:(?:ha[sd]|have|having) {_ADVERB}been|was|were|is|are|being|stands|stood) {_ADVERB}"
_ARE = rf"(?:have {_ADVERB}been|were|are) {_ADVERB}"
_JOINED = r"(?:(?:as|and|but|or|aff[’']d(?: in part)?,?|affirmed(?: in part)?,?|reh[’']g denied,) ){0,3}"
_YEAR = r"(?:1[789]|20)\d\d"
_OTHER_GROUNDS = (
    r"(?:on (?:an? )?(?:other|another|different|unrelated|separate) (?:grounds?|points?|issues?)"
    r"|in other respects)"
)
_MANNER = (
    r"(?:,? (?:in (?:relevant |pertinent )?part|in (?:its|their) entirety|on rehearing|en banc|per curiam"
    rf"|on one (?:ground|point|issue)|{_OTHER_GROUNDS}"
    r"|sub nom\.?|by implication|and (?:re-?enacted|replaced|remanded)"
    rf"|(?:to the extent|insofar as) [^;,{SIGN}]{{1,100}}"
    rf"|as to [^;,{SIGN}]{{1,80}}?(?=,? (?:by|in) |, {SIGN})"
    rf"|(?:effective )?(?:in )?(?:[A-Z][a-z]{{2,8}} (?:\d{{1,2}}, )?)?{_YEAR})){{0,3}}"
)
_DETERMINER = (
    r"(?:the|this|that|these|those|our|its|their|his|both|part|parts|portions?|so much|prior|former|earlier"
    r"|previous|all|any|cases|decisions|precedents?|such|a|an|contrary)"
)
_NOUN = (
    r"(?:holdings?|decisions?|rules?|rulings?|opinions?|parts?|portions?|language|results?|reasoning|rationale"
    r"|analysis|doctrine|standards?|tests?|statutes?|sections?|provisions?|requirements?|interpretation|dicta"
    r"|dictum|approach|principles?|announced|articulated|established|stated|set|forth|out|laid|down|adopted"
    r"|enunciated|expressed|reached|contained|found|of|in|from|by|cases?|precedents?|such|as|like|the|its|our"
    r"|this|that|former|prior|federal|state|\w{3,12}[’']s)"
)
_LEAD = rf"(?:{_DETERMINER} (?:{_NOUN} ){{0,8}})?"  # words allowed between an active verb and its object
_SOURCE_LEAD = (
    r"(?:(?:the|our|its|this|that|a|an|in|of|case|decision|opinion|court|statute|rule|amendment|legislature"
    r"|[A-Z][\w.&’'-]*),? ){0,12}"
)

OBJECT = re.compile(rf" (?:in part |{_OTHER_GROUNDS} ){{0,2}}{_LEAD}(?={SIGN})")
OBJECT_OF_PAST = re.compile(rf" (?:in part )?{_LEAD}(?={SIGN})")
"""The object of a past form, of which "on other grounds ■" may be the history."""
MORE = re.compile(
    rf"(?:,? and |,? or |,? as well as ){_LEAD}(?={SIGN})"
    rf"|, {_LEAD}(?={SIGN}[^;]{{0,200}}? (?:and|or) {_LEAD}{SIGN})"
)
"""Words that join one object to the next."""
BY = re.compile(
    rf"(?P<manner>{_MANNER})(?P<by>,? (?:by|in|per)(?= )|,)?(?: (?:statute|rule|regulation)\b)?"
    rf"(?:{_MANNER},? {_SOURCE_LEAD}(?P<source>{SIGN}))?"
)
"""Words after a passive verb; this pattern matches anything."""
ENDS = re.compile(rf"{_MANNER}(?:[,;:.\]”\"]|\s?$| (?:by|in|per|as) | {SIGN}|decided)")
"""The text allowed after a participle that follows a comma and has no object."""
ENDS_SOON = re.compile(rf"{_MANNER} (?:by|in|per) ")
"""The text allowed after a participle that follows no comma."""

DIRECT = re.compile(rf"{_UNIT}(?P<between>[,;]? ?{_JOINED}{_ADVERB})$")
WHICH = re.compile(rf"{_UNIT},? (?:which|that) {_ADVERB}$")
PASSIVES = (
    re.compile(rf"(?P<first>{SIGN})(?:,? and |, ){_UNIT},? {_ARE}$"),
    re.compile(rf"{_UNIT},? (?:which |that )?{_BE}$"),
)
FAR_PASSIVES = (
    re.compile(rf"{_UNIT},? and [^;{SIGN}]{{1,80}}? {_ARE}$"),
    re.compile(
        rf"{_UNIT}(?![^{SIGN}]* v\. )[^{SIGN}]*,? an? "
        rf"(?:holding|decision|case|rule|view) (?:that|which) {_BE}$"
    ),
)
"""Passives farther from the citation, for verbs that are rarely used of anything but law."""
HOLDING_OF = re.compile(rf"(?:[A-Z][a-z]+, )?(?:The|That|Those|the|that) {_NOUN} (?:{_NOUN} ){{0,5}}{_UNIT}")
SUBJECT = re.compile(rf"(?P<word>[\w’']+)[”\"’]*,? {_BE}$")
NO_HOLDING = frozenset(
    str.split(
        "objection objections motion motions demurrer exception exceptions point assignment plea challenge "
        "contention claim argument error request conviction sentence verdict that which it and"
    )
)
NO_SUBJECT_OF_BE = re.compile(
    r"\b(?:(?:under|by|per|with|from|to|on|upon|for|at|citing|[Ss]ee|[Cc]f\.|unlike|despite)"
    r"|(?:convictions?|sentences?|verdict|judgments?|orders?|motions?|objections?|claims?|appeals?)"
    r" (?:\w+ )?(?:in|of|under))(?: (?:the|an?))? $"
)
"""Words before a citation after which "■ was reversed" is about something other than the citation."""
NO_LAW = re.compile(
    r"\b(?:compact|agreement|contract|treaty|complaint|petition|indictment|accusation)s?"
    rf"(?:,? ?|\b[^;,{SIGN}]{{1,60}})$",
    re.IGNORECASE,
)
"""Words before a citation, or in its name, after which "■ was amended" is about something that is no law."""
OPENING = re.compile(rf"^[\"“‘' ]*{_JOINED}{_ADVERB}$")
IN_CASE = re.compile(rf"\b[Ii]n (?:{_DETERMINER} )?{_UNIT},? [^;{SIGN}]{{1,100}}$")
WE = re.compile(rf"\b[Ww]e {_ADVERB}$")
BEFORE_DOING = re.compile(
    rf"(?:^[\"“‘' ]*|[,;—–-] ?|\b(?:and|by|case|decision|opinion|Court|See|see) |{SIGN} ){_ADVERB}$"
)
NO_SUBJECT = re.compile(
    r"(?i:^|\b(?:the|an?|under|in|of|newly|as|by|this|its|with|to|for|or|former|is|are|was|were|be|been))$"
)
"""Words before a past form that make it an adjective or a passive."""
NOT_MEANT = re.compile(
    r"\b(?:not?|none|nothing|never|nor|neither|without|cannot|unless|if|whether|should|would|could|may|might|can|must|shall"
    r"|will|ask\w*|urg(?:es?|ed|ing)|request\w*|seeks?|seeking|sought|invit\w+|propos\w+|declin\w+|refus\w+"
    r"|attempt\w*|argu(?:es?|ed|ing)|conten[dt]\w*|claim(?:s|ed|ing)?|suggest\w*|assert\w*|until|wish\w*"
    r"|to be|ought|\w+n[’']t)\b[^;:]*$",
    re.IGNORECASE,
)
"""Words in the clause before a verb that negate it, or make it a wish or an argument."""
IN_PART = re.compile(r"\b(?:in (?:relevant |pertinent )?part|partial\w+|partly|to the extent|insofar as)\b")
IN_PART_BEHIND = re.compile(r",? (?:in part\b(?! (?:because|since|due))|to the extent\b|insofar as\b)")
ON_OTHER_GROUNDS = re.compile(rf"\b{_OTHER_GROUNDS}\b")
ON_OTHER_GROUNDS_BEHIND = re.compile(rf",? (?:in part )?{_OTHER_GROUNDS}\b")
PART_OF = re.compile(rf"\b(?:parts?|portions?|so much) of [^;,{SIGN}]{{0,40}}$")
TO_FACTS = re.compile(r" (?:strictly )?(?:to|on) (?:its|their|the) (?:\w+ )?facts")
DATED = re.compile(rf"[^;{SIGN}]{{0,40}}?\b{_YEAR}\b")
ADVERBS = re.compile(rf"(?:^|(?<=[\W]))(?!ha[sd] |have ){_ADVERB}$")
SAME_CASE = re.compile(
    r"[,;]? ?(?:and )?(?:cert\.?|certiorari|review|reh[’']g|rehearing|appeal|petition|writ|transfer|leave"
    rf"|aff[’']d|affirmed|rev[’']d|reversed|vacated|modified)\b[^;{SIGN}]{{0,80}}[, ]"
)
"""Words that make the second citation a later decision in the same case, unless it is named."""

UNDER = re.compile(
    r"\b(?P<words>(?:promulgated|adopted|issued|enacted|established|prescribed) (?:pursuant to|to implement"
    r"|in accordance with|under(?: (?:the )?authority of)?|by authority of)) "
    rf"(?:(?:{_DETERMINER}|{_NOUN}|[A-Z][\w.’'-]*),? ){{0,8}}(?={SIGN})"
)
RULES = re.compile(
    r"\b(?:[Rr]egulations?|[Rr]ules?|[Gg]uidelines?"
    rf"|[Dd]irectives?|[Oo]rdinances?|[Ss]tandards?),? {_ADVERB}$"
)
"""Things that are promulgated under a statute, unlike a judgment that is entered under one."""
AMENDMENT = re.compile(
    rf"\b(?:prior to|before|until|since|by|following|after) (?:the|its|an) (?:{_YEAR} )?"
    rf"(?P<what>amendments? (?:to|of)|repeal of) {_LEAD}(?={SIGN})"
)
