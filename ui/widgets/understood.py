"""The line under the search box: how to search, and then how the search was read, part by part.

The parts stand in one flowing row of chips, two lines at most, the rest behind "and 5 more". The whole
sentence that says how the search was read is the tip, and what a screen reader says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from briefbank.models import PartRole, QueryPart
from ui.directions import plain_tip
from ui.tongue import told, tr
from ui.widgets.chips import FROM, LOOKS, Chip
from ui.widgets.controls import ElidedLabel, link_button
from ui.widgets.tab_order import line_up

HINT = tr("Say it in plain words, or use operators: “plain error” /p summation! NOT juvenile.")
COUNTED = re.compile(r"\d+ (?:words|numbers)")
"""How a search says of many words or numbers only how many they are."""
LINES = 2
LINES_OPENED = 8
BETWEEN = 6


class Understood(QWidget):
    """Shows the hint, a sentence, or chips."""

    part_removed = Signal(object)
    """The QueryPart to do without."""
    origin_removed = Signal()
    """The search is no longer to be one from a passage or from selected text."""
    law_removed = Signal()
    """The search is to be as of today again."""
    help_wanted = Signal()
    left_upwards = Signal()
    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = ElidedLabel(HINT, lines=2)
        self._sentence.setProperty("role", "muted")
        self.how = link_button(tr("How to search"))
        self.how.clicked.connect(self.help_wanted)
        self.chips = ChipRow(self)
        self.chips.left_upwards.connect(self.left_upwards)
        self.chips.left_downwards.connect(self.left_downwards)
        self._words = QWidget(self)
        row = QHBoxLayout(self._words)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._sentence, 1)
        row.addWidget(self.how, 0, Qt.AlignmentFlag.AlignTop)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(tr("How the search was read"))
        self.say("")

    def say(
        self, interpretation: str, parts: Sequence[QueryPart] = (), origin: str = "", law: str = ""
    ) -> None:
        """How a search was read; an empty sentence shows how to search. ``origin``: what it was made from;
        ``law``: of what day the law is, where one was set."""
        self._sentence.set_whole(interpretation or HINT)
        self.how.setVisible(not interpretation)
        self.setAccessibleDescription(interpretation or HINT)
        self.setToolTip(plain_tip(interpretation))
        made = [self._whole_chip(origin, self.origin_removed)] if origin else self._part_chips(parts)
        made += [self._whole_chip(law, self.law_removed)] if law else []
        self.chips.show_chips(made)
        self.chips.setVisible(bool(made))
        self._words.setVisible(not made)
        self.updateGeometry()

    def whole(self) -> str:
        """The sentence."""
        return self._sentence.whole()

    def _whole_chip(self, text: str, removed: SignalInstance) -> Chip:
        """What the search as a whole is from, or as of."""
        chip = Chip(FROM, text, lead=False, removable=True, parent=self.chips)
        chip.clicked.connect(removed)
        return chip

    def _part_chips(self, parts: Sequence[QueryPart]) -> list[Chip]:
        chips, before = [], None
        for part in parts:
            look = LOOKS[part.role]
            lead, removable = look.every or part.role is not before, bool(part.without)
            chip = Chip(look, _said(part), lead=lead, removable=removable, parent=self.chips)
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
        return self._words.sizeHint().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.chips.setGeometry(self.rect())
        self._words.setGeometry(self.rect())

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(max(300, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(max(300, self.width())))


def _said(part: QueryPart) -> str:
    """Typed words and numbers as they were typed; how many they are, and what was made of them, as told."""
    typed = part.role in (PartRole.RANKED, PartRole.NUMBER, PartRole.ASIDE)
    return part.text if typed and not COUNTED.fullmatch(part.text) else told(part.text)


class ChipRow(QWidget):
    """Chips in lines from left to right; Tab goes to one of them, the arrows from one to the next."""

    left_upwards = Signal()
    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[Chip] = []
        self._opened = False
        self.more = link_button("")
        self.more.setParent(self)
        self.more.clicked.connect(self._open_or_close)
        self.setAccessibleName(tr("Parts of the search"))

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """These in place of those before; when one of those had the focus, the one in its place gets it."""
        held = next((n for n, chip in enumerate(self.chips) if chip.hasFocus()), -1)
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = list(chips)
        self._opened = False
        for chip in self.chips:
            chip.left.connect(partial(self._step, chip))
            chip.left_upwards.connect(self.left_upwards)
            chip.left_downwards.connect(self.left_downwards)
        line_up(self.more, *self.chips, self.more)
        self._arrange()
        if held >= 0:
            self._focus(min(held, len(self.chips) - 1))

    def shown(self) -> list[Chip]:
        return [chip for chip in self.chips if not chip.isHidden()]

    def _step(self, chip: Chip, by: int) -> None:
        self._focus(self.chips.index(chip) + by)

    def _focus(self, place: int) -> None:
        """To a chip that is shown; above the first and without any, to the box."""
        shown = self.shown()
        if not shown:
            self.left_upwards.emit()
        elif place >= len(shown) and not self.more.isHidden():
            self.more.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            chosen = shown[max(0, min(place, len(shown) - 1))]
            for chip in self.chips:
                chip.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
            chosen.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            chosen.setFocus(Qt.FocusReason.TabFocusReason)

    def _open_or_close(self) -> None:
        self._opened = not self._opened
        self._arrange()
        self.updateGeometry()
        if (parent := self.parentWidget()) is not None:
            parent.updateGeometry()

    # --- places ---

    def heightForWidth(self, width: int) -> int:
        places, more = self._places(width)
        return max(y for _x, y in (*places, more)) + self._line_height()

    def hasHeightForWidth(self) -> bool:
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _line_height(self) -> int:
        return max((chip.sizeHint().height() for chip in self.chips), default=0)

    def _flow(self, width: int) -> list[tuple[int, int]]:
        """Where each chip stands when all are shown."""
        places, x, y = [], 0, 0
        for chip in self.chips:
            wide = min(chip.sizeHint().width(), width)
            if x and x + wide > width:
                x, y = 0, y + self._line_height() + BETWEEN
            places.append((x, y))
            x += wide + BETWEEN
        return places

    def _places(self, width: int) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """Where the chips stand that are shown, and the words about the rest, (-1, -1) without any."""
        flow = self._flow(width)
        lines = LINES_OPENED if self._opened else LINES
        last = (lines - 1) * (self._line_height() + BETWEEN)
        fitting = sum(1 for _x, y in flow if y <= last)
        foldable = self._opened and any(y > self._line_height() + BETWEEN for _x, y in flow)
        if fitting == len(flow) and not foldable:
            return flow, (-1, -1)
        while True:
            x, y = self._after(flow, fitting, width)
            if fitting <= 1 or (x + self._more_width(len(flow) - fitting) <= width and y <= last):
                return flow[:fitting], (x, y)
            fitting -= 1

    def _after(self, flow: Sequence[tuple[int, int]], fitting: int, width: int) -> tuple[int, int]:
        """The place behind the last chip that is shown, or on a new line where there is no room."""
        x, y = flow[fitting - 1]
        x += min(self.chips[fitting - 1].sizeHint().width(), width) + BETWEEN
        if x + self._more_width(len(flow) - fitting) > width:
            return 0, y + self._line_height() + BETWEEN
        return x, y

    def _more_words(self, hidden: int) -> str:
        if self._opened:
            fewer = tr("and {number} more; show fewer").format(number=hidden)
            return fewer if hidden else tr("Show fewer")
        return tr("and {number} more").format(number=hidden)

    def _more_width(self, hidden: int) -> int:
        return self.more.fontMetrics().horizontalAdvance(self._more_words(hidden)) + 18

    def _arrange(self) -> None:
        width = self.width()
        places, more = self._places(width)
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
