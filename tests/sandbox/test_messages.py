"""Tests that a message of a child is a value of the declared type, or ends the child."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Mapping, Set
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank import errors
from briefbank.domain.office import Person
from briefbank.domain.pages import Box, PageImage, PageLink
from briefbank.domain.summaries import ModelFile, Prompt
from briefbank.embedding.torch_child import ModelRequest
from briefbank.errors import BriefBankError, ChildMistake, Damaged
from briefbank.extraction import containers, convert, repair, sniff
from briefbank.extraction.page_server import PageRequest
from briefbank.extraction.passages import PrecomputedSegmenter
from briefbank.ingest import file_reading, originals
from briefbank.ingest.file_reading import FileReading, Recognition
from briefbank.llm.engine import GenerationEnd
from briefbank.network.egress_worker import EgressReply as ServerReply
from briefbank.network.egress_worker import Request as ServerRequest
from briefbank.ocr import olmocr, tesseract
from briefbank.office.directory import DirectoryReply, DirectoryRequest, DirectoryStart
from briefbank.sandbox import messages
from briefbank.sandbox.child import Child, ChildEndedError, Tell
from briefbank.sandbox.confinement import Source
from briefbank.sandbox.messages import Failure, MalformedMessageError, Numbered, ParentPipe, Part, Reply
from tests.extraction.remote_calls import send_frame
from tests.support.profile import sample

FUNCTIONS: tuple[Callable[..., Any], ...] = (
    *(containers.list_attached, originals.convert_to_pdf, sniff.identify),
    *(containers.extract_attached, containers.extract_outer, convert.to_pdf),
    *(file_reading.draw_pages, file_reading.read_file, file_reading.read_recognised, repair.lost_its_lock),
    *(file_reading.segmenter_queries, file_reading.write_copy, sniff.count_pages, sniff.look_at),
    *(containers.summarise_mail, olmocr.build_request, olmocr.read_answer),
    *(repair.repair, sniff.file_type, tesseract.recognise, repair.unlock),
)
"""The functions that are called in children."""
ANSWERS = sorted({get_type_hints(function)["return"] for function in FUNCTIONS}, key=str)
OTHER_ANSWERS: tuple[Any, ...] = (
    *(bool, GenerationEnd | None, float, ModelFile, PageImage, list[Box], list[Box | None]),
    *(list[PageLink], list[str], list[float], list[tuple[float, float]], tuple[bytes, int, str]),
)
REQUESTS: tuple[Any, ...] = (
    *(Prompt, ModelRequest, PageRequest, Path, tuple[Path, Path, Path]),
    *(tuple[Person, str, bytes], DirectoryStart, DirectoryReply, DirectoryRequest),
    *(ServerReply, ServerRequest),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
FAILED = (BriefBankError, ChildMistake, OSError)


def parameter_types(function: Callable[..., Any]) -> list[Any]:
    hints = {name: kind for name, kind in get_type_hints(function).items() if name != "return"}
    return [kind for kind in hints.values() if kind not in (Path, Source, Tell)]


class Frame:
    """A pipe that holds one frame, so that one thread can write it and read it."""

    def __init__(self, content: bytes = b"") -> None:
        self.content = content

    def send_bytes(self, content: bytes) -> None:
        self.content = content

    def recv_bytes(self, largest: int) -> bytes:
        assert len(self.content) <= largest
        return self.content


def received(content: bytes, reply: Reply) -> object:
    return messages.receive(Frame(content), reply)  # type: ignore[arg-type]


def sent(send: Callable[[ParentPipe], None]) -> bytes:
    frame = Frame()
    send(ParentPipe(frame))  # type: ignore[arg-type]
    return frame.content


st.register_type_strategy(str, TEXTS)
st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))
st.register_type_strategy(float, st.floats(allow_nan=False))
st.register_type_strategy(Path, TEXTS.filter(lambda text: "\0" not in text).map(Path))


st.register_type_strategy(
    PrecomputedSegmenter,
    st.builds(PrecomputedSegmenter, st.dictionaries(TEXTS, st.lists(st.floats(0, 1), max_size=3))),
)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    if kind == Set[int]:
        return st.frozensets(st.integers(0, 9))
    if kind == Mapping[int, Recognition]:
        return st.dictionaries(st.integers(0, 9), st.from_type(Recognition))
    return st.from_type(kind)


@pytest.mark.parametrize("kind", [*ANSWERS, *OTHER_ANSWERS], ids=str)
@settings(max_examples=sample(6, 50))
@given(data=st.data())
def test_every_answer_crosses_whole(kind: Any, data: st.DataObject) -> None:
    value = data.draw(values_of(kind))
    assert received(sent(lambda pipe: pipe.send(value)), Reply(kind)) == messages.Answer(value)
    assert received(sent(lambda pipe: pipe.send_part(value)), Reply(int, kind)) == Part(value)


ARGUMENTS = sorted({kind for function in FUNCTIONS for kind in parameter_types(function)}, key=str)


@pytest.mark.parametrize("kind", [*REQUESTS, *ARGUMENTS], ids=str)
@settings(max_examples=sample(6, 50))
@given(data=st.data())
def test_every_request_and_argument_crosses_whole(kind: Any, data: st.DataObject) -> None:
    value = data.draw(values_of(kind))
    assert messages.decode(messages.encode(value), kind) == value
    numbered = Numbered(7, value)
    assert messages.decode(messages.encode(numbered), Numbered[kind]) == numbered


def frames() -> st.SearchStrategy[bytes]:
    """Bytes; values of MessagePack; and frames of ours with anything in them, cut short or changed."""
    tags = st.sampled_from(["Answer", "Part", "Failure", "Call"])
    leaves = st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(), TEXTS)
    values = st.recursive(
        leaves | st.binary(max_size=9),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
        max_leaves=12,
    )
    names = st.sampled_from(["value", "kind", "title", "remedy", "detail", "number"])
    fields = st.dictionaries(names, values)
    framed = st.builds(lambda tag, parts: {"type": tag, **parts}, tags, fields).map(msgspec.msgpack.encode)
    cut = st.builds(lambda frame, at: frame[:at], framed, st.integers(0, 40))
    heads = st.sampled_from([b"\xdd", b"\xdf", b"\xc6", b"\xdb"]).map(lambda head: head + b"\xff" * 4)
    deep = st.just(b"\x91" * 9_000)
    return st.one_of(st.binary(max_size=60), values.map(msgspec.msgpack.encode), framed, cut, heads, deep)


@pytest.mark.parametrize("kind", [FileReading, PageImage, str, type(None), list[Box | None]], ids=str)
@given(data=frames())
def test_any_bytes_are_a_value_of_the_type_or_malformed_and_nothing_else(kind: Any, data: bytes) -> None:
    try:
        message = received(data, Reply(kind, str, FAILED))
    except MalformedMessageError:
        return
    assert isinstance(message, messages.Answer | Part | Exception)
    if isinstance(message, messages.Answer):
        assert received(sent(lambda pipe: pipe.send(message.value)), Reply(kind)) == message


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xc1" * 50, id="noise"),
        pytest.param(messages.encode(messages.Answer("a text")), id="another type"),
        pytest.param(messages.encode(Part(1)), id="a part that was not asked for"),
        pytest.param(messages.encode(Failure("briefbank.errors.StoreFull")), id="an error of another kind"),
        pytest.param(messages.encode(Failure("briefbank.errors.Cancelled")), id="only a person cancels"),
        pytest.param(messages.encode(Failure("builtins.KeyboardInterrupt")), id="no error of ours"),
        pytest.param(messages.encode(Failure("briefbank.library.Library")), id="another class"),
    ],
)
def test_a_child_that_sends_an_unrequested_value_is_killed_and_counts_as_ended(data: bytes) -> None:
    child = Child(send_frame, data)
    with pytest.raises(ChildEndedError):
        child.receive(int, 30.0, errors=(Damaged, ChildMistake))
    assert child.gone


def error_classes(root: type[BriefBankError] = BriefBankError) -> list[type[BriefBankError]]:
    return [root, *(kind for subclass in root.__subclasses__() for kind in error_classes(subclass))]


def test_own_error_classes_are_transmitted_with_their_texts_and_no_others() -> None:
    for kind in error_classes():
        if kind.__module__.startswith("briefbank.") and kind is not errors.Cancelled:
            again = messages.error_of(messages.failure_of(kind("What.", "To do.", detail="for the log")))
            assert isinstance(again, BriefBankError) and type(again) is kind
            assert (again.title, again.remedy, again.detail) == ("What.", "To do.", "for the log")


def test_other_exceptions_cross_as_their_class_and_place_and_never_with_their_text() -> None:
    def failed(error: Exception) -> Failure:
        try:
            raise error
        except Exception as raised:  # noqa: BLE001
            return messages.failure_of(raised)

    mistake = messages.error_of(failed(KeyError("words of a brief")))
    assert isinstance(mistake, ChildMistake) and mistake.detail.startswith("KeyError at test_messages.py:")
    full = messages.error_of(failed(OSError(28, "words of a brief", "name of a file")))
    assert isinstance(full, OSError) and full.errno == 28
    assert "brief" not in str(mistake) + str(full) and "name" not in str(full)


def test_half_characters_become_question_marks_but_paths_stay_as_they_are() -> None:
    path = Path("a\udcff.pdf")
    kind = tuple[str, Path, bytes]
    assert messages.decode(messages.encode(("b\udcff", path, b"\xff")), kind) == ("b?", path, b"\xff")


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", EOFError),
        (struct.pack(">I", 5) + b"\xa4ab", EOFError),
        (struct.pack(">I", messages.LARGEST_STREAMED + 1), MalformedMessageError),
        (struct.pack(">I", 1) + b"\x05", MalformedMessageError),
    ],
)
def test_a_stream_gives_whole_messages_of_the_type_within_the_limit(
    data: bytes, error: type[Exception]
) -> None:
    with pytest.raises(error):
        messages.read(io.BytesIO(data), str)
    stream = io.BytesIO()
    messages.write(stream, "here")
    assert messages.read(io.BytesIO(stream.getvalue()), str) == "here"
