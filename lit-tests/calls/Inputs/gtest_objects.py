# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""gtest_objects.py XBLOCK_CXX LIB_ROOT FOLDER: GoogleTest with hooks, in FOLDER/gtest-all.o and FOLDER/gtest_main.o; made once for all
tests that need it, and anew after the pass."""
import fcntl
import os
import subprocess
import sys

cxx, lib_root, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
SOURCES = "/usr/src/googletest/googletest"
with open(os.path.join(folder, "lock"), "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    for name in ("gtest-all", "gtest_main"):
        made = os.path.join(folder, name + ".o")
        if os.path.exists(made) and os.path.getmtime(made) > os.path.getmtime(os.path.join(lib_root, "libxblock.so")):
            continue
        subprocess.run([cxx, "-O1", "-I" + SOURCES, "-c", f"{SOURCES}/src/{name}.cc", "-o", made + ".new"], check=True)
        os.rename(made + ".new", made)
