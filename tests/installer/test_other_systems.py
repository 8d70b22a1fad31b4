"""The scripts for macOS and Windows, as far as other systems can try them."""

from __future__ import annotations

import plistlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from briefbank import paths
from installer.windows import file_list

INSTALLER = Path(__file__).parents[2] / "installer"
FOLDER = INSTALLER / "macos"


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize("script", ["macos/build", "macos/start.sh", "windows/rig", "windows/test"])
def test_the_scripts_are_well_formed_and_can_be_started(script: str) -> None:
    subprocess.run(["bash", "-n", INSTALLER / script], check=True, timeout=30)
    assert (INSTALLER / script).stat().st_mode & 0o111


def test_no_network_permission_is_requested() -> None:
    for file in FOLDER.glob("*.plist"):
        rights = plistlib.loads(file.read_bytes())
        assert rights and not [name for name in rights if "network" in name]


def test_the_profile_refuses_the_network_before_it_allows_local_sockets() -> None:
    profile = "".join(
        line for line in (FOLDER / "closed.sb").read_text("utf-8").splitlines() if not line.startswith(";")
    )
    assert profile.count("(") == profile.count(")")
    assert profile.index("(deny network*)") < profile.index("(allow network*")
    assert "network-inbound" not in profile


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize(("written", "port"), [(None, "none"), ("8443\n", "8443"), ("no number", "none")])
def test_the_window_starts_inside_the_profile_with_the_port_that_was_written(
    tmp_path: Path, written: str | None, port: str
) -> None:
    app = tmp_path / "A b.app/Contents"
    (app / "MacOS").mkdir(parents=True)
    program = app / "MacOS/briefbank-window"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    sandbox, port_file = tmp_path / "sandbox-exec", tmp_path / "port"
    sandbox.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    sandbox.chmod(0o700)
    if written is not None:
        port_file.write_text(written)
    text = (FOLDER / "start.sh").read_text("utf-8").replace("/usr/bin/sandbox-exec", f"'{sandbox}'")
    start = app / "MacOS/start"
    start.write_text(
        text.replace("/Library/Application Support/BriefBank/office-server-port", str(port_file))
    )
    completed = subprocess.run(
        ["bash", start, "a b.pdf"], capture_output=True, text=True, check=True, timeout=30
    )
    expected = ["-D", f"OFFICE_PORT={port}", "-f", f"{app}/Resources/closed.sb", f"{program}", "a b.pdf"]
    assert completed.stdout.splitlines() == expected


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
