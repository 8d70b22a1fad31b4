"""The names of states and codes, after the Bluebook's tables T1 and T10."""

from __future__ import annotations

STATES = {
    name.replace(" ", "").replace(".", "").lower(): short.replace("_", " ")
    for short, names in (
        line.split(" = ")
        for line in """
Ala. = Alabama; Ala
Alaska = Alaska
Ariz. = Arizona; Ariz
Ark. = Arkansas; Ark
Cal. = California; Cal; Calif
Colo. = Colorado; Colo
Conn. = Connecticut; Conn
Del. = Delaware; Del
D.C. = District of Columbia; DC
Fla. = Florida; Fla
Ga. = Georgia; Ga
Haw. = Hawaii; Haw
Idaho = Idaho
Ill. = Illinois; Ill
Ind. = Indiana; Ind
Iowa = Iowa
Kan. = Kansas; Kan
Ky. = Kentucky; Ky
La. = Louisiana; La
Me. = Maine; Me
Md. = Maryland; Md
Mass. = Massachusetts; Mass
Mich. = Michigan; Mich
Minn. = Minnesota; Minn
Miss. = Mississippi; Miss
Mo. = Missouri; Mo
Mont. = Montana; Mont
Neb. = Nebraska; Neb
Nev. = Nevada; Nev
N.H. = New Hampshire; NH
N.J. = New Jersey; NJ
N.M. = New Mexico; NM
N.Y. = New York; NY
N.C. = North Carolina; NC
N.D. = North Dakota; ND
Ohio = Ohio
Okla. = Oklahoma; Okla
Or. = Oregon; Or
Pa. = Pennsylvania; Pa; Penna
R.I. = Rhode Island; RI
S.C. = South Carolina; SC
S.D. = South Dakota; SD
Tenn. = Tennessee; Tenn
Tex. = Texas; Tex
Utah = Utah
Vt. = Vermont; Vt
Va. = Virginia; Va
Wash. = Washington; Wash
W._Va. = West Virginia; W Va
Wis. = Wisconsin; Wis
Wyo. = Wyoming; Wyo
U.S. = United States; US
""".strip().splitlines()
    )
    for name in names.split("; ")
}
"""The Bluebook's abbreviation of each state, by lower-case name without spaces and full stops."""

INITIALS = {
    "NJSA": "N.J.S.A.",
    "NJS": "N.J.S.A.",
    "RCW": "Wash. Rev. Code §",
    "WAC": "Wash. Admin. Code §",
    "MCL": "Mich. Comp. Laws §",
    "MCLA": "Mich. Comp. Laws §",
    "NCGS": "N.C. Gen. Stat. §",
    "GS": "N.C. Gen. Stat. §",
    "CPL": "N.Y. Crim. Proc. Law §",
    "CPLR": "N.Y. C.P.L.R.",
    "ARS": "Ariz. Rev. Stat. §",
    "KSA": "Kan. Stat. §",
    "OCGA": "Ga. Code Ann. §",
    "ORS": "Or. Rev. Stat. §",
    "NRS": "Nev. Rev. Stat. §",
    "HRS": "Haw. Rev. Stat. §",
    "TCA": "Tenn. Code Ann. §",
    "ACA": "Ark. Code Ann. §",
    "KRS": "Ky. Rev. Stat. §",
    "RSMO": "Mo. Rev. Stat. §",
    "CRS": "Colo. Rev. Stat. §",
    "NMSA": "N.M. Stat. §",
    "SDCL": "S.D. Codified Laws §",
    "NDCC": "N.D. Cent. Code §",
    "RSA": "N.H. Rev. Stat. §",
    "NJAC": "N.J.A.C.",
    "OAR": "Or. Admin. R.",
    "COMAR": "Md. Code Regs.",
}
"""Codes known by their initials. A full stop may follow each letter."""

TITLED = {
    "USC": "U.S.C. §",
    "USCA": "U.S.C. §",
    "USCS": "U.S.C. §",
    "CFR": "C.F.R. §",
    "ILCS": "Ill. Comp. Stat.",
    "PACS": "Pa. Cons. Stat. §",
    "PACSA": "Pa. Cons. Stat. §",
    "VSA": "Vt. Stat. §",
    "DELC": "Del. Code §",
    "OS": "Okla. Stat. §",
    "NYCRR": "N.Y. Comp. Codes R. & Regs. §",
    "CCR": "C.C.R. §",
}
"""Codes known by their initials that follow the number of a title: "18 U.S.C. § 924"."""

REGULATIONS = frozenset(("NJAC", "WAC", "OAR", "COMAR", "CFR", "NYCRR", "CCR"))
