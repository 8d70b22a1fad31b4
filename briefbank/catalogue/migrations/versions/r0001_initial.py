"""Create the tables of a catalogue in a file of SQLite.

A database of PostgreSQL gets the tables of the newest revision at once (``postgres_schema``). Hashes and
suffixes have a constraint that holds for every writer, because they become part of a path.
"""

from alembic import op

revision = "0001"
down_revision = None

_SUFFIX = "typeof(suffix) = 'text' AND suffix GLOB '.[a-z0-9]*' AND substr(suffix, 2) NOT GLOB '*[^a-z0-9]*'"


def _hash(column: str) -> str:
    return f"typeof({column}) = 'text' AND length({column}) = 64 AND {column} NOT GLOB '*[^0-9a-f]*'"


def _reference(table: str, parent: str, column: str = "", key: str = "id") -> str:
    """Return a foreign key from a column, by default ``parent``_id, to another table."""
    column = column or f"{parent}_id"
    return f"CONSTRAINT fk_{table}_{column} FOREIGN KEY({column}) REFERENCES {parent} ({key})"


def _owner(table: str, parent: str, column: str = "", key: str = "id") -> str:
    """Return a foreign key to the row with which the rows of a table are deleted."""
    return f"{_reference(table, parent, column, key)} ON DELETE CASCADE"


