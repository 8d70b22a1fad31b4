"""The words by which lawyers state that one authority treated another.

The terms are those of the Bluebook's table T8 (explanatory phrases and weight of authority: "overruled by",
"abrogated by", "rev'd", "superseded by statute", "construed in") and of rules 10.7.1 and 12.7 (prior and
later history of cases and of statutes: "repealed by", "amended by").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from briefbank.citations.mention import AUTHORITY_KINDS
from briefbank.domain.authorities import RelationKind
from briefbank.domain.citations import CitationKind

CASES = frozenset((CitationKind.CASE, CitationKind.DOCKET, CitationKind.OTHER))
PROVISIONS = AUTHORITY_KINDS - {CitationKind.CASE, CitationKind.JOURNAL}
ALL = CASES | PROVISIONS
_LAWS = PROVISIONS - {CitationKind.CONSTITUTION}
"""The provisions that courts strike down."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of treatment, with a pattern for each of its forms."""

    kind: RelationKind
    done: str
    """The pattern of the past tense and participle."""
    doing: str = ""
    does: str = ""
    do: str = ""
    targets: frozenset[CitationKind] = ALL
    """The kinds of authority that the verb can treat."""
    needs: bool = False
    """The verb counts only if the sentence tells what did it: cases are "limited" to much."""
    strong: bool = False
    """The verb is rarely used of anything but law, so that its subject may be farther away."""


def _regular(kind: RelationKind, stem: str, **more: object) -> Verb:
    return Verb(kind, f"{stem}ed", f"{stem}ing", f"{stem}es", f"{stem}e", **more)  # type: ignore[arg-type]


def _plain(kind: RelationKind, stem: str, **more: object) -> Verb:
    return Verb(kind, f"{stem}ed", f"{stem}ing", f"{stem}s", stem, **more)  # type: ignore[arg-type]


_K = RelationKind
_OF = "(?: of)?"
VERBS = (
    _regular(_K.OVERRULES, "overrul", targets=CASES, strong=True),
    _regular(_K.ABROGATES, "abrogat", targets=CASES | _LAWS, strong=True),
    Verb(
        _K.DISAPPROVES, f"disapproved{_OF}", f"disapproving{_OF}", "", f"disapprove{_OF}", CASES, strong=True
    ),
    _plain(_K.DISAPPROVES, "disavow", targets=CASES, strong=True),
    _plain(_K.OVERRULES, "overturn", targets=CASES, strong=True),
    Verb(_K.OVERRULES, "receded from", "receding from", "", "recede from", CASES),
    Verb(_K.REVERSES, "reversed|rev[’']d", "reversing|rev[’']g", "reverses", "reverse", CASES),
    _regular(_K.VACATES, "vacat", targets=CASES),
    Verb(_K.VACATES, "withdrawn", "withdrawing", targets=CASES),
    _regular(_K.INVALIDATES, "invalidat", targets=_LAWS),
    Verb(
        _K.INVALIDATES,
        "(?:held|declared|found|ruled|struck down as) (?:facially |to be )?unconstitutional",
        targets=_LAWS,
    ),
    Verb(_K.INVALIDATES, "struck down", "striking down", "strikes down", "strike down", _LAWS),
    Verb(
        _K.ABROGATES,
        "no longer (?:good law|(?:valid|viable|controlling|binding)(?: law| authority| precedent)?)",
        strong=True,
    ),
    _regular(_K.SUPERSEDES, "supersed", strong=True),
    _plain(_K.SUPERSEDES, "supplant"),
    _plain(_K.REPEALS, "repeal", targets=PROVISIONS),
    Verb(_K.SUPERSEDES, "replaced", "replacing", "replaces", "replace", needs=True),
    _plain(_K.AMENDS, "amend", targets=PROVISIONS, needs=True),
    Verb(_K.MODIFIES, "modified", "modifying", "modifies", "modify", CASES, needs=True),
    Verb(_K.LIMITS, "limited", "limiting", "", "limit", CASES, needs=True),
    Verb(_K.LIMITS, "confined", "confining", "", "confine", CASES, needs=True),
    Verb(_K.LIMITS, "narrowed", "narrowing", "narrows", "narrow", CASES, needs=True),
    Verb(_K.QUESTIONS, "questioned", "questioning", "", "question", CASES, needs=True),
    Verb(_K.QUESTIONS, "doubted", "doubting", "", "doubt", CASES, needs=True),
    Verb(_K.QUESTIONS, "critici[sz]ed", "critici[sz]ing", "critici[sz]es", "critici[sz]e", CASES, needs=True),
    Verb(_K.QUESTIONS, "called in(?:to)? (?:question|doubt)", targets=CASES),
    Verb(_K.QUESTIONS, "cast doubt on", "casting doubt on", "casts doubt on", "cast doubt on", CASES),
    Verb(
        _K.QUESTIONS,
        "(?:declined|refused) to follow",
        "(?:declining|refusing) to follow",
        "",
        "decline to follow",
        CASES,
    ),
    Verb(_K.QUESTIONS, "not followed", targets=CASES, needs=True),
    Verb(_K.INTERPRETS, "construed", "construing", "construes", "construe", needs=True),
    Verb(_K.INTERPRETS, "interpreted", "interpreting", "interprets", "interpret", needs=True),
    Verb(_K.IMPLEMENTS, "implemented", "implementing", "implements", "", PROVISIONS, needs=True),
)

STEMS = (
    *("verrul", "brogat", "isapprov", "isavow", "verturn", "recede", "receding", "revers", "rev'", "rev’"),
    *("vacat", "withdr", "nvalidat", "unconstit", "struck", "strik", "no longer", "upersed", "upplant"),
    *("epeal", "eplac", "amended", "amending", "amends", "amendment to", "amendment of", "amendments"),
    *("odif", "imit", "onfin", "arrow", "uestion", "oubt", "ritici", " follow", "onstru", "nterpret"),
    *("mplement", "romulgat", "adopted", "issued", "enacted", "prescribed"),
)
"""Lower-case stems for a first quick test; every sentence that states a treatment holds one of them."""

STEM = re.compile(
    r"overrul|abrogat|disapprov|disavow|overturn|reced|revers|rev[’']|vacat|withdraw|invalidat|supersed"
    r"|supplant|repeal|replac|amend(?:ed|ing|s\b)|modif|limit(?:ed|ing)|narrow|question|critici|constru(?!ct)"
    r"|interpret|implement|promulgat",
    re.IGNORECASE,
)
"""Stems that case names rarely contain; a name that is read backwards ends there."""


FORMS = ("done", "doing", "does", "do")


def _any(mark: str) -> str:
    """Return a pattern for all forms of all verbs; ``mark`` opens each group, for verb and form."""
    parts = [
        f"({mark.format(at, form)}{written})"
        for form in FORMS
        for at, each in enumerate(VERBS)
        if (written := getattr(each, form))
    ]
    return rf"\b(?:{'|'.join(parts)})(?![\w’'])"


VERB = re.compile(_any("?P<v{}_{}>"), re.IGNORECASE)
"""Any form of any verb; see ``verb_of``."""
SAYS = re.compile(
    rf"{_any('?:')}|\b(?:promulgated|adopted|issued|enacted|established|prescribed) "
    r"|\b(?:amendments? (?:to|of)|repeal of) ",
    re.IGNORECASE,
)
"""A pattern that every sentence stating a treatment matches."""


def verb_of(match: re.Match[str]) -> tuple[Verb, str]:
    """Return the verb that VERB matched, and its form, one of FORMS."""
    number, form = str(match.lastgroup)[1:].split("_")
    return VERBS[int(number)], form
