"""Runs clang-tidy on C++ sources, with the compile commands of cmake/database.cmake.

    tidy.py BUILD                       all sources
    tidy.py BUILD FILE...               these; a header through a source that includes it
    tidy.py BUILD --since REVISION      those that differ from REVISION
    tidy.py BUILD --commits N           those that the last N commits changed, or that are not committed yet
    tidy.py ... --share M               and one in M of the others, which the number of commits chooses
    tidy.py ... --limit SECONDS         starts none after that time, and lists the remaining ones

Exit code 1 with findings, 77 without clang-tidy or if it is unknown what changed."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from changes import CHECKOUT, changed_since, git

SEARCHED = ("", "runtime", "runtime/include", "compiler/parse")  # as the compiler is told
FINDING = re.compile(r"^(\S.*?:\d+:\d+): (?:warning|error): .*\[[\w.,-]+\]$")


def skip(why):
    print("SKIP:", why)
    sys.exit(77)


def changed_by_commits(number):
    """A clone without these commits has no changes to look at, only the share of the others."""
    if git("rev-parse", "--verify", "HEAD") is None:
        skip("no checkout of git: nothing says what changed")
    return changed_since(f"HEAD~{number}") or []


def share_of(names, share):
    """One in `share`; consecutive commits take different ones."""
    count = git("rev-list", "--count", "HEAD")
    begin = int(count[0]) // 2 if count else 0  # a test that takes turns runs in every other commit
    return names[begin % share::share]


class Sources:
    """The files of the checkout in the compilation database."""

    def __init__(self, build):
        self.database = os.path.join(build, "database")
        with open(os.path.join(self.database, "compile_commands.json")) as file:
            names = [os.path.relpath(entry["file"], CHECKOUT) for entry in json.load(file)]
        generated = os.path.relpath(build, CHECKOUT) + "/"
        self.names = sorted(name for name in names if not name.startswith(("../", generated)))
        self.including = None

    def with_header(self, header):
        """A source that includes the header, preferably from the same folder; else the header itself."""
        if self.including is None:
            self.including = {}
            for name in self.names:
                with open(os.path.join(CHECKOUT, name), errors="replace") as file:
                    for include in re.findall(r'^#include ["<]([^">]+)', file.read(), re.M):
                        self.including.setdefault(include, []).append(name)
        spelled = [os.path.relpath(header, folder) for folder in SEARCHED] + [os.path.basename(header)]
        found = [name for include in spelled for name in self.including.get(include, [])]
        near = [name for name in found if os.path.dirname(name) == os.path.dirname(header)]
        same = [name for name in near if os.path.splitext(name)[0] == os.path.splitext(header)[0]]
        return (same + near + found + [header])[0]

    def to_tidy(self, wanted):
        """The sources to check for the wanted files, without duplicates."""
        sources = [self.with_header(name) if name.endswith(".h") else name for name in wanted]
        known = set(self.names)
        return [name for name in dict.fromkeys(sources) if name in known or name.endswith(".h")]


class Tidy:
    def __init__(self, database, limit):
        self.database, self.end = database, time.monotonic() + limit
        self.told, self.left, self.failed = set(), [], False
        self.lock = threading.Lock()

    def look_at(self, name):
        if time.monotonic() > self.end:
            self.left.append(name)
            return
        answer = subprocess.run(["clang-tidy", "--quiet", "-p", self.database, os.path.join(CHECKOUT, name)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
        with self.lock:
            self.tell(answer.stdout.splitlines())
            if answer.returncode != 0 and not answer.stdout.strip():
                begin = "\n".join(answer.stderr.splitlines()[:20])  # a crash prints hundreds of frames
                print(f"clang-tidy failed at {name}:\n{begin}", flush=True)
                self.failed = True

    def tell(self, lines):
        """Findings with their notes; findings in headers only once."""
        is_new = False
        for line in lines:
            if FINDING.match(line):
                is_new = line not in self.told
                self.told.add(line)
            if is_new:
                print(line.replace(CHECKOUT + "/", ""), flush=True)


def main():
    parser = argparse.ArgumentParser(prog="./check tidy", description="clang-tidy over C++ sources; without names all of them.")
    parser.add_argument("build", help=argparse.SUPPRESS)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--since", metavar="REVISION", help="those that differ from it")
    parser.add_argument("--commits", type=int, metavar="N", help="those that the last N commits change, or that are not committed")
    parser.add_argument("--share", type=int, metavar="M", help="and one in M of the others")
    parser.add_argument("--limit", type=float, metavar="SECONDS", default=float("inf"), help="begin none after that time")
    options = parser.parse_args()

    if shutil.which("clang-tidy") is None:
        skip("clang-tidy is not installed (package clang-tidy)")
    sources = Sources(os.path.realpath(options.build))
    if options.files:
        wanted = [os.path.relpath(os.path.realpath(file), CHECKOUT) for file in options.files]
    elif options.since:
        wanted = changed_since(options.since)
        if wanted is None:
            parser.error(f"git knows no revision {options.since}")
    else:
        wanted = changed_by_commits(options.commits) if options.commits else sources.names
    if options.share:
        wanted = wanted + share_of(sources.names, options.share)

    names = sources.to_tidy(wanted)
    tidy = Tidy(sources.database, options.limit)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(tidy.look_at, names))
    print(f"clang-tidy: {len(names) - len(tidy.left)} files, {len(tidy.told)} findings")
    if tidy.left:
        print(f"the time was up before these {len(tidy.left)}; to look at them: ./check tidy", *tidy.left)
    return 1 if tidy.told or tidy.failed else 0


sys.exit(main())
