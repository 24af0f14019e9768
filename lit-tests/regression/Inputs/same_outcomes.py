# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Explores an instrumented program with snapshots and by re-execution: each must print the same in as many schedules.

    same_outcomes.py PROGRAM [ARG...] [-- OPTION...]

Standard library only. Exit status 1, with both, if they differ, or if a schedule failed.
"""
import os
import subprocess
import sys
import tempfile


def outcomes(program, options, restore):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "outcomes.json")
        text = " ".join(["keep-going", "quiet", f"restore={restore}", f"outputs={path}", *options])
        done = subprocess.run(program, env=dict(os.environ, XBLOCK_OPTIONS=text), capture_output=True)
        with open(path, encoding="utf-8") as file:
            return done.returncode, done.stderr.decode(), file.read()


def main():
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    options = [o.removeprefix("--") for o in words[end + 1:]]
    snapshot, reexecute = (outcomes(words[:end], options, r) for r in ("snapshot", "reexecute"))
    if snapshot != reexecute or snapshot[0] not in (0, 2):
        sys.exit(f"with snapshots: {snapshot}\nre-executed: {reexecute}")


if __name__ == "__main__":
    main()
