"""The guide to language models: a list from resources, compared with this computer's memory."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from briefbank.paths import resources_folder
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.kit.controls import label
from ui.kit.page_parts import scroll_area
from ui.kit.reading_dialog import ReadingDialog
from ui.shared import model_texts, wording

BITS_A_PARAMETER = 4.85
"""The bits of a Q4_K_M file per parameter, as llama.cpp's table of its precisions gives it for a model of 8
billion parameters."""
BESIDE_THE_FILE = 1.2 * model_texts.GIB
"""The memory that a model takes beside its weights, and that it leaves to BriefBank's own search."""
COMFORTABLE = 0.5  # The share of a computer's memory that a model may take without other programs feeling it

HOW_TO_CHOOSE = tr(
    "Choose an instruct model in one GGUF file, in the precision that its makers call Q4_K_M: coarser ones "
    "write worse, finer ones take more memory. A larger model makes fewer mistakes and takes longer. What "
    "it writes is checked against the brief, and much of what a small model writes is withheld. The checks "
    "catch most mistakes and not all of them."
)
WHERE_FROM = tr(
    "BriefBank never downloads a model. Let your office’s computer staff fetch the file from its makers, "
    "compare its SHA-256 with theirs, and read its licence. Then copy it to this computer and choose it in "
    "Settings."
)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A model of the list."""

    name: str
    parameters: float  # The number of parameters in thousand millions
    licence: str
    note: str

    @property
    def file_bytes(self) -> int:
        return round(self.parameters * 1e9 * BITS_A_PARAMETER / 8)

    @property
    def memory_bytes(self) -> int:
        return self.file_bytes + round(BESIDE_THE_FILE)

    def fits(self, memory: int) -> bool:
        return self.memory_bytes <= COMFORTABLE * memory


def suggestions() -> list[Suggestion]:
    """Return the list, smallest first, with its notes in the window's language."""
    table = tomllib.loads((resources_folder() / "local_models.toml").read_text(encoding="utf-8"))
    texts = table.get(translate.LANGUAGE, {})
    made = (Suggestion(**{**row, "note": texts.get(row["note"], row["note"])}) for row in table["model"])
    return sorted(made, key=lambda suggestion: suggestion.parameters)


class ModelGuide(ReadingDialog):
    """A dialog to be read and closed; it changes nothing."""

    def __init__(self, memory: int, parent: QWidget | None = None) -> None:
        """Compare with ``memory``, this computer's, in bytes."""
        super().__init__(tr("Which models suit this computer"), QSize(720, 420), QSize(860, 620), parent)
        self.column.addWidget(label(self._verdict(memory), bold=True, wrap=True))
        self.column.addWidget(label(HOW_TO_CHOOSE, wrap=True))
        table = scroll_area(_table(memory))
        table.setAccessibleName(self.windowTitle())
        self.column.addWidget(table, 1)
        self.column.addWidget(label(WHERE_FROM, role="muted", wrap=True))
        self.end()

    def _verdict(self, memory: int) -> str:
        fitting = [suggestion for suggestion in suggestions() if suggestion.fits(memory)]
        has = tr("This computer has {gigabytes} of memory.").format(gigabytes=model_texts.gigabytes(memory))
        if not fitting:
            return tr("{has} That is too little for a language model beside other programs.").format(has=has)
        return tr("{has} Of the models below, those up to {name} fit beside other programs.").format(
            has=has, name=fitting[-1].name
        )


def _table(memory: int) -> QWidget:
    inside = QWidget()
    grid = QGridLayout(inside)
    grid.setContentsMargins(12, 8, 12, 8)
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(9)
    for at, title in enumerate(
        (tr("Model"), tr("File, about"), tr("Memory, about"), tr("Licence"), tr("Here"))
    ):
        grid.addWidget(label(title, role="muted"), 0, at)
    for row, suggestion in enumerate(suggestions(), start=1):
        fits = suggestion.fits(memory)
        cells = (
            _named(suggestion),
            label(wording.size(suggestion.file_bytes)),
            label(model_texts.gigabytes(suggestion.memory_bytes)),
            label(suggestion.licence, wrap=True),
            label(tr("fits") if fits else tr("too large"), role="" if fits else "muted"),
        )
        for at, cell in enumerate(cells):
            grid.addWidget(cell, row, at, Qt.AlignmentFlag.AlignTop)
    grid.setColumnStretch(0, 4)
    grid.setColumnStretch(3, 2)
    grid.setRowStretch(len(suggestions()) + 1, 1)
    return inside


def _named(suggestion: Suggestion) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(1)
    column.addWidget(label(suggestion.name, bold=True))
    column.addWidget(label(suggestion.note, role="muted", wrap=True))
    return made
