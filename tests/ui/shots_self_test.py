"""The self-test with all its rows: passed, with remarks, and failed, for tests.ui.screenshots."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea

from briefbank.domain.maintenance import CheckResult
from tests.stand_ins.library import StubLibrary
from tests.ui.camera import Camera, settle

REFUSED = "Refused."
OF_THE_LIBRARY = {
    "Library folder": "It can be written to, and only you can open it.",
    "Permissions": "Only you can open the library, the logs and the settings.",
    "Free disk space": "48.7 GB are free on the library’s disk.",
    "Catalogue and indexes": "20,412 passages, and both indexes agree with the catalogue.",
    "Record of what was done": "It is whole: no entry was changed or taken out.",
    "Text recognition": "A scanned page was read.",
    "Old office files": "LibreOffice converted a page.",
    "Search by meaning": "The model all-MiniLM-L6-v2 answers sensibly.",
    "Model files": "The files of all models are what they were.",
    "Local model": "None is chosen. Summaries are made of the documents’ own sentences.",
}
OF_THE_NETWORK = {
    f"Network: {way}{means}": REFUSED
    for way in ("", "native code, ", "child process, ", "other programs, ")
    for means in ("IPv4", "IPv6", "UDP", "names")
}
OF_CHILDREN = {
    "Let through": "Nothing. No server is set.",
    "Reading of documents": "Documents are opened by processes of their own. One was tried: it could open no "
    "file but its own, make no connection and start no program.",
}
PASSED = OF_THE_LIBRARY | OF_THE_NETWORK | OF_CHILDREN
WRONG = {
    "Text recognition": "Tesseract has no English language data. Install it (on Debian and Ubuntu the "
    "package is called tesseract-ocr-eng) and start BriefBank again.",
    "Network: native code, IPv4": "Was not stopped (no refusal).",
}
REMARKS = {
    "Reading of documents": "Documents are opened by processes of their own. The Linux kernel of this "
    "computer cannot keep them from your other files; from version 5.13 on, with Landlock switched on, it "
    "can. One was tried: it could make no connection and start no program.",
}


def self_test(camera: Camera, size: tuple[int, int], tag: str) -> None:
    library = StubLibrary()
    window = camera.window(library, size)
    for name, wrong, remarks in (("passed", {}, {}), ("failed", WRONG, REMARKS)):
        library.installation.tested = [
            CheckResult(row, row not in wrong, wrong.get(row) or remarks.get(row) or said, row in remarks)
            for row, said in PASSED.items()
        ]
        window.help.self_test()
        settle(camera.app)
        camera.shoot(window.help.dialog, f"self-test-{name}-{tag}")
        area = window.help.dialog.findChild(QScrollArea)
        area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
        camera.shoot(window.help.dialog, f"self-test-{name}-end-{tag}")
        window.help.dialog.close()
    window.close()
