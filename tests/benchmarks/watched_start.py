"""The application, started as it always is, that says on standard output how far it has come, then quits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.sandbox import guard

if TYPE_CHECKING:
    from ui.main_window import MainWindow


def main() -> None:
    guard.engage()
    from ui.kit.garbage import Collector, turn_off

    turn_off()
    from PySide6.QtCore import QEvent, Qt, QTimer
    from PySide6.QtGui import QKeyEvent

    from ui.program import Program, make_application
    from ui.window.opening import OpeningWindow

    app = make_application()
    collector = Collector(app)
    program = Program(Path(sys.argv[1]), [])
    program.loaded.connect(collector.freeze)
    program.open()

    def window() -> MainWindow | None:
        if program.window is None or isinstance(program.window, OpeningWindow):
            return None  # its module is not loaded here, ahead of the program's own turn
        from ui.main_window import MainWindow

        return program.window if isinstance(program.window, MainWindow) else None

    def type_letter() -> None:
        if isinstance(program.window, OpeningWindow):
            pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_I, Qt.KeyboardModifier.NoModifier, "i")
            app.postEvent(program.window.field, pressed)

    def typed() -> bool:
        first = program.window
        return not isinstance(first, OpeningWindow) or bool(first.field.text())

    def ask(query: str) -> None:
        if shown := window():
            shown.search_page.bar.field.setText(query)
            shown.search_page.bar.ask()

    def idle(topic: str) -> bool:
        shown = window()
        return shown is not None and not shown.jobs.busy(topic)

    def answered() -> bool:
        shown = window()
        return idle("search") and shown is not None and shown.search_page.results.model.rowCount() > 0

    steps: list[tuple[str, Callable[[], bool], Callable[[], None]]] = [
        ("opening window", lambda: program.window is not None and program.window.isVisible(), type_letter),
        ("letter typed", typed, lambda: None),
        ("main window", lambda: window() is not None, lambda: ask("inevitable discovery")),
        ("answer by words", answered, lambda: None),
        ("meaning ready", lambda: idle("warm"), lambda: ask("police took the gun unlawfully")),
        ("answer by meaning", answered, app.quit),
    ]

    def look() -> None:
        while steps and steps[0][1]():
            name, _, then = steps.pop(0)
            print(name, flush=True)
            then()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(2)
    app.exec()
    program.close()


if __name__ == "__main__":
    main()
