"""How the book is built: ``make book``."""

from __future__ import annotations

import re
from pathlib import Path

project = "cotree"
author = copyright = "The cotree developers"
version = re.search(
    r'version="([^"]+)"', Path(__file__).parents[1].joinpath("setup.py").read_text()
)[1]  # type: ignore[index]
release = version

extensions = ["myst_parser", "sphinx_copybutton"]
exclude_patterns = ["_build"]
myst_heading_anchors = 4
nitpicky = True

html_theme = "furo"
html_title = f"cotree {version}"
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
# Only what is typed is copied, not what it says.
copybutton_prompt_text = r"^\$ |^> "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
