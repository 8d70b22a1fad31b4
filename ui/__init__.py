"""The window.

A page (``ui.page``) is a place of the window: it owns its widgets, its state and its jobs, asks the library
in lanes (``ui.jobs``) and shows the answers, in the window's thread. Features know each other only downwards,
as the contracts in ``pyproject.toml`` say. Every text goes through ``i18n.translate.tr``. The core speaks
English in its answers, logs and what it stores; its sentences are translated at the border, by templates that
``installer/translations.py`` takes from its sources.

The window is made without its style sheet, which is applied once afterwards: styled at each step, making it
takes more than twice as long. What neither opening nor searching needs is imported and made by the first call
for it. Every ink is measured on every ground by a test.
"""

import briefbank  # noqa: F401  first of all: it takes the working folder out of the path of imports
