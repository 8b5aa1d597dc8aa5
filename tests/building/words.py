"""No identifier has a word that was replaced (AVOIDED). PHRASES are for readers: the same holds for texts.

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
# What texts, comments, and documents avoid, and what they say instead. Only a reader can judge it.
PHRASES = {
    "a processor, a node (for an MPI process)": "a rank",
    "host text": "host code",
    "lookout, beat": "host watchdog, heartbeat",
    "standstill, to stand": "stall, to be stalled",
    "roll, roll-call": "rank status",
    "last words": "crash flush",
    "bells, sleepers, naps": "doorbells (counters in shared memory that announce messages), futex parking, sleeps",
    "glance, patience": "poll interval, timeout",
    "leftovers": "orphans",
    "a form (of a report)": "an output format",
    "contender": "candidate",
    "misfit": "Kolmogorov-Smirnov distance",
    "the how manieth call of its line": "the zero-based index of the call at its line",
    "files of strangers": "untrusted input",
    "is larger than any number here": "does not fit in 64 bits",
    "stands in brackets": "must be in parentheses",
    "a constant that cannot be": "constant out of range",
    "is a word of C++": "is a C++ keyword",
    "is no number": "is not a number",
    "`loop run` has no use for `x`": "unexpected argument `x`",
    "time told apart; the rest": "time classified; not classified",
    "messages a second, bytes an event": "messages per second, bytes per event",
    "least, most; at the most": "min, max; at most",
    "told, tells": "reported, says, shows",
    "asked": "given, requested, needed",
    "to settle": "to resolve, choose, set",
    "whoever waits": "a rank that waits",
    "who is not there": "ranks that are missing",
    "what it costs when nothing hangs is ...": "detection costs ... when nothing hangs",
    "where the file is missing": "if the file is missing",
    "in the median": "typically; the median is",
    "of two minds, all the same, wholly, meanwhile": "(leave it out, or say what is meant)",
}
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
