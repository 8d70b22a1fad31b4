"""The pictures of the user guide: ``python -m tests.ui.pictures [DIR [NAME …]]``.

Without arguments it writes all of resources/guide/pictures anew.
They are states of tests.ui.screenshots, on made-up briefs, in the same size and colours each time.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from briefbank.paths import resources_folder
from tests.ui import (
    camera as cameras,
)
from tests.ui import (
    screenshots,
    shots_alerts,
    shots_authorities,
    shots_captions,
    shots_collections,
    shots_draft,
    shots_find,
    shots_guide,
    shots_intake,
    shots_library,
    shots_narrow,
    shots_personal,
    shots_reader,
)
from tests.ui.camera import Camera
from ui.program import make_application
from ui.style import theme

SIZE = (1280, 820)
COLOURS = 192  # The number of colours of a picture's palette: text stays sharp, and the file small
MOST_BYTES = 120_000
PACE = 1.5  # The factor of the camera's waits: no picture of the guide may show a window that still works
State = Callable[[Camera, tuple[int, int], str], None]
PICTURES: tuple[tuple[theme.Theme, State, dict[str, str]], ...] = (
    (theme.Theme.LIGHT, shots_guide.steps, {"first-steps": "first-steps"}),
    (
        theme.Theme.LIGHT,
        screenshots.results,
        {"begin": "begin", "results": "results", "documents": "library"},
    ),
    (theme.Theme.LIGHT, shots_narrow.narrowing, {"narrow-filters": "narrow"}),
    (theme.Theme.LIGHT, shots_narrow.grouping, {"grouped": "by-brief"}),
    (theme.Theme.LIGHT, shots_reader.reader, {"reader-outline": "reader"}),
    (theme.Theme.LIGHT, shots_find.finding, {"find": "find"}),
    (theme.Theme.DARK, shots_find.beside, {"beside": "beside"}),
    (theme.Theme.LIGHT, shots_collections.collections, {"collections": "collection"}),
    (theme.Theme.LIGHT, shots_personal.personal, {"begin-remembered": "remembered"}),
    (theme.Theme.LIGHT, shots_intake.intake, {"intake": "adding"}),
    (theme.Theme.LIGHT, shots_captions.captions, {"caption": "caption"}),
    (theme.Theme.LIGHT, shots_library.care, {"care": "care"}),
    (theme.Theme.LIGHT, shots_library.settings, {"settings": "settings"}),
    (theme.Theme.LIGHT, shots_authorities.authorities, {"authority": "authority"}),
    (theme.Theme.LIGHT, shots_authorities.good_law, {"good-law": "office-list"}),
    (theme.Theme.LIGHT, shots_alerts.alerts, {"alerts": "alerts"}),
    (theme.Theme.LIGHT, shots_draft.draft, {"draft-report-1": "draft"}),
    (theme.Theme.CONTRAST_DARK, screenshots.results, {"summary": "summary"}),
)
"""A look, a state, and what of its pictures is kept under which name."""


def main() -> None:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else resources_folder() / "guide" / "pictures"
    only = set(sys.argv[2:])
    target.mkdir(parents=True, exist_ok=True)
    cameras.PACE = PACE
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BRIEFBANK_HOME"] = folder
        app = make_application()
        camera = Camera(app, Path(folder))
        for number, (look, state, names) in enumerate(PICTURES):
            if only and only.isdisjoint(names.values()):
                continue
            os.environ["BRIEFBANK_HOME"] = str(
                Path(folder) / str(number)
            )  # nothing is remembered between them
            theme.apply(app, look)
            state(camera, SIZE, "guide")
            for name, kept in names.items():
                write(Path(folder) / f"{name}-guide.png", target / f"{kept}.png")


def write(taken: Path, kept: Path) -> None:
    """Write a picture with a palette of its own, to keep it small. Raises ValueError if it is too large."""
    with Image.open(taken) as whole:
        whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(kept, optimize=True)
    if kept.stat().st_size >= MOST_BYTES:
        raise ValueError(f"{kept.name} has {kept.stat().st_size} bytes")


if __name__ == "__main__":
    main()
