"""The window on a library, with a document open, that tells how late its event loop came while a model wrote.

    python -m tests.benchmarks.watched_summary LIBRARY [MODEL]

The model writes about the open document again and again; in between, a summary made up here, as long as one
may be, is shown in the panel, its gate opened and its words painted. Without a model the window stays idle.
Prints JSON: ``pauses`` and ``works`` in milliseconds as ``watched_window`` does, ``answers`` that the model
ended, and ``seconds`` in all.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from briefbank.domain.summaries import (
    CheckedClaim,
    Claim,
    ClaimOutcome,
    GeneratedSummary,
    SourceKind,
    SourceSentence,
    SummaryPart,
)
from briefbank.sandbox import guard

TICK_MS = 5
WATCHED_S, LONGEST_S = 30.0, 300.0  # A slow model is watched until it has ended one answer
SETTLED_S = 5.0  # The time a shown window takes to load everything that it loads at its start
_SENTENCE = (
    "The officer searched the trunk of the car without a warrant, and the driver had not agreed to it."
)
_SOURCES = tuple(SourceSentence(n, _SENTENCE, SourceKind.FACT, 0, 1, 0, 0) for n in range(1, 7))
_CLAIMS = tuple(
    CheckedClaim(Claim(_SENTENCE, (n,), SummaryPart.FACTS), ClaimOutcome.SHOWN) for n in range(1, 7)
)


def main() -> None:
    guard.engage()
    from PySide6.QtCore import Qt, QTimer

    from briefbank.library import Library
    from briefbank.settings import Settings, save
    from ui.app import build_window
    from ui.features.reader.summary import GateAction
    from ui.kit.garbage import Collector
    from ui.program import make_application

    model = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    save(Settings(local_model=model))
    app = make_application()
    collector = Collector(app)
    library = Library.open(Path(sys.argv[1]))
    window = build_window(library)
    window.warmed.connect(collector.freeze)
    window.show()
    QTimer.singleShot(0, window.warm_up)
    reader = window.search_page.reader
    document, part = next(library.documents.each()), reader.summary.generated
    invented = GeneratedSummary(document.id, "made up", "", 1, _CLAIMS, sources=_SOURCES)
    late: list[float] = []
    works: list[float] = []
    answers, is_asked = 0, False
    last = began = worked = 0.0

    def begin() -> None:
        nonlocal began
        began = time.perf_counter()
        if model is not None:
            reader.toggle_summary()

    def go_round() -> None:
        """After an answer: show the invented summary, open its gate, and let the model write again."""
        nonlocal answers, is_asked
        if part.act is GateAction.STOP:
            is_asked = False
        elif part.act is GateAction.AGAIN:
            answers += 1
            part.show_summary(invented, (), aloud=True)
        elif part.act is GateAction.SHOW:
            part.button.click()
        elif part.act is GateAction.HIDE and not is_asked:
            is_asked = True
            part.again_wanted.emit()

    def tick() -> None:
        nonlocal last, worked
        now, computed = time.perf_counter(), time.thread_time()
        if began:
            late.append(max(0.0, 1000.0 * (now - last) - TICK_MS))
            works.append(1000.0 * (computed - worked))
            go_round()
            is_seen = model is None or answers > 0 or now - began > LONGEST_S
            if now - began > WATCHED_S and is_seen:
                app.quit()
        last, worked = now, computed

    reader.opened.connect(lambda: QTimer.singleShot(int(1000 * SETTLED_S), begin))
    QTimer.singleShot(int(1000 * SETTLED_S), lambda: window.open_document(document))
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    timer.start(TICK_MS)
    app.exec()
    print(
        json.dumps({"pauses": late, "works": works, "answers": answers, "seconds": last - began}), flush=True
    )
    if not window.jobs.close():
        os._exit(0)  # as the application does while native code still runs in a thread
    collector.stop()
    library.close()


if __name__ == "__main__":
    main()
