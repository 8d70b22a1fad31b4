"""Splits legal prose into sentences.

A full stop after 'v', 'N.J.S.A', 'No' or an initial ends no sentence, a record cite in parentheses belongs to
the sentence before it, and a number at the head of a list entry belongs to the entry. In doubt two sentences
stay together: one that is too long can be left out, but half of one would mislead.

``briefbank.text.sentences`` serves another purpose: it finds where a text may be cut without tearing a
citation apart. There a record cite or a quotation may begin the next piece; here it belongs to what it
follows. On amicus briefs the two disagree on one sentence end in seven.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_STOP = re.compile(r"[.?!]+[\"”’'\])]*(?:\d{1,2})?(?=\s)")
_LAST_WORD = re.compile(r"[\w.&’'§-]+$")
_NEXT = re.compile(r"\s+[\"“‘'\[(]*(\S[\w’'-]*)")
_RECORD_CITE = re.compile(r"\s+[(\[](?=[^)\]]{1,120}[)\]])[^)\]]*\d[^)\]]*[)\]]\.?")
_LIST_NUMBER = re.compile(r"[(\[]?(?:\d{1,2}|[A-Za-z]|[ivxIVX]{1,5})[.)\]]*")
_ABBREVIATIONS = """
v vs mr mrs ms messrs dr prof hon sgt det lt capt cpl ptl gen col maj rep sen gov pres supt
cf e.g i.e id ibid viz see art arts amend const app div super supp ct cir ch cl sec secs para paras p pp vol
fed evid crim civ proc rev stat ann pub ex exh tr r rr def ass'n dep't gov't int'l nat'l comm'n
jan feb mar apr jun jul aug sept sep oct nov dec st mt ft
"""
_FINAL_ABBREVIATIONS = "inc corp co ltd bros jr sr esq etc al a.m p.m u.s n.j ave rd blvd"
_OPENING_WORDS = """
the a an he she they it we his her their its this that these those there in on at after before when while as
but and nor yet because although if once then later no not one two three nothing neither both each to for with
during defendant plaintiff petitioner appellant respondent
"""
_NUMBERED = frozenset({"no", "nos"})
"""The abbreviations after which the sentence continues if a number follows."""
_NEVER_LAST = frozenset(_ABBREVIATIONS.split())
"""The lower-case abbreviations after which a full stop never ends the sentence."""
_SELDOM_LAST = frozenset(_FINAL_ABBREVIATIONS.split())
"""The abbreviations after which a full stop ends the sentence only if the next word is one of _OPENERS."""
_OPENERS = frozenset(_OPENING_WORDS.split())
_LONGEST_QUOTE = 400
"""The number of characters for which an open quotation mark holds a sentence together; past that, its closing
mark was lost."""


def sentence_ranges(text: str) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of the sentences of ``text`` in order, without the white space between them.

    A line end also ends a sentence. The ranges cover every character that is not white space. Takes linear
    time.
    """
    at = 0
    for line in text.splitlines(keepends=True):
        for start, end in _in_line(line):
            yield at + start, at + end
        at += len(line)


def _in_line(line: str) -> Iterator[tuple[int, int]]:
    start = len(line) - len(line.lstrip())
    end_of_line = len(line.rstrip())
    for stop in _STOP.finditer(line, start):
        if stop.end() <= start or stop.end() >= end_of_line:
            continue
        cite = _RECORD_CITE.match(line, stop.end())
        end = cite.end() if cite else stop.end()
        if end >= end_of_line:
            break
        if _ends(line, start, stop.start(), end):
            yield start, end
            start = end + len(line[end:]) - len(line[end:].lstrip()) if line[end : end + 1].isspace() else end
    if start < end_of_line:
        yield start, end_of_line


def _ends(line: str, start: int, stop: int, end: int) -> bool:
    """Tell whether the stop at ``stop`` ends the sentence that began at ``start``; ``end`` is past its record
    cite."""
    following = _NEXT.match(line, end)
    if (
        following is None
        or following[1][0].islower()
        or following[1][0] == "."
        or _in_quotation(line[max(start, end - _LONGEST_QUOTE) : end])
    ):
        return False
    closes_quotation = any(mark in line[stop:end].split(" ", 1)[0] for mark in '"”')
    return (
        line[stop] != "."
        or closes_quotation
        or _is_full_stop(line[max(start, stop - _LONGEST_QUOTE) : stop], following[1].lower())
    )


def _is_full_stop(before: str, next_word: str) -> bool:
    """Tell whether a full stop after ``before`` ends a sentence and does not mark an abbreviation."""
    if _LIST_NUMBER.fullmatch(before.strip()) or not before[-1:].strip():
        return False
    found = _LAST_WORD.search(before[-40:])
    word = found[0].lower() if found else ""
    if word in _NEVER_LAST or (word in _NUMBERED and next_word[0].isdigit()):
        return False
    if word in _SELDOM_LAST or re.fullmatch(r"[^\W\d]|(?:\w{1,2}\.)+\w{1,2}", word):
        return next_word in _OPENERS
    return True


def _in_quotation(text: str) -> bool:
    opened = max(text.rfind("“"), text.rfind('"') if text.count('"') % 2 else -1)
    return opened > text.rfind("”")
