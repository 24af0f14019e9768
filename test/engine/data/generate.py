#!/usr/bin/env python3
# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Writes random programs with the counts of the reference models, for cross_check_test.cpp.

    generate.py MODEL_FOLDER > programs.txt
    generate.py MODEL_FOLDER racy > racy.txt

MODEL_FOLDER holds exitblock_model.py and dpor_model.py. For each program: its text (test/support/program.h), one line
    = exitblock PATHS ABORTED EXECUTED PREDICTED rw PATHS ABORTED EXECUTED PREDICTED sleep PATHS ABORTED dpor PATHS REDUNDANT finals NUMBER deadlock 0|1
for published modes with the deadlocks that were executed and those that reverse lock chain analysis predicts, and an
empty line. NUMBER and deadlock are the brute force's.
Sleep and dpor: the sum over the rounds whose boundaries differ (rounds with the same ones are the same). Racy programs, with
atomics and unprotected accesses, have dpor, finals and deadlock only.
"""
import random
import sys

sys.path.insert(0, sys.argv[1])
import dpor_model  # noqa: E402
import exitblock_model as model  # noqa: E402

PROGRAMS, SEED, LIMIT = 320, 20, 3000


class Name(str):
    """A thread's name whose hash is its number: sets of threads are then walked in their order, in every run."""

    def __hash__(self):
        return int(self[1:])


def named(program):
    def op(o):
        return (o[0], Name(o[1])) if o[0] in ("start", "join") else o
    return {Name(t): [op(o) for o in ops] for t, ops in program.items()}


def text(o):
    if callable(o[-1]):
        return f"{o[0]} {o[1]} 2*a+{o[2].__defaults__[0]}%7"
    return " ".join(map(str, o))


def locks_only(edges):
    return {(a, b) for a, b in edges if isinstance(a, str) and isinstance(b, str)}


def rounds(explore):
    """(paths, aborted or redundant), summed."""
    boundaries, paths, other = set(), 0, 0
    while True:
        e = explore(boundaries)
        if e is None or e.paths > LIMIT:
            return None
        paths, other = paths + e.paths, other + (e.redundant if hasattr(e, "redundant") else e.aborted)
        more = boundaries | locks_only(e.waits.cycles())
        if more == boundaries:
            return paths, other
        boundaries = more


def racy_rounds(program, shared, start):
    boundaries, promoted, paths, redundant = set(), set(), 0, 0
    while True:
        e = dpor_model.Dpor(program, shared, start, boundaries, promoted, LIMIT)
        if e.paths > LIMIT:
            return None
        paths, redundant = paths + e.paths, redundant + e.redundant
        more = boundaries | locks_only(e.waits.cycles())
        if more == boundaries and e.pairs <= promoted:
            return paths, redundant
        boundaries, promoted = more, promoted | e.pairs


def finals(truth):
    """How many: a semaphore that was never used is one that is 0."""
    return len({tuple(cell for cell in final if cell[1]) for final in truth[0]})


def show(program, start):
    if start:
        print("start: T0")
    for t in sorted(program):
        print(f"{t}:", ", ".join(map(text, program[t])))


def racy():
    rng, written, tried = random.Random(SEED + 1), 0, 0
    while written < PROGRAMS:
        tried += 1
        program, shared = model.random_program(rng, True, tried % 2 == 0)
        program = named(program)
        start = [Name("T0")] if tried % 2 == 0 else None
        truth = model.brute(program, shared, start)
        dpor = truth and racy_rounds(program, shared, start)
        if not dpor:
            continue
        written += 1
        show(program, start)
        print("= dpor", *dpor, "finals", finals(truth), "deadlock", int(truth[1]))
        print()


def main():
    rng, written, tried = random.Random(SEED), 0, 0
    while written < PROGRAMS:
        tried += 1
        dynamic = tried % 2 == 0
        program, shared = model.random_program(rng, False, dynamic)
        program = named(program)
        start = [Name("T0")] if dynamic else None
        truth = model.brute(program, shared, start)
        exitblock = truth and model.Explorer(program, shared, start=start).run(LIMIT)
        rw = exitblock and model.Explorer(program, shared, rw=True, start=start).run(LIMIT)
        sleep = rw and rounds(lambda split: model.Explorer(program, shared, rw=True, sync=True, start=start,
                                                           split=split).run(LIMIT))
        dpor = sleep and rounds(lambda split: dpor_model.Dpor(program, shared, start, split, (), LIMIT))
        if not dpor:
            continue
        written += 1
        show(program, start)
        print("= exitblock", exitblock.paths, exitblock.aborted, len(exitblock.deadlocks), len(exitblock.predicted), "rw",
              rw.paths, rw.aborted, len(rw.deadlocks), len(rw.predicted), "sleep", *sleep, "dpor", *dpor, "finals", finals(truth), "deadlock", int(truth[1]))
        print()


racy() if sys.argv[2:] == ["racy"] else main()
