# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""verbose.py XBLOCK [OPTION...] -- PROGRAM [ARGUMENT...]

Runs the program twice with --verbose and once without, and fails unless the verdict, stdout, the report and the JSON are the
same in all three, and what --verbose tells in two, but for times and amounts of memory. Prints what it told, with these as #.
"""
import json
import re
import subprocess
import sys
import tempfile

TOLD = re.compile(r"xblock: \d+\.\d{3} s: ")
MEASURED = re.compile(r"\d+\.\d{3} s|\d+ MiB")


def run(command, verbose):
    dashes = command.index("--")
    with tempfile.NamedTemporaryFile() as page:
        words = command[:dashes] + ["--json=" + page.name] + ["--verbose"] * verbose + command[dashes:]
        ended = subprocess.run([words[0], "run", *words[1:]], capture_output=True, text=True)
        report = json.load(open(page.name))
        lines = [line.replace(page.name, "FILE") for line in ended.stderr.splitlines()]
    report.pop("seconds")
    told = [MEASURED.sub("#", line) for line in lines if TOLD.match(line)]
    rest = [line for line in lines if not TOLD.match(line)]
    return {"code": ended.returncode, "stdout": ended.stdout, "report": rest, "json": report}, told


plain, nothing = run(sys.argv[1:], False)
first, told = run(sys.argv[1:], True)
second, again = run(sys.argv[1:], True)
for name, what in plain.items():
    assert first[name] == second[name] == what, f"{name}: {what} and {first[name]}"
assert not nothing and told == again, f"{told} and {again}"
print("\n".join(told))
