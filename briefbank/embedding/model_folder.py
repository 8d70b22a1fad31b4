"""Checks that a model's folder is data alone: nothing in it may be code, or lead out of it.

A folder that a person chooses comes from somebody else. Weights in the format of Python's pickles, modules of
the model's own and settings that name code to import would run programs when the model is loaded, so they are
refused before anything is loaded. Accepted are weights as safetensors, the modules of sentence-transformers
that are known here, and files of plain data. The model is still loaded in a confined child (``torch_child``):
this check is the first of two lines of defence.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from briefbank.errors import BriefBankError

CODE = "This model holds “{name}”, a kind of file that can run a program, and is not used."
NAMES_CODE = "“{name}” in this model asks for a program to be run, and the model is not used."
UNKNOWN_PARTS = "This model consists of parts that are not known here, and is not used."
LEADS_OUT = "A link in this model’s folder leads out of it, and the model is not used."
NO_MODEL = "This folder holds too much, or something else than files, and is not used as a model."
TOO_LARGE = "“{name}” in this model is larger than such a file ever is, and the model is not used."
DAMAGED = "“{name}” in this model is damaged, and the model is not used."
UNREADABLE = "The files of this model cannot be read."
TAKE_DATA = "Choose a model for sentence-transformers that is data alone, its weights in .safetensors files."
WITHOUT_IT = "If the model works without this file, delete it and choose the folder again; or choose another."
COPY_WHOLE = "Copy all files of the model into one folder and choose that, or choose another model."

_DEEPEST = 8
"""The deepest nesting of folders; a model has one or two levels."""
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
_KNOWN_MODULE = re.compile(r"sentence_transformers(\.[a-z_]+)*\.(Transformer|Pooling|Normalize|Dense)")


def require_data(folder: Path, *, modules: bool) -> None:
    """Raise BriefBankError where a model's folder is not data alone. Reads names and JSON: milliseconds.

    ``modules``: whether ``modules.json`` lists the parts of the model, as it does for an encoder. A folder
    that does not exist, or holds no model, is left to the loader.
    """
    try:
        for path in _files(folder):
            _require_plain(path, path.relative_to(folder).as_posix())
        if modules and (folder / "modules.json").exists():
            _require_known_modules(_json(folder / "modules.json"))
    except OSError as error:
        raise BriefBankError(UNREADABLE, COPY_WHOLE, detail=f"model: {type(error).__name__}") from error


def _files(folder: Path) -> Iterator[Path]:
    """Yield all files but Git's, which are no part of a model. Raises BriefBankError for links that lead
    out."""
    root, count = folder.resolve(), 0
    for place, inner, names in os.walk(folder):
        for name in (*inner, *names):
            if not Path(place, name).resolve().is_relative_to(root):
                raise BriefBankError(LEADS_OUT, COPY_WHOLE, detail="model: link")
        inner[:] = [name for name in inner if name != ".git"]
        count += len(inner) + len(names)
        if count > _MOST_FILES or len(Path(place).relative_to(folder).parts) > _DEEPEST:
            raise BriefBankError(NO_MODEL, TAKE_DATA, detail="model: many files, or deep")
        yield from (Path(place, name) for name in names)


def _require_plain(path: Path, name: str) -> None:
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):
        raise BriefBankError(NO_MODEL, TAKE_DATA, detail="model: no file")
    if path.suffix.lower() in _CODE or path.name in _ELSEWHERE:
        raise _refused(CODE, name, WITHOUT_IT)
    if path.suffix.lower() != ".json":
        return
    if about.st_size > _LARGEST_JSON:
        raise _refused(TOO_LARGE, name, TAKE_DATA)
    untrusted = _json(path)
    if path.name not in _VOCABULARIES and _names_code(untrusted):
        raise _refused(NAMES_CODE, name, TAKE_DATA)


def _names_code(untrusted: Any) -> bool:
    """Tell whether a configuration asks for code to be imported, at any level of nesting."""
    waiting = [untrusted]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            activations = [value[key] for key in _ACTIVATIONS & value.keys()]
            if any(value.get(key) for key in _NAMES_CODE) or not all(map(_is_known_activation, activations)):
                return True
            waiting += value.values()
    return False


def _is_known_activation(untrusted: Any) -> bool:
    return untrusted is None or (
        isinstance(untrusted, str) and _KNOWN_ACTIVATION.fullmatch(untrusted) is not None
    )


def _require_known_modules(untrusted: Any) -> None:
    if not isinstance(untrusted, list) or not all(map(_is_known_module, untrusted)):
        raise BriefBankError(UNKNOWN_PARTS, TAKE_DATA, detail="model: modules")


def _is_known_module(untrusted: Any) -> bool:
    if not isinstance(untrusted, dict):
        return False
    kind, path = untrusted.get("type"), untrusted.get("path")
    if not isinstance(kind, str) or not isinstance(path, str) or "\\" in path or ":" in path:
        return False
    inside = PurePosixPath(path)
    leads_out = inside.is_absolute() or not {"..", ".git"}.isdisjoint(path.lower().split("/"))
    return _KNOWN_MODULE.fullmatch(kind) is not None and not leads_out


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _refused(DAMAGED, path.name, COPY_WHOLE) from error


def _refused(title: str, untrusted_name: str, remedy: str) -> BriefBankError:
    shown = "".join(character if character.isprintable() else "?" for character in untrusted_name)[:80]
    return BriefBankError(title.format(name=shown), remedy, detail="model: not data alone")
