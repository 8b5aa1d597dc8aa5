"""interpret.py MESSAGES.csv RANKS SIZE: whether every message of constructs.loop is one that the language's reference
says, and none is missing. Written from docs/language.md, apart from compiler, runtime and analysis."""

import csv
import sys
from collections import Counter

ranks, size = int(sys.argv[2]), int(sys.argv[3])


def communicate(me, distance, partners):
    """Those it sends to."""
    return {(me + j * distance) % ranks for j in range(1, partners + 1)} - {me}


def exchange(me, distance, partners, ring=False):
    def by_parity(d):
        return me + d if me // d % 2 == 0 else me - d
    found = []
    for j in range(1, partners // 2 + 1):
        found += [me + j * distance, me - j * distance]
    if partners % 2 == 1:
        found.append(by_parity((partners + 1) // 2 * distance))
    if ring:
        return {partner % ranks for partner in found} - {me}
    return {partner for partner in found if 0 <= partner < ranks}


def subtree(rank):
    """In a binary tree with root 0."""
    return [rank] + [r for child in (2 * rank + 1, 2 * rank + 2) if child < ranks for r in subtree(child)]


def part_bytes(rank):
    block = -(-size // ranks)
    return 8 * sum(max(0, min(size, (r + 1) * block) - r * block) for r in subtree(rank))


expected = Counter()
for me in range(ranks):
    others = set(range(ranks)) - {me}
    for line, times, length, partners in [
            (6, 3, 10, communicate(me, 1, 2)), (7, 1, 1000, communicate(me, 2, 1)),
            (8, 1, 64, exchange(me, 1, 1)), (9, 1, 65, exchange(me, 1, 3)), (10, 1, 70, exchange(me, 2, 2, ring=True)),
            (11, 1, 5, others), (12, 1, 6, others), (13, 1, 7, others)]:
        for partner in partners:
            expected[line, me, partner, length] += times
    if me > 0:
        parent = (me - 1) // 2
        expected[14, parent, me, 8] += 1
        expected[15, parent, me, part_bytes(me)] += 1
        expected[16, me, parent, part_bytes(me)] += 1

found = Counter()
for row in csv.DictReader(open(sys.argv[1])):
    line = int(row["send_line"])
    assert line == int(row["receive_line"]), row
    found[line, int(row["sender"]), int(row["receiver"]), int(row["bytes"])] += 1
for word, some in (("missing", expected - found), ("too much", found - expected)):
    for (line, sender, receiver, length), times in sorted(some.items()):
        print(f"{word}: line {line}, {sender} to {receiver}, {length} bytes, {times} times")
sys.exit(0 if found == expected and sum(found.values()) > 0 else 1)
