"""How units and outcomes are encoded: what is no value of the expected kind is refused, whatever it is."""

from __future__ import annotations

import pickle
import tracemalloc
import zlib
from datetime import date
from pathlib import Path

import msgspec
import pytest

from briefbank.domain.pages import PageOrder
from briefbank.errors import Damaged
from briefbank.extraction.containers import MailSummary
from briefbank.extraction.passages import PrecomputedSegmenter
from briefbank.ingest.file_reading import FileMetadata, FileReading, Recognition
from briefbank.office import units
from briefbank.office.units import (
    BadOutcome,
    ReadFile,
    ReadRecognised,
    RecognisePages,
    Unit,
    UnitFile,
    UnitOutcome,
    WorkOrder,
    pack,
    unpack_order,
    unpack_outcome,
)

FILE = UnitFile("a" * 64, 1, ".pdf")
PAGES = RecognisePages((PageOrder(0), PageOrder(7)), "tesseract 5")
MAIL = MailSummary("Re: appeal", "Ada", date(2026, 1, 2), ("brief.pdf",), 1)
READING = ReadFile(FileMetadata("brief.pdf", True, "Appeals", mail=MAIL, exact_text=True), True, 1.5)
CUT_BY_MODEL = PrecomputedSegmenter({"key": [0.25, 0.5]})
RECOGNISED = ReadRecognised(
    FileMetadata("scan.pdf", False, segmenter=CUT_BY_MODEL), {3: Recognition("Tesseract", 0.9, "")}, 1.0
)


@pytest.mark.parametrize("unit", [PAGES, READING, RECOGNISED], ids=lambda unit: type(unit).__name__)
def test_a_unit_is_the_same_on_the_other_computer(unit: Unit) -> None:
    assert unpack_order(pack(WorkOrder(unit, FILE))) == WorkOrder(unit, FILE)


def encoded(value: object) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value))


@pytest.mark.parametrize("unit", [PAGES, READING, RECOGNISED], ids=lambda unit: type(unit).__name__)
@pytest.mark.parametrize(
    "untrusted",
    [
        b"",
        b"no zlib",
        pack(UnitOutcome(value=b"whole"))[:-3],
        zlib.compress(b"no MessagePack"),
        zlib.compress(pickle.dumps(Damaged())),
        encoded(["another kind"]),
        encoded({"value": 7}),
        encoded({"value": {"reading": {"kind": "brief"}}}),
        encoded({"unable": "works"}),
        encoded({"unable": "a text"}),
        encoded({}),
        encoded({"value": b"", "refused": True}),
        zlib.compress(b"\x91" * 100_000),
        pack(WorkOrder(PAGES, FILE)),
    ],
    ids=[
        *(
            "empty",
            "not packed",
            "cut off",
            "no MessagePack",
            "a pickle",
            "a list",
            "a number",
            "half a reading",
        ),
        *("no reason", "an unknown reason", "nothing", "two things", "without end", "an order"),
    ],
)
def test_what_is_no_outcome_of_the_unit_is_refused(unit: Unit, untrusted: bytes) -> None:
    with pytest.raises(BadOutcome):
        unpack_outcome(untrusted, unit, 10**9)


def bomb(unpacked: int) -> bytes:
    """Return a small outcome that unpacks to so many bytes of zeros."""
    compressor = zlib.compressobj(1)
    head = b"\x81\xa5value\xc6" + unpacked.to_bytes(4)
    parts = [compressor.compress(part) for part in (head, *[bytes(2**20)] * (unpacked // 2**20))]
    return b"".join((*parts, compressor.flush()))


@pytest.mark.parametrize("unit", [PAGES, READING], ids=lambda unit: type(unit).__name__)
def test_a_small_outcome_that_unpacks_to_gigabytes_takes_no_more_memory_than_the_limit(unit: Unit) -> None:
    untrusted = bomb(2**30)
    assert len(untrusted) < 8 * 2**20
    tracemalloc.start()
    try:
        with pytest.raises(BadOutcome):
            unpack_outcome(untrusted, unit, 10**9)
        assert tracemalloc.get_traced_memory()[1] < 3 * units.LARGEST_UNPACKED
    finally:
        tracemalloc.stop()


def test_the_reading_of_a_small_file_unpacks_to_little(brief_pdf: Path) -> None:
    outcome = pack(UnitOutcome(value=FileReading(None, (PageOrder(0),), undrawn=((0, ("x" * 10**6,) * 20),))))
    with pytest.raises(BadOutcome, match="too large"):
        unpack_outcome(outcome, READING, brief_pdf.stat().st_size)
