"""The table of reporters is eyecite's, and eyecite is asked wherever one of its other patterns can match."""

import json
import subprocess
import sys

import pytest

from briefbank.citations import reporters
from briefbank.citations.citations import find
from briefbank.paths import resources_folder

ODD = (
    "5 U.S. (1 Cranch) 137",
    "2003-Ohio-5",
    "2015 IL App (1st) 123456",
    "1 Va. App. 23 and 2011 Ark. App. 5",
    "T.C. Memo. 2010-123",
    "Rev. Rul. 99-7",
)


def test_the_table_is_that_of_the_installed_eyecite() -> None:
    kept = json.loads((resources_folder() / reporters.FILE).read_text("utf-8"))
    assert kept == reporters.tables_of_eyecite(), "run: python -m installer.reporters"


def test_eyecite_is_asked_for_every_text_in_which_it_finds_something() -> None:
    tokenizer = reporters._eyecite_tokenizer()
    names = sorted({name for each in reporters._patterns()[1] for name in each.strings})
    texts = [*ODD, *(f"See 12 {name} 34." for name in names), *(f"2010 {name} 345" for name in names)]
    found = [text for text in texts if tokenizer(text)]
    assert len(found) > 400
    assert [text for text in found if not reporters._may_hold_odd(text)] == []


@pytest.mark.parametrize(
    "text", ["170 N.J. 632 (2002)", "a search in 1999, 12 F.3d 34", "no citation at all"]
)
def test_plain_citations_are_found_without_eyecite(text: str) -> None:
    program = (
        "import sys; from briefbank.citations.citations import find\n"
        f"print([each.canonical for each in find({text!r})], 'eyecite' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == f"{[each.canonical for each in find(text)]} False\n"
