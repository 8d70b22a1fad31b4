"""Renders pages and returns the boxes of their characters, in a child process that holds one PDF open.

PDFium may crash or hang on a page of an untrusted file. The child is then ended and a new one started, and
only that page's request fails. The constructor starts the child without waiting for it. Starting takes longer
than all the rest of opening a file, so a Spare keeps one child ready that has opened nothing yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from briefbank.domain.pages import Box, PageImage, PageLink
from briefbank.errors import BriefBankError, StoreError
from briefbank.extraction import page_annotations
from briefbank.extraction.page_annotations import draw_into_content
from briefbank.extraction.pdfium import (
    Characters,
    bounding_box,
    display,
    is_on_line,
    load_page,
    opened,
    page_text,
)
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.confinement import Workspace, WorkspacePlace
from briefbank.sandbox.guard import limit_memory
from briefbank.sandbox.messages import ParentPipe
from briefbank.text.messages import Message

REQUEST_SECONDS = 30.0  # The time limit for a page

MAX_PIXELS = 40_000_000  # The maximum pixels of one image (160 MB of memory); a larger scale is lowered to it

MAX_CHARACTERS = 200_000  # The maximum number of characters of a request for which boxes are returned

_LETTER_SIZE = (612.0, 792.0)
_NOT_SHOWN = Message("This page could not be shown.")
_NOT_SHOWN_REMEDY = Message(
    "Open the original file in another program to see it. The other pages can be read here."
)


MEMORY_BYTES = 3 << 30
"""The limit of address space: an image of MAX_PIXELS several times, plus the program and a large file."""

T = TypeVar("T")
Initializer = Callable[[], None]  # A picklable function that runs in the child before it opens anything

ToOneFile = Callable[[Path], Initializer]
"""Returns the function that confines a child to one file, from its start."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A question about the file, or about one page."""

    what: str  # What is asked (``_handle``)
    page: int = 0
    scale: float = 1.0  # The pixels per point of an image
    ranges: tuple[tuple[int, int], ...] = ()  # The ranges of the page's raw text whose boxes are asked for


class PageServer:
    """Renders one PDF. Calls block and may come from several threads; they are answered one by one. Any call
    raises BriefBankError when the file or the page cannot be shown."""

    def __init__(
        self,
        path: Path,
        *,
        initializer: Initializer | None = None,
        confine: ToOneFile | None = None,
        ready: SpareChild | None = None,
        on_drawn: Callable[[], None] = lambda: None,
    ) -> None:
        """Use ``ready``, a child that was started before and has opened nothing, or start one. ``on_drawn``
        is called once, after the first image, in the thread that asked for it."""
        self._path, self._initializer, self._timeout = path, initializer, REQUEST_SECONDS
        self._confine = confine
        self._lock = Lock()
        self._closed = self._opened = False
        self._on_drawn: Callable[[], None] | None = on_drawn
        self._workspace = ready.workspace if ready is not None else None
        self._shown = self._workspace.lay(path) if self._workspace is not None else path
        self._child = ready.child if ready is not None else self._start()

    def sizes(self) -> list[tuple[float, float]]:
        """Return the size of every page in points, as displayed; a damaged page counts as Letter."""
        return self._ask(list[tuple[float, float]], PageRequest("sizes"))

    def render(self, page: int, scale: float) -> PageImage:
        """Render the page at ``scale`` pixels per point, or less where the image would exceed MAX_PIXELS."""
        image = self._ask(PageImage, PageRequest("render", page, scale))
        then, self._on_drawn = self._on_drawn, None
        if then is not None:
            then()
        return image

    def boxes(self, page: int, ranges: Sequence[tuple[int, int]]) -> list[Box]:
        """Return the boxes of half-open ranges of the page's raw text, one per piece of a line, in displayed
        points. Parts of a range outside the text are ignored."""
        numbers = tuple((int(start), int(end)) for start, end in ranges)
        return self._ask(list[Box], PageRequest("boxes", page, ranges=numbers))

    def characters(self, page: int) -> list[Box | None]:
        """Return the box of each of the first MAX_CHARACTERS characters of the page's raw text, in displayed
        points; None for white space and what has no position on the page."""
        return self._ask(list[Box | None], PageRequest("characters", page))

    def links(self, page: int) -> list[PageLink]:
        """Return the links on the page, with their boxes in displayed points. No link is followed."""
        return self._ask(list[PageLink], PageRequest("links", page))

    def attached(self) -> int:
        """Return the number of files embedded in this one; they are never opened."""
        return self._ask(int, PageRequest("attached"))

    def has_active_content(self) -> bool:
        """Tell whether it has scripts, attached files or the like, which another program may run or open."""
        return self._ask(bool, PageRequest("acts"))

    def close(self) -> None:
        """End the child, whatever it is doing; later calls raise. Any thread; may be called twice."""
        self._closed = True
        self._child.kill()
        with self._lock:
            self._child.stop()
            self._clear_workspace()

    def __enter__(self) -> PageServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> Child:
        """Start a child for this file alone, which needs no workspace."""
        self._opened, self._shown = False, self._path
        self._clear_workspace()
        confine = self._confine(self._path) if self._confine is not None else None
        return Child(_serve, self._initializer, confine=confine)

    def _clear_workspace(self) -> None:
        if self._workspace is not None:
            self._workspace.close()
        self._workspace = None

    def _ask(self, answer: type[T], request: PageRequest) -> T:
        """Return the child's answer, of the type ``answer``; replace a child that died or does not answer."""
        with self._lock:
            if self._closed:
                raise BriefBankError(_NOT_SHOWN, Message("Open the document again."), detail="closed")
            try:
                if not self._opened:
                    self._child.ask(self._shown, type(None), self._timeout)
                    self._opened = True
                result: T = self._child.ask(request, answer, self._timeout, errors=(BriefBankError,))
                return result
            except (ChildEndedError, ChildSilentError) as error:
                if not self._closed:
                    self._child = self._start()
                raise BriefBankError(_NOT_SHOWN, _NOT_SHOWN_REMEDY, detail=type(error).__name__) from error


