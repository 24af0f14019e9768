#!/usr/bin/env python3
# Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
# SPDX: Apache-2.0 WITH LLVM-exception
"""Runs the commands of a page and compares what they print with what the page says.

    check_commands.py [--write] BUILD_DIRECTORY PAGE

A fenced block after the line `<!-- file: NAME -->` is a file. In a `console` block a line that begins
with `$ ` is a command, and the lines below it are its output, where a line `...` stands for any lines.
All commands of a page run in one directory of their own, with the build's commands in PATH; those of a page of
examples/ find there copies of the files that lie beside the page. Commands in
scripts/ are only looked up: they build this tree, and run this test. With --write, outputs that differ are
put into the page.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

MARK = "\x1e"  # ends the output of a command; no page has it


class Command:
    """A command of the page, and the lines [begin, end) of the page that are its output."""

    def __init__(self, text, begin):
        self.text, self.begin, self.end = text, begin, begin


def read(lines):
    """The files, by name, and the commands of a page."""
    files, commands = {}, []
    language = name = None
    for number, line in enumerate(lines):
        opening = re.fullmatch(r"```(\w*)", line)
        if language is None and opening:
            language = opening.group(1)
            first = number + 1
            if language in ("sh", "bash", "shell") and not name:
                sys.exit(f"line {first}: a block of commands that nobody runs; make it console")
        elif language is not None and line == "```":
            if name:
                files[name] = "".join(text + "\n" for text in lines[first:number])
            language = name = None
        elif language == "console" and line.startswith("$ "):
            commands.append(Command(line[2:], number + 1))
        elif language == "console":
            if number == first:
                sys.exit(f"line {number + 1}: a console block begins without a command")
            commands[-1].end = number + 1
        elif language is None and line.strip():
            marked = re.fullmatch(r"<!-- file: (\S+) -->", line)
            name = marked.group(1) if marked else None
    return files, commands


def run(commands, files, folder, path):
    """The lines that each command prints."""
    script = "".join(f"{c.text}\n__code=$?; printf '{MARK}\\n'; (exit $__code)\n" for c in commands)
    environment = {**os.environ, "PATH": path + os.pathsep + os.environ["PATH"]}
    environment.pop("XBLOCK_OPTIONS", None)
    with tempfile.TemporaryDirectory() as directory:
        if folder:
            shutil.copytree(folder, directory, dirs_exist_ok=True)
        for name, text in files.items():
            with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run(["bash", "-c", script], cwd=directory, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return [[line.rstrip() for line in part.splitlines()] for part in done.stdout.split(MARK + "\n")]


def matches(expected, actual):
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in actual)) is not None


def main():
    write = "--write" in sys.argv
    build, page = [word for word in sys.argv[1:] if word != "--write"]
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    with open(page, encoding="utf-8") as file:
        lines = file.read().splitlines()
    files, commands = read(lines)
    for script in [c.text.split()[0] for c in commands if c.text.startswith("scripts/")]:
        if not os.access(os.path.join(root, script), os.X_OK):
            sys.exit(f"no such script: {script}")
    commands = [c for c in commands if not c.text.startswith("scripts/")]
    folder = os.path.dirname(os.path.abspath(page))
    beside = folder if os.path.basename(os.path.dirname(folder)) == "examples" else None
    printed = run(commands, files, beside, os.path.join(os.path.abspath(build), "bin"))
    wrong = [(c, actual) for c, actual in zip(commands, printed)
             if not matches(lines[c.begin:c.end], actual)]
    for command, actual in wrong:
        print(f"$ {command.text}", "--- the page says", *lines[command.begin:command.end],
              "--- it prints", *actual, sep="\n")
    if write:
        for command, actual in reversed(wrong):
            lines[command.begin:command.end] = actual
        with open(page, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))
    print(f"{len(commands)} commands of {os.path.basename(page)}, {len(wrong)} print something else")
    sys.exit(1 if wrong and not write else 0)


if __name__ == "__main__":
    main()
