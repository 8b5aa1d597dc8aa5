"""Writes docs/index.md: the groups and the order are those of mkdocs.yml, the names are the headings of the documents.

index.py [--check]: with --check, only says whether docs/index.md is up to date and has all documents (exit code 1: not).
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
DOCS = HERE.parent.parent / "docs"
HEAD = """# LOOP: all documents

<!-- Written by cmake/package/index.py from mkdocs.yml and the headings of the documents. -->

[Install LOOP](installing.md), and follow the [tutorial](tutorial.md), or begin with:

    loop run fingerprint -n 4        # builds a predefined workload, runs it on 4 ranks, verifies it
    loop report --open               # opens its result sheet
    loop new mine --from ring        # a program of your own, to start from

`loop help NAME` shows a document in the terminal. Its name is that of the file, without `.md`.
"""


def groups():
    """The groups of mkdocs.yml: (name, files)."""
    found = []
    for line in (HERE / "mkdocs.yml").read_text().splitlines():
        if group := re.fullmatch(r"  - (\w[\w ]*):", line):
            found.append((group[1], []))
        elif page := re.fullmatch(r"      - (\S+\.md)", line):
            found[-1][1].append(page[1])
    return found


def heading(file):
    return re.search(r"^# (.*)$", (DOCS / file).read_text(), flags=re.M)[1]


def index():
    text = HEAD
    for name, files in groups():
        pages = [file for file in files if (DOCS / file).exists() and file != "index.md"]
        text += f"\n## {name}\n\n" + "".join(f"- [{heading(file)}]({file})\n" for file in pages)
    return text


def faults():
    listed = {file for _, files in groups() for file in files}
    for path in sorted(DOCS.rglob("*.md")):
        file = path.relative_to(DOCS).as_posix()
        if file not in listed:
            yield f"docs/{file} is not in cmake/package/mkdocs.yml: add it to a group there"
    if (DOCS / "index.md").read_text() != index():
        yield "docs/index.md is not up to date: run python3 cmake/package/index.py"


def main():
    if sys.argv[1:] != ["--check"]:
        (DOCS / "index.md").write_text(index())
        return 0
    found = list(faults())
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
