"""What crosses between a client and the office server: operations, their arguments, results and errors.

The operations are the methods of the Protocols in ``briefbank.api`` that ``_ANSWERED`` lists; their
signatures give the types. A method that is not listed does not cross: it belongs to the client, or to whoever
looks after the server. Values cross as MessagePack by msgspec, which checks every type while it decodes, so
that neither end trusts the other's bytes. Nothing here opens a connection.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from briefbank import errors
from briefbank.api import law, library
from briefbank.api.documents import DocumentsApi, IngestApi, OfflineGrantsApi, ReaderApi
from briefbank.domain.ingest import FileProgress
from briefbank.domain.office import Action, OfficeRole
from briefbank.jobs import Reporter
from briefbank.office.offline_feed import DocumentFeed
from briefbank.text.messages import Message, pack, unpack

PROTOCOL = 1  # The number of the protocol. It is raised when an operation changes its meaning or its types.
LONGEST_TEXT = 10_000  # The characters of a text that is searched for: three pages
LONGEST_NAME = 1_000  # Those of an authority that is looked for, which is compared with all authorities
MOST_NUMBERS, MOST_TEXTS, MOST_OTHERS = 50_000, 200, 5_000
"""The most numbers, texts and other values of one list."""
MOST_CHARACTERS = 400_000  # The most characters of the texts of one list
MOST_RESULTS = 5_000  # The most results of one call
_COUNTS = {"limit": MOST_RESULTS, "most": MOST_RESULTS, "start": 2**31, "offset": 2**31}
"""The values that say how many results are wanted, or from which on, and the most that they may be."""
CONTENT_TYPE = "application/msgpack"
DEVICE, SESSION = "X-BriefBank-Device", "X-BriefBank-Session"
"""The headers with the secret of a computer and the token of a person who is signed in at it."""
LARGEST_BODY = 16 * 2**20
"""The size limit of a request in bytes; a draft with pictures is the largest that clients send at once."""


class Malformed(ValueError):
    """Raised for bytes that are not what the operation takes or returns. Its text names no value."""


def encode(value: object) -> bytes:
    """Return a value as bytes: plain Python, values of ``briefbank.domain``, and iterators as lists."""
    return _ENCODER.encode(value)


def decode(untrusted: bytes, kind: Any) -> Any:
    """Return the value of a type. Raises Malformed for bytes of another type, for nesting without end, and
    for whole numbers that no database takes."""
    try:
        value = _decoder(kind).decode(untrusted)
        if _LONG_NUMBER in untrusted and _is_too_large(value):
            raise OverflowError
        return value
    except (msgspec.DecodeError, RecursionError, OverflowError, ValueError) as error:
        raise Malformed(type(error).__name__) from error


def _is_too_large(value: object) -> bool:
    """Tell whether a whole number in a value has more than 64 bits with its sign."""
    return value >= 2**63 if isinstance(value, int) else any(map(_is_too_large, _parts(value)))


def _parts(value: object) -> Collection[object]:
    if isinstance(value, dict):
        return [part for pair in value.items() for part in pair]
    if isinstance(value, list | tuple | set | frozenset):
        return value
    names = [field.name for field in fields(value)] if is_dataclass(value) else []
    names += value.__struct_fields__ if isinstance(value, msgspec.Struct) else ()
    return [getattr(value, name) for name in names]


def _is_bounded(value: object, most_texts: int, longest: int = LONGEST_TEXT) -> bool:
    """Tell whether what is asked for takes a search process no longer than a person would wait. Raises
    Malformed for what no client asks: a text that not every database takes, or a count below zero."""
    if isinstance(value, str):
        if "\0" in value:
            raise Malformed("text")
        return len(value) <= longest
    if isinstance(value, FileContent | PastedText | int):
        return True
    parts = _parts(value)
    first = next(iter(parts), None)
    most = {int: MOST_NUMBERS, str: most_texts}.get(type(first), MOST_OTHERS)
    if len(parts) > most or sum(len(part) for part in parts if isinstance(part, str)) > MOST_CHARACTERS:
        return False
    counts = [(getattr(value, name), most) for name, most in _COUNTS.items() if hasattr(value, name)]
    if any(isinstance(count, int) and count < 0 for count, _ in counts):
        raise Malformed("count")
    if any(isinstance(count, int) and count > most for count, most in counts):
        return False
    return all(_is_bounded(part, most_texts, longest) for part in parts)


def _encoded(value: object) -> object:
    if isinstance(value, Message):
        return pack(value)
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Iterable):
        return list(value)
    raise TypeError(type(value).__name__)


def _decoded(kind: type, untrusted: object) -> object:
    if kind is Message:
        return unpack(untrusted)
    if issubclass(kind, Path) and isinstance(untrusted, str):
        return Path(untrusted)
    raise ValueError(kind.__name__)


_LONG_NUMBER = b"\xcf"
"""The byte before a number of 64 bits without a sign (https://github.com/msgpack/msgpack/blob/master/spec.md);
it stands in other values, too."""
_ENCODER = msgspec.msgpack.Encoder(enc_hook=_encoded)


@cache
def _decoder(kind: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(kind, dec_hook=_decoded)


class Greeting(msgspec.Struct, frozen=True):
    protocol: int
    oldest: int  # The oldest protocol that it answers
    release: str
    office: str  # The name of the office, for people


class Enrolment(msgspec.Struct, frozen=True):
    code: str  # The code of the invitation, good once
    device: str  # The name of the computer, for the office's list


class SignIn(msgspec.Struct, frozen=True):
    person: str
    password: str


class NewPassword(msgspec.Struct, frozen=True):
    old: str
    new: str


class SignedIn(msgspec.Struct, frozen=True):
    token: str
    person: str
    role: OfficeRole
    until: datetime


class StageProgress(msgspec.Struct, frozen=True, tag=True):
    stage: Message
    done: int
    total: int


class FileNews(msgspec.Struct, frozen=True, tag=True):
    event: FileProgress


class JobNews(msgspec.Struct, frozen=True):
    events: tuple[StageProgress | FileNews, ...]
    following: int  # The number of the next event
    ended: bool = False
    result: bytes = b""  # The encoded result of the operation, where it ended well
    fault: WireError | None = None


@dataclass(frozen=True, slots=True)
class ChangedReporter:
    """Passes on what a job reports, with a change of each event of a file."""

    reporter: Reporter
    change: Callable[[FileProgress], FileProgress]

    def progress(self, stage: Message, done: int, total: int) -> None:
        self.reporter.progress(stage, done, total)

    def file(self, event: FileProgress) -> None:
        self.reporter.file(self.change(event))

    def check(self) -> None:
        self.reporter.check()


class StoredPdf(msgspec.Struct, frozen=True):
    size: int
    stamp: str  # Differs whenever the bytes differ


class UploadBegun(msgspec.Struct, frozen=True):
    name: str  # The last name of the file
    size: int
    sha256: str


class AddUpload(msgspec.Struct, frozen=True):
    password: str = ""  # Opens a protected file; it is used once and not kept
    thorough: bool = False  # True to read it with repair, longer limits and more careful recognition
    folder: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    """The folder that it has at the client, as in ``Document.folder``."""


class UploadState(msgspec.Struct, frozen=True):
    upload: str
    received: int


class WireError(msgspec.Struct, frozen=True):
    """An error for a person, as ``briefbank.errors`` has it; the detail for the log stays where it arose."""

    kind: str
    title: Message
    remedy: Message
    position: int = -1  # The character of a query that cannot be understood, or -1


def fault_of(error: errors.BriefBankError) -> WireError:
    position = error.position if isinstance(error, errors.QueryError) else -1
    return WireError(type(error).__name__, error.title, error.remedy, position)


def error_of(fault: WireError) -> errors.BriefBankError:
    """Return the error that the other end raised: of the same class, where that is one of ours."""
    kind = _classes(errors.BriefBankError).get(fault.kind, errors.BriefBankError)
    error = kind(fault.title, fault.remedy, detail="from the office server")
    if isinstance(error, errors.QueryError):
        error.position = fault.position
    return error


def _classes(root: type[errors.BriefBankError]) -> dict[str, type[errors.BriefBankError]]:
    classes = {root.__name__: root}
    for subclass in root.__subclasses__():
        classes |= _classes(subclass)
    return classes


UNEXPECTED = WireError(
    errors.BriefBankError.__name__,
    Message("The office server could not do this because of a mistake in it."),
    Message("Try again. If it happens again, tell whoever looks after the server when it was."),
)


class TooMuchAsked(errors.BriefBankError):
    default_title = Message("This is more than the office server looks up at once.")
    default_remedy = Message("Search with a shorter text, or choose fewer at once.")


class TooBusy(errors.BriefBankError):
    default_title = Message("The office server has too much to do just now.")
    default_remedy = Message("Try again in a few minutes.")


BAD_REQUEST = WireError(
    errors.BriefBankError.__name__,
    Message("The office server did not understand what BriefBank asked."),
    Message("Ask whoever looks after your computers whether both are of the same release."),
)

_STATUS: Mapping[type[errors.BriefBankError], int] = {
    errors.NotEnrolled: 401,
    errors.Revoked: 401,
    errors.NotSignedIn: 401,
    errors.NotAllowed: 403,
    errors.NotInLibrary: 404,
    errors.TooLarge: 413,
    TooBusy: 503,
}

REFUSED = (errors.BriefBankError, Malformed)
"""What a request raises that cannot be done as asked; anything else is a mistake of ours."""


class HttpAnswer(NamedTuple):
    body: bytes  # An encoded value; a WireError where the status is none of success
    status: int = 200


def answer_of(value: object, status: int = 200) -> HttpAnswer:
    return HttpAnswer(encode(value), status)


def refusal_for(error: Exception) -> HttpAnswer:
    """Return the answer to a request that raised one of REFUSED."""
    if isinstance(error, errors.BriefBankError):
        return answer_of(fault_of(error), _STATUS.get(type(error), 409))
    return answer_of(BAD_REQUEST, 400)


SERVICES: Mapping[str, type] = {
    "": library.LibraryApi,
    "documents": DocumentsApi,
    "records": library.RecordsApi,
    "reader": ReaderApi,
    "ingest": IngestApi,
    "feedback": law.FeedbackApi,
    "thesaurus": law.ThesaurusApi,
    "authorities": law.AuthoritiesApi,
    "good_law": law.GoodLawApi,
    "validity": law.ValidityApi,
    "provision_finder": law.ProvisionFinderApi,
    "drafts": law.DraftsApi,
    "summaries": law.SummariesApi,
    "query_expansion": law.QueryExpansionApi,
    "shared_collections": library.SharedCollectionsApi,
    "feed": DocumentFeed,
    "offline": OfflineGrantsApi,
    "maintenance": library.MaintenanceApi,
    "audit": library.AuditApi,
    "walls": library.WallsApi,
    "cluster": library.ClusterApi,
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
        "feed": "entries portion marks lists",
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
"""The operations whose path names a file that they write: the server sends its bytes, and the client writes
it."""


class FileContent(msgspec.Struct, frozen=True, tag=True):
    """A file that an operation reads: the client sends its last name, of which the server takes the suffix,
    and its bytes."""

    name: str
    content: bytes


class PastedText(msgspec.Struct, frozen=True, tag=True):
    """A text where an operation takes a file or a text."""

    text: str


@dataclass(frozen=True)
class Operation:
    service: str
    method: str
    action: Action
    function: Callable[..., Any]  # The method of the Protocol

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
        return self.name in WRITES

    @property
    def reads(self) -> bool:
        """Whether it tells of documents, and changes none."""
        return self.action is Action.READ or self.writes

    @cached_property
    def arguments(self) -> type[msgspec.Struct]:
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

    def decoded(self, untrusted: bytes) -> Any:
        """Return the arguments that crossed. Raises Malformed, and TooMuchAsked for what would take too long,
        or is longer than it can be; offline copies, collections and walls have bounds of their own."""
        arguments = decode(untrusted, self.arguments)
        has_few = self.action is Action.READ and self.name != "records.authority_ids"
        longest = LONGEST_NAME if self.service == "authorities" else LONGEST_TEXT
        is_bounded = _is_bounded(arguments, MOST_TEXTS if has_few else MOST_OTHERS, longest)
        if not is_bounded and self.service not in ("feed", "shared_collections", "walls"):
            raise TooMuchAsked
        return arguments

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


OPERATIONS: Mapping[str, Operation] = {
    operation.name: operation
    for action, services in _ANSWERED.items()
    for service, methods in services.items()
    for method in methods.split()
    for operation in [Operation(service, method, action, getattr(SERVICES[service], method))]
}
"""All operations by name, such as "documents.get"."""
