"""Writes the names of constructs and their arguments into the files of editors, from the table of constructs.

    generate.py CONSTRUCT_LIST           writes the files; CONSTRUCT_LIST is build/bin/loop_construct_list
    generate.py --check CONSTRUCT_LIST   exit code 1 and a line for each file that differs from what would be written

In most files, only the lines between two comments (`generated` and `end of generated`) are written."""

import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
GROUPS = ("declaration", "frame", "control", "communication", "kernel", "action")


class Constructs:
    def __init__(self, program):
        listed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
        self.rows = [line.split() for line in listed.splitlines()]
        groups = {group for _, group, *_ in self.rows}
        if unknown := groups.symmetric_difference(GROUPS):
            sys.exit(f"generate.py: {' '.join(sorted(unknown))}: the groups of {program} are not those of this script")

    def of_group(self, group):
        return [row[0] for row in self.rows if row[1] == group]

    def before(self, names):
        """The constructs that have such names after their arguments."""
        return [row[0] for row in self.rows if row[2] == names]

    def arguments(self):
        return sorted({name for row in self.rows for name in row[3:]})

    def lists(self):
        yield from ((group, self.of_group(group)) for group in GROUPS)
        yield "arrays", self.before("arrays")
        yield "iterator", self.before("iterator")
        yield "argument", self.arguments()


def between_comments(text, lines):
    """The text with these lines between its two comments."""
    found = re.subn(r"(^[^\n]*\bgenerated\b[^\n]*\n).*?(^[^\n]*\bend of generated\b)",
                    lambda match: match[1] + "".join(line + "\n" for line in lines) + match[2], text, flags=re.S | re.M)
    if found[1] != 1:
        sys.exit("generate.py: a file has not exactly one pair of comments `generated` and `end of generated`")
    return found[0]


def vim(text, constructs):
    def pattern(names):
        return r"\%(" + r"\|".join(names) + r"\)"

    heads = {"arrays": "loopArraysHead,loopArrays", "iterator": "loopIteratorHead,loopIterator", "none": "loopHead"}
    lines = []
    for group in GROUPS:
        for names, following in heads.items():
            chosen = [row[0] for row in constructs.rows if row[1] == group and row[2] == names]
            if chosen:
                lines.append(rf"syn match loop{group.capitalize()} '\\{pattern(chosen)}\>' nextgroup={following} "
                             "skipwhite skipempty")
    lines.append(rf"syn match loopArgument '\%([(,]\_s*\)\@<=\<{pattern(constructs.arguments())}\ze\s*::\@!' contained "
                 r"containedin=loop.*Head")
    return between_comments(text, lines)


def emacs(text, constructs):
    def wrapped(names):
        """A list of strings in lines of at most 110 columns."""
        lines, line = [], "  '("
        for name in names:
            if len(line) + len(name) > 106:
                lines, line = lines + [line.rstrip()], "    "
            line += f'"{name}" '
        return lines + [line.rstrip() + ")"]

    lines = []
    for name, names in constructs.lists():
        what = "Names of arguments." if name == "argument" else f"Constructs: {name}."
        lines += [f"(defconst loop-mode--{name}"] + wrapped(names) + [f'  "{what}")']
    return between_comments(text, lines)


def kate(text, constructs):
    return between_comments(text, [f'  <!ENTITY {name} "{"|".join(names)}">' for name, names in constructs.lists()])


SCOPES = {"declaration": "storage.type", "frame": "keyword.other", "control": "keyword.control",
          "communication": "keyword.operator.word", "kernel": "support.function", "action": "entity.name.function"}
COMMENTS = [
    {"name": "comment.line.double-slash.loop", "match": r"//.*$"},
    {"name": "comment.block.loop", "begin": r"/\*", "end": r"\*/"},
]


def textmate_head(group, constructs):
    """A construct with its arguments, if it has any."""
    name = r"\\(?:" + "|".join(constructs.of_group(group)) + r")\b"
    scope = {"1": {"name": f"{SCOPES[group]}.loop"}}
    return [{"begin": rf"({name})\s*\(", "end": r"\)", "name": "meta.construct.loop", "beginCaptures": scope,
             "patterns": [{"include": "#argument"}, {"include": "#construct"}, {"include": "source.cpp"}]},
            {"match": f"({name})", "captures": scope}]


def textmate(_, constructs):
    groups = {group: {"patterns": textmate_head(group, constructs)} for group in GROUPS}
    argument = {"match": rf"(?<=[(,])\s*({'|'.join(constructs.arguments())})\s*:(?!:)",
                "captures": {"1": {"name": "variable.parameter.loop"}}}
    grammar = {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "comment": "Written by editors/generate.py from the table of constructs.",
        "name": "LOOP",
        "scopeName": "source.loop",
        "fileTypes": ["loop"],
        "patterns": COMMENTS + [{"include": "#construct"}, {"include": "source.cpp"}],
        "injections": {"L:source.loop - comment - string - meta.preprocessor":
                       {"patterns": [{"include": "#construct"}]}},
        "repository": {"construct": {"patterns": [{"include": f"#{group}"} for group in GROUPS]},
                       "argument": argument, **groups},
    }
    return json.dumps(grammar, indent=2) + "\n"


FILES = {"vim/syntax/loop.vim": vim, "emacs/loop-mode.el": emacs, "kate/loop.xml": kate,
         "vscode/syntaxes/loop.tmLanguage.json": textmate}


def main(arguments):
    check = arguments[:1] == ["--check"]
    constructs = Constructs(arguments[-1])
    code = 0
    for name, write in FILES.items():
        path = HERE / name
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = write(old, constructs)
        if new == old:
            continue
        if check:
            print(f"editors/{name} differs from the table of constructs; "
                  f"run: python3 editors/generate.py {arguments[-1]}")
            code = 1
        else:
            path.write_text(new, encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
