"""Syntax of other search programs, not supported here: reported, never silently read otherwise.

dtSearch's "~" (stems), "%" inside a word (misspellings), "&" behind one (synonyms), "=" (any digit), "#"
(sounds), "xfirstword"; Lexis' ATLEAST and segments; Westlaw's two-letter fields; the "-" and "+" of web
searches. Where a word can still be searched as it stands, that is done with a note; where the search would
mean something else, it is an error.
"""

from __future__ import annotations

import re

from briefbank.errors import QueryError
from briefbank.search.operators.lexemes import Lexeme, LexemeKind

_WORD = r"[^\W\d_]{2,60}"
_END = r"[!*]?[.,;:)]*"
_NOTED = tuple(
    (re.compile(form), said)
    for form, said in (
        (rf"{_WORD}~\d*{_END}", "“~” is not used here; “!” stands for every ending"),
        (r"\d+~~\d+", "ranges of numbers are not understood"),
        (r"[^\W\d_]+%+[^\W\d_]+", "“%” inside a word is not used here"),
        (rf"{_WORD}&{_END}", "“&” behind a word is not used here"),
        (r"\w*={1,20}\w{0,20}", "“=” for a digit is not used here; “*” stands for any letters and digits"),
        (rf"#+{_WORD}{_END}", "“#” is not used here; quotation marks find a word just as it stands"),
        (rf"-{_WORD}{_END}", "“-” does not leave a word out; write NOT before it"),
        (rf"\+{_WORD}{_END}", "“+” does not make a word required; put it in quotation marks"),
        (rf"\*{_WORD}{_END}", "“*” cannot stand at the beginning of a word"),
        (r"[^\W\d_]{3,60}:\d{1,2}", "a weight behind a word is not used here"),
    )
)
_QUOTED_BEGINNING = re.compile(r"(?:^|\s)([*?]+[^\W\d_]{1,60})")
_PLACES = frozenset({"xfirstword", "xlastword"})
_SEGMENT = re.compile(r"(?:w|pre|near|onear)?/seg", re.IGNORECASE)
_CALL = re.compile(
    r"(?:(?P<count>atleast|atl)\d{1,4}|(?P<form>plural|singular|caps|nocaps|allcaps)"
    r"|(?P<field>ti|ju|da|sy|di|dn|ci|wp|pr|te))",
    re.IGNORECASE,
)
_CALL_REMEDIES = {
    "count": "How often a word must stand cannot be asked for. Write the words alone.",
    "form": "Write the word itself, or with “!” for every ending.",
    "field": "Write fields as judge:Smith, court:Appellate, docket:A-1234-19, after:2015 or heading:“error”.",
}
_LONGEST = 300


def note_on(lexeme: Lexeme) -> str:
    """Return what is not supported about a word, as a sentence; empty if there is nothing."""
    text = lexeme.text
    if lexeme.kind is LexemeKind.QUOTED and (begun := _QUOTED_BEGINNING.search(lexeme.inner[:_LONGEST])):
        return f"“{begun.group(1)}”: “*” and “?” cannot stand at the beginning of a word."
    if lexeme.kind is not LexemeKind.WORD or len(text) > _LONGEST:
        return ""
    if text.lower() in _PLACES:
        return f"“{text}”: it is an ordinary word here."
    if text.isalnum():
        return ""
    return next((f"“{text}”: {said}." for form, said in _NOTED if form.fullmatch(text)), "")


def refuse(lexeme: Lexeme, following: Lexeme | None) -> None:
    """Raise QueryError for a form that would mean something else if its words were searched."""
    if lexeme.kind is not LexemeKind.WORD or len(lexeme.text) > _LONGEST:
        return
    if _SEGMENT.fullmatch(lexeme.text) or lexeme.text == "ANDANY":
        remedy = "Write AND for the same passage, /p for the same paragraph, or /s for the same sentence."
        raise QueryError(f"“{lexeme.text}” is not understood here.", remedy, position=lexeme.start)
    name, opened, inner = lexeme.text.partition("(")
    if following is not None and following.kind is LexemeKind.OPEN and following.start == lexeme.end:
        opened, inner = "(", "written out"
    called = _CALL.fullmatch(name) if opened else None
    if called and called.lastgroup and inner[:3].isalpha() and len(inner) >= 3:
        remedy = _CALL_REMEDIES[called.lastgroup]
        raise QueryError(f"“{name}(” is not understood here.", remedy, position=lexeme.start)


def refuse_operand(lexeme: Lexeme) -> None:
    """Raise QueryError where dtSearch's words for the ends of a document are joined like a word."""
    if lexeme.kind is LexemeKind.WORD and lexeme.text.lower() in _PLACES:
        raise QueryError(
            f"“{lexeme.text}” is not understood here.",
            "Where in a document a word stands cannot be asked for. Write heading: for words in a heading.",
            position=lexeme.start,
        )
