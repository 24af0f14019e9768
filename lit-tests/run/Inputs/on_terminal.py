# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Runs a command with stdout and stderr on a terminal of 80 columns, and copies what it writes there to stdout. Standard
library only. The exit code is the command's.

    on_terminal.py COMMAND [ARG...]
"""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios


def main():
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 80, 0, 0))
    child = subprocess.Popen(sys.argv[1:], stdout=its, stderr=its)
    os.close(its)
    while True:
        try:
            text = os.read(ours, 65536)
        except OSError:  # EIO: the other end was closed
            break
        if not text:
            break
        sys.stdout.buffer.write(text)
    sys.exit(child.wait())


if __name__ == "__main__":
    main()
