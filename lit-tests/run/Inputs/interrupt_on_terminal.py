# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Runs a command on a terminal of its own, types Ctrl-C once it shows progress there, and copies what it writes to stdout. Standard
library only. The exit code is the command's.

    interrupt_on_terminal.py COMMAND [ARG...]
"""
import os
import pty
import signal
import sys


def main():
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever started this may have ignored it
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(sys.argv[1], sys.argv[1:])
    text, typed = b"", False
    while True:
        try:
            more = os.read(terminal, 65536)
        except OSError:  # EIO: the other end was closed
            break
        if not more:
            break
        text += more
        if not typed and b"schedules" in text:
            os.write(terminal, b"\x03")
            typed = True
    sys.stdout.buffer.write(text)
    sys.stdout.flush()
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    main()
