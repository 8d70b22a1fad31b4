"""A user's settings for BriefBank as a whole: a small JSON file in the user's data folder.

A file that cannot be understood is renamed to ``settings.damaged.json`` and the defaults are used, so that a
broken setting never keeps the program from starting.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path

from briefbank.domain.office import Hours
from briefbank.domain.searches import Aid, Order
from briefbank.files import write_atomically
from briefbank.paths import settings_file
from briefbank.text.file_names import cleaned

log = logging.getLogger(__name__)

DEFAULT_OCR_MODEL = "olmocr"
"""The name that olmOCR's own server gives its model."""


class Appearance(StrEnum):
    """The appearance of the window."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings and their defaults."""

    library: Path | None = None
    """The library's folder; None for the default one."""
    order: Order = Order.NEWEST
    """The order of results when the window opens."""
    encoder: Path | None = None
    """A sentence-transformers folder to use in place of the model that comes with BriefBank."""
    reranker: Path | None = None
    """A folder with a cross-encoder that reranks the first results; None for no reranking."""
    ocr_address: str = ""
    """The address of the office's text recognition server, 'http://host:port/v1', the only one that is
    allowed; or empty."""
    ocr_model: str = DEFAULT_OCR_MODEL
    """The name under which that server knows its model."""
    office_address: str = ""
    """The address of the office server, 'https://host:port', whose library is used in place of one on this
    computer; it is the only address that is allowed then. Empty to work alone."""
    office_pin: str = ""
    """The SHA-256 of that server's certificate, in hexadecimals."""
    local_model: Path | None = None
    """A GGUF file with an instruct model that writes summaries on this computer; None for none."""
    summaries_spoken: bool = True
    """True when assistive technology may read generated summaries aloud."""
    aids: frozenset[Aid] = frozenset()
    """The other tasks of the local model: none, until a person switches them on."""
    language: str = ""
    """The language of the window, such as 'es'; empty for the system's, where the window speaks it."""
    remember: bool = True
    """True when searches and opened documents are remembered for this user, on this computer."""
    appearance: Appearance = Appearance.SYSTEM
    leave_out: tuple[str, ...] = ()
    """The patterns of files in folders that are never added (``text.file_names``)."""
    scan_hours: Hours | None = None
    """The hours in which the text of scans in large drops is recognised; None for any hour."""


def load(path: Path | None = None) -> Settings:
    """Return the settings in ``path`` (default: this user's file), or the defaults. Never raises for a bad
    file."""
    path = path or settings_file()
    try:
        return _parsed(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Settings()
    except (ValueError, TypeError, RecursionError) as error:
        log.warning("settings damaged: %s", type(error).__name__)
        _keep_aside(path)
    except OSError as error:
        log.warning("settings not readable: errno %s", error.errno)
    return Settings()


_listeners: list[Callable[[str, object], None]] = []


def watch(changed: Callable[[str, object], None]) -> Callable[[], None]:
    """Call ``changed`` with the name and new value of each field that ``save`` changes in this user's file.

    The call comes from the thread that saves. The returned function ends the calls. Changes made by hand are
    not reported.
    """
    _listeners.append(changed)
    return lambda: _listeners.remove(changed) if changed in _listeners else None


def save(settings: Settings, path: Path | None = None) -> None:
    """Write all settings at once. Raises StoreFull, StoreReadOnly or StoreError."""
    before = load(path) if path is None and _listeners else settings
    _write(settings, path or settings_file())
    for field in fields(Settings):
        value = getattr(settings, field.name)
        if value != getattr(before, field.name):
            for changed in tuple(_listeners):
                changed(field.name, value)


def _write(settings: Settings, path: Path) -> None:
    values = {
        "library": _as_text(settings.library),
        "order": settings.order.value,
        "encoder": _as_text(settings.encoder),
        "reranker": _as_text(settings.reranker),
        "ocr_address": settings.ocr_address,
        "ocr_model": settings.ocr_model,
        "office_address": settings.office_address,
        "office_pin": settings.office_pin,
        "local_model": _as_text(settings.local_model),
        "summaries_spoken": settings.summaries_spoken,
        "aids": sorted(settings.aids),
        "language": settings.language,
        "remember": settings.remember,
        "appearance": settings.appearance.value,
        "leave_out": list(settings.leave_out),
        "scan_hours": str(settings.scan_hours) if settings.scan_hours else "",
    }
    write_atomically(path, json.dumps(values, indent=2).encode() + b"\n")


def _parsed(untrusted: object) -> Settings:
    """Return the settings. Raises TypeError or ValueError; keys of a newer version are ignored."""
    if not isinstance(untrusted, dict):
        raise TypeError("settings")
    return Settings(
        library=_path(untrusted.get("library")),
        order=Order(untrusted.get("order", Order.NEWEST)),
        encoder=_path(untrusted.get("encoder")),
        reranker=_path(untrusted.get("reranker")),
        ocr_address=_printable(untrusted.get("ocr_address", "")),
        ocr_model=_printable(untrusted.get("ocr_model", DEFAULT_OCR_MODEL)),
        office_address=_printable(untrusted.get("office_address", "")),
        office_pin=_printable(untrusted.get("office_pin", "")),
        local_model=_path(untrusted.get("local_model")),
        summaries_spoken=_flag(untrusted.get("summaries_spoken", True)),
        aids=_aids(untrusted.get("aids", [])),
        language=_printable(untrusted.get("language", "")),
        remember=_flag(untrusted.get("remember", True)),
        appearance=Appearance(untrusted.get("appearance", Appearance.SYSTEM)),
        leave_out=_patterns(untrusted.get("leave_out", [])),
        scan_hours=_hours(untrusted.get("scan_hours", "")),
    )


def _path(untrusted: object) -> Path | None:
    if untrusted is None:
        return None
    if not isinstance(untrusted, str) or not untrusted or "\0" in untrusted:
        raise TypeError("path")
    return Path(untrusted)


def _flag(untrusted: object) -> bool:
    if not isinstance(untrusted, bool):
        raise TypeError("truth")
    return untrusted


def _aids(untrusted: object) -> frozenset[Aid]:
    """Return the known aids; those of a newer version are ignored. Raises TypeError."""
    if not isinstance(untrusted, list):
        raise TypeError("aids")
    return frozenset(aid for aid in Aid if aid.value in untrusted)


def _patterns(untrusted: object) -> tuple[str, ...]:
    if not isinstance(untrusted, list) or not all(isinstance(pattern, str) for pattern in untrusted):
        raise TypeError("patterns")
    return cleaned(untrusted)


def _hours(untrusted: object) -> Hours | None:
    """Return hours of the day. Raises TypeError and ValueError."""
    if not isinstance(untrusted, str):
        raise TypeError("hours")
    return Hours.parsed(untrusted) if untrusted else None


def _printable(untrusted: object) -> str:
    if not isinstance(untrusted, str) or not untrusted.isprintable():
        raise TypeError("text")
    return untrusted


def _as_text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _keep_aside(path: Path) -> None:
    try:
        path.replace(path.with_name("settings.damaged.json"))
    except OSError as error:
        log.warning("damaged settings not kept: errno %s", error.errno)
