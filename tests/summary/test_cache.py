"""Tests of stored summaries: by document, model, prompt and text; damaged files are thrown away."""

from __future__ import annotations

import errno
import json
import os
import stat
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimFault,
    ClaimFinding,
    ClaimOutcome,
    GeneratedSummary,
    SourceKind,
    SourceSentence,
    SummaryPart,
    SummarySource,
)
from briefbank.errors import StoreFull
from briefbank.paths import LibraryPaths
from briefbank.summary import cache
from briefbank.summary.cache import PROMPT_VERSION, TOO_MUCH_WITHHELD

DOCUMENT, OTHER = "1a" * 32, "2b" * 32
MODEL = ("Some Model", "cd" * 32)
SENTENCES = tuple(
    SourceSentence(at, f"Sentence {at} of the brief.", SourceKind.FACT, 3, 40 + at, 0, 9)
    for at in range(1, 4)
)
SOURCE = SummarySource(7, "State v. Doe", SENTENCES)
FAULTY = ClaimFinding(ClaimFault.CITATION, "170 N.J. 633 does not stand in the source.", "Leave it out.")
SUMMARY = GeneratedSummary(
    7,
    *MODEL,
    PROMPT_VERSION,
    (
        CheckedClaim(Claim("The car was giraffe-coloured.", (1, 3), SummaryPart.ISSUE), ClaimOutcome.SHOWN),
        CheckedClaim(Claim("Nobody saw “a gun” in it.", (3,), SummaryPart.FACTS), ClaimOutcome.CORRECTED),
        CheckedClaim(Claim("", (2,), SummaryPart.FACTS), ClaimOutcome.WITHHELD, (FAULTY,)),
    ),
    seconds=12.5,
    sources=(SENTENCES[0], SENTENCES[2]),
)
NONE = replace(SUMMARY, claims=(), sources=(), withheld_whole=TOO_MUCH_WITHHELD)


@pytest.fixture
def paths(library_paths: LibraryPaths) -> LibraryPaths:
    cache.write(library_paths, DOCUMENT, SUMMARY, SOURCE, list_version=4)
    return library_paths


def read(paths: LibraryPaths, source: SummarySource = SOURCE, **other: str) -> GeneratedSummary | None:
    model = other.get("model", MODEL[1])
    return cache.read(paths, other.get("document", DOCUMENT), model, source, list_version=4)


def the_file(paths: LibraryPaths) -> Path:
    (file,) = paths.summaries.iterdir()
    return file


@pytest.mark.parametrize("summary", [SUMMARY, NONE])
def test_a_cached_summary_has_only_the_kinds_of_its_faults(
    library_paths: LibraryPaths, summary: GeneratedSummary
) -> None:
    cache.write(library_paths, DOCUMENT, summary, SOURCE, list_version=4)
    assert read(library_paths) == replace(
        summary, claims=tuple(_kinds_alone(claim) for claim in summary.claims)
    )


def _kinds_alone(checked: CheckedClaim) -> CheckedClaim:
    return replace(checked, findings=tuple(ClaimFinding(finding.fault, "") for finding in checked.findings))


def test_another_list_counts_only_where_it_had_a_sentence_withheld(library_paths: LibraryPaths) -> None:
    for fault, still_good in ((ClaimFault.CITATION, True), (ClaimFault.OUTDATED, False)):
        withheld = CheckedClaim(
            Claim("", (2,), SummaryPart.FACTS), ClaimOutcome.WITHHELD, (ClaimFinding(fault, ""),)
        )
        summary = replace(SUMMARY, claims=(*SUMMARY.claims[:2], withheld))
        cache.write(library_paths, DOCUMENT, summary, SOURCE, list_version=3)
        assert (read(library_paths) is not None) is still_good


def test_nothing_is_kept_for_another_document_or_model(paths: LibraryPaths) -> None:
    assert read(paths, document=OTHER) is None
    assert read(paths, model="ef" * 32) is None
    assert read(paths) is not None


@pytest.mark.parametrize(
    "changed",
    [
        replace(SOURCE, sentences=SENTENCES[:2]),
        replace(SOURCE, sentences=(replace(SENTENCES[0], text="Another sentence."), *SENTENCES[1:])),
        replace(SOURCE, sentences=(replace(SENTENCES[0], passage_id=99), *SENTENCES[1:])),
        replace(SOURCE, title="State v. Roe"),
    ],
)
def test_a_document_that_was_read_again_has_no_cached_summary(
    paths: LibraryPaths, changed: SummarySource
) -> None:
    assert read(paths, changed) is None
    assert not list(paths.summaries.iterdir())


def test_no_generated_word_can_be_read_in_the_file_or_its_name(paths: LibraryPaths) -> None:
    file = the_file(paths)
    for word in (b"giraffe", b"coloured", b"Nobody", b"claims"):
        assert word not in file.read_bytes()
    assert "Some" not in file.name


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights elsewhere")
def test_only_this_user_may_read_what_is_kept(paths: LibraryPaths) -> None:
    assert stat.S_IMODE(the_file(paths).stat().st_mode) == 0o600
    assert stat.S_IMODE(paths.summaries.stat().st_mode) == 0o700


