"""Reduces a program that differs."""

import copy
import dataclasses
import time

from programs import Function, Program
from runs import failing, means_something


def smaller(node):
    """Yields every tree with one simplification in `node`."""
    for child in dataclasses.fields(node):
        value = getattr(node, child.name)
        if dataclasses.is_dataclass(value):
            if child.name == "other":
                yield dataclasses.replace(node, other=None)
            if child.name in ("body", "then", "other") and not isinstance(node, (Program, Function)):
                yield value
            for less in smaller(value):
                yield dataclasses.replace(node, **{child.name: less})
        elif isinstance(value, list):
            for i, item in enumerate(value):
                if dataclasses.is_dataclass(item):
                    if child.name in ("statements", "functions"):
                        yield dataclasses.replace(node, **{child.name: value[:i] + value[i + 1:]})
                    for less in smaller(item):
                        yield dataclasses.replace(node, **{child.name: value[:i] + [less] + value[i + 1:]})
        elif isinstance(value, tuple) and value and child.name not in ("condition",):
            for part in value[1:]:
                if isinstance(part, tuple):
                    yield dataclasses.replace(node, **{child.name: part})
            if value[0] != "num":
                yield dataclasses.replace(node, **{child.name: ("num", 1)})
        elif child.name == "data" and value:
            yield dataclasses.replace(node, data="")


def size_of(program):
    return len(repr(program))


def shrunk(bench, case, program, budget_seconds):
    """Returns the smallest program found that still differs. Tries sixty candidates at a time."""
    end = time.monotonic() + budget_seconds
    while time.monotonic() < end:
        candidates = []
        for candidate in sorted(smaller(program), key=size_of):
            if size_of(candidate) < size_of(program) and means_something(case, candidate):
                candidate = dataclasses.replace(candidate, number=len(candidates), parameters=program.parameters)
                candidates.append(copy.deepcopy(candidate))
            if len(candidates) == 60:
                break
        for i, candidate in enumerate(candidates):  # each candidate needs its own parameters and functions
            rename(candidate, f"_{i}")
        found = failing(bench, case, candidates)
        still = [candidate for candidate in candidates if candidate.number in found]
        if not still:
            break
        program = min(still, key=size_of)
        rename(program, None)
    return program


def rename(program, ending):
    """Adds a suffix to names that must be unique in a file (parameters, functions), or removes it."""
    def other(name):
        return name.split("_s")[0] + (f"_s{ending}" if ending else "")
    names = {name: other(name) for name, *_ in program.parameters}
    program.parameters = [(names[name], *rest) for name, *rest in program.parameters]

    def visit(node):
        if isinstance(node, tuple):
            if node and node[0] == "var":
                return ("var", names.get(node[1], node[1]))
            return tuple(visit(part) for part in node)
        if isinstance(node, list):
            return [visit(part) for part in node]
        if dataclasses.is_dataclass(node):
            for child in dataclasses.fields(node):
                value = getattr(node, child.name)
                if child.name == "function" or child.name == "name" and type(node).__name__ == "Function":
                    setattr(node, child.name, other(value))
                elif not isinstance(value, str):
                    setattr(node, child.name, visit(value))
        return node
    for f in program.functions:
        visit(f)
    visit(program.body)
