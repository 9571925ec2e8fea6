"""The page of the interface, docs/python-api.md: it says what `help()` says, and is written from it.

`GAMES_BLESS=1` writes the page anew.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
from pathlib import Path

import perfect_games as pg

PAGE = Path(__file__).parents[4] / "docs" / "python-api.md"
STUBS = Path(__file__).parents[1] / "perfect_games" / "_native.pyi"

HEAD = """# The interface of `perfect_games`

What `help()` says of each name, on one page; [python](python.md) tells how they are used.
Names with types that are not of Python's own are numpy's or the package's.
The adapters to other packages are modules of their own, with `help()` of their own: `perfect_games.pettingzoo`, `.gymnasium`, `.openspiel` and `.interop`.
"""


def signature(node: ast.FunctionDef, *, is_method: bool) -> str:
    """What is between the brackets, with types, and what comes back; without `self`."""
    arguments, types = node.args, ast.unparse
    first = (arguments.posonlyargs or arguments.args)[:1] if is_method else []
    for kind in (arguments.posonlyargs, arguments.args):
        if first and kind and kind[0] is first[0]:
            kind.pop(0)
    returned = "" if node.returns is None else f" -> {types(node.returns)}"
    return f"({types(arguments)}){returned}"


def classes(source: str) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


NATIVE = classes(STUBS.read_text())


def syntax(thing: type) -> ast.ClassDef:
    if thing.__module__ == "perfect_games":
        return NATIVE[thing.__name__]
    return classes(inspect.getsource(inspect.getmodule(thing) or pg))[thing.__name__]


def paragraphs(doc: str) -> str:
    """A docstring as Markdown: examples are fenced, lines of one paragraph are joined."""
    parts = []
    for part in re.split(r"\n\s*\n", doc.strip()):
        if part.startswith(">>>"):
            parts.append(f"```pycon\n{part}\n```")
        else:
            # One sentence a line, as in all documents.
            parts.append(re.sub(r"(?<=[.`)]) (?=[A-Z`])", "\n", " ".join(part.split())))
    return "\n\n".join(parts)


def said(thing: object) -> str:
    """The first paragraph of what help says, in one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def members(thing: type) -> list[str]:
    lines: dict[str, str] = {}
    for node in syntax(thing).body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name, shown = node.target.id, f": {ast.unparse(node.annotation)}"
        elif isinstance(node, ast.FunctionDef):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            name = node.name
            if name in lines or any(word.endswith(".setter") for word in decorators):
                continue
            if "property" in decorators:
                shown = f": {ast.unparse(node.returns)}" if node.returns else ""
            else:
                shown = signature(node, is_method="staticmethod" not in decorators)
        else:
            continue
        if name.startswith("_"):
            continue
        member = getattr(thing, name, None)
        # A field's value, where it has one, tells of its type.
        is_told = not isinstance(node, ast.AnnAssign) or inspect.ismemberdescriptor(member)
        doc = said(member) if is_told else ""
        # One sentence a line; what is told is a paragraph of its own.
        lines[name] = f"- `{name}{shown}`" + (f"\n\n  {doc}\n" if doc else "")
    return [lines[name] for name in lines]


def entry(name: str) -> str:
    thing = getattr(pg, name)
    shown = ""
    if inspect.isfunction(thing):
        (node,) = (
            node
            for node in ast.parse(inspect.getsource(inspect.getmodule(thing) or pg)).body
            if isinstance(node, ast.FunctionDef) and node.name == name
        )
        shown = f"`{name}{signature(node, is_method=False)}`\n\n"
    parts = [f"## {name}\n\n{shown}{paragraphs(inspect.getdoc(thing) or '')}"]
    if inspect.isclass(thing):
        bases = [base.__name__ for base in thing.__bases__ if base is not object]
        if bases and issubclass(thing, Exception):
            parts.append("Bases: " + ", ".join(f"`{base}`" for base in bases) + ".")
        if rows := members(thing):
            parts.append("\n".join(rows).rstrip())
    return "\n\n".join(parts)


def page() -> str:
    names = [name for name in pg.__all__ if not name.startswith("__")]
    return HEAD + "\n" + "\n\n".join(entry(name) for name in names) + "\n"


def test_the_page_says_what_help_says() -> None:
    written = page()
    if "GAMES_BLESS" in os.environ:
        PAGE.write_text(written)
    assert PAGE.read_text() == written


def test_every_public_member_is_on_the_page() -> None:
    shown = PAGE.read_text()
    for name in pg.__all__:
        thing = getattr(pg, name)
        if not inspect.isclass(thing) or issubclass(thing, Exception):
            continue
        part = shown.split(f"\n## {name}\n")[1].split("\n## ")[0]
        for member in dir(thing):
            if not member.startswith("_"):
                assert f"- `{member}" in part, f"{name}.{member}"
