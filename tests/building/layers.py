"""Folders form layers: the table in ARCHITECTURE.md allows every include, and the table has no cycle.

    python3 layers.py PROJECT       exit code 1 and a line for each fault

The first column of a row names folders, the third the folders that their files may include. A folder stands for all
folders below it. A folder without a row belongs to the row of its parent."""

import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include ["<]([^">]+)[">]', re.M)
ROOTS = ("base", "compiler", "runtime", "runner", "report", "lsp", "cli", "workloads")
SEARCHED = ("", "runtime", "runtime/include", "compiler/parse")  # as the compiler is told


def rows(text):
    """Each folder of the table with the folders that it may include."""
    table = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            allowed = [name.rstrip("/") for name in re.findall(r"`([^`]+)`", cells[2])]
            table.update({name.rstrip("/"): allowed for name in re.findall(r"`([^`]+)`", cells[0])})
    return table


def below(folder, above):
    return folder == above or folder.startswith(above + "/")


def owner(folder, table):
    return max((row for row in table if below(folder, row)), key=len, default=None)


def sources(project):
    for root in ROOTS:
        for folder, _, names in os.walk(os.path.join(project, root)):
            for name in sorted(names):
                if name.endswith((".cpp", ".h")):
                    yield os.path.relpath(os.path.join(folder, name), project)


def target(include, source, files):
    places = [os.path.normpath(os.path.join(place, include)) for place in (os.path.dirname(source),) + SEARCHED]
    return next((place for place in places if place in files), None)


def circle(row, uses, done, path):
    """The first cycle of rows found from `row`."""
    if row in path:
        return path[path.index(row):] + [row]
    if row in done:
        return None
    done.add(row)
    return next((found for used in uses[row] if (found := circle(used, uses, done, path + [row]))), None)


def faults(project):
    with open(os.path.join(project, "ARCHITECTURE.md"), encoding="utf-8") as file:
        table = rows(file.read())
    files = set(sources(project))
    for row, allowed in table.items():
        for name in allowed:
            if not os.path.isdir(os.path.join(project, name)):
                yield f"ARCHITECTURE.md: `{row}` may include `{name}`, which is no folder"
    uses = {row: [used for used in table if used != row and any(below(used, name) for name in allowed)]
            for row, allowed in table.items()}
    done = set()
    for row in table:
        found = circle(row, uses, done, [])
        if found:
            yield "ARCHITECTURE.md: rows may include each other: " + " -> ".join(found)
    unused = {(row, name) for row, allowed in table.items() for name in allowed}
    for source in sorted(files):
        mine = owner(os.path.dirname(source), table)
        if mine is None:
            yield f"{source}: ARCHITECTURE.md has no row for its folder"
            continue
        with open(os.path.join(project, source), encoding="utf-8", errors="replace") as file:
            text = file.read()
        for include in INCLUDE.findall(text):
            used = target(include, source, files)
            theirs = used and owner(os.path.dirname(used), table)
            unused -= {(mine, name) for name in table[mine] if theirs and below(theirs, name)}
            if used and theirs != mine and not any(below(theirs, name) for name in table[mine]):
                yield f"{source} includes {used}: ARCHITECTURE.md does not let `{mine}` include `{theirs}`"


    for row, name in sorted(unused):
        yield f"ARCHITECTURE.md: `{row}` may include `{name}`, and does not"


def main():
    found = list(faults(sys.argv[1]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
