# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""What the tests that account for each function of a library have in common. Standard library only."""
import re
import subprocess


def output(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def symbols(*tool_arguments):
    """{name: letter of llvm-nm}"""
    parts = map(str.split, output("llvm-nm", *tool_arguments).splitlines())
    return {each[-1]: each[-2] for each in parts if len(each) == 3}


def rows(file):
    """The names that have a row in intercepts.def."""
    with open(file, encoding="utf-8") as text:
        return set(re.findall(r"^XBLOCK_(?:INTERCEPT|REFUSE|SAME)\((\w+)", text.read(), re.M))


def fitting(patterns, shown):
    """({name: index of the first pattern that fits what is shown of it}, [names that none fits], [patterns that are the first for none])"""
    compiled = [re.compile(pattern) for pattern in patterns]
    found = {name: next((i for i, pattern in enumerate(compiled) if pattern.match(text)), None) for name, text in shown.items()}
    unknown = [name for name, i in found.items() if i is None]
    used = set(found.values())
    return {name: i for name, i in found.items() if i is not None}, unknown, [p for i, p in enumerate(patterns) if i not in used]