@dataclass(frozen=True, slots=True)
class SpareChild:
    """A child that has opened nothing and, where it is confined, the workspace for its file."""

    child: Child
    workspace: Workspace | None

    def stop(self) -> None:
        self.child.stop()
        if self.workspace is not None:
            self.workspace.close()


class PageServerFactory:
    """Opens files for reading with a child that was started before, after ``prepare``. Any thread. Each child
    opens only one file, so that a damaged file can spoil only its own child. ``confine`` confines a child to
    its file where that is known when it starts; a waiting child has a workspace in ``place``."""

    def __init__(
        self,
        *,
        initializer: Initializer | None = None,
        confine: ToOneFile | None = None,
        place: WorkspacePlace | None = None,
    ) -> None:
        self._initializer, self._confine, self._place = initializer, confine, place
        self._lock = Lock()
        self._ready: SpareChild | None = None
        self._keep_ready = False

    def prepare(self) -> None:
        """Keep a child ready for the next file from now on; the next one starts after a file's first page."""
        with self._lock:
            self._keep_ready = True
        self._refill()

    def open(self, path: Path) -> PageServer:
        """Open the file. Raises NotReadable when it is gone, and StoreError."""
        with self._lock:
            ready, self._ready = self._ready, None
        if ready is not None and not ready.child.is_running():
            ready.stop()
            ready = None
        try:
            return PageServer(
                path, initializer=self._initializer, confine=self._confine, ready=ready, on_drawn=self._refill
            )
        except BriefBankError:
            if ready is not None:
                ready.stop()
            raise

    def close(self) -> None:
        """Stop the waiting child; the callers of ``open`` close their own servers."""
        with self._lock:
            self._keep_ready = False
            ready, self._ready = self._ready, None
        if ready is not None:
            ready.stop()

    def _refill(self) -> None:
        with self._lock:
            if not self._keep_ready or self._ready is not None:
                return
            workspace = confine = None
            if self._place is not None:
                try:
                    workspace = Workspace(self._place.work)
                except StoreError:  # none can be made now, as on a full disk
                    return
                confine = self._place.confining(workspace.given, workspace.made)
            self._ready = SpareChild(Child(_serve, self._initializer, confine=confine), workspace)


