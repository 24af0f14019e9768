# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Explores a program and checks what is told of its first failure.

    causes.py XBLOCK [OPTION...] -- PROGRAM -- EXPECTATION...

Each EXPECTATION is KEY=VALUE:
  switches=N     of the schedule shown, which must be said to have the fewest
  turn=T:LINES   the thread of the turning point, and the lines of what it does in that block, separated by commas
  instead=T:LINES  the same of the other block
  findings=N     how many findings there are; counts=A,B,... how many schedules each of them has
Always checked: the schedule shown fails in the same way when it is replayed, with as many blocks as the report shows, and the
one that avoids the failure is complete.
"""
import json
import os
import subprocess
import sys
import tempfile


def report(xblock, command, options, words, program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        subprocess.run([xblock, command, *options, "--quiet", "--json=" + path, *words, "--", program], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        with open(path, encoding="utf-8") as file:
            return json.load(file)


def told(block):
    return str(block["thread"]) + ":" + ",".join(str(event["line"]) for event in block["events"])


def main():
    words = sys.argv[1:]
    one, two = [i for i, word in enumerate(words) if word == "--"]
    xblock, options, program, expectations = words[0], words[1:one], words[one + 1], words[two + 1:]
    found = report(xblock, "run", options, [], program)
    first = found["failures"][0]
    wrong = [] if first.get("fewestSwitches") else ["it is not said to have the fewest switches"]
    turn = first.get("turningPoint")
    actual = {"switches": str(first.get("switches")), "findings": str(len(found["failures"])),
              "counts": ",".join(str(f["count"]) for f in found["failures"]),
              "turn": told(turn) if turn else "none", "instead": told(turn["instead"]) if turn else "none"}
    for expectation in expectations:
        key, expected = expectation.split("=", 1)
        if actual[key] != expected:
            wrong.append(f"{key} is {actual[key]}, expected {expected}")
    again = report(xblock, "replay", [], [first["schedule"]], program)
    if [(f["kind"], f["message"]) for f in again["failures"]] != [(first["kind"], first["message"])]:
        wrong.append(f"the replay fails otherwise: {again['failures']}")
    if turn:
        avoided = report(xblock, "replay", [], [turn["avoidedBy"]], program)
        if any(f["kind"] != "race" for f in avoided["failures"]) or avoided["verdict"] not in ("complete", "failure"):
            wrong.append(f"what is to avoid it does not: {avoided['summary']}")
    if wrong:
        sys.exit("causes.py " + " ".join(words) + "\n" + "\n".join(wrong))


main()
