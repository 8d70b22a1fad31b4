' Converts one document to PDF inside LibreOffice, without a window, and notes what the PDF leaves out.
' Called by briefbank/extraction/convert.py, which names the files in variables of the environment.
' No macro of the document runs, no link is followed, and nothing is asked.

Option Explicit

Private Const NEVER = 0
Private Const MOST_CHANGES = 20000
Private Const CHART = "12DCAE26-281F-416F-A234-C3086127382E"
Private Const WORDPERFECT = "WP TypographicSymbols"
Private noted As String
Private signs As String

Sub Convert
  Dim document As Object
  ' Comments get a window as soon as LibreOffice draws; it has none without a display. They are taken out first.
  EnableReschedule(False)
  noted = ""
  On Error GoTo Refused
  document = Loaded()
  If Not document.supportsService("com.sun.star.text.TextDocument") Then
    Note "other"
  Else
    NoteProperties document
    TakeOutComments document
    TakeOutDeletions document
    NoteHiddenText document
    NoteObjects document
    ReplaceSigns document
    Prepare document
    document.storeToURL(Environ("BRIEFBANK_TARGET"), Array(Named("FilterName", "writer_pdf_Export"), _
      Named("FilterData", PdfOptions())))
  End If
  document.close(True)
  Note "done"
  WriteNotes
  Exit Sub
Refused:
  WriteNotes
End Sub

Private Function Loaded() As Object
  Dim options As Variant
  options = Array(Named("Hidden", True), Named("ReadOnly", True), Named("MacroExecutionMode", NEVER), _
    Named("UpdateDocMode", NEVER))
  If Environ("BRIEFBANK_PASSWORD") <> "" Then
    options = Array(Named("Hidden", True), Named("ReadOnly", True), Named("MacroExecutionMode", NEVER), _
      Named("UpdateDocMode", NEVER), Named("Password", Environ("BRIEFBANK_PASSWORD")))
  End If
  Loaded = StarDesktop.loadComponentFromURL(Environ("BRIEFBANK_SOURCE"), "_blank", 0, options)
End Function

' Comments are no part of the text. A field may hold text that is shown under a condition alone.
Private Sub TakeOutComments(document As Object)
  Dim fields As Object, field As Object
  fields = document.TextFields.createEnumeration()
  Do While fields.hasMoreElements()
    field = fields.nextElement()
    If field.supportsService("com.sun.star.text.textfield.Annotation") Then
      Note "comments"
      field.dispose()
    ElseIf field.supportsService("com.sun.star.text.textfield.HiddenText") Or _
        field.supportsService("com.sun.star.text.textfield.HiddenParagraph") Then
      Note "hidden"
    End If
  Loop
End Sub

' Tracked insertions are text; tracked deletions go. A password of the author's against that is no obstacle.
Private Sub TakeOutDeletions(document As Object)
  Dim change As Object, cursor As Object, tries As Long
  If Not document.Redlines.createEnumeration().hasMoreElements() Then Exit Sub
  document.RedlineProtectionKey = Array()
  document.RecordChanges = False
  change = NextDeletion(document)
  Do While Not IsNull(change)
    Note "deletions"
    tries = tries + 1
    If tries > MOST_CHANGES Then Err.Raise 1
    cursor = change.RedlineStart.Text.createTextCursorByRange(change.RedlineStart)
    cursor.gotoRange(change.RedlineEnd, True)
    cursor.String = ""
    change = NextDeletion(document)
  Loop
End Sub

Private Function NextDeletion(document As Object) As Object
  Dim changes As Object, change As Object
  changes = document.Redlines.createEnumeration()
  Do While changes.hasMoreElements()
    change = changes.nextElement()
    If change.RedlineType = "Delete" Then
      NextDeletion = change
      Exit Function
    End If
  Loop
End Function

Private Sub NoteProperties(document As Object)
  Dim held As Object
  held = document.DocumentProperties
  If held.Author & held.ModifiedBy & held.PrintedBy <> "" Then Note "names"
End Sub

' Characters are hidden by their own formatting or that of a style, and whole sections may be, too.
Private Sub NoteHiddenText(document As Object)
  Dim part As Variant, name As Variant, index As Long
  NoteIfHidden document.Text
  For index = 0 To document.TextTables.Count - 1
    part = document.TextTables.getByIndex(index)
    For Each name In part.CellNames
      NoteIfHidden part.getCellByName(name)
    Next
  Next
  For Each part In Array(document.Footnotes, document.Endnotes, document.TextFrames)
    For index = 0 To part.Count - 1
      NoteIfHidden part.getByIndex(index)
    Next
  Next
  For Each name In document.StyleFamilies.getByName("PageStyles").ElementNames
    part = document.StyleFamilies.getByName("PageStyles").getByName(name)
    If part.HeaderIsOn Then NoteIfHidden part.HeaderText
    If part.HeaderIsOn Then NoteIfHidden part.HeaderTextFirst
    If part.FooterIsOn Then NoteIfHidden part.FooterText
    If part.FooterIsOn Then NoteIfHidden part.FooterTextFirst
  Next
  For index = 0 To document.TextSections.Count - 1
    If Not document.TextSections.getByIndex(index).IsVisible Then Note "hidden"
  Next
