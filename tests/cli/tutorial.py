#!/usr/bin/env python3
"""Follows docs/tutorial.md: stores its programs, runs its commands in the order of the page, and compares what they print.

tutorial.py LOOP ROOT: the command to test, and the checkout. With LOOP_SHOW set, prints what each command printed.

In the page's indented blocks, a line that begins with `$ ` is a command, and the lines after it are what it prints. A block
after words that end with `FILE.loop`: is that file. Numbers, the units after them, and verdicts are compared only by
form. A line `...` stands for any lines, and `...` at the end of a line for any rest of it.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SECONDS = 300  # limit per command
UNITS = r"(?:ns|us|ms|s|min|B|KiB|MiB|GiB|kB|MB/s|GB/s|Mflop/s)"


def steps(text):
    """The files and the commands of the page: (name, content, None) or (None, command, lines that it prints)."""
    for match in re.finditer(r"(?:`(\S+\.loop)`:\n\n)?((?:^    .*\n|^\n(?=    ))+)", text, re.MULTILINE):
        block = re.sub(r"^    ", "", match.group(2), flags=re.MULTILINE)
        if match.group(1):
            yield match.group(1), block.strip("\n") + "\n", None
            continue
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.rstrip("\n").split("\n")
            while command.endswith("\\"):
                command = command[:-1] + shown.pop(0).strip()
            yield None, command, shown


def masked(line):
    """A line by its form: numbers with their units, verdicts, times of the day, and the width of columns do not count."""
    line = re.sub(r"\b(slower|faster|undecided)\b", "VERDICT", line)
    line = re.sub(r"\d{8}-\d{6}", "TIME", line)
    line = re.sub(rf"[-+]?\d+(?:[ .]\d+)*(?:e[-+]\d+)?(?: ?{UNITS}\b)?", "#", line)
    return re.sub(r"\s+", " ", line).strip()


def pattern(shown):
    """A regular expression for the masked output."""
    text = ""
    for line in shown:
        if line.strip() == "...":
            text += r"(?:.*\n)*"
        elif line.endswith("..."):
            text += re.escape(masked(line[:-3])) + r".*\n"
        else:
            text += re.escape(masked(line)) + r"\n"
    return text


def run(command, folder):
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", COLUMNS="100", LC_ALL="C.UTF-8")
    done = subprocess.run(["bash", "-c", command], cwd=folder / "work", env=environment, timeout=SECONDS, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def problem_of(command, shown, code, output):
    """What differs from the page. A command fails if the page shows an error."""
    fails = any(re.match(r"(\S+: )?error: ", line) for line in shown)
    if (code != 0) != fails:
        return f"exit code {code}"
    lines = "".join(masked(line) + "\n" for line in output.rstrip("\n").split("\n")) if output.strip() else ""
    return None if re.fullmatch(pattern(shown), lines) else "it does not print what the page shows"


def main():
    loop, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    for tool in ("mpicxx.mpich", "mpicxx.openmpi"):
        if not shutil.which(tool):
            print(f"SKIP: {tool} is not installed")
            sys.exit(77)
    count = failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in ("bin", "work"):
            (folder / part).mkdir()
        (folder / "bin" / "loop").symlink_to(loop)
        for file, text, shown in steps((root / "docs" / "tutorial.md").read_text()):
            if file:
                (folder / "work" / file).write_text(text)
                continue
            count += 1
            code, output = run(text, folder)
            problem = problem_of(text, shown, code, output)
            failures += problem is not None
            print(f"{'FAILED' if problem else 'ok'}: {text}" + (f": {problem}" if problem else ""), flush=True)
            if problem or "LOOP_SHOW" in os.environ:
                print("".join(f"  | {line}\n" for line in output.rstrip("\n").split("\n")), flush=True)
    print(f"{count - failures} passed, {failures} failed")
    # A page whose form has changed must not pass because no command was found in it.
    sys.exit(1 if failures or count < 15 else 0)


if __name__ == "__main__":
    main()
