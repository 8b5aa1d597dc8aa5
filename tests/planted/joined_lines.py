"""Two statements on one source line: no message and no finding may change, except for its line.

    joined_lines.py LOOP [CAUSE...]

Joins the lines of a program in pairs, once from its first line and once from its second. Programs with planted causes
(planted.loop) then have the same conclusions, and wrong programs (tests/diagnostics) the same messages, if each line is
replaced by the one that it went to. Exit code 1 if one differs."""

import dataclasses
import glob
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import planted

WRONG_PROGRAMS = os.path.join(planted.HERE, "..", "diagnostics", "*.loop")
STARTS = (0, 1)  # the first line of the first pair
# What a line may belong to that another line would change: the preprocessor, a comment, or a raw string.
NOT_JOINED = re.compile(r'^\s*#|\\$|//|/\*|\*/|R"')


@dataclasses.dataclass
class Place:
    """Where a line went to: its first column is now `shift` columns further right."""
    line: int
    shift: int = 0


def without_comment(line):
    """`line` without `//` and what follows; unchanged if that may be inside of a string."""
    code, slashes, _ = line.partition("//")
    return code.rstrip() if slashes and code.count('"') % 2 == 0 else line


def is_whole(line):
    """Whether other text may stand in the same line: no literal that is open at its end, for example."""
    return not NOT_JOINED.search(line) and line.count('"') % 2 == 0 and line.count("'") % 2 == 0


def joined(text, start):
    """The text with pairs of lines joined, and the place of each line."""
    lines, places = [], []
    for at, line in enumerate(map(without_comment, text.splitlines())):
        if at > 0 and (at - start) % 2 == 1 and is_whole(lines[-1]) and is_whole(line):
            own = line.strip()
            places.append(Place(len(lines), len(lines[-1]) + 1 - line.index(own)))
            lines[-1] += " " + own
        else:
            lines.append(line)
            places.append(Place(len(lines)))
    return "\n".join(lines) + "\n", places


def with_places(text, places):
    """The text, with each "line 3" and "line 3:8" that it names replaced by where that went to."""
    def replaced(match):
        place = places[int(match[1]) - 1]
        return f"line {place.line}" + (f":{int(match[2]) + place.shift}" if match[2] else "")
    return re.sub(r"\bline (\d+)(?::(\d+))?", replaced, text)


def conclusions(sheet, places=None):
    """What the sheet says. With `places`, as it must be after joining."""
    said = []
    for one in sheet["conclusions"]:
        text, line = re.sub(r"the first (\S+) of line (\d+)", r"\1 (line \2)", one["text"]), one.get("line")
        if places:
            text, line = with_places(text, places), line and places[line - 1].line
        said.append((one["id"], text, one.get("value"), line))
    return said


def messages(loop, path, places=None):
    """Each message with its line and column. With `places`, as it must be after joining."""
    done = subprocess.run([loop, "check", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    said = []
    for text in done.stdout.splitlines():
        at = re.match(r".*?:(\d+):(\d+): (.*)", text)
        if not at and not text.startswith("hint: "):
            continue
        line, column, message = (int(at[1]), int(at[2]), at[3]) if at else (0, 0, text)
        if places and at:
            place = places[line - 1]
            line, column, message = place.line, column + place.shift, with_places(message, places)
        said.append((line, column, message))
    return said


def differences(name, expected, found):
    return [f"{name}: no longer said: {one}" for one in expected if expected.count(one) > found.count(one)] + \
           [f"{name}: only said of joined lines: {one}" for one in found if found.count(one) > expected.count(one)]


def written(folder, text, name):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def differing_sheets(loop, folder, names, pool):
    settings = [planted.Setting(name, machine=planted.causes[name].machine) for name in names
                if not planted.causes[name].calls]

    def sheets_of(program, name):
        bench = planted.Bench(loop, os.path.join(folder, name), program)
        bench.sheet(planted.Setting("even", passes=1))  # builds the program once
        return list(pool.map(bench.sheet, settings))

    apart = sheets_of(planted.PROGRAM, "apart")
    texts = []
    for start in STARTS:
        text, places = joined(text_of(planted.PROGRAM), start)
        program = written(folder, text, f"joined_{start}.loop")
        together = sheets_of(program, f"together_{start}")
        for setting, one, other in zip(settings, apart, together):
            texts += differences(f"{setting.cause}, joined from line {start + 1}", conclusions(one, places),
                                 conclusions(other))
    return texts, len(settings) * len(STARTS)


def differing_messages(loop, folder, pool):
    def compare(path):
        name, texts = os.path.basename(path), []
        for start in STARTS:
            text, places = joined(text_of(path), start)
            program = written(folder, text, f"joined_{start}_{name}")
            texts += differences(f"{name}, joined from line {start + 1}", messages(loop, path, places),
                                 messages(loop, program))
        return texts
    paths = sorted(glob.glob(WRONG_PROGRAMS))
    return [text for texts in pool.map(compare, paths) for text in texts], len(paths) * len(STARTS)


def main():
    loop, names = sys.argv[1], sys.argv[2:] or list(planted.causes)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        texts, programs = differing_messages(loop, folder, pool)
        of_sheets, sheets = differing_sheets(loop, folder, names, pool)
    texts += of_sheets
    print("\n".join(texts))
    print(f"{programs} programs and {sheets} sheets with joined lines, {len(texts)} differences")
    return 1 if texts or not programs or not sheets else 0


if __name__ == "__main__":
    sys.exit(main())
