# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Every function that the headers of glibc declare for threads has a row in intercepts.def: modelled, or refused by name.

    headers.py CLANG INTERCEPTS
"""
import re
import subprocess
import sys

HEADERS = "#define _GNU_SOURCE\n#include <pthread.h>\n#include <semaphore.h>\n#include <threads.h>\n"
FUNCTION = re.compile(r"(?<![\w*])\*?((?:pthread|sem|thrd|mtx|cnd|tss)_\w+|call_once) \(")
# Declared under the names of others.
ALIASES = {"pthread_yield", "pthread_mutex_consistent_np", "pthread_mutexattr_getrobust_np", "pthread_mutexattr_setrobust_np"}


def main():
    clang, intercepts = sys.argv[1:3]
    text = subprocess.run([clang, "-E", "-P", "-x", "c", "-"], input=HEADERS, capture_output=True, text=True,
                          check=True).stdout
    declared = set(FUNCTION.findall(text)) - ALIASES
    with open(intercepts, encoding="utf-8") as file:
        rows = set(re.findall(r"^XBLOCK_(?:INTERCEPT|REFUSE)\((\w+),", file.read(), re.M))
    if len(declared) < 100:
        sys.exit(f"only {len(declared)} functions were found in the headers")
    missing = sorted(declared - rows)
    for name in missing:
        print(f"{name} is declared, and has no row")
    print(f"{len(declared)} functions, {len(missing)} without a row")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
