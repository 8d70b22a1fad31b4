"""Makes Word files for tests from the XML of their parts, with nothing in them that a test does not name."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import quoteattr

TRANSITIONAL = "http://schemas.openxmlformats.org/{}/2006/{}"
STRICT = "http://purl.oclc.org/ooxml/{}/{}"
_MAIN_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_PREFIXES = {
    "w": ("wordprocessingml", "main"),
    "r": ("officeDocument", "relationships"),
    "m": ("officeDocument", "math"),
    "a": ("drawingml", "main"),
    "c": ("drawingml", "chart"),
    "dgm": ("drawingml", "diagram"),
    "wp": ("drawingml", "wordprocessingDrawing"),
}
_FIXED = {
    "v": "urn:schemas-microsoft-com:vml",
    "o": "urn:schemas-microsoft-com:office:office",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
}


def namespaces(standard: str = TRANSITIONAL) -> str:
    """Return the declarations of all prefixes that the parts of these tests use."""
    spaces = {prefix: standard.format(*words) for prefix, words in _PREFIXES.items()} | _FIXED
    return " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in spaces.items())


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(content: str, properties: str = "") -> str:
    """Return a paragraph of runs, or of plain text."""
    inner = content if content.startswith("<") else run(content)
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def element(local: str, content: str) -> str:
    """Return the outermost element of a part."""
    return f"<{local} {namespaces()}>{content}</{local}>"


def word_package(
    path: Path,
    body: str,
    parts: Mapping[str, str | bytes] | None = None,
    *,
    standard: str = TRANSITIONAL,
    types: Mapping[str, str] | None = None,
    main: str = "word/document.xml",
    root_target: str = "",
) -> Path:
    """Write a Word file.

    ``parts`` are the parts beside the document by "kind:name", such as "header:header1.xml". The name
    without its extension is the id of the relationship; a part without a kind has none. ``types`` are media
    types by extension. ``root_target`` is how the file's relationship names the document.
    """
    folder = main.rpartition("/")[0]
    relation = standard.format("officeDocument", "relationships")
    names = {
        name: (kind, data) for key, data in (parts or {}).items() for kind, _, name in [key.partition(":")]
    }
    links = "".join(
        f'<Relationship Id="{name.rpartition("/")[2].partition(".")[0]}" Type="{relation}/{kind}" '
        f"Target={quoteattr(name)}/>"
        for name, (kind, _) in names.items()
        if kind
    )
    defaults = {"rels": "application/vnd.openxmlformats-package.relationships+xml", "xml": "application/xml"}
    listed = "".join(
        f'<Default Extension="{extension}" ContentType="{kind}"/>'
        for extension, kind in (defaults | dict(types or {})).items()
    )
    space = "http://schemas.openxmlformats.org/package/2006/"
    wholes: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{space}content-types">{listed}'
        f'<Override PartName="/{main}" ContentType="{_MAIN_TYPE}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{space}relationships"><Relationship Id="a" '
        f'Type="{relation}/officeDocument" Target="{root_target or main}"/></Relationships>',
        main: f"<w:document {namespaces(standard)}><w:body>{body}</w:body></w:document>",
        f"{folder}/_rels/{main.rpartition('/')[2]}.rels": (
            f'<Relationships xmlns="{space}relationships">{links}</Relationships>'
        ),
    }
    for name, (_, data) in names.items():
        text = data.replace(namespaces(), namespaces(standard)) if isinstance(data, str) else data
        wholes[f"{folder}/{name}"] = text
    with zipfile.ZipFile(path, "w") as archive:
        for name, whole in wholes.items():
            archive.writestr(name, whole)
    return path
