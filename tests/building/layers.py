"""Libraries and their folders form layers: the tables in ARCHITECTURE.md and in the libraries' README.md allow every
include, and have no cycle.

    python3 layers.py PROJECT       exit code 1 and a line for each fault

The first column of a row names folders, the third the folders that their files may include. A folder stands for all
folders below it. A folder without a row belongs to the row of its parent. A file of a library that belongs to no folder
with a row may include all of its library. A row of a library's page may include only what the library may."""

import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include ["<]([^">]+)[">]', re.M)
ROOTS = ("base", "compiler", "runtime", "runner", "trace", "derive", "report", "lsp", "app", "cli", "workloads")
SEARCHED = ("", "runtime", "runtime/include", "compiler/parse")  # as the compiler is told


def rows(text):
    """Each folder of the table with the folders that it may include. Two columns are no such table."""
    table = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith(("| `", "| [`")) and len(cells) > 3:
            sys.exit(f"a row has {len(cells)} columns: {line[:80]}")
        if line.startswith(("| `", "| [`")) and len(cells) == 3:
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


def read(project, name):
    with open(os.path.join(project, name), encoding="utf-8", errors="replace") as file:
        return file.read()


def library(name):
    return name.split("/")[0]


def tables(project):
    """The rows of the libraries, and those of all folders."""
    libraries = rows(read(project, "ARCHITECTURE.md"))
    folders = {row: allowed + [row] * (library(row) == row) for row, allowed in libraries.items()}
    for name in ROOTS:
        page = os.path.join(name, "README.md")
        if os.path.exists(os.path.join(project, page)):
            folders.update(rows(read(project, page)))
    return libraries, folders


def faults_of_tables(project, libraries, table):
    for row, allowed in table.items():
        for name in allowed:
            if not os.path.isdir(os.path.join(project, name)):
                yield f"`{row}` may include `{name}`, which is no folder"
            if library(name) != library(row) and not any(below(name, one) for one in libraries.get(library(row), [])):
                yield f"`{row}` may include `{name}`, and ARCHITECTURE.md does not let `{library(row)}` include that"
    uses = {row: [used for used in table if used != row and any(below(used, name) for name in allowed)]
            for row, allowed in table.items()}
    done = set()
    for row in table:
        found = circle(row, uses, done, [])
        if found:
            yield "rows may include each other: " + " -> ".join(found)


def faults(project):
    libraries, table = tables(project)
    yield from faults_of_tables(project, libraries, table)
    files = set(sources(project))
    unused = {(row, name) for row, allowed in list(table.items()) + list(libraries.items()) for name in allowed}
    for source in sorted(files):
        mine = owner(os.path.dirname(source), table)
        if mine is None:
            yield f"{source}: no table has a row for its folder"
            continue
        for include in INCLUDE.findall(read(project, source)):
            used = target(include, source, files)
            theirs = used and owner(os.path.dirname(used), table)
            if not theirs:
                continue
            unused -= {(row, name) for row in (mine, library(mine)) for name in table[row] if below(theirs, name)}
            if theirs != mine and not any(below(theirs, name) for name in table[mine]):
                yield f"{source} includes {used}: no table lets `{mine}` include `{theirs}`"
    for row, name in sorted(unused):
        if row != name:
            yield f"`{row}` may include `{name}`, and does not"


def main():
    found = list(faults(sys.argv[1]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
