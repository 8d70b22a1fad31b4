"""A PDF that holds everything that could act in another program, and honest links."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from tests.extraction.pdfs import write

WEB = "https://courts.example/rules?number=1"
SECRET = b"an attachment that nobody opened"


def link(pdf: pikepdf.Pdf, rect: tuple[int, int, int, int], **entries: Any) -> Any:
    dictionary = Dictionary(
        Type=Name.Annot, Subtype=Name.Link, Rect=Array(rect), Border=Array([0, 0, 0]), **entries
    )
    return pdf.make_indirect(dictionary)


def script(marker: Path) -> Dictionary:
    return Dictionary(S=Name.JavaScript, JS=String(f'app.launchURL("file://{marker}")'))


def active_pdf(path: Path, marker: Path) -> Path:
    """Two pages; ``marker`` is the file that would be there if anything of it had acted."""
    plain = write(path.with_suffix(".plain.pdf"), [["A brief with links", "to the rules"], ["Second page"]])
    launch = Dictionary(S=Name.Launch, F=String("/bin/touch"), P=String(str(marker)))
    with pikepdf.open(plain) as pdf:
        first, second = pdf.pages
        pdf.attachments["appendix.pdf"] = pikepdf.AttachedFileSpec(pdf, SECRET, filename="appendix.pdf")
        pdf.Root.OpenAction = script(marker)
        pdf.Root.AA = Dictionary(WC=script(marker), WP=script(marker))
        pdf.Root.Names.JavaScript = Dictionary(Names=Array([String("run"), script(marker)]))
        first.obj.AA = Dictionary(O=launch)
        to_second = Array([second.obj, Name.Fit])
        field = pdf.make_indirect(
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Widget,
                FT=Name.Btn,
                T=String("send"),
                Rect=Array([50, 100, 250, 130]),
                A=Dictionary(S=Name.SubmitForm, F=String("https://collector.example/"), Flags=0),
                AA=Dictionary(U=script(marker)),
            )
        )
        pdf.Root.AcroForm = Dictionary(Fields=Array([field]), XFA=pdf.make_stream(b"<xdp:xdp/>"))
        media = Dictionary(Type=Name.Annot, Subtype=Name.RichMedia, Rect=Array([300, 100, 400, 200]))
        first.obj.Annots = Array(
            [
                link(pdf, (72, 700, 200, 720), A=Dictionary(S=Name.URI, URI=String(WEB))),
                link(pdf, (72, 660, 200, 680), A=Dictionary(S=Name.GoTo, D=to_second, Next=launch)),
                link(pdf, (72, 620, 200, 640), A=launch),
                link(pdf, (72, 580, 200, 600), A=script(marker)),
                link(pdf, (72, 540, 200, 560), A=Dictionary(S=Name.URI, URI=String("file:///etc/passwd"))),
                link(pdf, (72, 500, 200, 520), A=Dictionary(S=Name.GoToR, F=String("//host/share/x.pdf"))),
                link(pdf, (72, 460, 200, 480), Dest=to_second),
                field,
                pdf.make_indirect(media),
            ]
        )
        with pdf.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Second", 1))
        pdf.Root.Outlines.First.A = script(marker)
        pdf.save(path)
    plain.unlink()
    return path
