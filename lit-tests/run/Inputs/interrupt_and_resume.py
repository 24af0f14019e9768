# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Interrupts a search, and goes on with it as its report says. Standard library only.

    interrupt_and_resume.py XBLOCK EVERY SIGNAL-WAY[,SIGNAL-WAY...] [OPTION...] -- PROGRAM [ARG...]

Once the search has written its first frontier, after EVERY schedules, the signal comes: to the command, to its whole group (as from
from a terminal), to both (as from timeout(1)), or to the process that explores. What follows must be a whole report, in text, JSON,
HTML, SARIF and JUnit, of the same numbers, with a command. That command, run in a shell, must say what the search says that nobody
interrupts: in each of them the same bytes, but for the seconds that it took. The latter runs with SIGINT ignored, as in the background
of some shells, and gets one.
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree


def fail(what):
    sys.exit(f"interrupt_and_resume.py: {what}")


def read(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    del report["seconds"]
    return report


def files(folder):
    """Of each report the bytes, without times."""
    found = {}
    for name in ("report.json", "report.html", "report.sarif", "report.xml"):
        with open(f"{folder}/{name}", encoding="utf-8") as file:
            found[name] = re.sub(r'"seconds": ?[0-9.e-]+|\btime="[0-9.e-]+"|"(?:start|end)TimeUtc": ?"[^"]*"', "TIME", file.read())
    return found


def explorer(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return int(file.read().split()[0])


def send(how, number, pid):
    if how == "command":
        os.kill(pid, number)
    elif how == "explorer":
        os.kill(explorer(pid), number)
    else:
        if how == "timeout":
            os.kill(pid, number)
        os.killpg(pid, number)


def check_part(text, folder, code, ran):
    """The report of a search that was interrupted, by `ran` as it says; the command that goes on."""
    report = read(f"{folder}/report.json")
    if "traceback" in text.lower() or report["exitCode"] != code or code not in (1, 2):
        fail(f"exit code {code}: {text}")
    if (report["verdict"] == "failure") != bool(report["failures"]) or report["summary"] not in text:
        fail(f"verdict {report['verdict']} with {len(report['failures'])} failures: {text}")
    if f"({ran})" not in report["summary"] or report["mode"] != ran:
        fail(f"not told to be of {ran}: {report['summary']}, {report['mode']}")
    sampled = any(line.startswith("sampled only: ") for line in report["left"])  # which says how many there are
    told = [line for line in report["left"] if line == "interrupted" or line.startswith(f"interrupted after {report['schedules']} schedules; ")]
    if len(told) != 1 or (told[0] == "interrupted") != sampled or f"left: {told[0]}" not in text or f"go on: {report['goOn']}\n" not in text:
        fail(f"left {report['left']}: {text[-1000:]}")
    with open(f"{folder}/report.sarif", encoding="utf-8") as file:
        invocation = json.load(file)["runs"][0]["invocations"][0]
    if f"left: {told[0]}" not in [n["message"]["text"] for n in invocation["toolExecutionNotifications"]]:
        fail(f"SARIF: {invocation}")
    ElementTree.parse(f"{folder}/report.xml")
    return report["goOn"], report["schedules"]


def main():
    words = sys.argv[1:]
    dashes = words.index("--")
    xblock, every, ways, options, program = words[0], words[1], words[2].split(","), words[3:dashes], words[dashes:]
    environment = dict(os.environ, XBLOCK_OPTIONS=os.environ.get("XBLOCK_OPTIONS", "") + f" frontier-every={every}",
                       PATH=os.path.dirname(xblock) + os.pathsep + os.environ["PATH"])
    with tempfile.TemporaryDirectory() as folder:
        command = [xblock, "run", *options, "--frontier=a frontier", "--json=report.json", "--sarif=report.sarif",
                   "--junit=report.xml",
                   "--html=report.html", *program]

        def start():
            return subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

        bounded = any(word.startswith("--max-schedules=") for word in options)  # what ends there can be gone on with

        def end():
            if not os.path.exists(f"{folder}/a frontier"):
                return
            if not bounded:
                fail("the frontier is left behind")
            os.unlink(f"{folder}/a frontier")

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        whole = start()
        os.killpg(whole.pid, signal.SIGINT)
        expected = [whole.communicate()[0], whole.returncode, read(f"{folder}/report.json"), files(folder)]
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever started this may have ignored it
        end()
        for way in ways:
            number, how = getattr(signal, way.split("-")[0]), way.split("-")[1]
            running = start()
            while not os.path.exists(f"{folder}/a frontier"):
                if running.poll() is not None:
                    fail(f"ended: {running.communicate()[0]}")
                time.sleep(0.001)
            send(how, number, running.pid)
            text = running.communicate()[0]
            asked = dict(word.lstrip("-").split("=", 1) for word in options if "=" in word)
            go_on, schedules = check_part(text, folder, running.returncode, asked.get("policy", asked.get("mode", "dpor")))
            if schedules >= expected[2]["schedules"]:
                fail(f"{way} interrupts nothing")
            done = subprocess.run(go_on, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            for name, content in files(folder).items():
                if content != expected[3][name]:
                    at = len(os.path.commonprefix([content, expected[3][name]]))
                    fail(f"{way}, then {go_on}: {name} differs at {at}: {content[max(0, at - 100):at + 200]}\n"
                         f"expected:\n{expected[3][name][max(0, at - 100):at + 200]}")
            if [done.stdout, done.returncode, read(f"{folder}/report.json")] != expected[:3]:
                fail(f"{way}, then {go_on}:\n{done.stdout}\nexpected:\n{expected[0]}")
            end()
        print(expected[2]["summary"])


if __name__ == "__main__":
    main()
