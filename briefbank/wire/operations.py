"""The operations that the office server answers, and what a person must be allowed to do for each.

A method of a Protocol that is not listed here does not cross: it belongs to the desk, or to whoever looks
after the server.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from briefbank.api.audit import AuditApi
from briefbank.api.cluster import ClusterApi
from briefbank.api.documents import DocumentsApi
from briefbank.api.feedback import FeedbackApi, ThesaurusApi
from briefbank.api.generated import QueryExpansionApi, SummariesApi
from briefbank.api.ingest import IngestApi
from briefbank.api.law import AuthoritiesApi, DraftsApi, GoodLawApi, ProvisionFinderApi, ValidityApi
from briefbank.api.library import LibraryApi
from briefbank.api.maintenance import MaintenanceApi
from briefbank.api.offline import FeedApi, OfflineGrantsApi
from briefbank.api.reader import ReaderApi
from briefbank.api.records import RecordsApi
from briefbank.api.shared_collections import SharedCollectionsApi
from briefbank.api.walls import WallsApi
from briefbank.domain.rights import Action
from briefbank.jobs import Reporter

SERVICES: Mapping[str, type] = {
    "": LibraryApi,
    "documents": DocumentsApi,
    "records": RecordsApi,
    "reader": ReaderApi,
    "ingest": IngestApi,
    "feedback": FeedbackApi,
    "thesaurus": ThesaurusApi,
    "authorities": AuthoritiesApi,
    "good_law": GoodLawApi,
    "validity": ValidityApi,
    "provision_finder": ProvisionFinderApi,
    "drafts": DraftsApi,
    "summaries": SummariesApi,
    "query_expansion": QueryExpansionApi,
    "shared_collections": SharedCollectionsApi,
    "feed": FeedApi,
    "offline": OfflineGrantsApi,
    "maintenance": MaintenanceApi,
    "audit": AuditApi,
    "walls": WallsApi,
    "cluster": ClusterApi,
}
"""The services with operations, by the name of their property in LibraryApi; "" is the library itself."""

_ANSWERED: Mapping[Action, Mapping[str, str]] = {
    Action.READ: {
        "": "revision search breakdown relevant_keys",
        "documents": "ids listed folders totals state change_since some get pages passages surroundings "
        "caption attachments",
        "records": "library_id find_by_hash passages_by_id page_places "
        "passages_with_words authority_ids authorities_by_id",
        "reader": "citation",
        "feedback": "all",
        "thesaurus": "state added_to",
        "authorities": "find near page same of_document mentions places",
        "good_law": "entries entry understood notes export proposals dismissed alerts relying export_relying",
        "validity": "versions of_passages text differences problems law_of",
        "provision_finder": "find",
        "drafts": "check",
        "summaries": "extractive opened unavailable kept write highlights",
        "query_expansion": "unavailable search",
        "ingest": "searchable",
        "maintenance": "alerts sizes",
        "shared_collections": "all get entries",
        "feed": "entries portion vectors marks lists",
    },
    Action.MARK: {"feedback": "give forget"},
    Action.SHARE: {"shared_collections": "share withdraw"},
    Action.TAKE: {"offline": "take returned"},
    Action.EDIT: {
        "documents": "correct correct_many",
        "feedback": "export import_from",
        "good_law": "enter change remove import_from confirm dismiss undismiss",
        "validity": "set_window",
        "query_expansion": "may_cut recut",
        "ingest": "read_again",
    },
    Action.REMOVE: {"documents": "remove", "maintenance": "backups_with backups"},
    Action.ADMINISTER: {"maintenance": "check rebuild", "cluster": "status", "offline": "given"},
    Action.SCREEN: {"walls": "matters put remove export import_from"},
    Action.AUDIT: {"audit": "entries verify head"},
}
WRITES = frozenset({"feedback.export", "good_law.export", "good_law.export_relying", "walls.export"})
"""The operations whose path names a file that they write: the server sends its bytes, and the desk writes
it."""


class FileContent(msgspec.Struct, frozen=True, tag=True):
    """A file that an operation reads: the desk sends its last name, of which the server takes the suffix, and
    its bytes."""

    name: str
    content: bytes


class PastedText(msgspec.Struct, frozen=True, tag=True):
    """A text where an operation takes a file or a text."""

    text: str


@dataclass(frozen=True)
class Operation:
    """A method of a service."""

    service: str
    method: str
    action: Action
    function: Callable[..., Any]
    """The method of the Protocol."""

    @property
    def name(self) -> str:
        return f"{self.service}.{self.method}" if self.service else self.method

    @cached_property
    def _hints(self) -> Mapping[str, Any]:
        return get_type_hints(self.function)

    @cached_property
    def signature(self) -> inspect.Signature:
        return inspect.signature(self.function)

    @property
    def reporter(self) -> str:
        """The name of the parameter that takes a Reporter, which makes it a job; or empty."""
        return next((name for name, hint in self._hints.items() if Reporter in _alternatives(hint)), "")

    @property
    def path(self) -> str:
        """The name of the parameter that takes a path; empty where there is none."""
        hints = {name: hint for name, hint in self._hints.items() if name != "return"}
        return next((name for name, hint in hints.items() if Path in _alternatives(hint)), "")

    @property
    def writes(self) -> bool:
        """Whether the path names a file that the method writes."""
        return self.name in WRITES

    @property
    def reads(self) -> bool:
        """Whether it tells of documents, and changes none."""
        return self.action is Action.READ or self.writes

    @cached_property
    def arguments(self) -> type[msgspec.Struct]:
        """The type of the arguments that cross."""
        fields: list[Any] = []
        for name, parameter in self.signature.parameters.items():
            if name in ("self", self.reporter):
                continue
            crossing = self._crossing(name)
            required = parameter.default is inspect.Parameter.empty
            fields.append((name, crossing) if required else (name, crossing, parameter.default))
        name = self.name.replace(".", "_")
        return msgspec.defstruct(name, fields, kw_only=True, forbid_unknown_fields=True)

    @cached_property
    def result(self) -> Any:
        """The type of the result that crosses; with the bytes of the file where one is written."""
        result = self._hints["return"]
        return GenericAlias(tuple, (result, bytes)) if self.writes else result

    def named(self, *values: Any, **named: Any) -> dict[str, Any]:
        """Return the arguments of a call by name, without the service. Raises TypeError as a call does."""
        bound = dict(self.signature.bind(None, *values, **named).arguments)
        del bound["self"]
        return bound

    def called(self, service: object, named: Mapping[str, Any]) -> Any:
        """Call the method of a service with its arguments by name."""
        bound = self.signature.bind_partial(service)
        bound.arguments.update(named)
        return getattr(service, self.method)(*bound.args[1:], **bound.kwargs)

    def _crossing(self, name: str) -> Any:
        hint = self._hints[name]
        if get_origin(hint) is Iterable:
            return GenericAlias(list, get_args(hint))
        if Path not in _alternatives(hint):
            return hint
        if self.writes:
            return str
        return FileContent | PastedText if str in _alternatives(hint) else FileContent


def _alternatives(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint, NoneType)


def _operations() -> dict[str, Operation]:
    found: dict[str, Operation] = {}
    for action, services in _ANSWERED.items():
        for service, methods in services.items():
            for method in methods.split():
                operation = Operation(service, method, action, getattr(SERVICES[service], method))
                found[operation.name] = operation
    return found


OPERATIONS: Mapping[str, Operation] = _operations()
"""All operations by name, such as "documents.get"."""
