"""A field is added to a copy of BriefBank by one new file and two edits, and is read, shown and corrected."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from briefbank.embedding.encoders import Encoder

pytestmark = pytest.mark.nightly
PROJECT = Path(__file__).resolve().parents[1]

FINDER = '''
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.text.dates import whole_date


def find(front):
    """Return the day of the argument."""
    for line in front.lines:
        label, _, rest = line.text.partition(":")
        day = whole_date(rest.strip()) if label == "Argued" else None
        if day is not None:
            return CaptionEntry(CaptionField.ARGUED, day.isoformat(), "caption", 0.9, line.page)
    return None
'''
MEMBER = '    OFFICE = "office"\n', '    OFFICE = "office"\n    ARGUED = "argued"\n'
DEFINITION = (
    "    CaptionField.OFFICE: FieldDefinition(\n",
    "    CaptionField.ARGUED: FieldDefinition(\n"
    '        Message("the day of argument"),\n'
    '        "Argued",\n'
    '        "DATE",\n'
    '        "the day on which it was argued",\n'
    "        value_type=DAY,\n"
    "    ),\n"
    "    CaptionField.OFFICE: FieldDefinition(\n",
)
NAME = (
    '    CaptionField.OFFICE: tr("Office"),\n',
    '    CaptionField.OFFICE: tr("Office"),\n    CaptionField.ARGUED: tr("Argued"),\n',
)
EXAMPLE = (
    '    CaptionField.OFFICE: tr("for example: Office of the Public Defender"),\n',
    '    CaptionField.OFFICE: tr("for example: Office of the Public Defender"),\n'
    '    CaptionField.ARGUED: tr("for example: March 5, 2021"),\n',
)

BRIEF = (
    "SUPERIOR COURT OF NEW JERSEY\nAPPELLATE DIVISION\nDOCKET NO. A-1234-20\n\n"
    "STATE OF NEW JERSEY,\n    Plaintiff-Respondent,\nv.\nJOHN DOE,\n    Defendant-Appellant.\n\n"
    "Argued: January 12, 2021\n\nBRIEF FOR DEFENDANT-APPELLANT\n\nPOINT I\n\n"
    "THE GIRAFFE WAS SEIZED WITHOUT A WARRANT\n\n"
    "The police seized a giraffe of John Doe without a warrant. No emergency existed.\n"
)

PROGRAM = """
import contextlib, io, json, sys
from briefbank.cli import commands

answers = []
for arguments in json.loads(sys.argv[1]):
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        status = commands.run(arguments)
    answers.append((status, output.getvalue()))

from PySide6.QtWidgets import QApplication
from briefbank.audit.chain import sentence
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from ui.features.library.correction import CaptionFieldRow

application = QApplication([])
row = CaptionFieldRow(CaptionField.ARGUED)
row.show_entry(CaptionEntry(CaptionField.ARGUED, "2021-01-12", "caption", 0.9, 0), corrected=False)
in_window = [row.field.accessibleName(), row.field.value(), row.source.text(), row.field.placeholderText()]
in_record = sentence(AuditEvent.CORRECTED, {"document": 1, "field": CaptionField.ARGUED}, "")
print(json.dumps([answers, in_window, in_record]))
"""


class CommandResults(NamedTuple):
    """The answers of the copy: status and output of each command, texts of window and audit log."""

    answers: list[tuple[int, str]]
    window: list[str]
    record: str


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> CommandResults:
    """The copy with the field, after its commands; ``encoder`` is a parameter so that it is prepared once."""
    folder = tmp_path_factory.mktemp("copy")
    for part in ("briefbank", "ui", "resources"):
        shutil.copytree(PROJECT / part, folder / part)
    (folder / "briefbank/extraction/caption_finders/argued.py").write_text(FINDER)
    edit(folder / "briefbank/domain/caption_fields.py", MEMBER, DEFINITION)
    edit(folder / "ui/shared/caption_fields.py", NAME, EXAMPLE)
    (folder / "brief.txt").write_text(BRIEF)
    library = ["--library", str(folder / "library")]
    correct = ["correct", "1", "--argued"]
    commands = [
        [*library, "--json", "add", str(folder / "brief.txt")],
        [*library, "--json", "show", "1"],
        [*library, "show", "1"],
        [*library, "--json", *correct, "soon"],
        [*library, "--json", *correct, "March 5, 2021"],
        [*library, "--json", "list"],
        [*library, "--json", "correct", "1", "--undo", "argued"],
    ]
    completed = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM, json.dumps(commands)],
        env={**os.environ, "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert completed.returncode == 0, completed.stderr
    return CommandResults(*json.loads(completed.stdout))


def edit(path: Path, *changes: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for before, after in changes:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    path.write_text(text, encoding="utf-8")


def argued(answer: tuple[int, str]) -> dict[str, Any]:
    status, output = answer
    assert status == 0, output
    return next(entry for entry in json.loads(output)["caption"] if entry["field"] == "argued")


def test_the_new_field_is_read_and_is_in_the_json_output(observed: CommandResults) -> None:
    added, shown = observed.answers[:2]
    assert added[0] == 0, added
    assert argued(shown) == {
        "field": "argued", "value": "2021-01-12", "source": "caption", "confidence": 0.9, "page": 1,
    }  # fmt: skip
    fields = [entry["field"] for entry in json.loads(shown[1])["caption"]]
    assert fields[fields.index("office") + 1] == "argued"


def test_the_new_field_is_shown_in_the_terminal(observed: CommandResults) -> None:
    (row,) = (line for line in observed.answers[2][1].splitlines() if line.startswith("Argued "))
    assert "January 12, 2021" in row and "from the caption, file page 1; 90% sure" in row


def test_the_new_field_is_corrected_according_to_its_type(observed: CommandResults) -> None:
    refused, corrected, listed, undone = observed.answers[3:]
    assert refused[0] != 0 and "“soon” is not a date." in refused[1]
    assert (argued(corrected)["value"], argued(corrected)["source"]) == ("2021-03-05", "person")
    assert json.loads(listed[1])["documents"][0]["corrected"] == ["argued"]
    assert argued(undone)["value"] == "2021-01-12"


def test_the_new_field_is_shown_in_the_window(observed: CommandResults) -> None:
    assert observed.window == [
        "Argued",
        "January 12, 2021",
        "Read from the cover.",
        "for example: March 5, 2021",
    ]


def test_the_audit_log_names_the_new_field(observed: CommandResults) -> None:
    assert observed.record == "Of document 1 was corrected: the day of argument."
