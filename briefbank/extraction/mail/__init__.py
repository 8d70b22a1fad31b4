"""Mail: ``internet`` (.eml) and ``outlook`` (.msg) read one untrusted file each into the same value,
``message.MailMessage``. ``extraction.containers`` makes of it what the rest of BriefBank asks for, and finds
the messages of a mailbox. Everything here runs in a confined child.
"""
