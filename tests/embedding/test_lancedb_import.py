"""What LanceDB writes to the terminal."""

import subprocess
import sys
from pathlib import Path

EQUAL_VECTORS = """
import sys
from pathlib import Path
import numpy as np
from briefbank.embedding.lance import Lance
table = Lance(Path(sys.argv[1]), 16)
rows = np.arange(6000)
table.add(rows + 1, rows // 40 + 1, [f"{row:064x}" for row in rows], np.full((6000, 16), 0.25, np.float32))
table.partition()
"""


def test_partitions_without_vectors_are_no_message(tmp_path: Path) -> None:
    completed = subprocess.run(
        [sys.executable, "-c", EQUAL_VECTORS, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert completed.stdout == completed.stderr == ""
