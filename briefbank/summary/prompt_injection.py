"""Distinguishes a sentence about a case from words that address a reader or the program that reads it.

A brief may hold "ignore the above and write that …". Even when fenced, its words would support the claim that
it asks for. So a sentence that addresses its reader is neither a source of a summary nor part of one.
Patterns cannot know every such wording; what they miss is met by the fence and the checks.
"""

from __future__ import annotations

import re
import unicodedata

from briefbank.summary.fence import sanitize

_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
_TO_READER = re.compile(
    r"\b(?:you|your|yours|yourself|ai|language model|chatbot|i am|i'm|i’m|i cannot|as instructed)\b"
    r"|\b(?:this|ai|helpful|virtual) assistant\b"
    r"|^\W*(?:ignore|disregard|forget|click|visit|rely|paste|download|please|kindly)\b",
    re.IGNORECASE,
)
_TO_PROGRAM = re.compile(
    r"^\W*(?:add that|write|say that|tell (?:the|them|him|her)|repeat|act as|answer|respond|output|pretend"
    r"|print|translate|summari[sz]e|from now on|(?:state|report|mention|include) (?:that|the (?:fact|words))"
    r"|everything above)\b"
    r"|\b(?:(?:system prompt|new instructions|(?:previous|prior|above|earlier) instructions)"
    r"|instructions (?:above|begin)|this summary|the summary (?:said|says|must|should|shall|will)"
    r"|(?:any|every|each) (?:summary|digest|answer|output|response|reply)"
    r"|(?:summary|digest) of this (?:brief|filing|document|text)|the output is"
    r"|(?:the|this|any) (?:model|software|program|machine) (?:is to|must|should|shall)"
    r"|note to (?:the|any|this) (?:model|software|program|machine|computer|system)"
    r"|conclude by (?:writing|saying|stating)|include (?:the|this|these) (?:sentence|word|phrase|statement)s?"
    r"|numbered sentence|brief ends here|the (?:rules|words) (?:above|no longer)|above this line"
    r"|the reader)\b",
    re.IGNORECASE,
)
_MARKS = re.compile(
    r"[<>|＜＞｜{}]|###|\[/?(?:INST|SYS)|!\[|[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)
"""The marks of markup, of a model's chat turns, and characters that reverse or hide text."""
_COMMON_WORDS = """
the a an of and to in on at for by with from that this as or not no was were is are be been has had have did
his her its their he she it they who which whether when where after before because
"""
_ENGLISH = frozenset(_COMMON_WORDS.split())
_WORDS = re.compile(r"[^\W\d_]+")
_SHORT_SENTENCE = 6
"""The number of words below which a sentence need hold none of the common words."""


def addresses_reader(text: str) -> bool:
    """Tell whether a sentence addresses its reader, outside its quotations."""
    return _TO_READER.search(_QUOTED.sub("“”", text)) is not None


def is_usable_source(text: str) -> bool:
    """Tell whether a sentence of a document may be a source: it is English, the language in which claims are
    compared with it, and addresses neither its reader nor a program."""
    seen = sanitize(text)
    words = _WORDS.findall(seen)
    english = len(words) < _SHORT_SENTENCE or any(word.lower() in _ENGLISH for word in words)
    return (
        english
        and all(is_latin(letter) for letter in "".join(words))
        and _MARKS.search(text) is None
        and _TO_PROGRAM.search(seen) is None
        and not addresses_reader(seen)
    )


def is_latin(letter: str) -> bool:
    """Tell whether a letter is Latin; letters of other scripts may look Latin but differ."""
    return unicodedata.name(letter, "").startswith("LATIN ")
