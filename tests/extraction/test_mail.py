"""Tests of reading mails: charsets, names, nesting, and damage, each read or refused with a reason."""

from __future__ import annotations

import base64
import binascii
import io
import quopri
import random
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from briefbank.errors import FileRefused, NotReadable, TooLarge
from briefbank.extraction import containers, sniff
from briefbank.extraction.containers import MailSummary
from briefbank.extraction.mail import internet
from tests.support.mail_factory import PLAIN, WRITTEN, compound_file, mail, write
from tests.support.mail_factory import mailbox as write_mailbox
from tests.support.mail_factory import outlook as outlook_storage
from tests.support.profile import sample

HEAD = f"From: Harlan Quill <h@example.org>\r\nDate: {WRITTEN}\r\nMessage-ID: <1@x>\r\nMIME-Version: 1.0\r\n"


def unheard(done: int, total: int) -> None:
    pass


def lines(path: Path) -> list[str]:
    return [block.text for block in containers.mail_blocks(path)]


def raw(folder: Path, rest: str | bytes, head: str = HEAD) -> Path:
    content = rest if isinstance(rest, bytes) else rest.encode()
    return write(folder / "x.eml", head.encode() + content)


def summary(path: Path) -> MailSummary:
    return containers.summarise_mail(path, with_archives=True)


