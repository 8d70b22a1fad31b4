"""A model's folder: the check that it holds data alone, its content hash, and how its model is run.

**Data alone.** A folder that a person chooses comes from somebody else. Weights in the format of Python's
pickles, modules of the model's own and settings that name code to import would run programs when the model is
loaded, so they are refused before anything is loaded. Accepted are weights as safetensors, the modules of
sentence-transformers that are known here, and files of plain data. The model is still loaded in a confined
child (``torch_child``): this check is the first of two lines of defence.

**The recipe** is read from the folder's own files (modules.json, the pooling module's config.json,
sentence_bert_config.json, tokenizer_config.json, config.json, config_sentence_transformers.json), in their
older and newer spellings, so that a model can be run without importing torch. A model that ONNX Runtime
cannot reproduce exactly is refused.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from briefbank.errors import BriefBankError, StoreError
from briefbank.files import write_atomically
from briefbank.text.messages import Message

UNKNOWN_PARTS = Message("This model consists of parts that are not known here, and is not used.")
LEADS_OUT = Message("A link in this model’s folder leads out of it, and the model is not used.")
NO_MODEL = Message("This folder holds too much, or something else than files, and is not used as a model.")
UNREADABLE = Message("The files of this model cannot be read.")
TAKE_DATA = Message(
    "Choose a model for sentence-transformers that is data alone, its weights in .safetensors files."
)
WITHOUT_IT = Message(
    "If the model works without this file, delete it and choose the folder again; or choose another."
)
COPY_WHOLE = Message("Copy all files of the model into one folder and choose that, or choose another model.")

_DEEPEST = 8  # The deepest nesting of folders; a model has one or two levels
_MOST_FILES = 1000
_LARGEST_JSON = 64 << 20
"""The largest JSON file in bytes. A tokenizer with a vocabulary of 250,000 words takes 17 MB."""
_CODE = frozenset(
    {
        *(".bin", ".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".joblib", ".npy", ".npz", ".h5", ".keras"),
        *(".py", ".pyc", ".pyd", ".so", ".dll", ".dylib", ".exe", ".sh", ".bat", ".cmd"),
    }
)
"""Suffixes of weights that are, or may hold, programs; and of programs."""
_ELSEWHERE = frozenset({"adapter_config.json", "router_config.json"})
"""Files of models that consist of other models, which they name."""
_NAMES_CODE = frozenset({"auto_map", "custom_pipelines", "trust_remote_code"})
"""Keys by which a configuration has code imported."""
_ACTIVATIONS = frozenset({"activation_fn", "activation_function", "sbert_ce_default_activation_function"})
"""Keys whose value may be the name of something that is imported and called."""
_VOCABULARIES = frozenset({"tokenizer.json", "vocab.json", "added_tokens.json"})
"""Files in which any word may be a key."""
_KNOWN_ACTIVATION = re.compile(r"\w*|torch\.nn\.modules\.(activation|linear)\.[A-Z]\w*")
_KNOWN_MODULE = re.compile(r"sentence_transformers(\.[a-z_]+)*\.(Transformer|Pooling|Normalize)")
POOLINGS = ("mean", "cls")
_NOT_PART = {".gitattributes", "README.md"}


class LoadingError(Exception):
    """Raised when a model asks for something that the ONNX encoder does not do, or cannot be loaded or
    exported; the message says what, or is the kind of error."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The steps to run a model: tokens, then the network, then one vector out of the tokens' vectors."""

    longest: int
    """The longest input in word pieces, the two marks around the text included; the rest is cut off."""
    pooling: str  # One of ``POOLINGS``
    query_prompt: str  # The prefix of a query; may be empty
    passage_prompt: str  # The prefix of a passage; may be empty


def require_data(folder: Path, *, modules: bool) -> None:
    """Raise BriefBankError where a model's folder is not data alone. Reads names and JSON: milliseconds.

    ``modules``: whether ``modules.json`` lists the parts of the model, as it does for an encoder. A folder
    that does not exist, or holds no model, is left to the loader.
    """
    try:
        root, count = folder.resolve(), 0
        for parent, inner, names in os.walk(folder):
            if any(not Path(parent, name).resolve().is_relative_to(root) for name in (*inner, *names)):
                raise BriefBankError(LEADS_OUT, COPY_WHOLE, detail="model: link")
            inner[:] = [name for name in inner if name != ".git"]  # which is no part of a model
            count += len(inner) + len(names)
            if count > _MOST_FILES or len(Path(parent).relative_to(folder).parts) > _DEEPEST:
                raise BriefBankError(NO_MODEL, TAKE_DATA, detail="model: many files, or deep")
            for name in names:
                _require_plain(Path(parent, name), Path(parent, name).relative_to(folder).as_posix())
        if modules and (folder / "modules.json").exists():
            untrusted = _untrusted_json(folder / "modules.json")
            if not isinstance(untrusted, list) or not all(map(_is_known_module, untrusted)):
                raise BriefBankError(UNKNOWN_PARTS, TAKE_DATA, detail="model: modules")
    except OSError as error:
        raise BriefBankError(UNREADABLE, COPY_WHOLE, detail=f"model: {type(error).__name__}") from error


