"""Refusals that say something of the moment, and one that needs a second look before a file is blamed."""

from __future__ import annotations

from briefbank.errors import ModelRefused
from briefbank.local_model.header import DAMAGED, FETCH_AGAIN


class NotNow(ModelRefused):
    """The model can be used, but not just now: it is tried again at the next question."""


class ShortOfMemory(NotNow):
    """Other programs have what it needs."""

    default_title = "There was not enough memory to load the model."
    default_remedy = "Close other programs and try again, or choose a smaller model."


class Unloadable(ModelRefused):
    """llama.cpp did not load it and does not say why: something in the file, or want of memory."""

    default_title = DAMAGED
    default_remedy = FETCH_AGAIN