TABLES = f"""
CREATE TABLE document (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, sha256 VARCHAR NOT NULL, kind VARCHAR NOT NULL,
    title TEXT NOT NULL, court TEXT NOT NULL, docket TEXT NOT NULL, filed DATE,
    filed_source VARCHAR NOT NULL, pages INTEGER NOT NULL, ocr_pages INTEGER NOT NULL,
    passages INTEGER NOT NULL, gaps INTEGER NOT NULL, file_name TEXT NOT NULL, suffix VARCHAR NOT NULL,
    size INTEGER NOT NULL, added_at TEXT NOT NULL, has_reading_copy BOOLEAN NOT NULL,
    sample BOOLEAN NOT NULL, doubtful_pages INTEGER NOT NULL, hidden_pages INTEGER NOT NULL,
    family INTEGER NOT NULL, parties TEXT NOT NULL, side TEXT NOT NULL, office TEXT NOT NULL,
    corrected VARCHAR NOT NULL, judge TEXT NOT NULL, folder TEXT DEFAULT '' NOT NULL,
    attached INTEGER DEFAULT '0' NOT NULL, title_key VARCHAR DEFAULT '' NOT NULL,
    court_key VARCHAR DEFAULT '' NOT NULL, docket_key VARCHAR DEFAULT '' NOT NULL,
    titled BOOLEAN DEFAULT '1' NOT NULL, list_text VARCHAR DEFAULT '' NOT NULL,
    CONSTRAINT uq_document_sha256 UNIQUE (sha256),
    CONSTRAINT ck_document_sha256 CHECK ({_hash("sha256")}),
    CONSTRAINT ck_document_suffix CHECK ({_SUFFIX})
);
CREATE INDEX ix_document_court ON document (court_key, filed);
CREATE INDEX ix_document_docket ON document (docket_key, filed);
CREATE INDEX ix_document_family ON document (family);
CREATE INDEX ix_document_folder ON document (folder);
CREATE INDEX ix_document_list ON document (
    filed, kind, pages, passages, gaps, doubtful_pages, hidden_pages, family
);
CREATE INDEX ix_document_title ON document (title_key, filed);
CREATE TABLE attachment (
    document_id INTEGER NOT NULL, container VARCHAR NOT NULL,
    CONSTRAINT pk_attachment PRIMARY KEY (document_id, container),
    CONSTRAINT ck_attachment_container CHECK ({_hash("container")}),
    {_owner("attachment", "document")}
);
CREATE INDEX ix_attachment_container ON attachment (container);
CREATE TABLE caption (
    document_id INTEGER NOT NULL, field VARCHAR NOT NULL, value TEXT NOT NULL, source VARCHAR NOT NULL,
    confidence REAL NOT NULL, page INTEGER,
    CONSTRAINT pk_caption PRIMARY KEY (document_id, field),
    {_owner("caption", "document")}
);
CREATE TABLE annotation_gap (
    document_id INTEGER NOT NULL, annotation VARCHAR NOT NULL, places INTEGER NOT NULL,
    release VARCHAR NOT NULL,
    CONSTRAINT pk_annotation_gap PRIMARY KEY (document_id, annotation),
    {_owner("annotation_gap", "document")}
);
CREATE TABLE checksum (
    document_id INTEGER NOT NULL, read VARCHAR NOT NULL, copy VARCHAR NOT NULL, sha256 VARCHAR NOT NULL,
    entry VARCHAR NOT NULL, entry_hash VARCHAR NOT NULL,
    CONSTRAINT pk_checksum PRIMARY KEY (document_id),
    {_owner("checksum", "document")}
);
CREATE TABLE correction (
    document_id INTEGER NOT NULL, field VARCHAR NOT NULL, value TEXT NOT NULL,
    corrected_at TEXT NOT NULL,
    CONSTRAINT pk_correction PRIMARY KEY (document_id, field),
    {_owner("correction", "document")}
);
CREATE TABLE recaptioned (
    document_id INTEGER NOT NULL,
    CONSTRAINT pk_recaptioned PRIMARY KEY (document_id),
    {_owner("recaptioned", "document")}
);
CREATE TABLE page (
    document_id INTEGER NOT NULL, "index" INTEGER NOT NULL, label TEXT NOT NULL,
    source VARCHAR NOT NULL, gap_reason TEXT NOT NULL, raw BLOB NOT NULL, engine VARCHAR NOT NULL,
    confidence REAL, hidden INTEGER NOT NULL,
    CONSTRAINT pk_page PRIMARY KEY (document_id, "index"),
    {_owner("page", "document")}
);
CREATE TABLE passage (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, document_id INTEGER NOT NULL,
    ordinal INTEGER NOT NULL, role VARCHAR NOT NULL, searchable BOOLEAN NOT NULL,
    text_hash BLOB NOT NULL, section INTEGER NOT NULL,
    page_label TEXT NOT NULL, heading_path VARCHAR NOT NULL, spans BLOB NOT NULL,
    citations VARCHAR NOT NULL, text TEXT NOT NULL,
    CONSTRAINT uq_passage_document_id_ordinal UNIQUE (document_id, ordinal),
    {_owner("passage", "document")}
);
CREATE INDEX ix_passage_document_id_text_hash ON passage (document_id, text_hash);
CREATE INDEX ix_passage_searchable ON passage (searchable);
CREATE TABLE embedded (
    passage_id INTEGER NOT NULL, model VARCHAR NOT NULL,
    CONSTRAINT pk_embedded PRIMARY KEY (passage_id),
    {_owner("embedded", "passage")}
);
CREATE TABLE feedback (
    person TEXT DEFAULT '' NOT NULL, "query" TEXT NOT NULL, document_sha256 VARCHAR NOT NULL,
    text_hash BLOB NOT NULL, verdict VARCHAR NOT NULL, given_at TEXT NOT NULL,
    CONSTRAINT pk_feedback PRIMARY KEY (person, "query", document_sha256, text_hash),
    CONSTRAINT ck_feedback_verdict CHECK (verdict IN ('up', 'down'))
);
CREATE TABLE shared_collection (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, shared_by TEXT NOT NULL, name TEXT NOT NULL,
    hearing DATE, shared_at TEXT NOT NULL,
    CONSTRAINT uq_shared_collection_shared_by_name UNIQUE (shared_by, name)
);
CREATE TABLE shared_entry (
    collection_id INTEGER NOT NULL, place INTEGER NOT NULL, document_sha256 VARCHAR NOT NULL,
    words VARCHAR NOT NULL, page INTEGER NOT NULL, ranges TEXT NOT NULL, note TEXT NOT NULL,
    CONSTRAINT pk_shared_entry PRIMARY KEY (collection_id, place),
    {_owner("shared_entry", "shared_collection", "collection_id")}
);
CREATE TABLE intake (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL, started_at TEXT NOT NULL,
    finished_at TEXT, stage VARCHAR NOT NULL, status VARCHAR, reason TEXT NOT NULL, document_id INTEGER,
    archive TEXT NOT NULL, member TEXT NOT NULL, sha256 VARCHAR NOT NULL, suffix VARCHAR NOT NULL,
    size INTEGER NOT NULL, attempts INTEGER NOT NULL, sample BOOLEAN NOT NULL, refusal VARCHAR,
    left_out BOOLEAN DEFAULT '0' NOT NULL, agreed VARCHAR DEFAULT '' NOT NULL,
    folder TEXT DEFAULT '' NOT NULL, container VARCHAR DEFAULT '' NOT NULL,
    depth INTEGER DEFAULT '0' NOT NULL, turn INTEGER DEFAULT '0' NOT NULL,
    base_state TEXT DEFAULT '' NOT NULL,
    CONSTRAINT ck_intake_sha256 CHECK (sha256 = '' OR {_hash("sha256")}),
    CONSTRAINT ck_intake_suffix CHECK (suffix = '' OR {_SUFFIX}),
    {_owner("intake", "document")}
);
CREATE INDEX ix_intake_document_id ON intake (document_id);
CREATE INDEX ix_intake_next ON intake (turn, id, stage) WHERE status IS NULL;
CREATE INDEX ix_intake_open ON intake (id) WHERE status IS NULL;
CREATE INDEX ix_intake_path ON intake (path);
CREATE TABLE ocr_order (
    sha256 VARCHAR NOT NULL, page INTEGER NOT NULL, replace_text BOOLEAN NOT NULL,
    setting VARCHAR NOT NULL, engine VARCHAR NOT NULL,
    CONSTRAINT pk_ocr_order PRIMARY KEY (sha256, page),
    CONSTRAINT ck_ocr_order_sha256 CHECK ({_hash("sha256")})
);
CREATE TABLE recognised (
    sha256 VARCHAR NOT NULL, page INTEGER NOT NULL, finished_at TEXT NOT NULL, packed BLOB NOT NULL,
    CONSTRAINT pk_recognised PRIMARY KEY (sha256, page),
    CONSTRAINT ck_recognised_sha256 CHECK ({_hash("sha256")})
);
CREATE TABLE signature (
    document_id INTEGER NOT NULL, scheme VARCHAR NOT NULL, minhash BLOB NOT NULL,
    CONSTRAINT pk_signature PRIMARY KEY (document_id),
    {_owner("signature", "document")}
);
CREATE TABLE watched (
    path TEXT NOT NULL, since TEXT NOT NULL, agreed VARCHAR DEFAULT '' NOT NULL,
    CONSTRAINT pk_watched PRIMARY KEY (path)
);
CREATE TABLE seen (
    "key" VARCHAR NOT NULL, folder TEXT NOT NULL,
    CONSTRAINT pk_seen PRIMARY KEY ("key"),
    {_owner("seen", "watched", "folder", "path")}
);
CREATE INDEX ix_seen_folder ON seen (folder);
CREATE TABLE state (
    "key" VARCHAR NOT NULL, value TEXT NOT NULL,
    CONSTRAINT pk_state PRIMARY KEY ("key")
);
CREATE TABLE authority (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, canonical TEXT NOT NULL, sort VARCHAR NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT uq_authority_canonical UNIQUE (canonical)
);
CREATE TABLE authority_name (
    canonical TEXT NOT NULL, "key" TEXT NOT NULL, authority_id INTEGER NOT NULL,
    CONSTRAINT pk_authority_name PRIMARY KEY (canonical),
    {_owner("authority_name", "authority")}
);
CREATE INDEX ix_authority_name_authority_id ON authority_name (authority_id);
CREATE INDEX ix_authority_name_key ON authority_name ("key");
CREATE TABLE form (
    document_id INTEGER NOT NULL, canonical TEXT NOT NULL, "key" TEXT NOT NULL, sort VARCHAR NOT NULL,
    rank INTEGER NOT NULL, beside TEXT NOT NULL, name TEXT NOT NULL,
    CONSTRAINT pk_form PRIMARY KEY (document_id, canonical),
    {_owner("form", "document")}
) WITHOUT ROWID;
CREATE INDEX ix_form_beside ON form (beside);
CREATE INDEX ix_form_canonical_rank_beside_name ON form (canonical, rank, beside, name);
CREATE TABLE cited (
    passage_id INTEGER NOT NULL, at INTEGER NOT NULL, authority_id INTEGER NOT NULL,
    document_id INTEGER NOT NULL, treatment TEXT NOT NULL,
    CONSTRAINT pk_cited PRIMARY KEY (passage_id, at),
    {_owner("cited", "passage")},
    {_reference("cited", "authority")},
    {_owner("cited", "document")}
) WITHOUT ROWID;
CREATE INDEX ix_cited_authority_id_document_id ON cited (authority_id, document_id);
CREATE INDEX ix_cited_document_id ON cited (document_id);
CREATE TABLE relation (
    id INTEGER NOT NULL, kind VARCHAR NOT NULL, source_id INTEGER, target_id INTEGER NOT NULL,
    passage_id INTEGER NOT NULL, document_id INTEGER NOT NULL, start INTEGER NOT NULL,
    "end" INTEGER NOT NULL, words TEXT NOT NULL,
    CONSTRAINT pk_relation PRIMARY KEY (id),
    {_reference("relation", "authority", "source_id")},
    {_reference("relation", "authority", "target_id")},
    {_owner("relation", "passage")},
    {_owner("relation", "document")}
);
CREATE INDEX ix_relation_document_id ON relation (document_id);
CREATE INDEX ix_relation_passage_id ON relation (passage_id);
CREATE INDEX ix_relation_source_id ON relation (source_id);
CREATE INDEX ix_relation_target_id ON relation (target_id);
CREATE TABLE identity (
    document_id INTEGER NOT NULL, authority_id INTEGER NOT NULL,
    CONSTRAINT pk_identity PRIMARY KEY (document_id, authority_id),
    {_owner("identity", "document")},
    {_reference("identity", "authority")}
) WITHOUT ROWID;
CREATE INDEX ix_identity_authority_id ON identity (authority_id);
CREATE TABLE provision (
    id INTEGER NOT NULL, document_id INTEGER NOT NULL, authority_id INTEGER NOT NULL,
    first INTEGER NOT NULL, last INTEGER NOT NULL, path VARCHAR NOT NULL, number TEXT NOT NULL,
    catchline TEXT NOT NULL, valid_from DATE, valid_to DATE,
    CONSTRAINT pk_provision PRIMARY KEY (id),
    CONSTRAINT uq_provision_document_id_first UNIQUE (document_id, first),
    {_owner("provision", "document")},
    {_reference("provision", "authority")}
);
CREATE INDEX ix_provision_authority_id ON provision (authority_id);
CREATE INDEX ix_provision_number ON provision (number);
CREATE TABLE graphed (
    document_id INTEGER NOT NULL, scheme VARCHAR NOT NULL,
    CONSTRAINT pk_graphed PRIMARY KEY (document_id),
    {_owner("graphed", "document")}
);
CREATE TABLE window (
    document_id INTEGER NOT NULL, canonical TEXT NOT NULL, valid_from DATE, valid_to DATE,
    set_at TEXT NOT NULL,
    CONSTRAINT pk_window PRIMARY KEY (document_id, canonical),
    {_owner("window", "document")}
);
CREATE TABLE good_law (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, canonical TEXT NOT NULL, also VARCHAR NOT NULL,
    name TEXT NOT NULL, standing VARCHAR NOT NULL, "by" TEXT NOT NULL, since DATE, note TEXT NOT NULL,
    entered_by TEXT NOT NULL, entered_at TEXT NOT NULL
);
CREATE TABLE dismissed (
    "key" VARCHAR NOT NULL, dismissed_at TEXT NOT NULL,
    CONSTRAINT pk_dismissed PRIMARY KEY ("key")
);
"""


def upgrade() -> None:
    for statement in TABLES.split(";"):
        if statement.strip():
            op.execute(statement.strip())
