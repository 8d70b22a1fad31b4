"""The fields of the word index, and how a passage becomes a row of them.

TEXT ranks. It, HEADINGS and TITLE have stems of the passage's language. EXACT has every word of the passage
at its position. DOCKET_KEYS and NAMED_DOCKETS have the keys of the docket numbers of the document and of the
text (``text.docket_numbers``), PAGES those of the labels of its pages (``text.page_numbers``). Only numbers
can be read back; the texts are in the catalogue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date

import tantivy

from briefbank.domain.documents import Document
from briefbank.domain.pages import UNSEARCHED_ROLES, Passage
from briefbank.index import analyzer
from briefbank.index.occurrences import citation_key, name_term
from briefbank.text import page_numbers
from briefbank.text.docket_numbers import keys_in, keys_of
from briefbank.text.language import TextLanguage, language_of

PASSAGE, DOCUMENT, FILED = "passage", "document", "filed"
TEXT, HEADINGS, TITLE = "text", "headings", "title"
EXACT, EXACT_HEADINGS, DOCKET = "exact", "exact_headings", "docket"
DOCKET_KEYS, NAMED_DOCKETS = "docket_keys", "named_dockets"
PAGES = "pages"
KIND, COURT, JUDGE, FOLDER, CITES = "kind", "court", "judge", "folder", "cites"
NUMBERS = (DOCUMENT, FILED)
INDEXED = (
    *NUMBERS,
    TEXT,
    HEADINGS,
    TITLE,
    EXACT,
    EXACT_HEADINGS,
    DOCKET,
    DOCKET_KEYS,
    NAMED_DOCKETS,
    PAGES,
    KIND,
    COURT,
    JUDGE,
    FOLDER,
    CITES,
)
"""The fields by which passages are found."""


def schema() -> tantivy.Schema:
    """Return the fields of the word index."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(PASSAGE, fast=True)
    builder.add_unsigned_field(DOCUMENT, indexed=True, fast=True)
    builder.add_integer_field(FILED, indexed=True, fast=True)
    for name in (TEXT, HEADINGS, TITLE):
        builder.add_text_field(name, tokenizer_name=analyzer.STEMMED, index_option="freq")
    for name in (EXACT, EXACT_HEADINGS, DOCKET):
        builder.add_text_field(name, tokenizer_name=analyzer.PLAIN, index_option="position")
    for name in (KIND, COURT, JUDGE, FOLDER, CITES, DOCKET_KEYS, NAMED_DOCKETS, PAGES):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    return builder.build()


def day(moment: date) -> int:
    """Return a date as FILED stores it."""
    return moment.toordinal()


def rows(
    document: Document, passages: Sequence[Passage], ids: Collection[int] | None = None
) -> Iterator[tantivy.Document]:
    """Yield a row for each passage that is searched; with ``ids``, only of these."""
    for passage in passages:
        if passage.role not in UNSEARCHED_ROLES and (ids is None or passage.id in ids):
            yield _row(document, passage)


def _row(document: Document, passage: Passage) -> tantivy.Document:
    row = tantivy.Document()
    row.add_unsigned(PASSAGE, passage.id)
    row.add_unsigned(DOCUMENT, document.id)
    if document.filed is not None:
        row.add_integer(FILED, day(document.filed))
    language = language_of(passage.text)
    _add_stemmed(row, TEXT, passage.text, language)
    row.add_text(EXACT, analyzer.prepare(passage.text))
    for heading in passage.heading_path:
        _add_stemmed(row, HEADINGS, heading, language)
        row.add_text(EXACT_HEADINGS, analyzer.prepare(heading))
    _add_stemmed(row, TITLE, document.title, language)
    row.add_text(DOCKET, analyzer.prepare(document.docket))
    for field, keys in (
        (DOCKET_KEYS, keys_of(document.docket)),
        (NAMED_DOCKETS, _named_dockets(passage)),
        (PAGES, page_numbers.keys(passage.labels)),
    ):
        for key in keys:
            row.add_text(field, key)
    row.add_text(KIND, str(document.kind))
    for field, name in ((COURT, document.court), (JUDGE, document.judge), (FOLDER, document.folder)):
        if name:
            row.add_text(field, name_term(name))
    for key in authorities(passage):
        row.add_text(CITES, key)
    return row


def _named_dockets(passage: Passage) -> frozenset[str]:
    return keys_in("\n".join((*passage.heading_path, passage.text)))


def _add_stemmed(row: tantivy.Document, name: str, text: str, language: TextLanguage) -> None:
    stemmed = analyzer.stemmed_text(text, language)
    if isinstance(stemmed, str):
        row.add_text(name, stemmed)
    else:
        row.add_pre_tokenized_text(name, stemmed)


def authorities(passage: Passage) -> list[str]:
    """Return the keys of the authorities that a passage cites, each once."""
    return list(
        dict.fromkeys(filter(None, (citation_key(citation.canonical) for citation in passage.citations)))
    )
