# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Finds a failure, replays it many times, and compares. Standard library only.

    replay.py XBLOCK TIMES KIND [OPTION...] -- PROGRAM [ARG...]

The first failure that `XBLOCK run OPTION...` finds must be of KIND. Each of TIMES replays of its schedule must exit with 1,
say KIND, and print the same bytes.
"""
import json
import os
import subprocess
import sys
import tempfile


def schedule(xblock, kind, options, program):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        subprocess.run([xblock, "run", *options, f"--json={path}", "--", *program], capture_output=True)
        with open(path, encoding="utf-8") as file:
            failures = json.load(file)["failures"]
    if not failures or failures[0]["kind"] != kind:
        sys.exit(f"expected a failure of kind {kind}, found {[f['kind'] for f in failures]}")
    return failures[0]["schedule"]


def main():
    dashes = sys.argv.index("--")
    xblock, times, kind, *options = sys.argv[1:dashes]
    program = sys.argv[dashes + 1:]
    word = schedule(xblock, kind, options, program)
    kept = [o for o in options if not o.startswith("--mode")]
    first = None
    for number in range(1, int(times) + 1):
        done = subprocess.run([xblock, "replay", word, *kept, "--", *program], capture_output=True)
        text = done.stderr.decode(errors="replace")
        if done.returncode != 1 or kind not in text:
            sys.exit(f"replay {number} of {word}: exit code {done.returncode}\n{text}")
        first = first or (done.stdout, done.stderr)
        if (done.stdout, done.stderr) != first:
            sys.exit(f"replay {number} of {word} differs from the first:\n{first[1].decode()}\n{text}")
    print(f"{times} of {times} replays of {word}")


if __name__ == "__main__":
    main()
