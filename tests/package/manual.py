#!/usr/bin/env python3
"""manual.py LOOP ROOT SCRATCH: the manual pages say what `--help` and the documents say, in the same order, and man and
mandoc find no mistakes in them."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

loop, root, scratch = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
problems = []


def output(*command):
    environment = dict(os.environ, LC_ALL="C.UTF-8", MANWIDTH="1000", MAN_KEEP_FORMATTING="", TERM="dumb")
    done = subprocess.run(command, capture_output=True, text=True, env=environment, stdin=subprocess.DEVNULL)
    if done.returncode != 0 or done.stderr:
        problems.append(f"{' '.join(map(str, command))}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def squeezed(text):
    return re.sub(r"\s+", "", text.replace("\u2010", "-"))


def shown(page):
    """The text of a page without its head and foot, as `man` shows it."""
    text = output("man", "--warnings", "--no-hyphenation", "--no-justification", "-l", page)
    return "\n".join(text.strip().splitlines()[1:-1])


def lint(page):
    if shutil.which("mandoc"):
        done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], capture_output=True, text=True)
        if done.returncode != 0:
            problems.append(done.stdout)


def expect(page, wanted, text):
    """Each piece of `wanted` is in the text, in this order. Headings are upper case on some pages."""
    at = 0
    text = squeezed(text)
    for piece in wanted:
        found = text.find(squeezed(piece), at)
        if found < 0:
            problems.append(f"{page.name} lacks, or has in another place: {piece}")
            return
        at = found + len(squeezed(piece))


def help_pieces(text):
    """What `--help` prints: descriptions and options first, because the page has the examples at its end."""
    examples, rest = text.split("\n\n", 1)[1].split("\n\n", 1)  # the usage is the synopsis
    lines = rest.splitlines() + examples.splitlines()[1:]
    return [piece for line in lines if line.strip() and not re.fullmatch(r"[A-Z][\w ]+:", line)
            for piece in re.split(r" {3,}", line.strip()) if piece]


def document_pieces(text):
    """Headings, words, and lines of examples without Markdown. Tables of two columns are lists, so their heads are left
    out."""
    fenced = False
    text = re.sub(r"(?m)^\|[^|\n]*\|[^|\n]*\|\n(?=\|-+\|-+\|$)", "", text)
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            yield line
        elif not re.fullmatch(r"\|[-|]+\||# .*|!\[.*", line):
            line = re.sub(r"^#+ |^[-*] |^\d+\. ", "", line)
            cells = line.replace(r"\|", "\1").strip("|").split("|") if line.startswith("|") else [line]
            for cell in cells:
                yield from (word.replace("\1", "|") for word in without_marks(cell).split())


def without_marks(text):
    text = re.sub(r"(?<!`)`` ?(.*?) ?``(?!`)", lambda m: m.group(1).replace("`", "\2"), text)
    text = re.sub(r"\[([^]]*)\]\((https?:[^)]*)\)", r"\1 (\2)", text)  # a page names the address of what is elsewhere
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    parts = text.split("`")
    parts[::2] = [re.sub(r"(\*+)([^* ][^*]*)\1", r"\2", part) for part in parts[::2]]
    return "".join(parts).replace("\2", "`")


def pages():
    """Each page with what it must say. A document's tables stand in columns, so words are compared there one by one."""
    yield scratch / "man1/loop.1", help_pieces(re.sub(r"(?m)^  (?=[a-z]+ {4,})", "  loop-", output(loop, "--help")))
    for verb in re.findall(r"(?m)^  ([a-z]+) {4,}", output(loop, "--help")):
        yield scratch / f"man1/loop-{verb}.1", help_pieces(output(loop, verb, "--help"))
    for line in output(loop, "help", "--pages").splitlines():
        document, page, section, about = line.split(maxsplit=3)
        text = (root / "docs" / f"{document}.md").read_text()
        yield scratch / f"man{section}/{page}.{section}", [about, *document_pieces(text)]


shutil.rmtree(scratch, ignore_errors=True)
output("sh", root / "cmake/package/man.sh", loop, scratch, "2026-01-31")
count = 0
for page, wanted in pages():
    wanted = [piece for piece in wanted if piece]
    if len(wanted) < 5:
        problems.append(f"{page.name}: the help or document has only {len(wanted)} pieces")
    if not page.exists():
        problems.append(f"there is no {page.name}")
        continue
    text = shown(page)
    if page.suffix == ".1":
        text = re.sub(r"loop-([a-z]+)\(1\)", r"loop-\1", text)
    expect(page, wanted, text)
    lint(page)
    count += 1
if count < 20:
    problems.append(f"only {count} pages were compared")
print("\n".join(problems) if problems else f"{count} pages say what the help and the documents say")
if not problems and not shutil.which("mandoc"):
    print("SKIP: only in part: all else passed, but mandoc is not installed")
    sys.exit(77)
sys.exit(1 if problems else 0)
