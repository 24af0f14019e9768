# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""replay_all.py XBLOCK OUTPUT COUNT: runs each line 'REPLAY xblock ...' of OUTPUT, of which there are COUNT. The replay's verdict names
the kind that the line before tells: 'NAME: VERDICT KIND LINE MESSAGE'. A race replays without a failure."""
import shlex
import subprocess
import sys

xblock, output, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
lines = open(output).read().splitlines()
replays = [i for i, line in enumerate(lines) if line.startswith("REPLAY ")]
assert len(replays) == count, replays
for i in replays:
    name, told = lines[i - 1].split(": ", 1)
    verdict, kind = told.split()[:2]
    words = shlex.split(lines[i])[1:]
    assert words[0] == "xblock" and f"--call={name}" in words, words
    done = subprocess.run([xblock] + words[1:], capture_output=True, text=True)
    last = [line for line in done.stderr.splitlines() if line.startswith("xblock: ")][-1]
    wanted = {"unsupported": (4, "unsupported: "), "failure": (1, ", 1 data race" if kind == "race" else ", " + kind)}[verdict]
    assert done.returncode == wanted[0] and wanted[1] in last, (name, done.returncode, done.stderr)
    assert last.startswith(f"xblock: {name}: "), last
