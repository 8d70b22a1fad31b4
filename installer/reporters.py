"""Writes the table of reporters and journals: ``python -m installer.reporters``.

It must be run when another release of eyecite or reporters-db is locked; a test compares the table with them.
"""

from __future__ import annotations

import json

from briefbank.citations.reporters import FILE, tables_of_eyecite
from briefbank.paths import resources_folder


def main() -> None:
    """Write the table of the installed packages."""
    text = json.dumps(tables_of_eyecite(), ensure_ascii=False)
    (resources_folder() / FILE).write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
