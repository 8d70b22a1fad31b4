"""A folder in which a file was chosen is written down nowhere in the user's home."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.network.programs import PROJECT
from tests.support.database_files import content

CHOOSE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
if sys.argv[2] == "ours":
    from ui.program import make_application
    app = make_application()
else:
    app = QApplication([])
dialog = QFileDialog()
dialog.setFileMode(QFileDialog.FileMode.Directory)
dialog.setDirectory(sys.argv[1])
QTimer.singleShot(0, dialog.accept)
chosen = dialog.exec()
del dialog
sys.exit(0 if chosen else 1)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the dialogs are the system's")
@pytest.mark.parametrize(("program", "written_down"), [("ours", False), ("any", True)])
def test_a_chosen_folder_is_written_down_by_any_program_of_qt_but_ours(
    tmp_path: Path, program: str, written_down: bool
) -> None:
    folder, home = tmp_path / "zqclientname", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    outside = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = outside | {"HOME": str(home), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(PROJECT)}
    subprocess.run(
        [sys.executable, "-c", CHOOSE, str(folder), program], env=environment, check=True, timeout=60
    )
    held = content(home)
    assert (b"zqclientname" in held) is written_down
