# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""these_outcomes.py XBLOCK JSON PROGRAM ARGUMENT... -- OUTPUT...: a search finds these outputs and no others, whether blocks are run or put in place, by
snapshots or from the start, and restores are right."""
import json
import subprocess
import sys

xblock, file, *rest = sys.argv[1:]
split = rest.index("--")
program, expected = rest[:split], sorted(rest[split + 1:])
for option in "--reuse=blocks", "--reuse=none", "--verify-restore", "--restore=reexecute", "--mode=sleep":
    done = subprocess.run([xblock, "run", "--outcomes", "--check=none", "--frontier=none", "--quiet", f"--json={file}", option, "--", *program],
                          capture_output=True, text=True)
    with open(file, encoding="utf-8") as text:
        found = sorted(one["output"].strip() for one in json.load(text)["outcomes"])
    if done.returncode or found != expected:
        sys.exit(f"{option}: exit code {done.returncode}, outcomes {found}, expected {expected}\n{done.stdout}{done.stderr}")
