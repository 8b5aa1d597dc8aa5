"""Every link of a document leads to an existing file and, if it names one, to an existing heading.

links.py PROJECT: prints what is wrong; exit code 1 if anything is.
"""
import glob
import os
import re
import sys


def text_of(path):
    """The document without code blocks."""
    with open(path, encoding="utf-8") as file:
        return re.sub(r"^```.*?^```$|^    [^\n]*$", "", file.read(), flags=re.S | re.M)


def anchors(path):
    """The anchors of the headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", text_of(path), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", head).lower()).replace(" ", "-") for head in heads}


def faults(project):
    documents, links = glob.glob(os.path.join(project, "*.md")), 0
    for folder in ("docs", "bench", "tests"):
        documents += glob.glob(os.path.join(project, folder, "*.md"))
    for document in sorted(documents):
        for link in re.findall(r"\]\(([^)\s]+)\)", text_of(document)):
            if re.match(r"[a-z]+:", link): continue
            links += 1
            name, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(document), name)) if name else document
            if not os.path.exists(target):
                yield f"{os.path.relpath(document, project)}: no file for {link}"
            elif anchor and anchor not in anchors(target):
                yield f"{os.path.relpath(document, project)}: no heading for {link}"
    if links < 100:  # links of another form must not pass because none is found
        yield f"only {links} links were found in {len(documents)} documents"


if __name__ == "__main__":
    found = list(faults(sys.argv[1]))
    print("\n".join(found))
    sys.exit(1 if found else 0)
