"""Work that never ends, for a child or in the place of a function."""

import time
from typing import NoReturn


def hang(*_: object) -> NoReturn:
    while True:
        time.sleep(60)
