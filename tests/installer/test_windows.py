"""Tests of the installers for Windows, compiled from a small generated folder."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from briefbank import paths
from installer.windows import file_list

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "installer/windows/briefbank.nsi"
NAMES = ("briefbank.exe", "briefbank-window.exe", "firewall.ps1", "_internal/a/é $x.txt", "_internal/b.dll")


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "briefbank"
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name, "utf-8")
    return folder


@pytest.mark.skipif(
    shutil.which("makensis") is None, reason="no makensis: installer/packages-debian-test.txt names it"
)
@pytest.mark.parametrize("form", [(), ("-DOFFICE",)], ids=["person", "office"])
def test_the_installer_compiles_without_a_warning(built: Path, tmp_path: Path, form: tuple[str, ...]) -> None:
    assert file_list.main([str(built), str(tmp_path / "files.nsh")]) == 0
    values = {
        "VERSION": "0.1.0",
        "FILES": tmp_path / "files.nsh",
        "LICENCE": ROOT / "LICENSE",
        "DATA": paths.APP,
        "OUT": tmp_path / "BriefBank.exe",
    }
    defined = [f"-D{name}={value}" for name, value in values.items()]
    command = ["makensis", "-V2", "-WX", *form, *defined, str(SCRIPT)]
    completed = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    assert (tmp_path / "BriefBank.exe").read_bytes()[:2] == b"MZ"


def test_every_installed_file_is_uninstalled_and_each_folder_after_its_content(built: Path) -> None:
    install, remove = file_list.macros(built).split("!macroend\n")[:2]
    assert install.count("  File ") == remove.count("  Delete ") == len(NAMES)
    folders = re.findall(r'RMDir "(.+)"', remove)
    assert folders == ["$INSTDIR\\_internal\\a", "$INSTDIR\\_internal"]
    assert remove.index("RMDir") > remove.rindex("Delete")


def test_a_dollar_sign_in_a_name_is_no_variable(built: Path) -> None:
    assert 'Delete "$INSTDIR\\_internal\\a\\é $$x.txt"' in file_list.macros(built)


def test_an_empty_folder_makes_no_installer(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no files"):
        file_list.macros(tmp_path)


def test_no_whole_folder_is_deleted_except_the_library_on_request() -> None:
    script = SCRIPT.read_text("utf-8")
    assert re.findall(r"RMDir /r .*", script) == ['RMDir /r "$LOCALAPPDATA\\${DATA}"']
    question = script.index('MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DELETE_LIBRARY)" /SD IDNO')
    assert question < script.index("RMDir /r")


def test_the_build_names_the_folder_of_the_library_as_the_program_does() -> None:
    assert f'"-DDATA={paths.APP}"' in (SCRIPT.parent / "build.ps1").read_text("utf-8")


def test_pdfs_keep_the_program_that_opens_them() -> None:
    script = SCRIPT.read_text("utf-8")
    assert 'WriteRegStr SHCTX "Software\\Classes\\.pdf\\OpenWithProgids"' in script
    assert not re.search(r'WriteRegStr SHCTX "Software\\Classes\\\.pdf" ', script)


def test_every_sentence_is_there_in_both_languages() -> None:
    translations = re.findall(r"LangString (\w+) \$\{LANG_(\w+)\}", SCRIPT.read_text("utf-8"))
    english = {name for name, language in translations if language == "ENGLISH"}
    assert english and english == {name for name, language in translations if language == "SPANISH"}
