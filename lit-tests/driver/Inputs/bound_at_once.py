# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""The symbols of LLVM without which a library cannot be loaded, though it is bound lazily. Standard library only.

    bound_at_once.py LIBRARY
"""
import subprocess
import sys


def printed(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def main():
    relocated = [line.split() for line in printed("llvm-readelf", "-rW", sys.argv[1])]
    at_once = {fields[4] for fields in relocated if len(fields) > 4 and fields[2] != "R_X86_64_JUMP_SLOT"}
    for line in printed("llvm-nm", "--dynamic", "--undefined-only", sys.argv[1]):
        kind, name = line.split()
        if kind == "U" and name in at_once and "4llvm" in name:
            print(name)


if __name__ == "__main__":
    main()
