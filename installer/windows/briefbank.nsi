; The installer for Windows, of the folder that PyInstaller made there. installer/windows/build.ps1 calls it.
;
; Run on Debian: compiled by makensis 3.08 from made-up folders, in both forms, at every test run
; (tests/installer/test_windows.py). Never run: the installer itself, on no Windows. Whoever releases for Windows installs,
; uses, upgrades and removes it on a clean Windows first; installer/release asks for it.
;
;   makensis -DVERSION=0.1.0 -DFILES=files.nsh -DLICENCE=LICENSE -DDATA=BriefBank -DOUT=setup.exe [-DOFFICE] briefbank.nsi
;
; DATA is the folder of a person's library below %LOCALAPPDATA%, as briefbank/paths.py names it.
;
; Without OFFICE it installs for the person who runs it, without an administrator, and sets no firewall rules, which
; only an administrator may: BriefBank's own guard still refuses connections in each of its processes, but the system does
; not. With OFFICE an administrator installs it for all, and Windows itself then blocks what these programs send.
; The limits of that: a rule names a program file, so it does not hold for a copy of it elsewhere, nor for other programs
; that BriefBank starts (Tesseract, the viewer that a person chooses); and an administrator can take it away.

Unicode true
SetCompressor /SOLID lzma
SetCompressorDictSize 64
ManifestDPIAware true
ManifestSupportedOS Win10
ManifestLongPathAware true

!include MUI2.nsh
!include FileFunc.nsh
!include x64.nsh
!include "${FILES}"

!define NAME "BriefBank"
!define PROGRAM "briefbank-window.exe"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define OPENER "Software\Classes\Applications\${PROGRAM}"
!define KIND "BriefBank.pdf"

Name "${NAME} ${VERSION}"
OutFile "${OUT}"
BrandingText "${NAME} ${VERSION}"
!ifdef OFFICE
  RequestExecutionLevel admin
  InstallDir "$PROGRAMFILES64\${NAME}"
!else
  RequestExecutionLevel user
  InstallDir "$LOCALAPPDATA\Programs\${NAME}"
!endif
; The folder is not asked for: updates and the firewall's rules then always find the programs.

VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 "ProductName" "${NAME}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "Installs ${NAME}"
VIAddVersionKey /LANG=0 "LegalCopyright" "Apache License 2.0"

!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "Spanish"

LangString OPEN_NOW ${LANG_ENGLISH} "BriefBank is open. Close it and then choose Retry."
LangString OPEN_NOW ${LANG_SPANISH} "BriefBank está abierto. Ciérrelo y elija Reintentar."
LangString TOO_OLD ${LANG_ENGLISH} "BriefBank needs a 64-bit Windows 10 or later. Nothing was installed."
LangString TOO_OLD ${LANG_SPANISH} "BriefBank necesita Windows 10 de 64 bits o posterior. No se instaló nada."
LangString NO_RULES ${LANG_ENGLISH} "Windows did not accept the firewall rules. BriefBank is installed and still refuses connections itself. An administrator can run firewall.ps1 in its folder later."
LangString NO_RULES ${LANG_SPANISH} "Windows no aceptó las reglas del cortafuegos. BriefBank está instalado y rechaza por sí mismo las conexiones. Un administrador puede ejecutar más tarde firewall.ps1 en su carpeta."
LangString DELETE_LIBRARY ${LANG_ENGLISH} "Delete your library as well? It holds the copies of your briefs, everything that was found in them, and your settings. This cannot be undone. Choose No to keep it."
LangString DELETE_LIBRARY ${LANG_SPANISH} "¿Eliminar también su biblioteca? Contiene las copias de sus escritos, todo lo que se encontró en ellos y sus ajustes. No se puede deshacer. Elija No para conservarla."

; --- installing -----------------------------------------------------------------------------------------

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_ICONSTOP "$(TOO_OLD)" /SD IDOK
    Abort
  ${EndIf}
  SetRegView 64
  !ifdef OFFICE
    SetShellVarContext all
  !endif
FunctionEnd

; A program that runs cannot be replaced, and half an update would not start.
!macro WAIT_UNTIL_CLOSED RETRY DONE
  ${RETRY}:
  IfFileExists "$INSTDIR\${PROGRAM}" 0 ${DONE}
  ClearErrors
  FileOpen $0 "$INSTDIR\${PROGRAM}" a
  IfErrors 0 +3
  MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(OPEN_NOW)" /SD IDCANCEL IDRETRY ${RETRY}
  Abort
  FileClose $0
  ${DONE}:
!macroend

Section
  !insertmacro WAIT_UNTIL_CLOSED look installed_here
  ; The former version takes its own files away first, so that none of them stays beside the new ones.
  IfFileExists "$INSTDIR\uninstall.exe" 0 +3
  ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
  Delete "$INSTDIR\uninstall.exe"

  !insertmacro INSTALL_FILES
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${PROGRAM}"

  ; "Open with" offers BriefBank for PDFs. What opens them by default stays as it is.
  WriteRegStr SHCTX "${OPENER}" "FriendlyAppName" "${NAME}"
  WriteRegStr SHCTX "${OPENER}\SupportedTypes" ".pdf" ""
  WriteRegStr SHCTX "${OPENER}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  WriteRegStr SHCTX "Software\Classes\${KIND}" "" "${NAME}"
  WriteRegStr SHCTX "Software\Classes\${KIND}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" "%1"'
  WriteRegStr SHCTX "Software\Classes\.pdf\OpenWithProgids" "${KIND}" ""

  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayIcon" "$INSTDIR\${PROGRAM}"
  WriteRegStr SHCTX "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${UNINSTALL}" "EstimatedSize" $0

  !ifdef OFFICE
    nsExec::ExecToLog 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "$INSTDIR\firewall.ps1"'
    Pop $0
    StrCmp $0 "0" +2
    MessageBox MB_ICONINFORMATION "$(NO_RULES)" /SD IDOK
  !endif
SectionEnd

; --- removing -------------------------------------------------------------------------------------------

Function un.onInit
  SetRegView 64
  !ifdef OFFICE
    SetShellVarContext all
  !endif
FunctionEnd

Section "Uninstall"
  !insertmacro WAIT_UNTIL_CLOSED look installed_here
  !ifdef OFFICE
    nsExec::ExecToLog 'powershell.exe -NoProfile -ExecutionPolicy Bypass -File "$INSTDIR\firewall.ps1" -Remove'
    Pop $0
  !endif
  Delete "$SMPROGRAMS\${NAME}.lnk"
  DeleteRegKey SHCTX "${OPENER}"
  DeleteRegKey SHCTX "Software\Classes\${KIND}"
  DeleteRegValue SHCTX "Software\Classes\.pdf\OpenWithProgids" "${KIND}"
  DeleteRegKey SHCTX "${UNINSTALL}"

  ; Only what was installed is deleted, file by file; a folder goes when it is empty.
  !insertmacro REMOVE_FILES
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"

  ; The library is the person's own: it stays, unless the person who removes BriefBank says otherwise. A silent
  ; removal keeps it, and so does every update.
  SetShellVarContext current
  IfFileExists "$LOCALAPPDATA\${DATA}\*.*" 0 kept
  MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DELETE_LIBRARY)" /SD IDNO IDNO kept
  RMDir /r "$LOCALAPPDATA\${DATA}"
  kept:
SectionEnd
