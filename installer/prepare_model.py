"""Prepares the encoder that comes with BriefBank for ONNX Runtime, for a package.

    python -m installer.prepare_model FOLDER

The folder also holds the model's configuration, so that a package needs neither its weights nor PyTorch.
Beside it lies the list of its files' hashes, with which the self-test of a package compares them.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from briefbank.embedding.encoders import TOKENIZER, default_model, export, is_complete
from briefbank.embedding.model_folder import content_hash
from briefbank.storage.model_files import LIST, hashes


def main() -> int:
    """Prepare the model, which takes half a minute the first time and a moment afterwards."""
    source = default_model()
    target = Path(sys.argv[1]) / content_hash(source)
    if not is_complete(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        export(source, target)
    for file in source.rglob("*.json"):
        copied = target / file.relative_to(source)
        if copied.name != TOKENIZER:
            copied.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, copied)
    (target.parent / LIST).write_text(json.dumps(hashes(target), indent=1, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
