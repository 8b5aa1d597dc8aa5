#!/usr/bin/env python3
"""Runs the commands of README.md as they are printed there, in their order, in one folder.

readme.py LOOP ROOT: the command to test, and the checkout.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# Commands that cannot run here, by their beginning, with the reason.
LEFT_OUT = {
    "./check": "runs all tests, this one among them",
    "sudo apt-get install": "tests/package installs the package",
    "./loop clue --quick": "takes more than a minute; cli.clue runs it with fewer variations",
    "docker ": "needs a Docker daemon",
    "./loop run fingerprint -n 8 --machine slurm": "needs a Slurm cluster; cli.slurm starts one",
    "./loop run fingerprint --machine hosts": "needs three hosts; cli.hosts makes them",
}
SECONDS = 300  # limit per command


def without_comment(line):
    return re.sub(r"\s{2,}#.*$", "", line).strip()


def blocks(text):
    """The indented blocks, and the commands within the text, in the order of the page."""
    pattern = re.compile(r"^    .*(?:\n    .*|\n(?=\n    ))*", re.MULTILINE)
    inline = re.compile(r"`((?:\./loop |mpiexec|\./first |source )[^`]+)`")
    at = 0
    for block in pattern.finditer(text):
        yield from inline.findall(text[at : block.start()])
        yield re.sub(r"^    ", "", block.group(), flags=re.MULTILINE)
        at = block.end()
    yield from inline.findall(text[at:])


def commands(block):
    """A block that is a program has none."""
    if block.startswith("\\PARAM"):
        return
    for line in re.sub(r"\|\n\s*", "| ", block).splitlines():
        if without_comment(line):
            yield without_comment(line)


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


def run(command, folder):
    environment = dict(os.environ, DISPLAY=":9", PATH=f"{folder}/desktop:{os.environ['PATH']}")
    try:
        done = subprocess.run(["bash", "-c", "set -o pipefail; " + command], cwd=folder, env=environment, timeout=SECONDS,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except subprocess.TimeoutExpired:
        return f"it took more than {SECONDS} s"
    if done.returncode == 0:
        return None
    return f"exit code {done.returncode}\n" + "\n".join("  | " + line for line in done.stdout.splitlines()[-20:])


def main():
    loop, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    text = (root / "README.md").read_text()
    failures = count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder, loop, root, text)
        for command in (command for block in blocks(text) for command in commands(block)):
            if reason := next((why for start, why in LEFT_OUT.items() if command.startswith(start)), None):
                print(f"left out: {command}: {reason}")
                continue
            if "compare here there" in command:
                (folder / "there").symlink_to("here")  # the results of another machine
            count += 1
            began = time.monotonic()
            failure = run(command, folder)
            print(f"{'FAILED' if failure else 'ok'}, {time.monotonic() - began:.1f} s: {command}"
                  + (f": {failure}" if failure else ""), flush=True)
            failures += failure is not None
    print(f"{count - failures} passed, {failures} failed")
    # A page whose form has changed must not pass because no command was found in it.
    sys.exit(1 if failures or count < 30 else 0)


if __name__ == "__main__":
    main()
