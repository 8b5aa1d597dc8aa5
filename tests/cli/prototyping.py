#!/usr/bin/env python3
"""Follows docs/prototyping.md: stores its programs, and runs its commands, in the order of the page.

prototyping.py LOOP ROOT: the command to test, and the checkout. A program begins with a comment that names its file.
"""
import pathlib
import re
import sys
import tempfile

from readme import blocks, problem_of, run


def main():
    loop, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    programs = count = failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "loop").symlink_to(loop)
        for block in blocks((root / "docs" / "prototyping.md").read_text()):
            if file := re.match(r"// (\S+\.loop)\n", block):
                (folder / file.group(1)).write_text(block)
                programs += 1
                continue
            for command in block.splitlines():
                count += 1
                failure = problem_of(command, [], run(command, folder))
                print(f"{'FAILED' if failure else 'ok'}: {command}" + (f": {failure}" if failure else ""), flush=True)
                failures += failure is not None
    # A page whose form has changed must not pass because nothing was found in it.
    sys.exit(1 if failures or programs < 2 or count < 6 else 0)


if __name__ == "__main__":
    main()
