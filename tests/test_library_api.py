"""The library that the window is given fulfils LibraryApi; mypy checks the types of this module too."""

from __future__ import annotations

from pathlib import Path
from typing import get_type_hints

from briefbank.api.library import LibraryApi
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets

SERVICES: dict[str, type] = {
    name: get_type_hints(part.fget)["return"]
    for name, part in vars(LibraryApi).items()
    if isinstance(part, property) and name not in ("folder", "office")
}
PLAIN = ("builtins", "collections.abc", "datetime", "pathlib", "types", "typing")
SHARED = ("briefbank.api", "briefbank.domain", "briefbank.jobs", "briefbank.text.messages")


def opened(folder: Path) -> LibraryApi:
    return Library.open(folder, encoder=Buckets())


def test_a_library_offers_each_service_with_all_its_methods(tmp_path: Path) -> None:
    library = opened(tmp_path / "library")
    try:
        for name, protocol in SERVICES.items():
            service = getattr(library, name)
            promised = {method for method in vars(protocol) if not method.startswith("_")}
            assert promised and {method for method in promised if not hasattr(service, method)} == set(), name
    finally:
        library.close()


def test_types_of_the_protocol_are_plain_or_of_the_domain() -> None:
    """A library on another computer could not hand out anything else."""
    for protocol in (LibraryApi, *SERVICES.values()):
        for method in vars(protocol).values():
            for hint in get_type_hints(method).values() if callable(method) else ():
                for part in _parts(hint):
                    assert part.__module__.startswith(PLAIN + SHARED), (
                        f"{protocol.__name__}.{method.__name__}: {part}"
                    )


def _parts(hint: object) -> list[type]:
    inner = [part for item in getattr(hint, "__args__", ()) for part in _parts(item)]
    return [hint, *inner] if isinstance(hint, type) else inner
