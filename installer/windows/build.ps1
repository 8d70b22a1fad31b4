# Builds BriefBank for Windows: the folder by PyInstaller, then the two installers by NSIS. On Windows, in this repository.
#
#   powershell -ExecutionPolicy Bypass -File installer\windows\build.ps1 -Models FOLDER [-Certificate THUMBPRINT]
#
# -Models is the folder with the language model made ready, as installer/deb --prepare makes it. Python 3.11 (64 bit) and
# NSIS 3.08 or later must be installed. With -Certificate, programs and installers are signed by signtool of the Windows SDK.
#
# Never run: there is no Windows on the computers on which BriefBank is made. Of its parts, the list of files and the
# installer's script are compiled on Debian at every test run; the locks hold the checksums of the wheels for Windows.
# Tesseract is not in the package: where it is not installed and in PATH, BriefBank says so and reads no scans.

param([Parameter(Mandatory)] [string] $Models, [string] $Certificate = "")

$ErrorActionPreference = "Stop"
$project = Resolve-Path (Join-Path $PSScriptRoot "..\..")
Set-Location $project
$venv = Join-Path $project "build\windows"
$python = Join-Path $venv "Scripts\python.exe"
$out = Join-Path $project "dist"

function Invoke-Checked([string] $program, [string[]] $arguments) {
    & $program @arguments
    if ($LASTEXITCODE -ne 0) {
        throw "$program ended with $LASTEXITCODE. Nothing was built."
    }
}

function Set-Signature([string[]] $files) {
    if ($Certificate -ne "") {
        Invoke-Checked "signtool" (@("sign", "/sha1", $Certificate, "/fd", "sha256") + $files)
    }
}

if (-not (Test-Path $python)) {
    Invoke-Checked "py" @("-3.11", "-m", "venv", $venv)
}
foreach ($lock in "torch.lock", "requirements.lock", "requirements-build.lock") {
    Invoke-Checked $python @("-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--requirement", "installer\$lock")
}
$version = & $python -c "import briefbank; print(briefbank.__version__)"

$env:SOURCE_DATE_EPOCH = git log -1 --format=%ct
$env:PYTHONHASHSEED = "0"
$env:BRIEFBANK_MODELS = Resolve-Path $Models
Invoke-Checked $python @("-m", "PyInstaller", "--noconfirm", "--distpath", $out, "--workpath", "build\pyinstaller", "installer\briefbank.spec")
$folder = Join-Path $out "briefbank"
Copy-Item "installer\windows\firewall.ps1" $folder
Invoke-Checked $python @("-m", "installer.licences", "--into", "$folder\licences", "--bundle", $folder)
Invoke-Checked $python @("-m", "installer.sbom", "$folder\licences\sbom.cdx.json")
Set-Signature (Get-ChildItem $folder -Filter *.exe).FullName

Invoke-Checked $python @("-m", "installer.windows.file_list", $folder, "build\files.nsh")
$common = "-DVERSION=$version", "-DFILES=$project\build\files.nsh", "-DLICENCE=$project\LICENSE", "-DDATA=BriefBank"
$person = Join-Path $out "BriefBank-$version-setup.exe"
$office = Join-Path $out "BriefBank-$version-office-setup.exe"
Invoke-Checked "makensis" ($common + "-DOUT=$person" + "installer\windows\briefbank.nsi")
Invoke-Checked "makensis" ($common + "-DOUT=$office" + "-DOFFICE" + "installer\windows\briefbank.nsi")
Set-Signature $person, $office
Get-FileHash -Algorithm SHA256 $person, $office | Format-List
