# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""gtest_replays.py XBLOCK OUTPUT COUNT: the last line below each 'replay' in what GoogleTest printed runs its schedule again, of that
test alone. There are COUNT; a race is shown again."""
import re
import shlex
import subprocess
import sys

xblock, output, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
text = open(output).read()
replays = re.findall(r"\n  replay\n    xblock (replay .*)\n\nxblock: (\S+): failure: (.*)", text)
assert len(replays) == count, replays
for command, test, how in replays:
    done = subprocess.run([xblock] + shlex.split(command), capture_output=True, text=True)
    code, told = (1, ", 1 data race" if "data race" in how else ", assertion")
    last = [line for line in done.stderr.splitlines() if line.startswith("xblock: ")][-1]
    assert done.returncode == code and last.startswith(f"xblock: {test}: replay: ") and told in last, (command, done)
    assert re.findall(r"\[ RUN      \] (\S+)", done.stdout) == [test], done.stdout
