"""The line under the search box: how to search, and then how the query was interpreted, part by part.

The parts are chips in one flowing row of at most two lines, the rest behind "and 5 more". The whole sentence
on the interpretation is the tooltip, and what a screen reader says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from briefbank.domain.searches import PartRole, QueryPart
from ui.features.search.chips import FROM, LOOKS, Chip
from ui.i18n.translate import tr, translate_core
from ui.kit.controls import ElidedLabel, link_button
from ui.kit.directions import plain_tip
from ui.kit.tab_order import set_tab_order

HINT = tr("Say it in plain words, or use operators: “plain error” /p summation! NOT juvenile.")
COUNTED = re.compile(r"\d+ (?:words|numbers)")
"""Matches a part of the interpretation that only counts many words or numbers."""
LINES = 2
LINES_OPENED = 8
BETWEEN = 6


class InterpretationLine(QWidget):
    """Shows the hint, the interpretation as a sentence, or its parts as chips."""

    part_removed = Signal(object)  # The QueryPart to search without
    origin_removed = Signal()  # The search is no longer to start from a passage or from selected text
    law_removed = Signal()  # The search is to use today's law again
    help_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = ElidedLabel(HINT, lines=2)
        self.sentence.setProperty("role", "muted")
        self.how = link_button(tr("How to search"))
        self.how.clicked.connect(self.help_wanted)
        self.chips = ChipRow(self)
        self._sentence_row = QWidget(self)
        row = QHBoxLayout(self._sentence_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.how, 0, Qt.AlignmentFlag.AlignTop)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(tr("How the search was read"))
        self.say("")

    def say(
        self, interpretation: str, parts: Sequence[QueryPart] = (), origin: str = "", law: str = ""
    ) -> None:
        """Show how a query was interpreted; an empty sentence shows how to search. ``origin``: the passage or
        text that the search starts from; ``law``: the day whose law was set, in words."""
        self.sentence.set_whole(interpretation or HINT)
        self.how.setVisible(not interpretation)
        self.setAccessibleDescription(interpretation or HINT)
        self.setToolTip(plain_tip(interpretation))
        made = [self._single_chip(origin, self.origin_removed)] if origin else self._part_chips(parts)
        made += [self._single_chip(law, self.law_removed)] if law else []
        self.chips.show_chips(made)
        self.chips.setVisible(bool(made))
        self._sentence_row.setVisible(not made)
        self.updateGeometry()

    def _single_chip(self, text: str, removed: SignalInstance) -> Chip:
        """Return the chip of the search's origin or of its day of the law."""
        chip = Chip(FROM, text, lead=False, removable=True, parent=self.chips)
        chip.clicked.connect(removed)
        return chip

    def _part_chips(self, parts: Sequence[QueryPart]) -> list[Chip]:
        chips, before = [], None
        for part in parts:
            look = LOOKS[part.role]
            lead, removable = look.every or part.role is not before, bool(part.without)
            chip = Chip(look, _part_text(part), lead=lead, removable=removable, parent=self.chips)
            if removable:
                chip.clicked.connect(partial(self.part_removed.emit, part))
            chips.append(chip)
            before = part.role
        return chips

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self.chips.chips:
            return self.chips.heightForWidth(width)
        return self._sentence_row.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.chips.setGeometry(self.rect())
        self._sentence_row.setGeometry(self.rect())

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(max(300, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(max(300, self.width())))


def _part_text(part: QueryPart) -> str:
    """Return the words of a part: those typed as they were typed, counts and derived words translated."""
    typed = part.role in (PartRole.RANKED, PartRole.NUMBER, PartRole.ASIDE)
    return part.text if typed and not COUNTED.fullmatch(part.text) else translate_core(part.text)


class ChipRow(QWidget):
    """Chips in lines from left to right. Tab moves to one of them, the arrow keys from one to the next."""

    left_upwards = Signal()
    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[Chip] = []
        self._unfolded = False
        self.more = link_button("")
        self.more.setParent(self)
        self.more.clicked.connect(self._toggle_more)
        self.setAccessibleName(tr("Parts of the search"))

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Replace the chips. When one of them had the focus, the new chip in its place gets it."""
        focused = next((n for n, chip in enumerate(self.chips) if chip.hasFocus()), -1)
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = list(chips)
        self._unfolded = False
        for chip in self.chips:
            chip.left.connect(partial(self._step, chip))
            chip.left_upwards.connect(self.left_upwards)
            chip.left_downwards.connect(self.left_downwards)
        set_tab_order(self.more, *self.chips, self.more)
        self._arrange()
        if focused >= 0:
            self._focus(min(focused, len(self.chips) - 1))

    def shown(self) -> list[Chip]:
        return [chip for chip in self.chips if not chip.isHidden()]

    def _step(self, chip: Chip, by: int) -> None:
        self._focus(self.chips.index(chip) + by)

    def _focus(self, index: int) -> None:
        """Focus a shown chip; without any chip, leave to the box above."""
        shown = self.shown()
        if not shown:
            self.left_upwards.emit()
        elif index >= len(shown) and not self.more.isHidden():
            self.more.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            chosen = shown[max(0, min(index, len(shown) - 1))]
            for chip in self.chips:
                chip.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            chosen.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            chosen.setFocus(Qt.FocusReason.TabFocusReason)

    def _toggle_more(self) -> None:
        self._unfolded = not self._unfolded
        self._arrange()
        self.updateGeometry()
        if (parent := self.parentWidget()) is not None:
            parent.updateGeometry()

    # --- places ---

    def heightForWidth(self, width: int) -> int:
        places, more = self._positions(width)
        return max(y for _x, y in (*places, more)) + self._line_height()

    def hasHeightForWidth(self) -> bool:
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _line_height(self) -> int:
        return max((chip.sizeHint().height() for chip in self.chips), default=0)

    def _flow(self, width: int) -> list[tuple[int, int]]:
        """Return the position of each chip when all are shown."""
        places, x, y = [], 0, 0
        for chip in self.chips:
            chip_width = min(chip.sizeHint().width(), width)
            if x and x + chip_width > width:
                x, y = 0, y + self._line_height() + BETWEEN
            places.append((x, y))
            x += chip_width + BETWEEN
        return places

    def _positions(self, width: int) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """Return the positions of the chips shown and of the link to the rest, (-1, -1) when there is
        none."""
        flow = self._flow(width)
        lines = LINES_OPENED if self._unfolded else LINES
        last = (lines - 1) * (self._line_height() + BETWEEN)
        fitting = sum(1 for _x, y in flow if y <= last)
        foldable = self._unfolded and any(y > self._line_height() + BETWEEN for _x, y in flow)
        if fitting == len(flow) and not foldable:
            return flow, (-1, -1)
        while True:
            x, y = self._position_after(flow, fitting, width)
            if fitting <= 1 or (x + self._more_width(len(flow) - fitting) <= width and y <= last):
                return flow[:fitting], (x, y)
            fitting -= 1

    def _position_after(self, flow: Sequence[tuple[int, int]], fitting: int, width: int) -> tuple[int, int]:
        """Return the position behind the last chip shown, or on a new line where there is no room."""
        x, y = flow[fitting - 1]
        x += min(self.chips[fitting - 1].sizeHint().width(), width) + BETWEEN
        if x + self._more_width(len(flow) - fitting) > width:
            return 0, y + self._line_height() + BETWEEN
        return x, y

    def _more_words(self, hidden: int) -> str:
        if self._unfolded:
            fewer = tr("and {number} more; show fewer").format(number=hidden)
            return fewer if hidden else tr("Show fewer")
        return tr("and {number} more").format(number=hidden)

    def _more_width(self, hidden: int) -> int:
        return self.more.fontMetrics().horizontalAdvance(self._more_words(hidden)) + 18

    def _arrange(self) -> None:
        width = self.width()
        places, more = self._positions(width)
        height = self._line_height()
        for chip, (x, y) in zip(self.chips, places, strict=False):
            chip.setGeometry(x, y, min(chip.sizeHint().width(), width), height)
        for number, chip in enumerate(self.chips):
            chip.setVisible(number < len(places))
            chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus if number == 0 else Qt.FocusPolicy.ClickFocus)
        hidden = len(self.chips) - len(places)
        self.more.setVisible(more != (-1, -1))
        self.more.setText(self._more_words(hidden))
        self.more.setAccessibleName(self._more_words(hidden))
        self.more.setGeometry(more[0], more[1], self._more_width(hidden), height)
