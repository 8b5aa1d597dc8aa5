"""Which tests need not run now, for ./check.

    due.py all BUILD             prints a pattern for ctest: tests whose turn is in the next commit
    due.py everyday BUILD        prints a pattern for ctest: tests that passed, and none of whose inputs changed since
    due.py begin BUILD           keeps the inputs of all tests, before any runs
    due.py passed BUILD RESULTS  keeps for the next `everyday` which tests passed, by the JUnit file of ctest

Turns: of tests with the label `even` or `odd`, `./check all` runs those that fit the number of commits, so two
consecutive commits run all of them; and each whose label `changed:PATH` names what the last commits changed.

Inputs of a test: its command, the programs of the build that the command names, and all files of the checkout but the
sources that are compiled into programs; these sources, too, if the command names the checkout as a whole."""

import hashlib
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "building"))
from changes import CHECKOUT, LAST_COMMITS, git, paths_changed_since  # noqa: E402
from labels import labels_in, pattern, tests_of  # noqa: E402

BEFORE, PASSED = "inputs.json", "passed.json"  # inputs by test: before this run, and when they last passed
COMPILED = re.compile(r"^(app|base|cli|compiler|derive|lsp|report|runner|trace)/.*\.(cpp|h|inc|g4)$|^tests/[^/]+/[^/]+\.(cpp|h)$|^grammar/")
NOT_COMPILED = ("tests/cli/", "tests/constructs/")  # tests compile and read these files themselves


def say(text):
    print(f"check: {text}", file=sys.stderr)


def is_changed(labels, changed):
    prefixes = [label.split(":", 1)[1] for label in labels if label.startswith("changed:")]
    return any(path.startswith(prefix) for prefix in prefixes for path in changed)


def not_due(labels_of_tests, commits, changed):
    """The tests whose turn is not in a commit with this number, and whose paths have not changed."""
    other = "odd" if commits % 2 == 0 else "even"
    return [name for name, labels in labels_of_tests.items()
            if other in labels and "long" not in labels and not is_changed(labels, changed)]


def out_of_turn(build):
    """The tests that the next commit runs. Without git, every test is due."""
    count, changed = git("rev-list", "--count", "HEAD"), paths_changed_since(f"HEAD~{LAST_COMMITS}")
    if count is None or changed is None:
        say("git does not tell whose turn it is, so every test runs")
        return []
    names = not_due({test["name"]: labels_in(test) for test in tests_of(build)}, int(count[0]), changed)
    say(f"commit {count[0]}: {len(names)} tests are left out, which run in the next commit (tests/README.md, Turns)")
    return names


def digest(path):
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return "none"


def is_compiled(name):
    return COMPILED.match(name) and not name.startswith(NOT_COMPILED)


def digest_of_all(names):
    return hashlib.sha256("\n".join(f"{name} {digest(os.path.join(CHECKOUT, name))}" for name in names).encode()).hexdigest()


class Inputs:
    """The inputs of each test as one hash."""

    def __init__(self, build):
        self.build, self.digests = str(build), {}
        names = sorted(set(git("ls-files", "--cached", "--others", "--exclude-standard") or []))
        self.are_known = bool(names)
        self.read = digest_of_all([name for name in names if not is_compiled(name)])
        self.compiled = digest_of_all([name for name in names if is_compiled(name)])

    def of_program(self, path):
        if path not in self.digests:
            self.digests[path] = digest(path)
        return self.digests[path]

    def of(self, test):
        words = test.get("command", [])
        programs = [word for word in words if word.startswith(self.build) and os.path.isfile(word)]
        sources = [self.read] + ([self.compiled] if CHECKOUT in words else [])
        told = json.dumps([words, test.get("properties", []), sources, [self.of_program(path) for path in programs]])
        return hashlib.sha256(told.encode()).hexdigest()


def kept(build, name):
    try:
        return json.loads((Path(build) / name).read_text())
    except (OSError, ValueError):
        return {}


def keep(build, name, inputs_of_tests):
    (Path(build) / name).write_text(json.dumps(inputs_of_tests, indent=0))


def begin(build):
    inputs = Inputs(build)
    keep(build, BEFORE, {test["name"]: inputs.of(test) for test in tests_of(build)} if inputs.are_known else {})


def still_passed(labels_of_tests, passed, now):
    """The everyday tests that passed with the inputs that they have now."""
    return [name for name, labels in labels_of_tests.items()
            if not {"slow", "long"} & set(labels) and name in now and passed.get(name) == now[name]]


def unchanged(build):
    names = still_passed({test["name"]: labels_in(test) for test in tests_of(build)}, kept(build, PASSED), kept(build, BEFORE))
    if names:
        say(f"{len(names)} tests are left out: they passed, and none of their inputs changed since "
            f"(./check --again runs them, too):")
        for line in folded(names):
            say("  " + line)
    return names


def folded(names):
    """The names by what stands before their first `.` or `/`, with the number of tests."""
    groups = {}
    for name in names:
        groups.setdefault(re.split(r"[./]", name)[0], []).append(name)
    return [f"{group}: {len(members)}" if len(members) > 1 else members[0] for group, members in groups.items()]


def with_results(passed, before, cases):
    """What passed with which inputs, after these test cases of a JUnit file."""
    now = dict(passed)
    for case in cases:
        name = case.get("name")
        now.pop(name, None)
        if case.find("failure") is None and case.find("skipped") is None and name in before:
            now[name] = before[name]
    return now


def keep_passed(build, results):
    cases = ElementTree.parse(results).getroot().findall("testcase")
    keep(build, PASSED, with_results(kept(build, PASSED), kept(build, BEFORE), cases))


def main():
    verb, build = sys.argv[1], os.path.realpath(sys.argv[2])
    if verb == "all":
        print(pattern(out_of_turn(build)))
    elif verb == "begin":
        begin(build)
    elif verb == "everyday":
        print(pattern(unchanged(build)))
    else:
        keep_passed(build, sys.argv[3])


if __name__ == "__main__":
    main()
