"""The office wing: one library for many clients, and all that only an office needs.

The server answers over HTTPS: ``serving`` starts it and bounds its connections, ``application`` answers
requests, ``accounts`` knows persons and computers, ``directory`` asks the office's directory of persons,
``walls`` keep documents from some of them, ``performer`` runs operations, and ``uploads`` takes files. The
library behind it (``library``) is the desktop's, with the same indexes and the same answers; its catalogue
may be in PostgreSQL (``postgres_database``), and persons from whom matters are kept read the rest of it
(``walled_library``). ``move_to_office`` brings a computer's library in. ``commands`` are those of the command
line.

A client reaches it by ``link``; ``remote_library`` puts the server's services beside what stays on the
client, and ``offline_matters`` takes documents along: ``offline_feed`` gives them, ``offline_library`` stores
them. ``wire`` says what crosses between the two: the methods of the Protocols in ``briefbank.api``, whose
signatures give the types.

The recognition of text can be spread over the office's computers: ``dispatcher`` decides which computer does
what, ``broker`` carries messages to the workers, ``units`` says what crosses, and ``worker`` is the program
of such a computer. README.md beside this file says how all that works, and why.
"""