def altered_file(change: Callable[[dict[str, object]], object]) -> bytes:
    value = json.loads(
        json.dumps({"format": cache.FORMAT, "material": cache.fingerprint(SOURCE), "withheld_whole": ""})
    )
    claim = {"text": "It was so.", "sources": [1], "part": "facts"}
    value |= {"list": 4, "model": "M", "seconds": 1.0}
    value["claims"] = [{"claim": claim, "outcome": "shown", "findings": []}]
    change(value)
    return zlib.compress(json.dumps(value).encode())


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not compressed",
        zlib.compress(b"not JSON"),
        zlib.compress(b"[]"),
        zlib.compress(b"{}"),
        zlib.compress(b"\xff\xfe"),
        zlib.compress(b"[" * 100_000),
        zlib.compress(b'{"format": 1,' + b" " * (1 << 24) + b"}"),
        zlib.compress(json.dumps({"format": 1}).encode())[:-4],
        altered_file(lambda value: value.update(format=1)),
        altered_file(lambda value: value.update(seconds="x")),
        altered_file(lambda value: value.update(claims=5)),
        altered_file(lambda value: value.update(claims=[])),
        altered_file(lambda value: value.update(withheld_whole="Nothing.")),
        altered_file(lambda value: value.update(claims=[5])),
        altered_file(lambda value: value.update(claims=[{"claim": {"text": 5}}])),
        altered_file(lambda value: value["claims"][0].update(outcome="proved")),  # type: ignore[index]
        altered_file(lambda value: value.update(seconds=10**400)),
        altered_file(lambda value: value.update(claims=[], withheld_whole="He confessed.")),
        altered_file(lambda value: value["claims"][0].update(findings=["x"])),  # type: ignore[index]
        altered_file(lambda value: value["claims"][0]["claim"].update(sources=["1"])),  # type: ignore[index]
    ],
)
def test_a_damaged_file_is_thrown_away(paths: LibraryPaths, content: bytes) -> None:
    the_file(paths).write_bytes(content)
    assert read(paths) is None
    assert not list(paths.summaries.iterdir())


@given(st.integers(0, 400), st.integers(1, 255))
def test_a_flipped_byte_never_changes_what_is_shown(tmp_path: Path, at: int, flip: int) -> None:
    paths = LibraryPaths(tmp_path)
    cache.write(paths, DOCUMENT, SUMMARY, SOURCE, list_version=4)
    content = bytearray(the_file(paths).read_bytes())
    content[at % len(content)] ^= flip
    the_file(paths).write_bytes(content)
    assert read(paths) in (
        None,
        replace(SUMMARY, claims=tuple(_kinds_alone(claim) for claim in SUMMARY.claims)),
    )


def test_a_folder_in_the_place_of_a_file_keeps_nothing_and_harms_nothing(library_paths: LibraryPaths) -> None:
    library_paths.kept_summary(DOCUMENT, MODEL[1], PROMPT_VERSION).mkdir(parents=True)
    assert read(library_paths) is None


def test_a_full_disk_is_reported_and_leaves_no_partial_file(
    library_paths: LibraryPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreFull):
        cache.write(library_paths, DOCUMENT, SUMMARY, SOURCE, list_version=4)
    assert list(library_paths.summaries.iterdir()) == []


def test_forgetting_a_document_takes_all_its_summaries_and_no_other(paths: LibraryPaths) -> None:
    cache.write(paths, DOCUMENT, replace(SUMMARY, fingerprint="ef" * 32), SOURCE, list_version=4)
    cache.write(paths, OTHER, SUMMARY, SOURCE, list_version=4)
    cache.delete_cached(paths, DOCUMENT)
    assert the_file(paths).name.startswith(OTHER)
    cache.delete_cached(LibraryPaths(paths.root / "without"), DOCUMENT)


def test_sweeping_takes_what_belongs_to_no_document_or_another_prompt(paths: LibraryPaths) -> None:
    cache.write(paths, OTHER, SUMMARY, SOURCE, list_version=4)
    cache.write(paths, DOCUMENT, replace(SUMMARY, prompt_version=PROMPT_VERSION + 1), SOURCE, list_version=4)
    (paths.summaries / "briefbank_unfinished_half_123.tmp").write_bytes(b"x")
    (paths.summaries / "notes.txt").write_bytes(b"a person's")
    cache.delete_outdated(paths, {DOCUMENT})
    left = sorted(path.name for path in paths.summaries.iterdir())
    assert left == [paths.kept_summary(DOCUMENT, MODEL[1], PROMPT_VERSION).name, "notes.txt"]
    cache.delete_outdated(LibraryPaths(paths.root / "without"), {DOCUMENT})
