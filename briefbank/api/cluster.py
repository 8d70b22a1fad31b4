"""The computers that share the work on an office's files."""

from __future__ import annotations

from typing import Protocol

from briefbank.domain.cluster import ClusterStatus


class ClusterApi(Protocol):
    """The cluster of an office, for those who look after its server."""

    def status(self) -> ClusterStatus:
        """Return what its computers do now, and how the work gets on. Tenths of a second."""
