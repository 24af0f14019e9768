# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""same_numbers.py LIVES OTHER...    reports of the same sample: where the process lives, the assertion fails in as many schedules, first in the same one, as
where it dies or hangs in others, which are failures there"""
import json
import sys

first, *others = [json.load(open(path, encoding="utf-8")) for path in sys.argv[1:]]


def assertion(report):
    found = [f for f in report["failures"] if f["kind"] == "assertion"]
    return [(f["count"], f["foundAt"], f.get("foundSchedule", f["schedule"])[:3]) for f in found], report["schedules"]


assert len(first["failures"]) == 1
for other in others:
    assert assertion(other) == assertion(first), (assertion(other), assertion(first))
    assert sum(f["count"] for f in other["failures"]) == other["sampled"]["failing"] > first["sampled"]["failing"], other["sampled"]
