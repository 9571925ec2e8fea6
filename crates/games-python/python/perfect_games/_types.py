"""Types of arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

# Arrays of whatever package: planes and mask are numpy's, answers become so.
Evaluate: TypeAlias = Callable[[Any, Any], Any]
