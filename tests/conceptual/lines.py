"""The table of programs in docs/coming-from-conceptual.md has the lines that the programs have; none is longer than
coNCePTuaL's.

    lines.py DOCUMENT

A line counts if it is neither empty nor only a comment."""

import csv
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def lines(name):
    with open(os.path.join(HERE, name + ".loop"), encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("//"))


def main():
    with open(os.path.join(HERE, "tallies.csv"), newline="", encoding="utf-8") as file:
        rows = {row["program"]: int(row["lines_of_code"]) for row in csv.DictReader(file)}
    own = {program: lines(program.replace("-", "_")) for program in rows}
    table = [f"| `{program}` | {own[program]} | {peers} |" for program, peers in rows.items()]
    table.append(f"| together | {sum(own.values())} | {sum(rows.values())} |")
    with open(sys.argv[1], encoding="utf-8") as file:
        document = file.read()
    wrong = [f"the table lacks the row\n{row}" for row in table if row not in document]
    wrong += [f"{program} has {own[program]} lines, more than coNCePTuaL's {rows[program]}" for program in rows
              if own[program] > rows[program]]
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
