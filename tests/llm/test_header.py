"""The header of an untrusted file: read as it is, or refused, and nothing else."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.errors import ModelRefused
from briefbank.llm.header import Length, read_header
from tests.llm import tiny

pytestmark = tiny.needs_gguf


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.write(tmp_path_factory.mktemp("header") / "whole.gguf")


def test_it_reads_what_the_gguf_package_reads(whole: Path) -> None:
    import gguf

    theirs, ours = gguf.GGUFReader(whole), read_header(whole)
    values = {key: field for key, field in theirs.fields.items() if not key.startswith("GGUF.")}
    assert set(ours.values) == set(values)
    for key, field in values.items():
        if len(field.types) == 1:
            assert ours.values[key] == field.contents()
    assert ours.data_start == theirs.data_offset
    listed = [(each.name, each.n_elements, int(each.data_offset)) for each in theirs.tensors]
    assert [(each.name, each.elements, each.offset + ours.data_start) for each in ours.tensors] == listed
    assert ours.values["tokenizer.ggml.tokens"] == Length(len(values["tokenizer.ggml.tokens"].data))


@given(data=st.data())
def test_a_header_that_breaks_off_anywhere_is_refused(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content, end = whole.read_bytes(), read_header(whole).data_start
    cut = tmp_path_factory.mktemp("cut") / "cut.gguf"
    cut.write_bytes(content[: data.draw(st.integers(0, end - 64))])
    with pytest.raises(ModelRefused):
        read_header(cut)


@given(
    changes=st.lists(
        st.tuples(st.integers(4, 2000), st.sampled_from([0, 1, 9, 0x7F, 0xFF])), min_size=1, max_size=40
    )
)
def test_a_header_with_wrong_bytes_is_read_or_refused_and_nothing_else(
    whole: Path, tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]]
) -> None:
    content = bytearray(whole.read_bytes())
    for place, value in changes:
        content[place] = value
    wrong = tmp_path_factory.mktemp("wrong") / "wrong.gguf"
    wrong.write_bytes(content)
    try:
        header = read_header(wrong)
    except ModelRefused:
        return
    assert header.words("general.name").isprintable()
    assert header.number("llama.block_count") >= 0


@pytest.mark.parametrize("make", [tiny.huge_counts, tiny.huge_array, tiny.damaged])
def test_counts_that_no_file_can_hold_are_refused(make: object, tmp_path: Path) -> None:
    with pytest.raises(ModelRefused, match="damaged"):
        read_header(make(tmp_path / "bomb.gguf"))  # type: ignore[operator]


def test_a_list_of_lists_is_refused_as_llama_cpp_does(tmp_path: Path) -> None:
    nested = tmp_path / "nested.gguf"
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"a"
    nested.write_bytes(head + struct.pack("<IIQ", 9, 9, 1) * 1000)
    with pytest.raises(ModelRefused):
        read_header(nested)


def test_words_of_a_file_fill_one_line_and_no_more(tmp_path: Path) -> None:
    header = read_header(tiny.write(tmp_path / "name.gguf", name="A\nname\x1b[31m\u202e" + "x" * 500))
    assert header.words("general.name", 12) == "A name [31m "
    assert header.words("nothing") == ""
