# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""profile_test.py BUILD PROFILE NM: the runtime in BUILD is compiled by PROFILE, and what that found hot is code that there is.

A function that was renamed is compiled as without a profile, and nobody is told. Of the 50 that took the most, four fifths must be there: some
are inlined wherever they are called.
"""
import glob
import json
import os
import re
import subprocess
import sys

HOT = 50


def counted(path):
    """(most counts, name) of each function of a text profile."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for function in text.split("\n\n"):
        lines = [line for line in function.split("\n") if line and line[0] not in "#:"]
        if len(lines) > 3:
            yield max(map(int, lines[3:])), lines[0].split(";")[-1]


def is_archive(path):
    with open(path, "rb") as file:
        return file.read(8) == b"!<arch>\n"


def main():
    build, profile, nm = sys.argv[1:]
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    runtime = [c for c in commands if re.search(r"/runtime/(engine|hooks|intercept|memory|world)/\w+\.cpp$", c["file"])]
    without = [c["file"] for c in runtime if "-fprofile-use=" not in c["command"]]
    if without or not runtime:
        sys.exit(f"compiled without the profile: {without or 'all of it'}")
    hot = [name for _, name in sorted(counted(profile), reverse=True)[:HOT]]
    archives = [path for path in glob.glob(os.path.join(build, "lib/libxblock_*.a")) if is_archive(path)]
    listed = subprocess.run([nm, "--defined-only", "--format=just-symbols", *archives], capture_output=True, text=True, check=True).stdout
    there = {symbol.split(".llvm.")[0] for symbol in listed.split()}
    gone = [name for name in hot if name not in there]
    print(f"{len(hot) - len(gone)} of the {HOT} hottest functions are there; not: {', '.join(gone)}")
    if len(hot) < HOT or len(gone) > HOT // 5:
        sys.exit("the profile is not of this runtime: scripts/profile measures anew")


if __name__ == "__main__":
    main()
