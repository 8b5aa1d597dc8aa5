#!/usr/bin/env python3
"""construct_pages.py ROOT OUT: writes a page for each construct into OUT/constructs, and an index of them.

A page is what docs/language.md says of the construct (`loop explain` shows the same), with links to the other constructs,
and a whole program that uses it: the shortest one of examples/ and workloads/, else of tests/constructs/.
"""
import pathlib
import re
import sys


def sections(language):
    """Each construct's name with the lines of its page."""
    text = language.split("\n## Constructs\n")[1].split("\n## ")[0]
    for name, page in re.findall(r"^### `\\(\w+)`\n\n```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield name, page.rstrip("\n").split("\n")


def in_markdown(text, names, own):
    """Prose with its code spans kept, other constructs in them as links, and everything else as it stands."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([\\*_<>\[\]#|])", r"\\\1", part) for part in parts[::2]]
    for at in range(1, len(parts), 2):
        found = re.fullmatch(r"\\(\w+)", parts[at])
        linked = found and found.group(1) in names and found.group(1) != own
        code = f"`{parts[at]}`"
        parts[at] = f"[{code}]({found.group(1).lower()}.md)" if linked else code
    return "".join(parts)


def blocks(lines):
    """Paragraphs, and indented lists below a line that ends in a colon."""
    block = []
    for line in lines + [""]:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def description(lines, names, own):
    for block in blocks(lines):
        if block[0].startswith("Arguments"):
            yield f"## {block[0].rstrip(':')}\n\n| argument | what |\n|---|---|"
            for row in joined_rows(block[1:]):
                word, what = row.split(None, 1)
                yield f"| `{word}` | {in_markdown(what, names, own)} |"
            yield ""
            continue
        if block[0].startswith("Example:"):
            yield "## Example\n"
            code = [line for line in block if not line.startswith("From:")]
            yield "\n".join("    " + line for line in [code[0][len("Example:"):].strip(), *code[1:]]) + "\n"
            block = [line for line in block if line.startswith("From:")]
        yield in_markdown("\n".join(block), names, own) + "\n"


def joined_rows(lines):
    """Rows of a list; a line that is indented further continues the row."""
    rows = []
    for line in lines:
        if re.match(r"    \S", line):
            rows.append(line.strip())
        else:
            rows[-1] += " " + line.strip()
    return rows


def program_with(name, root):
    """The shortest program that uses a construct, as its path and text."""
    for folders in (("examples", "workloads"), (f"tests/constructs/{name.lower()}",), ("tests/constructs",)):
        found = [(len(text), path, text) for folder in folders for path in sorted((root / folder).rglob("*.loop"))
                 for text in [path.read_text()] if re.search(rf"\\{name}\b", text) and "\nint main" in text
                 and not path.name.startswith("fail")]
        if found:
            _, path, text = min(found)
            return path.relative_to(root), text
    raise SystemExit(f"construct_pages.py: no program uses \\{name}: add one to examples/")


def page(name, lines, names, root):
    head = next(at for at, line in enumerate(lines) if not line.strip())
    syntax = [line for line in lines[:head] if not line.startswith("    ")]
    summary = " ".join(line.strip() for line in lines[:head] if line.startswith("    "))
    path, text = program_with(name, root)
    program = "\n".join(("    " + line).rstrip() for line in text.rstrip("\n").split("\n"))
    yield f"# `\\{name}`\n\n{in_markdown(summary, names, name)}\n"
    yield "\n".join("    " + line for line in syntax) + "\n"
    yield from description(lines[head:], names, name)
    yield f"## A program that uses it\n\n`{path}`:\n\n{program}\n"
    yield "[All constructs](index.md)"


def main():
    root, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]) / "constructs"
    out.mkdir(parents=True, exist_ok=True)
    constructs = dict(sections((root / "docs/language.md").read_text()))
    index = ["# Constructs\n\n`loop explain NAME` shows the same pages.\n\n| construct | what |\n|---|---|"]
    for name, lines in constructs.items():
        (out / f"{name.lower()}.md").write_text("\n".join(page(name, lines, constructs, root)) + "\n")
        summary = next(line.strip() for line in lines if line.startswith("    "))
        index.append(f"| [`\\{name}`]({name.lower()}.md) | {in_markdown(summary, constructs, name)} |")
    (out / "index.md").write_text("\n".join(index) + "\n")


if __name__ == "__main__":
    main()
