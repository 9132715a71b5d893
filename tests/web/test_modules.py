"""A page asks at once for all it needs to begin: its modules and its words, each of them once."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from tests.web.measure_first_page import files_of_the_first_page
from web.assets import STATIC, Assets
from web.modules import modules_of


def named(client: FlaskClient, path: str) -> list[str]:
    text = client.get(path).text
    return re.findall(r'<link rel="modulepreload" href="/s/\w+/([^"]+)"', text)


@pytest.mark.parametrize("path", ["/", "/board", "/watch", "/seat/0", "/position?line=x"])
def test_a_page_names_every_module_that_it_begins_with(client: FlaskClient, path: str) -> None:
    version = Assets().version
    found = {
        file.removeprefix(f"/s/{version}/") for file in files_of_the_first_page(client, "en", path)
    }
    scripts = {file for file in found if file.startswith("js/")}
    # these the page has as elements of its own
    assert set(named(client, path)) == scripts - {"js/anew.js", "js/theme.js", "js/main.js"}
    assert len(named(client, path)) == len(set(named(client, path)))
    assert "js/bar.js" in scripts
    assert "js/replay.js" not in scripts  # fetched when it is needed first


def test_the_near_ones_come_first(tmp_path: Path) -> None:
    folder = tmp_path / "js"
    folder.mkdir()
    shutil.copytree(STATIC / "css", tmp_path / "css")
    texts = {
        "first": 'import { a } from "./a.js";\nimport {\n  b,\n} from "./b.js";\n',
        "a": 'import { far } from "./far.js";\nexport const later = () => import("./late.js");\n',
        "b": 'export { c } from "./c.js";\nimport "./far.js";\nimport { x } from "./first.js";\n',
        "c": '// as in: import { d } from "./d.js";\nexport const c = 1;\n',
        "far": "export const far = 1;\n",
    }
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text)
    found = modules_of(Assets(tmp_path), "js/first.js")
    assert found == ("js/a.js", "js/b.js", "js/far.js", "js/c.js")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_nothing_is_asked_for_twice(chromium: Browser, address: str, language: str) -> None:
    """What was asked for early and not found fit would be: the words by another kind of request."""
    context = chromium.new_context(locale=language)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    assert len(set(asked)) == len(asked)
    assert sum(path.endswith(f"/{language}.json") for path in asked) == 1
    assert sum(path.endswith(".css") for path in asked) == 1
    context.close()
