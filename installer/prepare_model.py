"""Makes the encoder that comes with BriefBank ready for ONNX Runtime, both forms of it, for a package.

    python -m installer.prepare_model FOLDER

Which form a computer uses is decided there, when it is first used: that depends on the processor.
"""

from __future__ import annotations

import sys
from pathlib import Path

from briefbank.index.embedding import default_model
from briefbank.index.onnx_export import export
from briefbank.index.prepared import complete
from briefbank.index.recipe import content_hash


def main() -> int:
    """Takes half a minute, and a moment where it was done before."""
    source = default_model()
    target = Path(sys.argv[1]) / content_hash(source)
    if not complete(target, target.name):
        target.parent.mkdir(parents=True, exist_ok=True)
        export(source, target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
