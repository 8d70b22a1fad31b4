"""Writes the list of hashes of the model that comes with BriefBank: ``python -m installer.model_hashes``.

To be run when another release of the model's package is locked; the self-test compares what is installed.
"""

from __future__ import annotations

import json

from briefbank.index.embedding import default_model
from briefbank.model_files import LIST, hashes
from briefbank.paths import resources_folder


def main() -> None:
    """Takes the package that is installed. Raises NotReadable, and BriefBankError where there is none."""
    text = json.dumps(hashes(default_model()), indent=1, sort_keys=True)
    (resources_folder() / LIST).write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    main()
