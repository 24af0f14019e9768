# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""options_in_page.py < WHAT_MANDOC_PRINTED      prints it without letters that are struck over each other
options_in_page.py PAGE XBLOCK                fails unless each option of --help begins an entry of PAGE, and no other does
"""
import re
import subprocess
import sys

if len(sys.argv) == 1:
    sys.stdout.write(re.sub(".\\x08", "", sys.stdin.read()))
    sys.exit()
page = set(re.findall(r"^ +(--[a-z-]+)(?==|  |$)", open(sys.argv[1]).read().split("What is looked for", 1)[1], re.M))
told = set()
for command in ("run", "replay", "compare"):
    text = subprocess.run([sys.argv[2], command, "--help"], capture_output=True, text=True, check=True).stdout
    told |= set(re.findall(r"^  (--[a-z-]+)", text, re.M))
assert len(told) > 30 and page == told, f"only on the page: {page - told}; only in --help: {told - page}"
