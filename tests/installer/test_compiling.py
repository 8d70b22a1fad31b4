"""Tests that modules are compiled reproducibly for a package."""

import importlib.util
from pathlib import Path, PurePosixPath

import pytest

from installer import bytecode


@pytest.fixture
def sources(tmp_path: Path) -> dict[PurePosixPath, Path]:
    texts = {
        "plain/__init__.py": "ANSWER = {'a', 'b', 'c'}\n",
        "plain/data.json": "{}",
        "plain/template.py": "{{ no python }} =",
        "torch/part.py": "NUMBER = 1\n",
    }
    for name, text in texts.items():
        (tmp_path / "from" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "from" / name).write_text(text, "utf-8")
    return {PurePosixPath(name): tmp_path / "from" / name for name in texts}


def test_a_module_becomes_code_alone_and_data_stays(
    sources: dict[PurePosixPath, Path], tmp_path: Path
) -> None:
    compiled = bytecode.compile_modules(sources, tmp_path / "to")
    assert {str(path) for path in compiled} == {
        "plain/__init__.pyc",
        "plain/data.json",
        "torch/part.py",
        "torch/__pycache__/part.cpython-311.pyc".replace("cpython-311", cache_tag()),
    }


def cache_tag() -> str:
    import sys

    return str(sys.implementation.cache_tag)


def test_compiled_code_names_no_folder_of_this_computer(
    sources: dict[PurePosixPath, Path], tmp_path: Path
) -> None:
    compiled = bytecode.compile_modules(sources, tmp_path / "to")
    for file in compiled.values():
        assert str(tmp_path).encode() not in file.read_bytes()


def test_compiled_code_does_not_look_at_the_date_of_its_source(
    sources: dict[PurePosixPath, Path], tmp_path: Path
) -> None:
    code = bytecode.compile_modules(sources, tmp_path / "to")[
        PurePosixPath("plain/__init__.pyc")
    ].read_bytes()
    assert code[:4] == importlib.util.MAGIC_NUMBER
    assert int.from_bytes(code[4:8], "little") == 0b01, "an unchecked hash, PEP 552"


def test_compiling_twice_gives_the_same_bytes(
    sources: dict[PurePosixPath, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    first, second = (bytecode.compile_modules(sources, tmp_path / name) for name in ("one", "two"))
    assert {path: file.read_bytes() for path, file in first.items()} == {
        path: file.read_bytes() for path, file in second.items()
    }
