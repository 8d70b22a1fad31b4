"""Tests that changes of one program are seen by another at its next search."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from briefbank.domain.searches import SearchRequest
from briefbank.errors import NotInLibrary
from briefbank.library import Library

OTHER = """
import sys
from pathlib import Path
from briefbank.jobs import QuietReporter
from briefbank.library import Library

def main():
    with Library.open(Path(sys.argv[1])) as library:
        for line in sys.stdin:
            what, _, about = line.strip().partition(" ")
            if what == "add":
                library.ingest.add([Path(about)], QuietReporter())
            elif what == "remove":
                library.documents.remove(int(about))
            print(library.documents.totals()[0], flush=True)

if __name__ == "__main__":
    main()
"""
"""A program of its own that does what its input says and answers with the number of documents."""

Ask = Callable[[str], int]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Ask]:
    """The other program, on the same library as the test's."""
    (tmp_path / "other.py").write_text(OTHER)
    command = [sys.executable, str(tmp_path / "other.py"), str(tmp_path / "library")]
    pipe, project = subprocess.PIPE, str(Path(__file__).resolve().parents[1])
    surroundings = {**os.environ, "PYTHONPATH": project}
    program = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=project, env=surroundings)
    assert program.stdin is not None and program.stdout is not None
    requests, answers = program.stdin, program.stdout

    def ask(line: str) -> int:
        requests.write(line + "\n")
        requests.flush()
        return int(answers.readline())

    yield ask
    requests.close()
    assert program.wait(60) == 0
    answers.close()


def words(library: Library, query: str) -> int:
    return len(library.search(SearchRequest(query, words_only=True)).hits)


def test_additions_and_removals_of_another_program_are_seen_at_the_next_search(
    tmp_path: Path, other: Ask
) -> None:
    brief = tmp_path / "giraffe.txt"
    brief.write_text("POINT I\n\nThe police seized a giraffe without a warrant. It should be returned.\n")
    with Library.open(tmp_path / "library") as library:
        assert words(library, "giraffe") == 0
        before = library.revision()
        assert library.revision() == before
        assert other(f"add {brief}") == 1
        assert library.revision() != before
        assert [document.file_name for document in library.documents.each()] == ["giraffe.txt"]
        assert words(library, "giraffe") == 1
        (result,) = list(library.documents.each())
        assert library.reader.findable(result.id).find("a giraffe").matches
        library.documents.remove(result.id)
        assert other("look") == 0
        assert words(library, "giraffe") == 0
        with pytest.raises(NotInLibrary):
            library.reader.findable(result.id)