def _require_plain(path: Path, name: str) -> None:
    about, suffix = path.stat(), path.suffix.lower()
    if not stat.S_ISREG(about.st_mode):
        raise BriefBankError(NO_MODEL, TAKE_DATA, detail="model: no file")
    if (
        suffix in _CODE
        or path.name in _ELSEWHERE
        or (suffix == ".json" and about.st_size > _LARGEST_JSON)
        or (suffix == ".json" and path.name not in _VOCABULARIES and _names_code(_untrusted_json(path)))
    ):
        shown = "".join(character if character.isprintable() else "?" for character in name)[:80]
        title = Message("“{name}” in this model may run a program, and the model is not used.", name=shown)
        raise BriefBankError(title, WITHOUT_IT, detail="model: not data alone")


def _names_code(untrusted: Any) -> bool:
    """Tell whether a configuration asks for code to be imported, at any level of nesting."""
    waiting = [untrusted]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            activations = [value[key] for key in _ACTIVATIONS & value.keys() if value[key] is not None]
            if any(value.get(key) for key in _NAMES_CODE) or not all(
                isinstance(name, str) and _KNOWN_ACTIVATION.fullmatch(name) for name in activations
            ):
                return True
            waiting += value.values()
    return False


def _is_known_module(untrusted: Any) -> bool:
    if not isinstance(untrusted, dict):
        return False
    kind, path = untrusted.get("type"), untrusted.get("path")
    if not isinstance(kind, str) or not isinstance(path, str) or "\\" in path or ":" in path:
        return False
    leads_out = PurePosixPath(path).is_absolute() or not {"..", ".git"}.isdisjoint(path.lower().split("/"))
    return _KNOWN_MODULE.fullmatch(kind) is not None and not leads_out


def _untrusted_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        damaged = Message("A file of this model is damaged, and the model is not used.")
        raise BriefBankError(damaged, COPY_WHOLE, detail="model: not data alone") from error


def content_hash(folder: Path) -> str:
    """Return a hexadecimal hash of the files that decide a model's vectors; a second for 1 GB."""
    digest = hashlib.blake2b(digest_size=16)
    for path in _model_files(folder):
        digest.update(path.relative_to(folder).as_posix().encode())
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "blake2b").digest())
    return digest.hexdigest()


def remembered_hash(folder: Path, memory: Path) -> str:
    """Return ``content_hash``, without reading the files again as long as none of them has changed: each
    start asks for it.

    ``memory`` is a folder for notes of earlier answers; where it cannot be written, nothing is remembered.
    """
    name = hashlib.blake2b(os.fsencode(folder.resolve()), digest_size=16).hexdigest()
    note, state = memory / f"{name}.hash", _state(folder)
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


def _model_files(folder: Path) -> list[Path]:
    paths = sorted(folder.rglob("*"))
    return [p for p in paths if p.is_file() and p.name not in _NOT_PART and ".git" not in p.parts]


def _state(folder: Path) -> str:
    """Return a hash that changes with any change to a file; the change time counts even where the
    modification time was set back."""
    digest = hashlib.blake2b(digest_size=16)
    for path in _model_files(folder):
        about = path.stat()
        numbers = (about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_dev, about.st_ino)
        digest.update(repr((path.relative_to(folder).as_posix(), numbers)).encode())
    return digest.hexdigest()


def read_recipe(folder: Path) -> Recipe:
    """Read the recipe. Raises LoadingError for a model that needs more, and for an unreadable folder."""
    try:
        return _recipe(folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LoadingError(f"configuration: {type(error).__name__}") from error


def _recipe(folder: Path) -> Recipe:
    modules = [(str(m["type"]), folder / str(m["path"])) for m in _json(folder / "modules.json")]
    if not all(kind.startswith("sentence_transformers.") for kind, _ in modules):
        raise LoadingError("modules of its own")
    kinds = [kind.rpartition(".")[2] for kind, _ in modules]
    if kinds not in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]):
        raise LoadingError(f"modules {kinds}")
    transformer, pooling = modules[0][1], _json(modules[1][1] / "config.json")
    config = _json_or_empty(folder / "config_sentence_transformers.json")
    prompts = config.get("prompts") or {}  # by sentence-transformers' names, in its order
    default = prompts.get(config.get("default_prompt_name") or "", "")
    query = str(prompts.get("query", default))
    names = (name for name in ("document", "passage", "corpus") if name in prompts)
    passage = str(next((prompts[name] for name in names), default))
    if (query or passage) and not pooling.get("include_prompt", True):
        raise LoadingError("prompt outside pooling")
    own = _json_or_empty(transformer / "sentence_bert_config.json")
    if own.get("do_lower_case"):
        raise LoadingError("lower case outside the tokenizer")
    # The longest input as sentence-transformers decides it: its own setting, or the lesser of two others.
    tokenizer = _json(transformer / "tokenizer_config.json").get("model_max_length")
    network = _json(transformer / "config.json").get("max_position_embeddings")
    setting = own.get("max_seq_length")
    stated = [int(value) for value in ((setting,) if setting else (tokenizer, network)) if value]
    if not stated:
        raise LoadingError("no length")
    return Recipe(min(stated), _pooling(pooling), query, passage)


def _pooling(config: dict[str, Any]) -> str:
    """Return the pooling mode. The newer files name it, the older ones have a switch for each."""
    modes = [config["pooling_mode"]] if "pooling_mode" in config else []
    modes += [key for key, on in config.items() if key.startswith("pooling_mode_") and on is True]
    names = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
    stated = [names.get(str(mode), str(mode)) for mode in modes]
    if len(stated) != 1 or stated[0] not in POOLINGS:
        raise LoadingError(f"pooling {stated}")
    return stated[0]


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _json_or_empty(path: Path) -> dict[str, Any]:
    return dict(_json(path)) if path.exists() else {}
