"""Tests of reading a BEIR data set, and of errors that name the file and the line."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from briefbank.errors import BriefBankError
from briefbank.evaluate.data_sets import DataSetError, load
from tests.evaluate import sets


def test_a_whole_data_set_is_read(tmp_path: Path) -> None:
    data = load(sets.write(tmp_path / "set"))
    assert [row.id for row in data.rows] == ["s1", "s2", "s3", "s4"]
    assert data.judgements["q2"] == {"s2": 1, "missing": 1}
    assert list(data.judged_queries()) == ["q1", "q2", "q3"]
    assert list(data.judged_queries(1)) == ["q1"]


def test_titles_may_lack_and_the_judgements_may_lack_a_heading(tmp_path: Path) -> None:
    folder = sets.write(tmp_path / "set", rows=[{"_id": "a", "text": "b"}], judgements=["q1\ta\t1"])
    data = load(folder)
    assert data.rows[0].title == ""
    assert data.judgements == {"q1": {"a": 1}}


def test_a_filing_date_is_read_where_a_row_has_one(tmp_path: Path) -> None:
    metadata = [{"filed": "2015-03-03"}, {"filed": None}, {"kind": "statute"}, "brief"]
    rows = [{"_id": f"r{n}", "text": "b", "metadata": item} for n, item in enumerate(metadata)]
    data = load(sets.write(tmp_path / "set", [*rows, {"_id": "r4", "text": "b"}]))
    assert [row.filed for row in data.rows] == [date(2015, 3, 3), None, None, None, None]


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"])
def test_a_missing_or_empty_file_is_named(tmp_path: Path, name: str) -> None:
    folder = sets.write(tmp_path / "set")
    (folder / name).write_text("")
    with pytest.raises(DataSetError, match=name.rpartition("/")[2]):
        load(folder)
    (folder / name).unlink()
    with pytest.raises(DataSetError, match=name.rpartition("/")[2]):
        load(folder)


_FILED = '{{"_id": "x", "text": "x", "metadata": {{"filed": {}}}}}'


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("corpus.jsonl", "{not json", "line 5: this line cannot be read: JSON is malformed"),
        ("corpus.jsonl", "[1]", "line 5: this line cannot be read: Expected `object`"),
        (
            "corpus.jsonl",
            '{"_id": "x"}',
            "line 5: this line cannot be read: Object missing required field `text`",
        ),
        (
            "corpus.jsonl",
            '{"_id": 7, "text": "x"}',
            "line 5: this line cannot be read: Expected `str`, got `int`",
        ),
        ("corpus.jsonl", '{"_id": "s1", "text": "x"}', "line 5: the document “s1” is there twice"),
        ("corpus.jsonl", _FILED.format('"May 1"'), "line 5: this line cannot be read: "),
        ("corpus.jsonl", _FILED.format(2015), "line 5: this line cannot be read: "),
        (
            "queries.jsonl",
            '{"_id": "x"}',
            "line 5: this line cannot be read: Object missing required field `text`",
        ),
        ("qrels/test.tsv", "q1\ts1", "line 6: there must be"),
        ("qrels/test.tsv", "q1\ts1\tyes", "line 6: there must be"),
    ],
)
def test_a_bad_line_is_named_by_file_and_number(tmp_path: Path, name: str, line: str, expected: str) -> None:
    folder = sets.write(tmp_path / "set")
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(DataSetError) as caught:
        load(folder)
    assert caught.value.title.startswith(f"{name.rpartition('/')[2]}, {expected}")


def test_a_file_in_another_encoding_is_an_error_of_the_tree(tmp_path: Path) -> None:
    folder = sets.write(tmp_path / "set")
    (folder / "corpus.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BriefBankError, match="not UTF-8"):
        load(folder)
