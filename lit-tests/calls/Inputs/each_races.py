# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""each_races.py XBLOCK PROGRAM: `PROGRAM names` prints names; for each, `PROGRAM name` has a data race on `shared`. Two run at a time."""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

xblock, program = sys.argv[1:]


def races(name):
    done = subprocess.run([xblock, "run", "--frontier=none", "--color=never", "--", program, name], capture_output=True, text=True)
    return done.returncode == 1 and "data race on shared" in done.stdout + done.stderr, done.stderr


names = subprocess.run([program, "names"], capture_output=True, text=True, check=True).stdout.split()
if len(names) < 100 or len(set(names)) != len(names):
    sys.exit(f"{len(names)} names, {len(set(names))} of them different")
with ThreadPoolExecutor(2) as pool:
    silent = [f"{name}: {text[:300]}" for name, (found, text) in zip(names, pool.map(races, names)) if not found]
if silent:
    sys.exit("no race on shared:\n" + "\n".join(silent))
