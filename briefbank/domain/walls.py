"""Ethical walls of an office: matters, and the persons from whom their documents are kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Matter:
    """A matter whose documents are kept from some persons, as if they were not in the library.

    To it belong the documents with one of its docket numbers, those that are named, and what is attached to
    either.
    """

    name: str
    """The name by which those who look after walls know it."""
    dockets: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    """The SHA-256 of documents, of which some need not be in the library."""
    persons: tuple[str, ...] = ()
    """The persons from whom it is kept; neither capitals nor accents count."""
    groups: tuple[str, ...] = ()
    """The groups of the office's directory from whose members it is kept, as distinguished names."""


@dataclass(frozen=True, slots=True)
class WalledMatter:
    """A matter, and how many documents of the library belong to it now."""

    matter: Matter
    documents: int
