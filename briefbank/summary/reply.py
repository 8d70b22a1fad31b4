"""Parses a local model's answer: untrusted text that is either the reply asked for, or rejected.

A grammar makes well-formed replies likely, but nothing here relies on it. A sentence with signs that prose
does not use, with an address or with words to the reader keeps its place, so that it is counted among the
withheld ones.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from briefbank.domain.claims import Claim, ClaimFault, ClaimFinding, SummaryPart, SummarySource
from briefbank.errors import SummaryError
from briefbank.summary.prompt import MOST_CLAIMS, MOST_SOURCES
from briefbank.summary.prompt_injection import addresses_reader, is_latin
from briefbank.text.sentences import sentence_ranges

MOST_WORDS = 120
"""The word limit of a generated summary."""
_LONGEST_REPLY = 20_000
"""The most characters of a reply; one that follows the grammar has about 1,500."""
_LONGEST_CLAIM = 1_000
"""The most characters of a claim; MOST_WORDS words have about 750. The limit bounds the checks, which compare
words with words."""
_SIGNS = frozenset("0123456789½¼¾ .,;:'\"‘’“”()[]–—?!§¶$€£%&/+°-")
"""The characters of English prose beside letters."""
_ADDRESS = re.compile(
    r"(?:https?|ftp|mailto|javascript|www)[:.]|://|[\w.+-]@\w|\w\.(?:com|org|net|io|gov|edu)\b", re.IGNORECASE
)
FORM = "This sentence holds signs that are not part of one."
ADDRESS = "This sentence names an address."
TO_READER = "This sentence speaks to its reader and not about the brief."


class _NotAReplyError(Exception):
    """Raised for a text that does not have the form that was asked for."""


def claims(text: str, material: SummarySource) -> tuple[Claim, ...]:
    """Return the claims of a reply in order, one sentence each, at most 120 words together; later ones are
    dropped.

    Takes linear time, on any thread. Raises SummaryError for a text that is no such reply, or one without a
    claim.
    """
    try:
        found = tuple(_within_words(_claims(_loaded(text, {"issue", "facts"}), material)))
    except _NotAReplyError:
        raise _no_reply() from None
    if not found:
        raise _no_reply()
    return found


def corrections(text: str, failed: Sequence[Claim], room: int) -> tuple[Claim | None, ...]:
    """Return for each failed claim its rewritten form, with the same sources.

    None stands for a claim without one, and for one that does not fit into the ``room`` words left. When the
    text is no valid reply, every entry is None, so that all the claims stay failed.
    """
    try:
        texts = _texts(_loaded(text, {"texts"})["texts"], len(failed))
    except _NotAReplyError:
        return (None,) * len(failed)
    corrected: list[Claim | None] = []
    for claim, written in zip(failed, texts, strict=True):
        words = len(written.split())
        fits = words <= room and len(list(sentence_ranges(written))) == 1
        corrected.append(Claim(written, claim.sources, claim.part) if fits else None)
        room -= words if fits else 0
    return tuple(corrected)


def find_form_faults(claim: Claim) -> Iterator[ClaimFinding]:
    """Yield the faults of form that bar a claim from further checks; asking again cannot correct them."""
    if len(claim.text) > _LONGEST_CLAIM or not all(
        _is_prose(sign) for sign in unicodedata.normalize("NFC", claim.text)
    ):
        yield ClaimFinding(ClaimFault.UNSUPPORTED, FORM)
    if _ADDRESS.search(claim.text):
        yield ClaimFinding(ClaimFault.UNSUPPORTED, ADDRESS)
    if addresses_reader(claim.text):
        yield ClaimFinding(ClaimFault.UNSUPPORTED, TO_READER)


def words_of(claims: Iterable[Claim]) -> int:
    return sum(len(claim.text.split()) for claim in claims)


def _is_prose(sign: str) -> bool:
    return sign in _SIGNS or (sign.isalpha() and is_latin(sign))


# --- the reply's form ----------------------------------------------------------------------------


def _loaded(untrusted_text: str, keys: set[str]) -> dict[str, object]:
    """Parse one JSON object with exactly these keys. Raises _NotAReplyError."""
    if len(untrusted_text) > _LONGEST_REPLY:
        raise _NotAReplyError
    try:
        loaded = json.loads(
            untrusted_text, object_pairs_hook=_without_duplicate_keys, parse_constant=_reject_constant
        )
    except (ValueError, RecursionError):
        raise _NotAReplyError from None  # the decoder's error holds the text
    return _object(loaded, keys)


def _without_duplicate_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _NotAReplyError
    return found


def _reject_constant(_: str) -> object:
    raise _NotAReplyError


def _object(untrusted: object, keys: set[str]) -> dict[str, object]:
    if not isinstance(untrusted, dict) or set(untrusted) != keys:
        raise _NotAReplyError
    return untrusted


def _list(untrusted: object, most: int) -> list[object]:
    if not isinstance(untrusted, list) or len(untrusted) > most:
        raise _NotAReplyError
    return untrusted


def _text(untrusted: object) -> str:
    if not isinstance(untrusted, str):
        raise _NotAReplyError
    return untrusted


def _texts(untrusted: object, count: int) -> list[str]:
    texts = [_text(each).strip() for each in _list(untrusted, count)]
    if len(texts) != count:
        raise _NotAReplyError
    return texts


def _claims(reply: dict[str, object], material: SummarySource) -> Iterator[Claim]:
    for part in SummaryPart:
        for untrusted in _list(reply[part.value], MOST_CLAIMS[part]):
            item = _object(untrusted, {"sources", "text"})
            sources = _sources(item["sources"], material)
            text = _text(item["text"])
            for start, end in sentence_ranges(text):
                yield Claim(text[start:end], sources, part)


def _sources(untrusted: object, material: SummarySource) -> tuple[int, ...]:
    """Return the numbers that are sentences of the material, in its order; the result may be empty."""
    numbers = _list(untrusted, MOST_SOURCES)
    if any(type(number) is not int for number in numbers):  # bool is an int too
        raise _NotAReplyError
    return tuple(sentence.number for sentence in material.sentences if sentence.number in numbers)


def _within_words(found: Iterable[Claim]) -> Iterator[Claim]:
    room = MOST_WORDS
    for claim in found:
        room -= len(claim.text.split())
        if room < 0:
            return
        yield claim


def _no_reply() -> SummaryError:
    return SummaryError("The local model did not answer in the form that it was asked for.", detail="reply")
