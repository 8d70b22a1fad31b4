"""Performs the operations that desks ask for, each for a person and on the library as that person sees it."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.domain.asking import asked_by
from briefbank.domain.rights import Person
from briefbank.jobs import Reporter
from briefbank.server import restricted
from briefbank.server.offline import OfflineGrants
from briefbank.server.visible_libraries import MOST_KEPT, VisibleLibraries
from briefbank.server.walls import Walls
from briefbank.storage.locks import private_folder
from briefbank.wire.encoding import encode
from briefbank.wire.operations import FileContent, Operation, PastedText

if TYPE_CHECKING:
    from briefbank.api.cluster import ClusterApi
    from briefbank.library import Library

ENTERED_BY = "entered_by"
"""The argument that names who enters a line."""
REVISION, WALLS, OFFLINE, CLUSTER = "revision", "walls", "offline", "cluster"
"""The operation and the services that the server has in place of the library."""

CROSSING = "briefbank-crossing-"
"""The prefix of the folders of files that come from a desk, or go to one."""


class Performer:
    """Performs operations on one library, as its walls leave it to each person. Any thread."""

    def __init__(
        self,
        library: Library,
        walls: Walls,
        most_kept: int = MOST_KEPT,
        grants: OfflineGrants | None = None,
        cluster: ClusterApi | None = None,
    ) -> None:
        """``most_kept``: how many libraries without some matters stay open. ``cluster`` is asked what its
        computers do; a process that only searches is not, and has no ``grants``."""
        self._library, self._walls, self._grants, self._cluster = library, walls, grants, cluster
        self.libraries = VisibleLibraries(library, walls, most_kept)
        self._started = secrets.randbits(20)

    def close(self) -> None:
        """Close what is open for persons. Call it while no operation is under way."""
        self.libraries.close()

    def perform(
        self, person: Person, operation: Operation, arguments: Any, reporter: Reporter | None = None
    ) -> bytes:
        """Return the result of an operation as it crosses. Raises BriefBankError."""
        with asked_by(person), self.libraries.of(person) as seen:
            return self._performed(person, operation, arguments, reporter, seen)

    def _performed(
        self,
        person: Person,
        operation: Operation,
        arguments: Any,
        reporter: Reporter | None,
        seen: Library,
    ) -> bytes:
        """Call the library that a person sees, or, for a change, the whole one as far as they see it. Who
        enters something is who asks, whatever the desk says."""
        named = {name: getattr(arguments, name) for name in arguments.__struct_fields__}
        if ENTERED_BY in named:
            named[ENTERED_BY] = person.name
        if operation.reporter and reporter is not None:
            named[operation.reporter] = reporter
        if operation.name == REVISION:
            return encode(self._revision(seen))

        def call(given: Mapping[str, Any]) -> Any:
            if operation.name == "documents.remove":
                self._walls.pin(given["document_id"])
            return operation.called(self._service(operation, seen), given)

        def result() -> Any:
            if seen is self._library:
                return call(named)
            return restricted.perform(operation, named, seen, call)

        if not operation.path:
            return encode(result())
        with private_folder(Path(tempfile.gettempdir()), CROSSING) as folder:
            crossing = named[operation.path]
            path = folder / f"file{_suffix(crossing)}"
            if isinstance(crossing, FileContent):
                path.write_bytes(crossing.content)
            named[operation.path] = crossing.text if isinstance(crossing, PastedText) else path
            found = result()
            return encode((found, path.read_bytes()) if operation.writes else found)

    def _service(self, operation: Operation, seen: Library) -> object:
        if operation.service == WALLS:
            return self._walls
        if operation.service == OFFLINE:
            assert self._grants is not None, "search processes answer what reads"
            return self._grants.seen_by(seen)
        if operation.service == CLUSTER:
            return self._cluster
        library = seen if operation.reads else self._library
        return getattr(library, operation.service) if operation.service else library

    def _revision(self, seen: Library) -> int:
        """Return a number that differs after each change of the catalogue and of the walls, and after each
        start of the server, whose library counts anew."""
        return self._started << 42 ^ self._walls.version() << 21 ^ seen.revision()


def _suffix(crossing: FileContent | PastedText | str) -> str:
    """Return the suffix of a file's name, as far as one can be trusted with it."""
    name = (
        crossing.name if isinstance(crossing, FileContent) else crossing if isinstance(crossing, str) else ""
    )
    suffix = Path(name).suffix.lower()
    return suffix if suffix[1:].isalnum() and len(suffix) <= 8 else ""
