# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""layers.py finds what breaks the rules: layers_test.py NM RULE_BREAKER_OBJECT RULE_OWNER_OBJECT."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import layers

NM, BREAKER, OWNER = sys.argv[1:4]


def sources(**files):
    """The violations of files, LAYER__NAME=TEXT, that are .cpp files."""
    with tempfile.TemporaryDirectory() as runtime:
        for name, text in files.items():
            path = pathlib.Path(runtime, name.replace("__", "/") + ".cpp")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return list(layers.check_sources(pathlib.Path(runtime)))


def objects(breaker, owner):
    found = layers.check_objects(NM, [(breaker, BREAKER), (owner, OWNER)])
    return sorted(set(line.removeprefix(f"{breaker}/rule_breaker.cpp refers to ") for line in found))


class Layers(unittest.TestCase):
    def test_engine_refers_to_no_os_and_no_layer_above(self):
        self.assertEqual(objects("engine", "world"),
                         ["dlsym", "fopen", "mprotect", "pthread_mutex_lock", "xblock::writeAll(int) of world"])

    def test_world_may_protect_memory_and_use_memory_but_not_dlsym_or_pthreads(self):
        self.assertEqual(objects("world", "memory"), ["dlsym", "pthread_mutex_lock"])

    def test_boost_is_included_by_one_file(self):
        boost = "#include <boost/context/fiber.hpp>\n"
        self.assertEqual(sources(fiber__fiber=boost, fiber__stack=boost, world__switch=boost),
                         ["fiber/stack.cpp includes Boost", "world/switch.cpp includes Boost"])

    def test_dlsym_is_called_by_one_file(self):
        text = "void *f = dlsym(RTLD_NEXT, name); // dlsym("
        self.assertEqual(sources(intercept__real=text, intercept__heap=text), ["intercept/heap.cpp calls dlsym"])
        self.assertEqual(sources(intercept__heap="// dlsym(...) is for real.cpp\n"), [])

    def test_spdlog_is_included_by_one_file_at_most(self):
        text = "#include <spdlog/spdlog.h>\n"
        self.assertEqual(sources(report__text=text), [])
        self.assertEqual(sources(report__text=text, cli__main=text),
                         ["more than one file includes spdlog or fmt: cli/main.cpp, report/text.cpp"])

    def test_headers_are_of_layers_below(self):
        self.assertEqual(sources(sync__mutex='#include "engine/world.h"\n', engine__search='#include "support/ids.h"\n'),
                         ["sync/mutex.cpp includes a header of engine"])

    def test_engine_includes_no_header_of_the_os(self):
        self.assertEqual(sources(engine__search="#include <fstream>\n", world__output="#include <fstream>\n"),
                         ["engine/search.cpp includes a header of the OS"])


unittest.main(argv=sys.argv[:1])
