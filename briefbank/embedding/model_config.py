"""The configuration of a sentence-transformers folder: how its model turns a text into a vector.

It is read from the folder's own files (modules.json, the pooling module's config.json,
sentence_bert_config.json, tokenizer_config.json, config.json, config_sentence_transformers.json), in their
older and newer spellings, so that a model can be run without importing torch. A model that ONNX Runtime
cannot reproduce exactly is refused here, and the caller then leaves it to sentence-transformers itself.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from briefbank.errors import StoreError
from briefbank.files import write_atomically

POOLINGS = ("mean", "cls")
_NOT_PART = {".gitattributes", "README.md"}


class NotCoveredError(Exception):
    """Raised when the folder asks for something that the ONNX encoder does not do; the message says what."""


class LoadingError(Exception):
    """Raised when PyTorch cannot load or export a model in its child; the message is the kind of error."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The steps to run a model: tokens, then the network, then one vector out of the tokens' vectors."""

    longest: int
    """The longest input in word pieces, the two marks around the text included; the rest is cut off."""
    pooling: str
    """One of ``POOLINGS``."""
    query_prompt: str
    """The prefix of a query; may be empty."""
    passage_prompt: str
    """The prefix of a passage; may be empty."""


def read_recipe(folder: Path) -> Recipe:
    """Read the recipe. Raises NotCoveredError for a model that needs more, and for an unreadable folder."""
    try:
        return _read(folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotCoveredError(f"configuration: {type(error).__name__}") from error


def content_hash(folder: Path) -> str:
    """Return a hexadecimal hash of the files that decide a model's vectors; a second for 1 GB."""
    digest = hashlib.blake2b(digest_size=16)
    for path in _files(folder):
        digest.update(path.relative_to(folder).as_posix().encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "blake2b").digest())
    return digest.hexdigest()


def remembered_hash(folder: Path, memory: Path) -> str:
    """Return ``content_hash``, without reading the files again as long as none of them has changed.

    ``memory`` is a folder for notes of earlier answers; where it cannot be written, nothing is remembered.
    """
    place = hashlib.blake2b(os.fsencode(folder.resolve()), digest_size=16).hexdigest()
    note, state = memory / f"{place}.hash", _state(folder)
    try:
        seen, answer = note.read_text("ascii").split()
    except (OSError, ValueError):
        seen = ""
    if seen == state:
        return answer
    answer = content_hash(folder)
    if state == _state(folder):
        with suppress(StoreError):
            write_atomically(note, f"{state} {answer}".encode())
    return answer


def _files(folder: Path) -> list[Path]:
    """Return the files that decide a model's vectors."""
    found = sorted(folder.rglob("*"))
    return [p for p in found if p.is_file() and p.name not in _NOT_PART and ".git" not in p.parts]


def _state(folder: Path) -> str:
    """Return a hash that changes with any change to a file; the change time counts even where the
    modification time was set back."""
    digest = hashlib.blake2b(digest_size=16)
    for path in _files(folder):
        about = path.stat()
        name = path.relative_to(folder).as_posix()
        numbers = (about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_dev, about.st_ino)
        digest.update(repr((name, numbers)).encode())
    return digest.hexdigest()


def _read(folder: Path) -> Recipe:
    modules = [(str(m["type"]), folder / str(m["path"])) for m in _json(folder / "modules.json")]
    if not all(kind.startswith("sentence_transformers.") for kind, _ in modules):
        raise NotCoveredError("modules of its own")
    kinds = [kind.rpartition(".")[2] for kind, _ in modules]
    if kinds not in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]):
        raise NotCoveredError(f"modules {kinds}")
    transformer, pooling = modules[0][1], _json(modules[1][1] / "config.json")
    query, passage = _prompts(_json_or_empty(folder / "config_sentence_transformers.json"))
    if (query or passage) and not pooling.get("include_prompt", True):
        raise NotCoveredError("prompt outside pooling")
    if _json_or_empty(transformer / "sentence_bert_config.json").get("do_lower_case"):
        raise NotCoveredError("lower case outside the tokenizer")
    return Recipe(_longest(transformer), _pooling(pooling), query, passage)


def _longest(folder: Path) -> int:
    """Return the longest input as sentence-transformers decides it: its own setting, or the lesser of
    tokenizer's and network's."""
    own = _json_or_empty(folder / "sentence_bert_config.json").get("max_seq_length")
    tokenizer = _json(folder / "tokenizer_config.json").get("model_max_length")
    network = _json(folder / "config.json").get("max_position_embeddings")
    if own:
        return int(own)
    stated = [int(value) for value in (tokenizer, network) if value]
    if not stated:
        raise NotCoveredError("no length")
    return min(stated)


def _pooling(config: dict[str, Any]) -> str:
    """Return the pooling mode. The newer files name it, the older ones have a switch for each."""
    modes = [config["pooling_mode"]] if "pooling_mode" in config else []
    modes += [key for key, on in config.items() if key.startswith("pooling_mode_") and on is True]
    names = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
    found = [names.get(str(mode), str(mode)) for mode in modes]
    if len(found) != 1 or found[0] not in POOLINGS:
        raise NotCoveredError(f"pooling {found}")
    return found[0]


def _prompts(config: dict[str, Any]) -> tuple[str, str]:
    """Return the prefixes for queries and passages, by sentence-transformers' names, in its order."""
    prompts = config.get("prompts") or {}
    default = prompts.get(config.get("default_prompt_name") or "", "")
    passage = next((prompts[name] for name in ("document", "passage", "corpus") if name in prompts), default)
    return str(prompts.get("query", default)), str(passage)


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _json_or_empty(path: Path) -> dict[str, Any]:
    return dict(_json(path)) if path.exists() else {}
