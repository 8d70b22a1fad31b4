"""The years in which often-cited reporters began, and the last year and volume of closed series.

The data are from the publishers' own series: West's National Reporter System (its regional and federal series
close with volume 999, its first ones closed at round numbers), the United States Reports, and the official
reports of New Jersey, New York and California. The table of reporters-db is wider, but a tenth of its years
is off by several ("F. Supp." ends there in 1988, "Ohio St. 3d" begins in 1991), too much to call a citation
wrong by.
"""

from __future__ import annotations

from typing import NamedTuple


class Life(NamedTuple):
    """The years of the first and the last decision in a reporter, and its last volume.

    The last year and volume are 0 if the reporter continues or they are unknown.
    """

    first_year: int
    last_year: int = 0
    last_volume: int = 0


LIVES = {
    "U.S.": Life(1754),
    "S. Ct.": Life(1882),
    "L. Ed.": Life(1754, 1956, 100),
    "L. Ed. 2d": Life(1956),
    "F.": Life(1880, 1924, 300),
    "F.2d": Life(1924, 1993, 999),
    "F.3d": Life(1993, 2021, 999),
    "F.4th": Life(2021),
    "F. Supp.": Life(1932, 1998, 999),
    "F. Supp. 2d": Life(1997, 2014, 999),
    "F. Supp. 3d": Life(2013),
    "F. App'x": Life(2001, 2021, 861),
    "F.R.D.": Life(1938),
    "A.": Life(1885, 1938, 200),
    "A.2d": Life(1938, 2010, 999),
    "A.3d": Life(2009),
    "N.E.": Life(1884, 1936, 200),
    "N.E.2d": Life(1936, 2014, 999),
    "N.E.3d": Life(2013),
    "N.W.": Life(1879, 1941, 300),
    "N.W.2d": Life(1941),
    "P.": Life(1883, 1931, 300),
    "P.2d": Life(1931, 2000, 999),
    "P.3d": Life(1999),
    "S.E.": Life(1887, 1939, 200),
    "S.E.2d": Life(1939),
    "So.": Life(1886, 1941, 200),
    "So. 2d": Life(1940, 2009, 999),
    "So. 3d": Life(2008),
    "S.W.": Life(1886, 1928, 300),
    "S.W.2d": Life(1927, 1999, 999),
    "S.W.3d": Life(1999),
    "N.J.": Life(1948),
    "N.J. Super.": Life(1948),
    "N.J.L.": Life(1789, 1948, 137),
    "N.J. Eq.": Life(1830, 1948, 142),
    "N.J. Tax": Life(1979),
    "N.Y.2d": Life(1955, 2003, 100),
    "N.Y.3d": Life(2003),
    "A.D.2d": Life(1955, 2004, 309),
    "A.D.3d": Life(2003),
    "N.Y.S.2d": Life(1937, 2015, 999),
    "N.Y.S.3d": Life(2014),
    "Cal. 2d": Life(1934, 1969, 71),
    "Cal. 3d": Life(1969, 1991, 54),
    "Cal. 4th": Life(1991, 2016, 63),
    "Cal. 5th": Life(2016),
    "Cal. App. 2d": Life(1934, 1969, 276),
    "Cal. App. 3d": Life(1969, 1991, 235),
    "Cal. App. 4th": Life(1991, 2016, 248),
    "Cal. App. 5th": Life(2016),
    "Cal. Rptr.": Life(1959, 1992, 286),
    "Cal. Rptr. 2d": Life(1991, 2004, 135),
    "Cal. Rptr. 3d": Life(2003),
}
"""The run of each reporter, by the canonical name that ``reporters.reporter`` returns."""

SLACK = 2
"""The tolerance in years, because volumes also hold decisions from just before or after a series."""
