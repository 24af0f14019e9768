# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Breaks a search off at a bound, goes on with it, and compares all reports with those of one left alone. Standard library only.

    bound_and_resume.py XBLOCK PART[,PART...] WHOLE [OPTION...] -- PROGRAM [ARG...]

Parts and the whole are numbers of schedules; a whole of 0 has no bound. The text, and the files of --json, --html, --sarif,
--junit must be the same bytes but for the seconds, and the exit code the same.
"""
import os
import re
import subprocess
import sys
import tempfile

REPORTS = ("json", "html", "sarif", "junit")


def main():
    words = sys.argv[1:]
    dashes = words.index("--")
    xblock, parts, whole, options, program = words[0], words[1].split(","), words[2], words[3:dashes], words[dashes:]
    with tempfile.TemporaryDirectory() as folder:

        def run(bound, *more):
            bounds = [f"--max-schedules={bound}"] if bound != "0" else []
            command = [xblock, "run", *options, *bounds, *more, *(f"--{name}={name}" for name in REPORTS), *program]
            done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            found = {"text": done.stdout, "exit code": str(done.returncode)}
            for name in REPORTS:
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found[name] = re.sub(r'("seconds": ?|\btime=")[0-9.e-]+', "TIME", file.read())
            return found

        expected = run(whole, "--frontier=none")
        for part in parts:
            for i, bound in enumerate((part, whole)):
                found = run(bound, "--frontier=frontier", *(["--resume"] if i else []))
                if bound == part and not os.path.exists(os.path.join(folder, "frontier")):
                    sys.exit(f"bound_and_resume.py: {part} schedules are all, or leave no frontier: {found['text']}")
            for name, text in expected.items():
                if found[name] != text:
                    at = len(os.path.commonprefix([found[name], text]))
                    sys.exit(f"bound_and_resume.py: {name} after {part} differs at {at}: {found[name][max(0, at - 200):at + 200]}\n"
                             f"expected: {text[max(0, at - 200):at + 200]}")
            if os.path.exists(os.path.join(folder, "frontier")):
                os.remove(os.path.join(folder, "frontier"))
        print(expected["text"])


if __name__ == "__main__":
    main()
