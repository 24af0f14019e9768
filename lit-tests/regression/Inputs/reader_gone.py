# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Runs a command of whose stdout (1) or stderr (2) nobody reads a byte, and checks its exit code. Standard library only.

    reader_gone.py 1|2 CODE[,CODE] COMMAND [ARG...]

The other stream goes on unchanged. SIGPIPE is as a shell has it, and not ignored, as Python has it.
"""
import os
import subprocess
import sys


def main():
    which, codes, command = sys.argv[1], [int(code) for code in sys.argv[2].split(",")], sys.argv[3:]
    read, write = os.pipe()
    os.close(read)
    stream = {"1": "stdout", "2": "stderr"}[which]
    done = subprocess.run(command, restore_signals=True, **{stream: write})
    if done.returncode not in codes:
        sys.exit(f"reader_gone.py: exit code {done.returncode}, expected {sys.argv[2]}")


if __name__ == "__main__":
    main()
