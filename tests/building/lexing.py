"""The lexical rules of C++ exist once, in grammar/LoopLexer.g4: the compiler reads tokens (compiler/lex/code.h), and does
not look for words, numbers, strings, comments, and brackets in text.

    python3 lexing.py PROJECT       exit code 1 and a line for each fault"""

import os
import re
import sys

FOLDERS = ("compiler/lex", "compiler/parse")  # where the rules are
SCANS = (
    (re.compile(r"\bskip_(word|number|quoted|raw|\w*comment|spaces|blank|piece|brackets)\b"), "skips a piece of C++"),
    (re.compile(r"\[(?!\d+\])[^][]+\] *[=!]= *'(?!\\[rnt]'| ')"), "compares a character of a text"),
    (re.compile(r"\bis(alpha|alnum|digit|space|punct)\("), "asks for the class of a character"),
    (re.compile(r"\b(begins|continues)_name\("), "asks whether a character belongs to a name"),
    (re.compile(r"find(_\w+)?\((\"//\"|\"/\*\"|\"\*/\"|\"::\"|\"->\")"), "looks for a token in a text"),
)
# What has no tokens.
ALLOWED = {
    "compiler/check/build.cpp": "words of a compiler's command line",
    "compiler/check/literals.cpp": "the contents of a string constant",
    "compiler/check/loop_operations.cpp": "an expression that the compiler wrote",
    "compiler/emit/constructs.cpp": "arguments that the compiler wrote",
    "compiler/format/layout.cpp": "the character behind a head",
    "compiler/service/descriptions.cpp": "what is typed at the cursor",
}


def faults_of(text):
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, what in SCANS:
            if pattern.search(line):
                yield number, what


def files(project):
    for folder, _, names in os.walk(os.path.join(project, "compiler")):
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), project)
            if name.endswith((".cpp", ".h")) and os.path.dirname(path) not in FOLDERS:
                yield path


def faults(project):
    unused = set(ALLOWED)
    for path in files(project):
        with open(os.path.join(project, path), encoding="utf-8") as file:
            found = list(faults_of(file.read()))
        if path in ALLOWED:
            unused -= {path} if found else set()
            continue
        for number, what in found:
            yield f"{path}:{number}: {what}: read its tokens (compiler/lex/code.h)"
    for path in sorted(unused):
        yield f"{path}: scans no text any more: remove it from the list of exceptions"


def check_patterns():
    """Lines as a scanner by hand has them, and lines as other code has them."""
    for line in ("at = skip_blank(code, at);", "if (code[at] == '(') ++depth;", "text_[at + 1] != '\"'",
                 "std::isdigit(static_cast<unsigned char>(c))", "while (continues_name(text[at]))", 'text.find("//", at)'):
        assert list(faults_of(line)), line
    for line in ("code.behind_brackets(at)", "word[0] == '-'", "text[end - 1] == '\\n'", 'code.is(at, "//")', "name += '_';"):
        assert not list(faults_of(line)), line


def main():
    check_patterns()
    found = list(faults(sys.argv[1]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
