"""LanceDB is imported without its client for web servers, and works."""

import subprocess
import sys
from pathlib import Path

WORKS = """
import sys
from pathlib import Path
from briefbank.embedding.lance import WEB_CLIENT, import_lancedb
import_lancedb()
files = [module for name, module in sys.modules.items() if name.partition(".")[0] == WEB_CLIENT]
assert files and not any(getattr(module, "__file__", None) for module in files), "the client is loaded"
from briefbank.embedding.lance import Lance
import numpy as np
folder = Path(sys.argv[1])
vectors = np.eye(2, 8, dtype=np.float32)
table = Lance(folder, 8)
table.add(np.array([1, 2]), np.array([1, 1]), ["a", "b"], vectors)
table.partition()
assert table.nearest(vectors[1], 1) == [(2, 1.0)]
table.write_without([1])
table.tidy()
assert Lance(folder, 8).count() == 0
"""


def test_vectors_are_stored_searched_and_removed_without_the_client_for_web_servers(tmp_path: Path) -> None:
    """In a process of its own, since another test may have imported LanceDB otherwise."""
    done = subprocess.run(
        [sys.executable, "-c", WORKS, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-1500:]


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
    ended = subprocess.run(
        [sys.executable, "-c", EQUAL_VECTORS, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert ended.stdout == ended.stderr == ""
