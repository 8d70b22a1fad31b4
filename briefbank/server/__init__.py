"""The office server: one library for many desks, over HTTPS.

``application`` answers requests, ``accounts`` knows persons and computers, ``directory`` asks the office's
list of persons, ``jobs`` runs long operations, ``uploads`` takes files and ``intake`` has them added,
``connections`` holds those of desks, ``certificate`` makes what desks pin, and ``running`` starts and ends it
all. The library behind it is the desktop's, with the same indexes and the same answers.
"""
