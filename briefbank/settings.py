"""A user's settings for BriefBank as a whole: a small JSON file in the user's data folder.

A file that cannot be understood is renamed to ``settings.damaged.json`` and the defaults are used, so that a
broken setting never keeps the program from starting.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import msgspec

from briefbank.domain.searches import Aid, Order
from briefbank.files import write_atomically
from briefbank.paths import settings_file
from briefbank.text.file_names import cleaned

log = logging.getLogger(__name__)

DEFAULT_OCR_MODEL = "olmocr"  # The name that olmOCR's own server gives its model


TEXT_SIZES = range(90, 151)


class Appearance(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


@dataclass(frozen=True, slots=True)
class Settings:
    library: Path | None = None  # The library's folder; None for the default one
    order: Order = Order.NEWEST  # The order of results when the window opens
    encoder: Path | None = None
    """A sentence-transformers folder to use in place of the model that comes with BriefBank."""
    reranker: Path | None = None
    """A folder with a cross-encoder that reranks the first results; None for no reranking."""
    ocr_address: str = ""
    """The address of the office's text recognition server, 'http://host:port/v1', the only one that is
    allowed; or empty."""
    ocr_model: str = DEFAULT_OCR_MODEL  # The name under which that server knows its model
    office_address: str = ""
    """The address of the office server, 'https://host:port', whose library is used in place of one on this
    computer; it is the only address that is allowed then. Empty to work alone."""
    office_pin: str = ""  # The SHA-256 of that server's certificate, in hexadecimals
    local_model: Path | None = None
    """A GGUF file with an instruct model that writes summaries on this computer; None for none."""
    summaries_spoken: bool = True  # True when assistive technology may read generated summaries aloud
    aids: frozenset[Aid] = frozenset()
    """The other tasks of the local model: none, until a person switches them on."""
    language: str = ""
    """The language of the window, such as 'es'; empty for the system's, where the window speaks it."""
    remember: bool = True
    """True when searches and opened documents are remembered for this user, on this computer."""
    appearance: Appearance = Appearance.SYSTEM
    text_size: int = 100  # The size of the window's text in percent of the system's, in TEXT_SIZES
    dark_pages: bool = False  # True when the reader shows light letters on dark paper
    leave_out: tuple[str, ...] = ()
    """The patterns of files in folders that are never added (``text.file_names``)."""


def load(path: Path | None = None) -> Settings:
    """Return the settings in ``path`` (default: this user's file), or the defaults. Never raises for a bad
    file."""
    path = path or settings_file()
    try:
        return _parsed(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Settings()
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        log.warning("settings damaged: %s", type(error).__name__)
        try:
            path.replace(path.with_name("settings.damaged.json"))
        except OSError as not_kept:
            log.warning("damaged settings not kept: errno %s", not_kept.errno)
    except OSError as error:
        log.warning("settings not readable: errno %s", error.errno)
    return Settings()


_changing = threading.Lock()
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
    values = msgspec.to_builtins(settings, enc_hook=str, order="deterministic")
    write_atomically(path or settings_file(), json.dumps(values, indent=2).encode() + b"\n")
    for field in fields(Settings):
        value = getattr(settings, field.name)
        if value != getattr(before, field.name):
            for changed in tuple(_listeners):
                changed(field.name, value)


def change(**changes: Any) -> None:
    """Set some fields in this user's file, without touching the others. Any thread. Raises as ``save``."""
    with _changing:
        save(replace(load(), **changes))


def _parsed(untrusted: object) -> Settings:
    """Return the settings; unknown keys are ignored. Raises ValueError and msgspec.ValidationError."""
    settings = msgspec.convert(untrusted, Settings, dec_hook=_decode_path)
    texts = (settings.ocr_address, settings.ocr_model, settings.office_address, settings.office_pin)
    if not all(map(str.isprintable, (*texts, settings.language))):
        raise ValueError("text")
    if settings.text_size not in TEXT_SIZES:
        raise ValueError("text size")
    return replace(settings, leave_out=cleaned(settings.leave_out))


def _decode_path(_kind: type, untrusted: object) -> Path:
    if not isinstance(untrusted, str) or not untrusted or "\0" in untrusted:
        raise ValueError("path")
    return Path(untrusted)
