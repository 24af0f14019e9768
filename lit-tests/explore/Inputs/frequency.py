# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Samples a program and checks how often it fails.

    frequency.py XBLOCK OPTION... -- PROGRAM [ARG...] -- P

All of --max-schedules must be run, with at most one distinct failure, in a share of P of them: within 2.576 standard deviations, the
interval of 99 percent. Standard library only."""
import json
import os
import subprocess
import sys
import tempfile

words = sys.argv[1:]
first = words.index("--")
last = len(words) - 1 - words[::-1].index("--")
xblock, options, program, p = words[0], words[1:first], words[first + 1:last], float(words[last + 1])

handle, path = tempfile.mkstemp(suffix=".json")
os.close(handle)
try:
    subprocess.run([xblock, "run", "--quiet", "--keep-going", f"--json={path}", *options, "--", *program], capture_output=True)
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
finally:
    os.unlink(path)
n = report["schedules"]
wanted = int(next(o for o in options if o.startswith("--max-schedules=")).split("=")[1])
found = sum(f["count"] for f in report["failures"])
deviation = (p * (1 - p) / n) ** 0.5
print(f"{found} of {n}: {found / n:.5f}, expected {p:.5f}, {(found / n - p) / deviation:+.2f} standard deviations")
if n != wanted or len(report["failures"]) > 1 or abs(found / n - p) > 2.576 * deviation:
    sys.exit(1)
