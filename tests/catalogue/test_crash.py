"""Tests that a kill during a change leaves all of a document in the catalogue or none of it."""

import signal
import sys
from pathlib import Path

import pytest

from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.schema import open_catalogue
from tests.catalogue.killing import killable_processes
from tests.catalogue.samples import add, path_in

VICTIM = """
from pathlib import Path
from sqlalchemy import event
from briefbank.catalogue import ingest_ledger
from briefbank.catalogue.schema import open_catalogue
from tests.catalogue.samples import add, passage, path_in, reading

# More than SQLite keeps in memory, so that unfinished pages reach the log on the disk.
MORE = reading(*(passage(i, f"{i} long words " * 300) for i in range(1500)))

def work():
    catalogue = open_catalogue(path_in(Path(sys.argv[1])))
    engine = catalogue._engine
    event.listen(engine, "after_cursor_execute", step)
    event.listen(engine, "commit", step)
    if sys.argv[2] == "add":
        add(catalogue, "b", MORE)
    else:
        ingest_ledger.remove_documents(catalogue, 1)
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize("work", ["add", "remove"])
def test_nothing_is_half_done_when_the_program_is_killed(tmp_path: Path, work: str) -> None:
    catalogue = open_catalogue(path_in(tmp_path))
    remaining, remaining_passages = add(catalogue, "a")
    catalogue.close()
    deaths = 0
    with killable_processes(VICTIM, str(tmp_path), work) as killed:
        for after in range(1, 30):
            code = killed(after)
            assert code in (0, -signal.SIGKILL)
            catalogue = open_catalogue(path_in(tmp_path))
            assert catalogue.faults() == []
            if code == 0:
                break
            deaths += 1
            assert list(document_rows.iterate(catalogue)) == [remaining]
            assert passage_rows.of_document(catalogue, remaining.id) == remaining_passages
            assert passage_rows.all_ids(catalogue) == {passage.id for passage in remaining_passages}
            catalogue.close()
    assert deaths >= 2
    assert document_rows.totals(catalogue)[0] == (2 if work == "add" else 0)
    catalogue.close()
