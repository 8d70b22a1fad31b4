"""The models that a library searches with."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from briefbank.jobs import Reporter


class EmbeddingApi(Protocol):
    """The embedding model, and the embeddings made with it."""

    def model_name(self) -> str:
        """Return the name of the chosen embedding model. Loads nothing. Raises BriefBankError where the one
        that comes with BriefBank is chosen and not installed."""

    def try_out(self, folder: Path) -> None:
        """Load the embedding model in a folder to learn whether it can be used: seconds, half a minute for
        one that is new here. Raises BriefBankError when it cannot."""

    def choose_again(self) -> None:
        """Use the embedding model in the settings. Searches use the former one until ``embed_pending`` has
        embedded all passages with the new one."""

    def under_way(self) -> str:
        """Return a note on a change of model that is under way; empty otherwise. Any thread, immediate."""

    def embed_pending(self, reporter: Reporter) -> int:
        """Embed new passages for semantic search; return the number of passages done. One call at a time.

        Where the chosen model cannot be loaded the former one embeds, so that new passages are found. Raises
        Cancelled, StoreError, and BriefBankError when no model can be loaded.
        """


class RerankerApi(Protocol):
    """The cross-encoder that compares results with the question, where the office has chosen one."""

    def try_out(self, folder: Path) -> float:
        """Load the reranker in a folder; return the milliseconds that it adds to a search.

        Raises BriefBankError when it cannot be used.
        """

    def warm(self) -> None:
        """Load the reranker in the settings where that was not done; release a former one. Takes seconds."""

    def trouble(self) -> str:
        """Return why the reranker does not help; empty when it does, and while it was not tried.
        Immediate."""
