"""Changes to a backup that its manifest knows of: whoever made it up wrote the manifest, too."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from tests.untrusted_input.factory import Case

MANIFEST = "manifest.json"


def path_of_part(case: Case, part: str, at: int = 0) -> Path:
    """A part of the backup, which the manifest names by its hash and size once ``agree`` was called."""
    entry = _entry(json.loads((case.backup / MANIFEST).read_text()), part, at)
    return case.backup / str(entry["name"])


def update_manifest(case: Case, part: str, at: int = 0) -> None:
    """Rename a changed part after its contents, and update the manifest."""
    manifest = case.backup / MANIFEST
    whole = json.loads(manifest.read_text())
    entry = _entry(whole, part, at)
    path = case.backup / entry["name"]
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    name = {
        "catalogue": f"catalogue-{sha256[:16]}.sqlite",
        "thesaurus": f"thesaurus-{sha256}.txt",
        "record": f"audit-{sha256}.log",
        "reading": f"reading/{sha256}.pdf",
    }.get(part, entry["name"])
    shutil.move(path, case.backup / name)
    entry.update(name=name, sha256=sha256, size=(case.backup / name).stat().st_size)
    manifest.write_text(json.dumps(whole))


def _entry(whole: dict[str, Any], part: str, at: int) -> dict[str, Any]:
    result = whole[part]
    entry = result[at] if isinstance(result, list) else result
    assert isinstance(entry, dict)
    return entry
