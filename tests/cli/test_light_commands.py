"""Tests that a command that only reads loads only what it needs, and answers like the window."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from briefbank.catalogue import ingest_ledger, library_facts
from briefbank.cli import json_values
from briefbank.domain.searches import SearchRequest
from briefbank.embedding.encoders import Encoder
from briefbank.library import Library
from tests.support.command import run_as_program
from tests.support.library_factory import library_of

QUERY = "search of a car on the odor of marijuana"
TEXTS = {
    "car.txt": "POINT I\n\nTHE SEARCH OF THE CAR WAS UNLAWFUL\n\nThe officer smelled marijuana in the car. "
    "State v. Carty, 170 N.J. 632 (2002), forbids a search without suspicion.\n",
    "lineup.txt": "POINT I\n\nTHE LINEUP WAS SUGGESTIVE\n\nThe witness was shown one photograph only.\n",
}
LOADED = """
import sys
from briefbank.cli.main import main
status = main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(status)
"""
ONLY_FOR_CHANGES = (
    *("briefbank.ingest", "briefbank.ocr", "briefbank.userdata", "briefbank.drafts", "briefbank.llm"),
    *("briefbank.maintenance.health", "briefbank.maintenance.restore", "briefbank.network.egress_client"),
    *("alembic", "sqlalchemy.orm", "lancedb", "pyarrow", "eyecite", "torch", "docx"),
)
ONLY_FOR_SEARCH = ("numpy", "onnxruntime", "tokenizers", "tantivy", "briefbank.search", "briefbank.embedding")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Path:
    """The folder of a closed library with words and meaning."""
    folder = tmp_path_factory.mktemp("light")
    with library_of(folder, TEXTS, encoder, meaning=True):
        pass
    return folder


def loaded_by(folder: Path, *arguments: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    command = [sys.executable, "-c", LOADED, "--library", str(folder / "library"), *arguments, "--json"]
    completed = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(completed.stderr.split())


def among(loaded: set[str], packages: tuple[str, ...]) -> list[str]:
    return sorted(
        name for name in loaded if any(f"{name}.".startswith(f"{package}.") for package in packages)
    )


@pytest.mark.parametrize("arguments", [("list",), ("show", "1"), ("around", "1")], ids=lambda item: item[0])
def test_showing_what_is_there_loads_nothing_of_searching_or_changing(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    assert among(loaded_by(folder, *arguments), ONLY_FOR_CHANGES + ONLY_FOR_SEARCH) == []


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_reader_of_the_answer_who_leaves_early_is_no_fault(folder: Path, form: list[str]) -> None:
    command = [sys.executable, "-m", "briefbank", "--library", str(folder / "library"), "list", *form]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait() in (0, 1)


def test_an_authority_is_shown_without_models(folder: Path) -> None:
    only_for_changes = tuple(name for name in ONLY_FOR_CHANGES if name != "eyecite")  # it reads the citation
    unwanted = (*only_for_changes, "numpy", "onnxruntime", "briefbank.embedding")
    assert among(loaded_by(folder, "authority", "170 N.J. 632"), unwanted) == []


def test_a_search_by_meaning_loads_neither_lancedb_nor_what_only_changes_need(folder: Path) -> None:
    loaded = loaded_by(folder, "search", QUERY)
    assert "onnxruntime" in loaded
    assert among(loaded, ONLY_FOR_CHANGES) == []


def test_a_search_in_a_terminal_finds_what_the_window_finds_in_the_same_order(
    folder: Path, encoder: Encoder
) -> None:
    typed = json.loads(run_as_program(folder, "search", QUERY).output)
    with Library.open(folder / "library", encoder=encoder) as library:
        library.warm()
        answer = json.loads(
            json_values.encoded(json_values.answer_json(library.search(SearchRequest(QUERY, limit=10))))
        )
    assert typed["results"]
    assert {**typed, "took_ms": 0} == {**answer, "took_ms": 0}


@pytest.fixture
def own(folder: Path, tmp_path: Path) -> Path:
    """The folder of a library that may be changed."""
    shutil.copytree(folder / "library", tmp_path / "library")
    return tmp_path


@pytest.mark.nightly
def test_only_a_command_that_changes_something_deletes_leftovers(own: Path) -> None:
    left = own / "library" / "files" / f"{'0' * 64}.pdf"
    left.write_bytes(b"left by a stop")
    assert run_as_program(own, "list").status == 0 and left.exists()
    assert run_as_program(own, "check").status == 0 and not left.exists()


@pytest.mark.nightly
def test_a_reading_command_finishes_a_removal_that_a_stop_cut_short(own: Path, encoder: Encoder) -> None:
    with Library.open(own / "library", encoder=encoder) as library:
        ingest_ledger.remove_documents(library.catalogue, 1)
        assert library_facts.deleted(library.catalogue) is not None
    assert [
        document["document_id"] for document in json.loads(run_as_program(own, "list").output)["documents"]
    ] == [2]
    with Library.open(own / "library", encoder=encoder, tidy=False) as library:
        assert not (library_facts.deleted(library.catalogue) is not None)


def test_a_search_finds_words_that_a_stop_kept_out_of_the_index(own: Path, encoder: Encoder) -> None:
    with Library.open(own / "library", encoder=encoder) as library:
        library.lexical.remove(1, 2)
    answer = json.loads(run_as_program(own, "search", '"smelled marijuana"').output)
    assert answer["total"] == 1
    assert "smelled marijuana" in answer["results"][0]["text"]
