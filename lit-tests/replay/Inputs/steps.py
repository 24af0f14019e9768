# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Checks the steps in a report. Standard library only.

    steps.py REPORT [COUNT STEP...]

There must be COUNT of them, numbered from 1, and each STEP, an object, one of them as it stands but for its file. Without
COUNT the report must have none.
"""
import json
import sys


def main():
    with open(sys.argv[1]) as file:
        report = json.load(file)
    if len(sys.argv) == 2:
        if "steps" in report:
            sys.exit("steps.py: there are steps")
        return
    steps = report["steps"]
    if [step["step"] for step in steps] != list(range(1, int(sys.argv[2]) + 1)):
        sys.exit(f"steps.py: {len(steps)} steps")
    for text in sys.argv[3:]:
        wanted = json.loads(text)
        found = dict(steps[wanted["step"] - 1])
        del found["file"]
        if found != wanted:
            sys.exit(f"steps.py: {found}, expected {wanted}")


if __name__ == "__main__":
    main()
