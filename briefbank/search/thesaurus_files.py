"""The two files of the thesaurus: BriefBank's own list, and the office's beside its library.

The office's file is checked before every search and read again when its stamp changed, so that a line that
was just added counts at once, without a restart. If anything is wrong with it, the built-in list is used.
"""

from __future__ import annotations

import codecs
import logging
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from briefbank.api.feedback import ThesaurusApi
from briefbank.domain.searches import Related, ThesaurusState
from briefbank.files import write_atomically
from briefbank.paths import resources_folder
from briefbank.search.thesaurus import Thesaurus
from briefbank.storage.viewer_command import refuse_unfit

log = logging.getLogger(__name__)

BYTES_LIMIT = 1_000_000
"""The largest office file; a longer one was not written by hand, and is not read."""
HEADER = """\
# Words that your office wants searched beside the typed ones. One group a line. Notes begin with #.
#   car = automobile = motor vehicle      any of them finds the others
#   cop > police officer, patrolman       typing the first finds the others too, not the other way round
#   - car = automobile                    takes a pairing out of the list that comes with BriefBank
# Changes count from the next search on.

"""

Stamp = tuple[int, int, int]


class _Loaded(NamedTuple):
    """The loaded thesaurus, and the stamp that the office's file had; None where there was none."""

    thesaurus: Thesaurus
    own_groups: int
    stamp: Stamp | None


class ThesaurusFiles(ThesaurusApi):
    """The thesaurus in force, read when it is first needed. Any thread."""

    def __init__(
        self, own: Path, built_in: Path | None = None, require: Callable[[], None] = lambda: None
    ) -> None:
        """``own`` is the office's file, which need not exist. ``require`` raises StoreError where it may not
        be created."""
        self.own, self._require = own, require
        self._built_in_file = built_in or resources_folder() / "thesaurus.txt"
        self._loaded: _Loaded | None = None
        self._lock = threading.Lock()

    def related(self, words: Sequence[str], text: str) -> tuple[Related, ...]:
        """Return what to search beside a query; see ``Thesaurus.related``. Some microseconds more."""
        return self._current().thesaurus.related(words, text)

    def added_to(self, text: str) -> tuple[Related, ...]:
        return self.related(text.split(), text)

    def state(self) -> ThesaurusState:
        both, own_groups, _ = self._current()
        return ThesaurusState(self.own, both.groups - own_groups, own_groups, both.problems)

    def path(self) -> Path:
        if not self.own.exists():
            self._require()
            write_atomically(self.own, HEADER.encode())
        refuse_unfit(self.own)
        return self.own

    def _current(self) -> _Loaded:
        stamp = self.stamp()
        current = self._loaded
        if current is not None and current.stamp == stamp:
            return current
        with self._lock:
            self._loaded = self._read(stamp)
            return self._loaded

    def stamp(self) -> Stamp | None:
        """Return a value that changes with the office's file; None where there is none."""
        try:
            found = self.own.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _read(self, stamp: Stamp | None) -> _Loaded:
        """Read the thesaurus. A file that changes while it is read has another stamp at the next search, and
        is read again."""
        built_in = _built_in(self._built_in_file)
        if stamp is None:
            return _Loaded(built_in, 0, None)
        text, trouble = self._own_text(stamp[1])
        both = Thesaurus.read(text, upon=built_in)
        if both.problems or trouble:
            log.warning("the office's thesaurus: %d problems", len(both.problems) + len(trouble))
        return _Loaded(both.with_problems(trouble), both.groups - built_in.groups, stamp)

    def _own_text(self, size: int) -> tuple[str, tuple[str, ...]]:
        """Return the office's text, and a sentence where it could not be read as it is."""
        if size > BYTES_LIMIT:
            return "", ("The file is larger than a list of words can be, and is not used.",)
        try:
            untrusted = self.own.read_bytes()
        except OSError as error:
            log.warning("the office's thesaurus cannot be read: errno %s", error.errno)
            return "", ("The file could not be opened. Check that you may read it.",)
        return _decoded(untrusted)


@cache
def _built_in(file: Path) -> Thesaurus:
    """Read the list that comes with BriefBank, once for all libraries: it does not change while the program
    runs."""
    return Thesaurus.read(file.read_text("utf-8"))


def _decoded(untrusted: bytes) -> tuple[str, tuple[str, ...]]:
    """Decode a file that any editor may have written."""
    wide = untrusted.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if wide else "utf-8-sig"
    try:
        return untrusted.decode(encoding), ()
    except UnicodeDecodeError:
        said = "Some letters could not be read. Save the file as text in UTF-8."
        return untrusted.decode(encoding, errors="replace"), (said,)
