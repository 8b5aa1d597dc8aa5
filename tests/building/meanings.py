"""Each communication construct has its meaning and its functions in runtime/constructs: meanings.py SOURCE LIST

LIST: the program that lists constructs with their roles. The functions that the compiler writes for a construct must be
defined in that folder, so that all back ends share them: a second definition would not link."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

# They are control structures to the compiler, and communicate.
ALSO = {"DEAL", "AMONG", "WITH"}
# Ranks agree, but no data of the program move.
APART = {"REQUIRE"}


def communicating(lister):
    lines = subprocess.run([lister], check=True, capture_output=True, text=True).stdout.splitlines()
    return {words[0] for words in map(str.split, lines) if len(words) > 1 and words[1] == "communication"} - APART | ALSO


def rows(source):
    """Each construct with the functions and classes that its row of the table names."""
    with open(source + "/compiler/constructs/construct_table.cpp") as file:
        text = file.read()
    for row in re.split(r"\bRow\(", text)[1:]:
        name = re.match(r'"(\w+)"', row)
        if not name:
            continue
        names = re.findall(r'\.(?:calls|wraps)\("loop::(\w+)"\)', row)
        if ".started(" in row:
            names += ["start_" + called for called in re.findall(r'\.calls\("loop::(\w+)"\)', row)]
        yield name.group(1), names


def defined(source):
    """The functions of programs that runtime/constructs defines."""
    folder = source + "/runtime/constructs"
    files = sorted(file for file in os.listdir(folder) if file.endswith(".cpp"))
    with tempfile.TemporaryDirectory() as work:
        subprocess.run(["mpicxx.mpich", "-std=c++17", "-I", source + "/runtime/include", "-I", source + "/runtime",
                        "-x", "c++", "-c", "-", "-o", work + "/all.o"],
                       check=True, text=True, input="".join(f'#include "constructs/{file}"\n' for file in files))
        names = subprocess.run(["nm", "--defined-only", "-C", work + "/all.o"], check=True, capture_output=True,
                               text=True).stdout
    return set(re.findall(r" [TW] loop::(?:detail::)?(\w+)[(:]", names))


def main(source, lister):
    if shutil.which("mpicxx.mpich") is None:
        print("SKIP: mpicxx.mpich is not installed")
        sys.exit(77)
    has = defined(source)
    short = {"deal": "Dealing", "tree_collect_vec": "tree_collect", "tree_distrib_vec": "tree_distribute",
             "start_tree_collect_vec": "start_tree_collect", "start_tree_distrib_vec": "start_tree_distribute"}
    wanted = communicating(lister)
    named = {construct: names for construct, names in rows(source) if construct in wanted}
    missing = [f"\\{construct}: loop::{name}" for construct, names in named.items() for name in names
               if short.get(name, name) not in has]
    missing += [f"\\{construct}: its row names no function" for construct in wanted
                if construct != "AMONG" and not named.get(construct)]
    if "Among" not in has:
        missing.append("\\AMONG: loop::Among")
    if missing:
        sys.exit("runtime/constructs lacks:\n  " + "\n  ".join(sorted(missing)))


main(*sys.argv[1:])
