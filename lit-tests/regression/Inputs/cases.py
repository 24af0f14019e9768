# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""cases.py XBLOCK JSON TEST PROGRAM[,ARGUMENT...]...: runs these_outcomes.py for each program and each line of the test of this form, of which the arguments come first:

    // CASE argument...: output, output, ...
"""
import os
import re
import subprocess
import sys

xblock, file, test, *programs = sys.argv[1:]
with open(test, encoding="utf-8") as text:
    cases = re.findall(r"^// CASE (.*): (.*)$", text.read(), re.MULTILINE)
if not cases:
    sys.exit(f"no case in {test}")
checker = os.path.join(os.path.dirname(__file__), "these_outcomes.py")
for program in programs:
    path, *more = program.split(",")
    for arguments, outputs in cases:
        words = [sys.executable, checker, xblock, file, path, *arguments.split(), *more, "--", *outputs.split(", ")]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{path} {arguments} {' '.join(more)}: {done.stderr}{done.stdout}")
