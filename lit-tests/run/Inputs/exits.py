# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Runs a command and checks its exit code. Standard library only.

    exits.py CODE [--one-line] COMMAND [ARG...]

Its output goes on unchanged. --one-line: it must print nothing to stdout and one line to stderr.
"""
import subprocess
import sys


def main():
    code, command = int(sys.argv[1]), sys.argv[2:]
    one_line = command[0] == "--one-line"
    done = subprocess.run(command[one_line:], capture_output=True)
    sys.stdout.buffer.write(done.stdout)
    sys.stdout.flush()
    sys.stderr.buffer.write(done.stderr)
    sys.stderr.flush()
    if done.returncode != code:
        sys.exit(f"exits.py: exit code {done.returncode}, expected {code}")
    if one_line and (done.stdout or done.stderr.count(b"\n") != 1):
        sys.exit("exits.py: expected one line on stderr and nothing on stdout")


if __name__ == "__main__":
    main()