End Sub

' Of formulas and embedded files LibreOffice draws a picture at best. Charts are drawn with their text.
Private Sub NoteObjects(document As Object)
  Dim index As Long
  On Error Resume Next
  For index = 0 To document.EmbeddedObjects.Count - 1
    If UCase(document.EmbeddedObjects.getByIndex(index).CLSID) <> CHART Then Note "objects"
  Next
End Sub

' A cursor answers at once for all that it covers.
Private Sub NoteIfHidden(text As Object)
  Dim cursor As Object
  cursor = text.createTextCursor()
  cursor.gotoStart(False)
  cursor.gotoEnd(True)
  If cursor.getPropertyState("CharHidden") = com.sun.star.beans.PropertyState.AMBIGUOUS_VALUE Then
    Note "hidden"
  ElseIf cursor.CharHidden Then
    Note "hidden"
  End If
End Sub

' A PDF has the codes of symbol fonts as its text, and the name of the font that was used instead. The signs are
' therefore written as Unicode here, where the document's own font is known.
Private Sub ReplaceSigns(document As Object)
  signs = Environ("BRIEFBANK_SIGNS")
  ReplaceInRanges document, "[" & Chr(&HF020) & "-" & Chr(&HF0FF) & "]", ""
  ReplaceInRanges document, "[!-~]", WORDPERFECT
End Sub

' Replace what a regular expression finds; where a font is named, in that font alone.
Private Sub ReplaceInRanges(document As Object, expression As String, font As String)
  Dim search As Object, matches As Object, match As Object, index As Long, at As Long, text As String
  search = document.createSearchDescriptor()
  search.SearchRegularExpression = True
  search.SearchCaseSensitive = True
  search.SearchString = expression
  If font <> "" Then
    search.ValueSearch = True
    search.setSearchAttributes(Array(Named("CharFontName", font)))
  End If
  matches = document.findAll(search)
  If matches.Count > MOST_CHANGES Then Note "symbols"
  For index = 0 To matches.Count - 1
    If index >= MOST_CHANGES Then Exit Sub
    match = matches.getByIndex(index)
    text = ""
    For at = 1 To Len(match.String)
      text = text & SignOf(match.CharFontName, Mid(match.String, at, 1))
    Next
    match.String = text
    match.CharFontName = "Liberation Serif"
  Next
End Sub

' The signs are listed as "|font:code=character", in hexadecimal digits, the font without spaces.
Private Function SignOf(font As String, character As String) As String
  Dim key As String, at As Long, code As Long
  code = Asc(character)
  If code < 0 Then code = code + 65536
  key = "|" & LCase(Join(Split(Split(font, ";")(0), " "), "")) & ":" & LCase(Hex(code Mod 256)) & "="
  at = InStr(signs, key)
  If at = 0 Then
    Note "symbols"
    SignOf = Chr(&H25A1)
  Else
    SignOf = Chr(CLng("&H" & Mid(signs, at + Len(key), 4)))
  End If
End Function

' Words are not divided at the ends of lines, and hidden text is not printed.
Private Sub Prepare(document As Object)
  Dim styles As Object, index As Long
  On Error Resume Next
  document.createInstance("com.sun.star.document.Settings").PrintHiddenText = False
  styles = document.StyleFamilies.getByName("ParagraphStyles")
  For index = 0 To styles.Count - 1
    If styles.getByIndex(index).ParaIsHyphenation Then styles.getByIndex(index).ParaIsHyphenation = False
  Next
End Sub

' A form's fields are drawn as text, and comments and links to other files are left out.
Private Function PdfOptions() As Variant
  PdfOptions = Array(Named("ExportFormFields", False), Named("ExportNotes", False), _
    Named("ExportBookmarks", True), Named("UseTaggedPDF", False), Named("ReduceImageResolution", False), _
    Named("UseLosslessCompression", False), Named("Quality", 90), Named("IsAddStream", False))
End Function

Private Function Named(name As String, value As Variant) As Object
  Dim property As New com.sun.star.beans.PropertyValue
  property.Name = name
  property.Value = value
  Named = property
End Function

Private Sub Note(what As String)
  If InStr(noted, what) = 0 Then noted = noted & what & " "
End Sub

Private Sub WriteNotes
  Dim file As Integer
  file = FreeFile
  Open Environ("BRIEFBANK_NOTES") For Output As #file
  Print #file, noted
  Close #file
End Sub
