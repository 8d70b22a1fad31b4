"""Spellings of units, and of labels before numbers: "yrs." for years, "§" for a section."""

from __future__ import annotations

LABELS = {
    "§": "section", "¶": "paragraph", "#": "number", "no": "number", "nos": "number", "numbers": "number",
    "art": "article", "amend": "amendment", "ch": "chapter", "ex": "exhibit", "p": "page", "pp": "page",
    "r": "rule", "para": "paragraph", "sec": "section", "cl": "clause", "pt": "part", "dkt": "docket",
    "pages": "page", "rules": "rule", "sections": "section", "counts": "count", "points": "point",
    "articles": "article", "exhibits": "exhibit", "paragraphs": "paragraph", "chapters": "chapter",
}  # fmt: skip
LABELS |= {
    name: name
    for name in str.split(
        "count point rule section article amendment exhibit number page part title chapter paragraph clause "
        "issue question grade level room apartment route interstate highway lot zone precinct schedule tier "
        "phase docket directive indictment charge proposition proposal form unit badge cell"
    )
}
"""The labels before a number, by their spellings."""
UNITS = {
    name: unit
    for unit, names in {
        "year": "year years yr yrs", "month": "month months", "week": "week weeks", "day": "day days",
        "hour": "hour hours hr hrs", "minute": "minute minutes min mins", "second": "seconds",
        "dollar": "dollar dollars", "cent": "cents", "percent": "percent percentage %",
        "foot": "foot feet ft", "inch": "inch inches", "mile": "mile miles", "yard": "yard yards",
        "block": "block blocks", "meter": "meter meters metre metres m", "pound": "pound pounds lb lbs",
        "ounce": "ounce ounces oz", "gram": "gram grams g", "kilogram": "kilogram kilograms kg kilo kilos",
        "milligram": "milligram milligrams mg", "mph": "mph", "counts": "count counts", "point": "points",
        "decade": "decade decades", "century": "century centuries",
        "degree": "degree", "millimeter": "mm millimeter", "time": "times", "bag": "bag bags",
    }.items()
    for name in names.split()
}  # fmt: skip
"""The units after a number, by their spellings."""
LENGTHS = {
    name: UNITS[name]
    for name in str.split("minute hour day week month year mile inch foot yard gram kilogram ounce pound")
}
"""The units for which "an hour" and "half an hour" give a number."""
