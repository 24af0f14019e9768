# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Of the runs of coverage_is_kept_over_runs_and_told.cpp: 1 without a switch that is not needed, 2 at random, added to it, 3 all."""
import json
import re

first, second, third = (json.load(open(f"{n}.json"))["coverage"] for n in (1, 2, 3))
kept, whole = (json.load(open(name)) for name in ("c", "all"))


def functions(report):
    return {re.sub(r"\(.*", "", f["function"]): (f["interrupted"], f["ranThrough"]) for f in report["functions"]}


def pairs(report):
    names = [re.sub(r"\(.*", "", f["function"]) for f in report["functions"]]
    return {(names[a], names[b]) for a, b in report["pairs"]}


def locks(report):
    source = {}
    for lock in report["locks"]:
        line = open(lock["file"]).read().splitlines()[lock["line"] - 1]
        source[line.rpartition("// ")[2]] = (lock["taken"], lock["waited"], lock["waitedFor"])
    return source


# prepare() runs while main is alone. main is left where it has made the second thread, since it waits then; the others run to their end, and
# stand in their last region as they give its lock back, alone.
assert set(functions(first)) == {"main", "move", "sum"}, first
assert functions(first) == {"main": (True, False), "move": (False, True), "sum": (False, True)}, functions(first)
assert first["runs"] == 1 and first["schedules"] == 2 and second["runs"] == 2 and second["schedules"] == 202, second
assert pairs(first) == {("main", "move"), ("main", "sum")}, pairs(first)
assert (kept["runs"], kept["schedules"], kept["program"], kept["version"]) == (2, 202, "p", 1), kept

# All that there is. main waits in its last block for both others, so it cannot run through where it made the second, nor execute anything while sum()
# has a boundary left; while move() stands there, it makes the second thread. Of main and sum() there is one thread, as there is of move().
assert pairs(first) <= pairs(second) <= pairs(third)
assert functions(third) == {"main": (True, False), "move": (True, True), "sum": (True, True)}, functions(third)
assert pairs(third) == {("main", "move"), ("main", "sum"), ("move", "sum"), ("sum", "move"), ("move", "main")}, pairs(third)
assert third["complete"] and not second["complete"] and whole["functions"], third
# Each region of one thread can be what the other waits for. prepare() is over before there is a second.
assert locks(third) == {"first": (True, True, True), "second": (True, True, True), "third": (True, True, True)}, locks(third)

page = open("page.html").read()
for word in ("move(int, int)", "sum()", "functions that were interrupted", "Places that take a lock", "std::lock_guard guard(m); // third"):
    assert word in page, word
assert "<script" not in page and "http" not in page.replace("http-equiv", "")
