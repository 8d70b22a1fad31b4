"""Reference records: whole and valid RIS, read back by the rules of the format."""

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Tier
from briefbank.exports.exports import TYPES, ris_records
from tests.exports.factory import hit

LINE = re.compile(r"([A-Z][A-Z0-9])  - (.*)")


def read(content: bytes) -> list[list[tuple[str, str]]]:
    """The records of a file: each begins with TY, ends with ER, and has nothing but tagged lines."""
    records: list[list[tuple[str, str]]] = []
    text = content.decode("utf-8")
    assert text.endswith("\r\n") or not text
    for line in text.split("\r\n")[:-1]:
        match = LINE.fullmatch(line)
        assert match, line
        tag, value = match.groups()
        if tag == "TY":
            records.append([])
        assert records
        records[-1].append((tag, value))
    for record in records:
        assert (record[0][0], record[-1]) == ("TY", ("ER", ""))
        assert [tag for tag, _value in record].count("ER") == 1
    return records


def test_a_record_holds_what_a_reference_manager_asks_for() -> None:
    known = hit(1, alerts=("Overruled.",), last_label="13")
    spans = (*known.passage.spans, replace(known.passage.spans[0], page=15))
    [record] = read(ris_records([replace(known, passage=replace(known.passage, spans=spans))]))
    fields = dict(record)
    assert fields["TY"] == "UNPB"
    assert fields["TI"] == "State v. Doe"
    assert (fields["PY"], fields["DA"]) == ("2015", "2015/03/03/")
    assert (fields["PB"], fields["M1"]) == ("Supreme Court of New Jersey", "A-1-14")
    assert (fields["SP"], fields["EP"]) == ("12", "13")
    assert fields["AB"] == known.passage.text
    assert ("N1", "Overruled.") in record


def test_a_passage_that_is_less_close_has_that_as_a_keyword() -> None:
    close, less_close = read(ris_records([hit(1), hit(2, tier=Tier.LESS_CLOSE)]))
    assert ("KW", "Less close") in less_close and ("KW", "Less close") not in close


def test_what_is_not_known_has_no_line() -> None:
    known = hit(1)
    bare = replace(known, document=replace(known.document, filed=None, docket="", court="", office=""))
    [record] = read(ris_records([bare]))
    assert {"DA", "PY", "M1", "PB", "AU"}.isdisjoint(tag for tag, _value in record)


def test_every_kind_of_document_has_a_type() -> None:
    assert set(TYPES) == set(Kind)


@given(st.lists(st.text(max_size=60), max_size=4))
def test_no_words_of_a_brief_can_end_or_begin_a_record(texts: list[str]) -> None:
    hits = [hit(number, f"{text}\r\nER  - \nTY  - CASE", title=text) for number, text in enumerate(texts, 1)]
    assert len(read(ris_records(hits))) == len(texts)
