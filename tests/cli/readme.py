#!/usr/bin/env python3
"""Runs the commands of README.md as they are printed there, in their order, in one folder, and compares what they print.

readme.py LOOP ROOT: the command to test, and the checkout.

Lines of a block that are no commands are what the command before them prints. They are compared by form, as those of
the tutorial are: numbers, units, verdicts, and the width of columns do not count. The page may leave out lines, and
wrap them. Conclusions depend on the numbers, so only their heading is compared.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from tutorial import masked

# Commands that cannot run here, by their beginning, with the reason.
LEFT_OUT = {
    "./loop clue --quick": "takes more than a minute; cli.clue runs it with fewer variations",
}
PRINTS = {"./loop report results --format text": "sweep over"}  # commands without shown output, and what they must print
LONGEST = 120  # lines of the page
SECONDS = 300  # limit per command


def without_comment(line):
    return re.sub(r"\s{2,}#.*$", "", line).strip()


def blocks(text):
    """The indented blocks, and the commands within the text, in the order of the page."""
    pattern = re.compile(r"^    .*(?:\n    .*|\n(?=\n    ))*", re.MULTILINE)
    inline = re.compile(r"`(\./loop [^`]+)`")
    at = 0
    for block in pattern.finditer(text):
        yield from inline.findall(text[at : block.start()])
        yield re.sub(r"^    ", "", block.group(), flags=re.MULTILINE)
        at = block.end()
    yield from inline.findall(text[at:])


def steps(text):
    """The commands, each with the lines that the page shows of its output. A block that is a program has none."""
    command, shown = None, []
    for block in blocks(text):
        if block.startswith("\\PARAM"):
            continue
        for line in block.splitlines():
            if not line.startswith("./loop "):
                shown.append(line)
                continue
            if command:
                yield command, shown
            command, shown = without_comment(line), []
    yield command, shown


def prepare(folder, loop, root, text):
    """What the page expects to be there: the clone, its first program, another program, another machine's results."""
    (folder / "loop").symlink_to(loop)
    for name in ("machines", "workloads", "examples"):
        (folder / name).symlink_to(root / name)
    program = next(block for block in blocks(text) if block.startswith("\\PARAM"))
    (folder / "first.loop").write_text(program + "\n")
    (folder / "program").symlink_to("/bin/true")  # any program that can be traced
    subprocess.run(["mpicc.mpich", "-o", folder / "application", root / "tests/cli/recorded_ring.c"], check=True)
    (folder / "desktop").mkdir()
    browser = folder / "desktop" / "xdg-open"
    browser.write_text('#!/bin/sh\ntest -s "$1"\n')
    browser.chmod(0o755)


def missing(shown, output):
    """The first of the shown lines that the output does not have behind those before it."""
    text, at = masked(output), 0
    for line in shown:
        found = text.find(masked(line), at)
        if found < 0:
            return line
        if line.strip() == "Conclusions":
            return None
        at = found + len(masked(line))
    return None


def run(command, folder):
    environment = dict(os.environ, DISPLAY=":9", COLUMNS="100", PATH=f"{folder}/desktop:{os.environ['PATH']}")
    try:
        return subprocess.run(["bash", "-c", command], cwd=folder, env=environment, timeout=SECONDS, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return None


def problem_of(command, shown, done):
    if done is None:
        return f"it took more than {SECONDS} s"
    printed = "\n".join("  | " + line for line in done.stdout.splitlines()[-20:])
    if done.returncode != 0:
        return f"exit code {done.returncode}\n{printed}"
    line = missing(shown + [PRINTS[command]] if command in PRINTS else shown, done.stdout)
    return None if line is None else f"it does not print `{line.strip()}`\n{printed}"


def main():
    loop, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    text = (root / "README.md").read_text()
    failures = count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder, loop, root, text)
        for command, shown in steps(text):
            if reason := next((why for start, why in LEFT_OUT.items() if command.startswith(start)), None):
                print(f"left out: {command}: {reason}")
                continue
            count += 1
            began = time.monotonic()
            failure = problem_of(command, shown, run(command, folder))
            print(f"{'FAILED' if failure else 'ok'}, {time.monotonic() - began:.1f} s: {command}"
                  + (f": {failure}" if failure else ""), flush=True)
            failures += failure is not None
    print(f"{count - failures} passed, {failures} failed")
    # A page whose form has changed must not pass because no command was found in it.
    lines = text.count("\n")
    if lines > LONGEST:
        print(f"README.md has {lines} lines: shorten it to {LONGEST}; details belong on the pages that it links")
    sys.exit(1 if failures or count < 15 or lines > LONGEST else 0)


if __name__ == "__main__":
    main()
