"""How the lit tests of xblock run. A test sees these names:

%opt              opt of LLVM with the pass loaded; the pass is called `xblock`
%clang %clangxx   plain clang with the pass; no runtime is linked
%another_clang    the clang of another LLVM than the pass's, 16 or 19
%xblock_cc %xblock_cxx   the wrappers bin/xblock-clang and bin/xblock-clang++
%xblock           the command line tool bin/xblock
%python           the Python that runs lit
%source_root      the top of the source tree
%lib_root         the directory of libxblock.so and libxblock_rt.so
FileCheck, not, and the other tools of LLVM are found by name (opt, llc, llvm-nm, ...). LLVM is that of the build
tree: 19, or 16 in the small tree for the pass (build_for_llvm.cmake). libcxx: whether libc++ is modelled, with LLVM 19.

A feature named in REQUIRES, UNSUPPORTED or XFAIL that is not declared here fails the test: a typing
error must not switch a test off.
"""

import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(__file__))
from checked_format import CheckedShTest

def has_terminals():
    """Whether a pseudo terminal can be opened: in a bare chroot there is none."""
    try:
        for end in os.openpty():
            os.close(end)
    except OSError:
        return False
    return True


# Every feature a test may name, with whether it holds here.
FEATURES = {"terminals": has_terminals(), "libcxx": config.xblock_llvm_version == "19", "chromium": shutil.which("chromium") is not None}


def quoted(path):
    return '"' + path + '"' if " " in path else path


config.name = "xblock"
config.test_format = CheckedShTest(FEATURES)
config.suffixes = [".c", ".cpp", ".ll", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.xblock_tests_binary_root
config.available_features = {name for name, holds in FEATURES.items() if holds}

bin_root = os.path.join(config.xblock_binary_root, "bin")
plugin = config.xblock_plugin
# Longer names first: lit replaces text, so %xblock would eat the front of %xblock_cc.
config.substitutions += [
    ("%xblock_cxx", quoted(os.path.join(bin_root, "xblock-clang++"))),
    ("%xblock_cc", quoted(os.path.join(bin_root, "xblock-clang"))),
    (r"%xblock\b", quoted(os.path.join(bin_root, "xblock"))),
    ("%opt", f'opt -load-pass-plugin="{plugin}"'),
    ("%another_clang", "clang-16" if config.xblock_llvm_version == "19" else "clang-19"),
    ("%clangxx", f'{config.xblock_clangxx} -fpass-plugin="{plugin}"'),
    (r"%clang\b", f'{config.xblock_clang} -fpass-plugin="{plugin}"'),
    ("%python", quoted(config.xblock_python)),
    ("%source_root", quoted(config.xblock_source_root)),
    ("%share", quoted(os.path.join(config.xblock_binary_root, "share"))),
    ("%lib_root", quoted(os.path.dirname(plugin))),
]
# XBLOCK_OPTIONS=verify-restore ctest -R lit, or memory=strict: the suite, with restores checked, or writes without hooks.
if "XBLOCK_OPTIONS" in os.environ:
    config.environment["XBLOCK_OPTIONS"] = os.environ["XBLOCK_OPTIONS"]
config.environment["PATH"] = os.pathsep.join([config.xblock_llvm_bin, os.environ["PATH"]])
