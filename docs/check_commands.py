#!/usr/bin/env python3
# Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
# SPDX: Apache-2.0 WITH LLVM-exception
"""Runs the commands of a page and compares what they print with what the page says.

    check_commands.py BUILD_DIRECTORY PAGE

A fenced block after the line `<!-- file: NAME -->` is a file. In a `console` block a line that begins
with `$ ` is a command, and the lines below it are its output, where a line `...` stands for any lines.
All commands of a page run in one directory of their own, with the build's commands in PATH. Commands in
scripts/ are only looked up: they build this tree, and run this test.
"""
import os
import re
import subprocess
import sys
import tempfile

MARK = "\x1e"  # ends the output of a command; no page has it


def blocks(text):
    """(language, file name or None, lines) of each fenced block."""
    result, fence, name = [], None, None
    for line in text.splitlines():
        opening = re.match(r"```(\w*)$", line)
        if fence is None and opening:
            fence = (opening.group(1), name, [])
        elif fence is not None and line == "```":
            result.append(fence)
            fence, name = None, None
        elif fence is not None:
            fence[2].append(line)
        elif match := re.fullmatch(r"<!-- file: (\S+) -->", line):
            name = match.group(1)
        elif line.strip():
            name = None
    return result


def commands(lines):
    """(command, lines of output) of a console block."""
    result = []
    for line in lines:
        if line.startswith("$ "):
            result.append((line[2:], []))
        elif not result:
            sys.exit(f"a console block begins without a command: {line}")
        else:
            result[-1][1].append(line)
    return result


def matches(expected, actual):
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in actual)) is not None


def run(all_commands, directory, path):
    """The lines that each command prints."""
    script = "".join(f"{command}\n__code=$?; printf '{MARK}\\n'; (exit $__code)\n" for command, _ in all_commands)
    environment = {**os.environ, "PATH": path + os.pathsep + os.environ["PATH"]}
    environment.pop("XBLOCK_OPTIONS", None)
    done = subprocess.run(["bash", "-c", script], cwd=directory, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return [part.splitlines() for part in done.stdout.split(MARK + "\n")]


def main():
    build, page = os.path.abspath(sys.argv[1]), sys.argv[2]
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(page, encoding="utf-8") as file:
        found = blocks(file.read())
    failed = False
    with tempfile.TemporaryDirectory() as directory:
        all_commands = []
        for language, name, lines in found:
            if name:
                with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                    file.write("\n".join(lines) + "\n")
            elif language == "console":
                all_commands += commands(lines)
            elif language in ("sh", "bash", "shell"):
                sys.exit(f"a block of commands that nobody runs; make it console: {lines}")
        for command, _ in all_commands:
            if command.startswith("scripts/") and not os.access(os.path.join(root, command.split()[0]), os.X_OK):
                sys.exit(f"no such script: {command}")
        all_commands = [c for c in all_commands if not c[0].startswith("scripts/")]
        actual = run(all_commands, directory, os.path.join(build, "bin"))
        for (command, expected), lines in zip(all_commands, actual):
            if not matches(expected, lines):
                failed = True
                print(f"$ {command}", "--- the page says", *expected, "--- it prints", *lines, sep="\n")
    print(f"{len(all_commands)} commands of {os.path.basename(page)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
