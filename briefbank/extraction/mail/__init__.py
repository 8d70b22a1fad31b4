"""Mail: Internet messages (.eml), Outlook's messages (.msg) and mailboxes (mbox).

``internet`` and ``outlook`` read one untrusted file each into the same value, ``message.MailMessage``;
``messages`` says which of them reads a file, and makes of the value what the rest of BriefBank asks for: the
blocks of a page, a summary for the caption, and the attached files. ``mailbox`` finds the messages of an mbox
without loading it. Everything here runs in a confined child.
"""
