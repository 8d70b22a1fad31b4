"""Writes the list of hashes of the model that comes with BriefBank: ``python -m installer.model_hashes``.

It must be run when another release of the model's package is locked; the self-test compares the installed
files with the list.
"""

from __future__ import annotations

import json

from briefbank.embedding.encoders import default_model
from briefbank.paths import resources_folder
from briefbank.storage.model_files import LIST, hashes


def main() -> None:
    """Write the list of the installed package. Raises NotReadable, and BriefBankError where there is none."""
    text = json.dumps(hashes(default_model()), indent=1, sort_keys=True)
    (resources_folder() / LIST).write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
