"""What a run did: the events of its trace, as in meaning.py, and the counts of its ranks."""

import csv
import json
import os
from collections import defaultdict

from text import FIRST_MARK

COUNTED = {"COMMUNICATE", "EXCHANGE", "SEND", "RELAY", "MULTIBCAST0", "MULTIBCAST_ME", "MULTIBCAST_ALTER", "TREE_BCAST",
           "TREE_COLLECT_VEC", "TREE_DISTRIB_VEC", "VISIBLE_SYNC", "DEAL", "send0", "recv0", "sendbegin0"}
COUNTS = ("calls", "messages_sent", "bytes_sent", "messages_received", "bytes_received")
# The language does not define the order of receives within these constructs.
RECEIVES_ANYHOW = {"COMMUNICATE", "EXCHANGE", "SEND", "RELAY", "TREE_COLLECT_VEC"}
SENDS_ANYHOW = {"TREE_BCAST", "TREE_DISTRIB_VEC", "send0"}


def read_events(path, ranks, around):
    """The events of each rank, without phases with the name `around`, which a style has added."""
    events = [[] for _ in range(ranks)]
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        next(rows)
        for rank, _, event, kind, construct, name, _, line, partner, size, tag, communicator in rows:
            add = events[int(rank)].append
            if event == "mark":
                add(("mark", int(size)))
            elif event in ("enter", "leave") and kind == "phase":
                if name != around:
                    add(("phase" if event == "enter" else "end", name))
            elif event == "enter":
                add(("enter", construct, None if kind == "mpi" else int(line)))
            elif event == "leave":
                add(("leave", construct))
            elif event in ("send", "receive", "post", "collective"):
                own = kind == "construct"
                if event == "collective":
                    add((event, int(partner), int(size), None if own else communicator))
                else:
                    add((event, int(partner), int(size), None if own else int(tag), None if own else communicator))
    return events


def read_counts(folder, ranks):
    """(construct, line, column, untimed) -> calls, messages and bytes sent, messages and bytes received; of each rank."""
    counts = []
    for rank in range(ranks):
        with open(os.path.join(folder, f"rank-{rank}.json"), encoding="utf-8") as file:
            sites = json.loads(file.readline())["sites"]
        of_rank = defaultdict(lambda: [0] * len(COUNTS))
        for site in sites:
            if site["construct"] in COUNTED:  # a site has a record for each group
                place = site["construct"], site["line"], site.get("column", 0), site["untimed"]
                of_rank[place] = [a + site[key] for a, key in zip(of_rank[place], COUNTS)]
        counts.append(dict(of_rank))
    return counts


def deals_together(counts):
    """Time decides which rank gets which pass of \\DEAL: its counts are those of all ranks."""
    sums = defaultdict(lambda: [0] * len(COUNTS))
    for of_rank in counts:
        for place in [place for place in of_rank if place[0] == "DEAL"]:
            sums[place] = [a + b for a, b in zip(sums[place], of_rank.pop(place))]
    counts[0].update(sums)
    return counts


def without_deals(events):
    """The events without those of \\DEAL, whose number depends on time."""
    inside = False
    for event in events:
        inside = inside or event[:2] == ("enter", "DEAL")
        if not inside:
            yield event
        inside = inside and event[:2] != ("leave", "DEAL")


def in_order(events):
    """The same without \\DEAL, and with receives of undefined order sorted."""
    result, inside = [], []
    start = 0

    def close():
        result[start:] = sorted(result[start:])
    for event in without_deals(events):
        if event[0] == "enter":
            inside.append(event[1])
        elif event[0] == "leave" and inside:
            inside.pop()
        receives_anyhow = inside and (inside[-1] in RECEIVES_ANYHOW or "FINISH" in inside)
        anyhow = event[0] == "receive" and receives_anyhow or inside and event[0] == "send" and inside[-1] in SENDS_ANYHOW
        if not anyhow or len(result) == start or result[-1][0] != event[0]:
            if start < len(result):
                close()
            start = len(result)
        result.append(event)
        if not anyhow:
            start = len(result)
    close()
    return result


def by_program(events):
    """Maps the number of a program to the events between its first mark and that of the next program."""
    parts = {}
    for event in events:
        if event[0] == "mark" and event[1] >= FIRST_MARK:
            parts[event[1] - FIRST_MARK] = part = []
        elif parts:
            part.append(event)
    return parts