def _serve(pipe: ParentPipe, _tell: Tell, initializer: Initializer | None) -> None:
    """Run the child, which receives the path of the file first, until the other side closes the pipe."""
    limit_memory(MEMORY_BYTES)
    if initializer is not None:
        initializer()
    import_module("pikepdf")
    import_module("pypdfium2")  # imported now, while no caller waits
    try:
        path: Path = pipe.receive(Path)
        pipe.send(None)
    except (EOFError, OSError):
        return
    try:
        with opened(path) as document, opened(path) as text_source:
            pipe.answer_all(PageRequest, lambda request: _handle(document, text_source, path, request))
    except BriefBankError as error:
        failure = error

        def refuse(_: PageRequest) -> None:
            raise failure

        pipe.answer_all(PageRequest, refuse)


def _handle(document: Any, text_source: Any, path: Path, request: PageRequest) -> Any:
    """Return the answer. Raises BriefBankError for a page that fails, which must not end the child.
    ``text_source`` is the file, opened once more: reading the text of annotations changes the pages."""
    import pypdfium2

    try:
        match request.what:
            case "acts":
                return page_annotations.has_active_content(path)
            case "attached":
                return max(0, int(document.count_attachments()))
            case "sizes":
                return [_size(document, index) for index in range(len(document))]
            case "boxes":
                return _boxes(text_source, request)
            case "characters":
                with _text(text_source, request.page) as (raw, characters):
                    shown = enumerate(raw[:MAX_CHARACTERS])
                    return [None if mark.isspace() else characters.box(at) for at, mark in shown]
            case _:
                with closing(_page(document, request.page)) as page:
                    links = request.what == "links"
                    return page_annotations.links(document, page) if links else _image(page, request.scale)
    except BriefBankError:
        raise
    except (pypdfium2.PdfiumError, ValueError, MemoryError, IndexError) as error:
        raise BriefBankError(_NOT_SHOWN, _NOT_SHOWN_REMEDY, detail=type(error).__name__) from error


def _size(document: Any, index: int) -> tuple[float, float]:
    import pypdfium2

    try:
        width, height = map(float, document.get_page_size(index))
    except pypdfium2.PdfiumError:
        return _LETTER_SIZE
    return (width, height) if width > 0 and height > 0 else _LETTER_SIZE


def _image(page: Any, scale: float) -> PageImage:
    width, height = page.get_size()
    if width <= 0 or height <= 0 or scale <= 0:
        raise ValueError("empty page")
    most = (MAX_PIXELS / (width * height)) ** 0.5
    with closing(page.render(scale=min(scale, most * 0.999), prefer_bgrx=True)) as bitmap:
        row, stride, pixels = 4 * bitmap.width, bitmap.stride, bytes(bitmap.buffer)
        if stride != row:
            pixels = b"".join(pixels[y * stride : y * stride + row] for y in range(bitmap.height))
        return PageImage(bitmap.width, bitmap.height, pixels)


def _page(document: Any, index: int) -> Any:
    if not 0 <= index < len(document):
        raise IndexError(index)
    return load_page(document, index)


@contextmanager
def _text(document: Any, index: int) -> Iterator[tuple[str, Characters]]:
    """Yield the raw text of a page and the positions of its characters, while the page is open."""
    page = _page(document, index)
    try:
        shown = display(page)
        if draw_into_content(document, page, shown):
            page.close()
            page = _page(document, index)
        with closing(page.get_textpage()) as textpage:
            yield page_text(textpage).raw, Characters(textpage, shown)
    finally:
        page.close()


def _boxes(document: Any, request: PageRequest) -> list[Box]:
    """Return the boxes of the visible characters of ranges, joined as long as they stand on one line."""
    boxes: list[Box] = []
    left = MAX_CHARACTERS
    with _text(document, request.page) as (raw, characters):
        for start, end in request.ranges:
            first, last = max(0, start), min(end, len(raw), max(0, start) + left)
            left -= max(0, last - first)
            piece: Box | None = None
            for index in range(first, last):
                if raw[index].isspace() or (box := characters.box(index)) is None:
                    continue
                if piece and is_on_line(piece, box, upright=characters.upright(index)):
                    boxes[-1] = piece = bounding_box((piece, box))
                else:
                    boxes.append(piece := box)
    return boxes