def picture(pixels: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("L", (pixels, pixels), 255).save(buffer, "PNG")
    return buffer.getvalue()


def test_the_header_stands_above_the_text_and_quoted_mails_stay(tmp_path: Path) -> None:
    path = write(tmp_path / "x.eml", mail([("brief.pdf", b"%PDF-")]))
    assert lines(path)[:7] == [
        "From: Harlan Quill <harlan@example.org>",
        "To: Ann Doe <ann@example.org>",
        "Cc: file@example.org",
        f"Date: {WRITTEN}",
        "Subject: The zebra in State v. Doe",
        "Attachments: brief.pdf",
        "",
    ]
    assert "> The giraffe was mentioned in the earlier mail." in lines(path)


def test_plain_text_is_preferred_and_html_is_read_where_there_is_no_other(tmp_path: Path) -> None:
    page = "<html><body><p>The <b>walrus</b>.</p><script>no()</script></body></html>"
    both = lines(write(tmp_path / "x.eml", mail(html=page)))
    assert "Dear Ms. Quill," in both and "The walrus." not in both
    alone = lines(raw(tmp_path, f"Content-Type: text/html\r\n\r\n{page}"))
    assert "The walrus." in alone and not any("no()" in line for line in alone)


@pytest.mark.parametrize(
    ("charset", "content"),
    [
        ("utf-8", "Émile’s zebra".encode()),
        ("iso-8859-1", b"\xc9mile\x92s zebra"),
        ("us-ascii", "Émile’s zebra".encode()),
        ("x-nobody-knows", "Émile’s zebra".encode()),
        ("utf-16-le", "Émile’s zebra".encode("utf-16-le")),
    ],
)
def test_declared_wrong_and_unknown_charsets_are_decoded_as_well_as_possible(
    tmp_path: Path, charset: str, content: bytes
) -> None:
    part = f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    assert "Émile’s zebra" in lines(raw(tmp_path, part.encode() + base64.b64encode(content)))


def test_encoded_and_raw_headers_are_decoded(tmp_path: Path) -> None:
    path = raw(tmp_path, "Subject: =?utf-8?B?w4ltaWxl?= =?iso-8859-1?Q?_=E9t=E9?=\r\n\r\nText.")
    assert summary(path).subject == "Émile été"
    path = raw(tmp_path, "Subject: Émile roh\r\n\r\nText.")
    assert summary(path).subject == "Émile roh"
    path = raw(tmp_path, "Subject: =?utf-8?B?not base64!?= \u202ereversed\r\n\r\nText.")
    assert "\u202e" not in summary(path).subject


def test_encrypted_and_signed_mails_say_so(tmp_path: Path) -> None:
    sealed = (
        "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\r\n\r\nAAAA",
        "Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\n\r\nVersion: 1\r\n--b--\r\n",
        "\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n",
    )
    for rest in sealed:
        path = raw(tmp_path, rest)
        assert summary(path).encrypted and any("is encrypted" in line for line in lines(path))
        assert summary(path).members == ()
    signed = (
        "Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n\r\nThe zebra.\r\n"
        "--b\r\nContent-Type: application/pkcs7-signature; name=smime.p7s\r\n\r\nAAAA\r\n--b--\r\n"
    )
    path = raw(tmp_path, signed)
    assert "The zebra." in lines(path) and any(line.startswith("Signed: ") for line in lines(path))
    assert summary(path).members == ()


def test_names_of_attachments_are_safe_undisguised_and_distinct(tmp_path: Path) -> None:
    names = ["../../etc/passwd", "..\\brief.pdf", "a\u202efdp.exe", "x.pdf", "x.pdf", "été.pdf", "c:evil.txt"]
    path = write(tmp_path / "x.eml", mail([(name, PLAIN) for name in names]))
    assert summary(path).members == (
        *("passwd", "brief.pdf", "afdp.exe", "x.pdf", "x (2).pdf", "été.pdf", "c-evil.txt"),
    )
    containers.extract_attached(path, "x (2).pdf", tmp_path / "made")
    assert (tmp_path / "made").read_bytes() == PLAIN
    with pytest.raises(NotReadable):
        containers.extract_attached(path, "../x.pdf", tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_logos_invitations_and_wrappers_are_skipped_and_counted(tmp_path: Path) -> None:
    message = mail([("winmail.dat", b"x"), ("page.png", picture(900))])
    for name in ("logo.png", "banner.png"):
        message.add_attachment(picture(60), "image", "png", filename=name)
    message.add_attachment("BEGIN:VCALENDAR", subtype="calendar", filename="meeting.ics")
    path = write(tmp_path / "x.eml", message)
    result = summary(path)
    assert (result.members, result.passed_over, result.unread) == (("page.png",), 3, 1)


def test_an_archive_in_a_mail_is_listed_by_its_files_and_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in/note.txt", PLAIN)
        archive.writestr("zeros.txt", bytes(60_000_000))
    path = write(tmp_path / "x.eml", mail([("all.zip", packed.getvalue())]))
    assert summary(path).members == ("all.zip/in/note.txt", "all.zip/zeros.txt")
    assert containers.summarise_mail(path, with_archives=False).members == ("all.zip",)
    containers.extract_attached(path, "all.zip/in/note.txt", tmp_path / "made")
    assert (tmp_path / "made").read_bytes() == PLAIN
    with pytest.raises(TooLarge):
        containers.extract_attached(path, "all.zip/zeros.txt", tmp_path / "bomb")
    assert not (tmp_path / "bomb").exists()


def test_an_outlook_message_is_read_like_an_internet_message(tmp_path: Path) -> None:
    for unicode in (True, False):
        content = compound_file(outlook_storage([("brief.pdf", b"%PDF-" + bytes(9000))], unicode=unicode))
        path = write(tmp_path / "x.msg", content)
        result = summary(path)
        assert (result.subject, result.sender, str(result.sent)) == (
            *("The zebra in State v. Doe", "Harlan Quill", "2015-03-03"),
        )
        assert "Please look at the attached brief before Friday." in lines(path)
        containers.extract_attached(path, "brief.pdf", target := tmp_path / f"made-{unicode}")
        assert target.read_bytes() == b"%PDF-" + bytes(9000)


def test_html_is_read_and_rtf_reported_where_an_outlook_message_has_no_plain_text(tmp_path: Path) -> None:
    page = outlook_storage(body="", html=b"<p>The walrus.</p>")
    assert "The walrus." in lines(write(tmp_path / "x.msg", compound_file(page)))
    path = write(tmp_path / "x.msg", compound_file(outlook_storage(body="", rtf=b"{\\rtf1 The badger.}")))
    assert summary(path).unread == 1


def test_a_message_in_an_outlook_message_becomes_an_internet_message_of_the_same_bytes(
    tmp_path: Path,
) -> None:
    inner = outlook_storage([("note.txt", PLAIN)], subject="Inner é", inside=True)
    path = write(tmp_path / "x.msg", compound_file(outlook_storage([("", inner)])))
    assert summary(path).members == ("Inner é.eml",)
    containers.extract_attached(path, "Inner é.eml", tmp_path / "a.eml")
    containers.extract_attached(path, "Inner é.eml", tmp_path / "b.eml")
    assert (tmp_path / "a.eml").read_bytes() == (tmp_path / "b.eml").read_bytes()
    assert sniff.file_type(tmp_path / "a.eml") == ".eml"
    result = summary(tmp_path / "a.eml")
    assert (result.subject, result.sender, result.members) == ("Inner é", "Harlan Quill", ("note.txt",))


@pytest.mark.parametrize(
    "text",
    [
        "From the beginning there was no warrant.\n\nThe stop was unlawful.\n",
        "TO: All\nFROM: Ann Doe\nDATE: March 3, 2015\nSUBJECT: Wagons\n\nThe heron.\n",
        "From harlan Tue Mar  3 10:15:00 2015\nNo header follows.\n",
    ],
)
def test_a_text_is_no_mail_because_it_begins_like_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.eml"
    path.write_text(text)
    assert sniff.file_type(path) == ".txt"
    assert containers.list_outer(unheard, path) == []


def test_messages_of_a_mailbox_are_found_in_order_and_no_other_place_is_one(tmp_path: Path) -> None:
    bodies = [f"Letter {n}.\n" + "x" * (n * 37 % 900) + "\n\nFrom then on.\n" for n in range(60)]
    sent = [mail(subject=f"S{n}", body=body) for n, body in enumerate(bodies)]
    path = write_mailbox(tmp_path / "x.mbox", sent)
    messages = containers.list_messages(unheard, path)
    assert [name for name, _ in messages] == [f"{n + 1:02} S{n}.eml" for n in range(60)]
    for number in (0, 31, 59):
        containers.extract_message(path, messages[number][1], target := tmp_path / f"{number}.eml")
        assert internet.parse(target.read_bytes()).subject == f"S{number}"
        assert "From then on." in lines(target)
    for message_range in ("5-90", "0-10", "nonsense", "10-5", "0-99999999999"):
        with pytest.raises(FileRefused):
            containers.extract_message(path, message_range, tmp_path / "made")
        assert not (tmp_path / "made").exists()


def test_the_subject_of_a_message_is_part_of_its_name_and_its_own(tmp_path: Path) -> None:
    head = b"From a@example.org Tue Mar  3 09:00:00 2015\nFrom: a@example.org\nMessage-ID: <1@x>\n"
    subjects = (b"Re: a/b\\c", b"", b"=?utf-8?q?=C3=A9t=C3=A9?=", b"z" * 99)
    fields = (b"Subject: " + subject + b"\n" if subject else b"" for subject in subjects)
    path = write(tmp_path / "x.mbox", b"".join(head + field + b"\nText.\n\n" for field in fields))
    names = [name for name, _ in containers.list_messages(unheard, path)]
    assert names == ["1 Re- a-b-c.eml", "2 message.eml", "3 été.eml", f"4 {'z' * 80}.eml"]


def test_a_mailbox_inside_another_file_is_refused_and_not_cut_short(tmp_path: Path) -> None:
    path = write_mailbox(tmp_path / "x.eml", [mail(), mail(subject="Second")])
    with pytest.raises(FileRefused, match="several messages"):
        containers.mail_blocks(path)


def test_too_many_and_too_long_headers_end_and_deep_multiparts_are_refused(tmp_path: Path) -> None:
    many = "".join(f"X-{n}: y\r\n" for n in range(100_000))
    assert "The zebra." in lines(raw(tmp_path, f"{many}\r\nThe zebra."))
    to = "To: " + ", ".join(f"a{n}@example.org" for n in range(60_000)) + "\r\n"
    result = lines(raw(tmp_path, f"{to}Subject: {'s' * 1_000_000}\r\n\r\nThe zebra."))
    assert "The zebra." in result and max(map(len, result)) < 2_100
    inside = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n" for n in range(150))
    with pytest.raises(TooLarge, match="deeper"):
        summary(raw(tmp_path, f"{inside}\r\nText."))


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Return the bytes with some changed, cut out, repeated or put elsewhere."""
    mutant = bytearray(content)
    for _ in range(chance.choice((1, 3, 30))):
        at, size = chance.randrange(len(mutant)), chance.choice((1, 4, 64, 700))
        match chance.randrange(4):
            case 0:
                mutant[at : at + size] = chance.randbytes(size)
            case 1 if len(mutant) > size + 100:
                del mutant[at : at + size]
            case 2:
                mutant[at:at] = mutant[at : at + size]
            case _:
                mutant[at] = chance.choice((0, 10, 13, 34, 58, 255))
    return bytes(mutant)


def originals() -> dict[str, bytes]:
    nested = mail([("note.txt", PLAIN), ("logo.png", picture(40))], html="<p>The walrus.</p>")
    around = mail([("brief.pdf", b"%PDF-1.4")])
    around.add_attachment(nested)
    inner = outlook_storage([("note.txt", PLAIN)], inside=True)
    from_line = b"From h@example.org Tue Mar  3 10:15:00 2015\n"
    return {
        ".eml": around.as_bytes(),
        ".msg": compound_file(outlook_storage([("note.txt", PLAIN), ("", inner)])),
        ".mbox": b"".join(from_line + item.as_bytes() + b"\n" for item in (around, nested)),
    }


@pytest.mark.parametrize("kind", [".eml", ".msg", ".mbox"])
def test_mutations_of_each_kind_end_read_or_refused_and_leave_nothing(tmp_path: Path, kind: str) -> None:
    original = originals()[kind]
    for seed in range(sample(15, 300)):
        path = write(tmp_path / f"x{kind}", mutated(original, random.Random(seed)))
        try:
            if kind == ".mbox":
                for _, message_range in containers.list_messages(unheard, path):
                    containers.extract_message(path, message_range, tmp_path / "one.eml")
                    containers.mail_blocks(tmp_path / "one.eml")
                    (tmp_path / "one.eml").unlink()
            else:
                sniff.recognise(path)
                containers.mail_blocks(path)
                for member in summary(path).members:
                    containers.extract_attached(path, member, tmp_path / "made")
                    (tmp_path / "made").unlink()
        except FileRefused as refused:
            assert refused.title and refused.remedy
            (tmp_path / "one.eml").unlink(missing_ok=True)
        assert [item.name for item in tmp_path.iterdir()] == [path.name], seed


FORWARDED = (
    "From: Opal <opal@example.org>\r\nTo: Ada <ada@example.org>\r\nSubject: The lab report\r\n"
    "Date: Thu, 27 Jun 2013 13:27:12 +0200\r\nMessage-ID: <i@example.org>\r\n\r\n"
    "The ocarina was never tested.\r\n"
)
WORDS = "The court has granted the motion about the wombat, and counsel may file ninety pages.\r\n"


def multipart(kind: str, *parts: str) -> str:
    return (
        f"Content-Type: multipart/{kind}; boundary=b\r\n\r\n"
        + "".join(f"--b\r\n{part}\r\n" for part in (*parts, "")).removesuffix("--b\r\n\r\n")
        + "--b--\r\n"
    )


def in_base64(text: str) -> str:
    return base64.encodebytes(text.encode()).decode()


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("base64", "mail.eml"), ("base64 (standard)", "mail.eml"), ("quoted-printable", "The lab report.eml")],
)
def test_a_forwarded_message_is_decoded_although_none_may_be_encoded(
    tmp_path: Path, encoding: str, name: str
) -> None:
    code = quopri.encodestring(FORWARDED.encode()).decode() if "quoted" in encoding else in_base64(FORWARDED)
    part = (
        f"Content-Type: message/rfc822\r\nContent-Transfer-Encoding: {encoding}\r\n"
        f'Content-Disposition: attachment; filename="mail.eml"\r\n\r\n{code}'
    )
    path = raw(tmp_path, multipart("mixed", "\r\nSee below.", part))
    assert summary(path).members == (name,)
    containers.extract_attached(path, name, extracted := tmp_path / "made.eml")
    assert "The ocarina was never tested." in lines(extracted)
    assert not any(line.startswith("RnJv") for line in lines(path))


@pytest.mark.parametrize("encoding", ["base64 (text)", "BASE64;", "\tbase64"])
def test_a_body_in_base64_is_decoded_however_its_header_writes_that(tmp_path: Path, encoding: str) -> None:
    head = f"Content-Type: text/html\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    text = in_base64(f"<p>{WORDS * 3}</p>")
    assert any(WORDS.strip() in line for line in lines(raw(tmp_path, head + text)))


def test_a_body_is_read_whose_header_states_an_encoding_that_it_does_not_have(tmp_path: Path) -> None:
    head = "Content-Type: text/plain\r\nContent-Transfer-Encoding: {}\r\n\r\n"
    assert WORDS.strip() in lines(raw(tmp_path, head.format("base64") + WORDS * 2))
    footed = in_base64(WORDS) + "-- \r\nThis list is kept by the clerk.\r\n"
    result = lines(raw(tmp_path, head.format("base64") + footed))
    assert WORDS.strip() in result and "This list is kept by the clerk." in result
    latin = head.format("8bit").encode() + "Émile’s zebra".encode("cp1252")
    assert "Émile’s zebra" in lines(raw(tmp_path, latin))


def test_a_file_encoded_in_the_text_is_reported_and_not_read_as_text(tmp_path: Path) -> None:
    content = PLAIN * 5 + bytes(range(256))
    pieces = [binascii.b2a_uu(content[at : at + 45]) for at in range(0, len(content), 45)]
    file = (b"begin 644 note.txt\n" + b"".join(pieces) + b"`\nend\n").replace(b"\n", b"\r\n")
    for packed in (file, file.replace(b"`\r\nend", b"\r\nend"), base64.encodebytes(content)):
        body = b"Please see.\r\n\r\n" + packed + b"\r\nYours, Ada\r\n"
        for path in (
            raw(tmp_path, b"Content-Type: text/plain\r\n\r\n" + body),
            write(tmp_path / "x.msg", compound_file(outlook_storage(body=body.decode()))),
        ):
            assert (summary(path).members, summary(path).unread) == ((), 1)
            assert [line for line in lines(path) if line][-2:] == ["Please see.", "Yours, Ada"]


BEGIN, END = "-----BEGIN PGP MESSAGE-----", "-----END PGP MESSAGE-----"


@pytest.mark.parametrize(
    ("body", "left"),
    [
        (f"Dear Ann,\r\n{BEGIN}\r\n\r\nhQEMA4c\r\n=aB3-\r\n{END}\r\nAda\r\n", ["Dear Ann,", "Ada"]),
        (f"He wrote {BEGIN}\r\nand\r\n{END}\r\n", []),
        (f"{BEGIN} begins\r\nwhat\r\n{END} ends.\r\n", []),
        (f"{BEGIN}\r\nThe zebra.\r\n", []),
    ],
)
def test_armour_is_left_out_and_reported_and_words_about_it_are_text(
    tmp_path: Path, body: str, left: list[str]
) -> None:
    page = f"<pre>{body}</pre>".encode()
    for path in (
        raw(tmp_path, f"Content-Type: text/plain\r\n\r\n{body}"),
        write(tmp_path / "x.msg", compound_file(outlook_storage(body=body, html=page, rtf=b"{\\rtf1 a}"))),
    ):
        shown = list(filter(None, body.split("\r\n")))
        assert (summary(path).encrypted, summary(path).unread) == (bool(left), 0)
        assert [line for line in shown if line in lines(path)] == (left or shown)


FULL = f"Content-Type: text/html\r\n\r\n<p>Counsel,</p><p>{WORDS}</p><p>Clerk of the Division</p>"


@pytest.mark.parametrize(
    "stub",
    [
        "",
        "https://court.example.org/view?id=2837462834",
        "-- \r\nClerk of the Division",
        "Your mail program does not support HTML.",
    ],
)
def test_the_version_with_the_words_is_read_and_no_stub_beside_it(tmp_path: Path, stub: str) -> None:
    plain = f"Content-Type: text/plain\r\n\r\n{stub}\r\n"
    for parts in (
        (plain, FULL),
        (plain, multipart("related", FULL).replace("=b\r", "=b2\r").replace("--b", "--b2")),
    ):
        assert any("wombat" in line for line in lines(raw(tmp_path, multipart("alternative", *parts))))
    page = f"<p>Counsel,</p><p>{WORDS}</p><p>Clerk of the Division</p>".encode()
    outlook = write(tmp_path / "x.msg", compound_file(outlook_storage(body=stub, html=page)))
    assert any("wombat" in line for line in lines(outlook))


def test_all_texts_of_a_mixed_message_are_its_body(tmp_path: Path) -> None:
    parts = (
        "Content-Type: text/plain\r\n\r\nThe anteater.",
        "Content-Type: text/html\r\n\r\n<p>The bonobo.</p>",
        "Content-Type: text/enriched\r\n\r\n<bold>The</bold> chinchilla.",
        "Content-Type: text/markdown\r\n\r\nThe dingo.",
    )
    path = raw(tmp_path, multipart("mixed", *parts))
    assert lines(path)[-4:] == ["The anteater.", "The bonobo.", "The chinchilla.", "The dingo."]
    assert summary(path).members == ()


def test_a_page_in_a_mail_is_decoded_as_it_says_itself(tmp_path: Path) -> None:
    page = "<html><head><meta charset=koi8-r></head><p>Суд удовлетворил ходатайство.</p>".encode("koi8-r")
    assert "Суд удовлетворил ходатайство." in lines(raw(tmp_path, b"Content-Type: text/html\r\n\r\n" + page))


def test_lines_that_programs_add_around_a_message_are_left_out(tmp_path: Path) -> None:
    message = mail([("note.txt", PLAIN)]).as_bytes()
    plist = b"<?xml version='1.0'?><plist><dict><key>flags</key></dict></plist>"
    for framed in (
        b"%d      \n%s%s" % (len(message), message, plist),
        b"\xef\xbb\xbf" + message,
        b"\r\n\n" + message,
    ):
        path = write(tmp_path / "x.emlx", framed)
        assert sniff.file_type(path) == ".eml"
        path = write(tmp_path / "x.eml", framed)
        assert "Dear Ms. Quill," in lines(path) and not any("plist" in line for line in lines(path))
        assert summary(path).members == ("note.txt",)
