"""Prepares both forms of the encoder that comes with BriefBank for ONNX Runtime, for a package.

    python -m installer.prepare_model FOLDER

Each computer decides which form it uses when the encoder is first used, because that depends on the
processor.
"""

from __future__ import annotations

import sys
from pathlib import Path

from briefbank.embedding.encoders import default_model
from briefbank.embedding.exported_model import complete
from briefbank.embedding.model_config import content_hash
from briefbank.embedding.onnx_export import export


def main() -> int:
    """Prepare the model, which takes half a minute the first time and a moment afterwards."""
    source = default_model()
    target = Path(sys.argv[1]) / content_hash(source)
    if not complete(target, target.name):
        target.parent.mkdir(parents=True, exist_ok=True)
        export(source, target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
