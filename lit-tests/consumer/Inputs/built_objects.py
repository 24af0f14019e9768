# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""built_objects.py BUILD COMPILER ARGUMENT...

A compiler launcher of CMake that takes objects from the build directory BUILD, if they were made there of the same source
with the same arguments. What compiling xblock within another project makes is what the build under test has made: the
test of it need not compile it again.
"""
import json
import os
import shlex
import shutil
import sys


def what(arguments):
    """The arguments that an object depends on, and those that say where things go, by their names."""
    kept, places, rest = [], {}, iter(arguments)
    for argument in rest:
        if argument in ("-o", "-MT", "-MF"):
            places[argument] = next(rest)
        elif argument not in ("-MD", "-Werror"):
            kept.append(argument)
    return kept, places


def main():
    build, command = sys.argv[1], sys.argv[2:]
    kept, places = what(command[1:])
    if "-c" in kept:
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
            commands = json.load(file)
        for one in commands:
            if one["file"] != command[-1]:
                continue
            words = shlex.split(one["command"])
            theirs, there = what(words[words.index(command[0]) + 1:] if command[0] in words else [])
            made = os.path.join(one["directory"], there.get("-o", ""))
            if theirs == kept and os.path.isfile(made):
                shutil.copyfile(made, places["-o"])
                with open(places["-MF"], "w", encoding="utf-8") as file:
                    file.write(f"{places['-MT']}: {command[-1]}\n")
                return
    os.execvp(command[0], command)


main()
