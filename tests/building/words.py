"""No identifier has a word that CONTRIBUTING.md avoids.

words.py PROJECT: prints each such identifier with its place; exit code 1 if there is one. Comments and texts are left
out: there, only a reader can judge.
"""
import os
import re
import sys

FOLDERS = ("app", "base", "cli", "compiler", "derive", "lsp", "report", "runner", "trace")
# Each with what to write instead, which depends on what is meant.
AVOIDED = {
    "tell": "report, say, show", "tells": "reports, says, has", "told": "reported, known, written",
    "asked": "given, requested, needed", "settle": "resolve, choose, set", "settles": "resolves, chooses, sets",
    "settled": "resolved, chosen, set", "misfit": "unexplained", "misfits": "unexplained", "stranger": "other", "strangers": "untrusted",
    "standstill": "stall", "standstills": "stalls", "patience": "timeout", "glance": "poll", "lookout": "watchdog",
    "leftover": "orphan", "leftovers": "orphans", "contender": "candidate", "contenders": "candidates",
    "fulfills": "matches", "unsettled": "open"}
ELSEWHERE = {"ToldMessage", "told_partners", "stranger"}  # names of other folders
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|#include[^\n]*', re.S)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


def code_of(text):
    """The text with spaces instead of comments, texts, and includes; lines stay where they are."""
    return SKIPPED.sub(lambda skipped: re.sub(r"[^\n]", " ", skipped[0]), text)


def words_of(identifier):
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", identifier)]


def faults(project):
    files = 0
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(project, folder)):
            for name in sorted(name for name in names if name.endswith((".cpp", ".h"))):
                file = os.path.join(path, name)
                files += 1
                with open(file, encoding="utf-8") as source:
                    code = code_of(source.read())
                for found in IDENTIFIER.finditer(code):
                    avoided = [word for word in words_of(found[0]) if word in AVOIDED]
                    if avoided and found[0] not in ELSEWHERE:
                        line = code.count("\n", 0, found.start()) + 1
                        yield f"{os.path.relpath(file, project)}:{line}: `{found[0]}`: write {AVOIDED[avoided[0]]}"
    if files < 100:  # other folders must not pass because none is found
        yield f"only {files} files were found in {', '.join(FOLDERS)}"


def main():
    found = list(faults(sys.argv[1]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
