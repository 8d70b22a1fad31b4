"""Tests that untrusted names and titles cannot be displayed as other ones."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from briefbank.catalogue import document_rows
from briefbank.catalogue.database import Database
from briefbank.domain.caption_fields import CaptionField
from tests.catalogue.samples import add, path_in, reading

SPOOFED = "report\u202efdp.exe"
SHOWN = "report⟨U+202E⟩fdp.exe"


@pytest.mark.parametrize("hidden", ["\u202e", "\u2066", "\u200b", "\x1b", "\n", "\x07", "\u00ad", "\udc80"])
def test_hidden_characters_of_names_and_titles_are_written_out(catalogue: Database, hidden: str) -> None:
    name = f"a{hidden}b"
    stored, _ = add(catalogue, name, reading(title=name, court=name, docket=name))
    document = document_rows.get(catalogue, stored.id)
    assert document == stored
    for value in (document.title, document.court, document.docket, document.file_name.removesuffix(".pdf")):
        assert value == f"a⟨U+{ord(hidden):04X}⟩b"


def test_a_disguised_untrusted_correction_is_shown_unmasked(catalogue: Database) -> None:
    document, _ = add(catalogue)
    document_rows.correct(catalogue, document.id, CaptionField.JUDGE, SPOOFED)
    assert {entry.value for entry in document_rows.caption(catalogue, document.id)} >= {SHOWN}


def test_a_name_that_an_older_release_stored_raw_is_shown_as_it_is(
    tmp_path: Path, catalogue_file: Database
) -> None:
    document, _ = add(catalogue_file)
    with sqlite3.connect(path_in(tmp_path)) as raw:
        raw.execute("UPDATE document SET title = ?, file_name = ?", (SPOOFED, SPOOFED))
    raw.close()
    result = document_rows.get(catalogue_file, document.id)
    assert (result.title, result.file_name) == (SHOWN, SHOWN)


def test_names_of_any_language_stay_as_they_are(catalogue: Database) -> None:
    title = "State v. Muñoz — חוק, Закон, 法律, قانون (§ 2)"
    document, _ = add(catalogue, what=reading(title=title))
    assert document_rows.get(catalogue, document.id).title == title
