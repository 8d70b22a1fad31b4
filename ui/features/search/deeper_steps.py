"""The steps that the local model took for a search: BriefBank's own words, and below them the model's.

The model's words are painted as its summaries are: they are no text to the system, so that they cannot be
selected or copied.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from briefbank.domain.searches import AidedAnswer, AidStep
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import label
from ui.kit.page_parts import scroll_area
from ui.kit.painted_layout import Piece, PieceStyle
from ui.kit.painted_text import PaintedText
from ui.kit.reading_dialog import ReadingDialog
from ui.kit.screen_shield import ScreenShield
from ui.shared import model_texts, summary_texts, wording

TITLE = tr("What the language model did")
MEANING = tr(
    "These are words that the model searched with and steps that it took. None of it is an answer, and none "
    "of it was checked. What was found are passages of your own library; those near enough to your question "
    "are shown."
)


class DeeperStepsDialog(ReadingDialog):
    """A dialog for reading only; it changes nothing."""

    def __init__(self, aided: AidedAnswer, *, aloud: bool, parent: QWidget | None = None) -> None:
        """``aloud``: a screen reader may read the model's words."""
        super().__init__(TITLE, QSize(520, 320), QSize(680, 560), parent)
        self.column.addWidget(label(MEANING, wrap=True))
        self.painted = PaintedText(TITLE, pad=14.0)
        made = pieces(aided)
        self.painted.show_pieces(made, spoken=None if aloud else _without_the_models_words(made))
        area = scroll_area(self.painted)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.column.addWidget(area, 1)
        self.end(label(tr("Model: {model}").format(model=aided.model), role="muted"))
        shield = ScreenShield()
        self.painted.on_screen.connect(lambda: shield.cover(self, self.painted.isVisible()))


def pieces(aided: AidedAnswer) -> list[Piece]:
    """Return each step with its name, what was done, what the model wrote, how it weighed passages, and its
    cost."""
    return [piece for number, step in enumerate(aided.steps, start=1) for piece in _step(number, step)]


def _step(number: int, step: AidStep) -> list[Piece]:
    name, _meaning = model_texts.AIDS[step.aid]
    made = [Piece(f"{number}. {name}", PieceStyle.HEADING)]
    made += [Piece(translate_core(text), PieceStyle.SENTENCE) for text in (step.said, step.failed) if text]
    made += [Piece(f"“{text}”", PieceStyle.WITHHELD) for text in step.wrote]
    made += [Piece(f"{translate_core(line)}.", PieceStyle.NOTE) for line in step.weighed]
    return [*made, Piece(_cost(step), PieceStyle.SMALL)]


def _cost(step: AidStep) -> str:
    parts = [wording.count(step.searched, tr("search"), tr("searches"))] if step.searched else []
    one, many = tr("{number} passage not found before"), tr("{number} passages not found before")
    parts += [wording.counted(step.new, one, many)] if step.new else []
    return ", ".join([*parts, model_texts.duration(step.seconds)])


def _without_the_models_words(made: Sequence[Piece]) -> str:
    own_words = [piece.spoken for piece in made if piece.look is not PieceStyle.WITHHELD]
    return " ".join([*own_words, summary_texts.NOT_READ_ALOUD])
