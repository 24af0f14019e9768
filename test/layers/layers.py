# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""What each layer of runtime/ may use, and the two checks of it. Standard library only.

    layers.py objects NM LAYER=FILE...   what the objects refer to; a file is an archive or an object
    layers.py sources RUNTIME            what the files include and name

Prints each violation on a line of its own; exits with 1 if there is one.
"""
import pathlib
import re
import subprocess
import sys

# The layers whose names a layer may use: those it links (docs/how-it-works.md), and what comes with them. Names of
# abi.h are no layer's.
PROCESS = {"support", "engine", "sync", "memory", "fiber", "world"}
USES = {
    "support": set(),
    "engine": {"support"},
    "sync": {"support"},
    "memory": {"support"},
    "fiber": {"support"},
    "options": {"support"},
    "report": {"support"},
    "files": {"support", "memory"},
    "world": PROCESS - {"world"},
    "intercept": PROCESS | {"files"},
    "hooks": PROCESS,
    "start": PROCESS | {"files", "intercept", "hooks", "options", "report"},
    "native": {"support", "options", "report"},  # a library of its own, on real threads
    "cli": {"support", "options", "report"},
    "libcxx": set(), # linked into the program, and instrumented like it
}

# What objects may refer to in some places only: (symbol, who may). A place is a layer, or a layer and an object of it.
OS = r"(syscall|open(at)?(64)?|fopen(64)?|read|write|close|fork|mmap(64)?|munmap|mprotect|madvise|getenv|clock_gettime|" \
     r"gettimeofday|sig\w+|timer_\w+|getpid|dl_?\w+|sem_\w+|std::basic_[io]?f(ile|stream)\w*.*|std::basic_filebuf.*|" \
     r"std::chrono::_V2::.*::now.*)"
ONLY = [
    # The search and the primitives know no OS, fiber or file.
    (OS, {layer for layer in USES if layer not in ("engine", "sync")}),
    # Everything that runs a fiber.
    (r"(boost::.*|\w+_fcontext)", {"fiber/fiber.cpp"}),
    # The program has one OS thread; the runtime is where its calls of pthreads end.
    (r"(pthread_\w+|std::(thread|mutex|condition_variable)::.*)", {"intercept", "start", "native"}),
    # Where the program's own calls of them are, what it does before its first thread is handed on; what the processes of a search share.
    (r"(mmap(64)?|munmap|mprotect|madvise)", {"memory", "world", "report", "intercept/maps.cpp",
                                              "start/call_copy_linux.cpp", "start/shared_answers_linux.cpp", "native"}),
    # And what --plugin names.
    (r"dlv?sym", {"intercept/real.cpp", "start/plugin_linux.cpp", "native"}),
    (r"dl(m?open|close)", {"start/plugin_linux.cpp"}),
    (r".*\b(spdlog|fmt)::.*", set()),
]

# What files may include or name in some places only: (pattern, what it is, who may).
NAMED = [
    (r'#\s*include\s*[<"]boost/', "includes Boost", {"fiber/fiber.cpp"}),
    (r"\bdlv?sym\s*\(", "calls dlsym", {"intercept/real.cpp", "start/plugin_linux.cpp", "native"}),
    (r'#\s*include\s*[<"]CLI/', "includes CLI11", {"cli"}),
    (r'#\s*include\s*[<"]nlohmann/', "includes nlohmann-json",
     {"report", "cli/compare_linux.cpp", "cli/comparison.cpp"}),  # which read the reports of the runs they compare
    (r"#\s*include\s*<(fstream|filesystem|thread|mutex|condition_variable|future|unistd\.h|sys/(mman|syscall)\.h)>",
     "includes a header of the OS", {layer for layer in USES if layer not in ("engine", "sync")}),
]
LOGGING = r'#\s*include\s*[<"](spdlog|fmt)/'  # by one file at most


def allowed(places, layer, file):
    return layer in places or f"{layer}/{file}" in places


def symbols(nm, file):
    """(object, kind, name) of each symbol of an archive or an object, which may be bitcode. The object of real.cpp is called
    real.cpp."""
    listing = subprocess.run([nm, "-C", "-A", "-g", file], capture_output=True, text=True, check=True).stdout
    for line in filter(None, listing.splitlines()):
        match = re.fullmatch(r".*?([^:/ ]+)\.o: *[-0-9a-f]* +(\w) (.*)", line)
        if not match:
            sys.exit(f"layers.py: not a symbol: {line}")
        yield match.groups()


def check_objects(nm, files):
    """files: (layer, path)"""
    found, defined = {}, {}
    for layer, file in files:
        found.setdefault(layer, []).extend(symbols(nm, file))
    for layer, listed in found.items():
        for _, kind, name in listed:
            if kind in "TDBRV" and name.startswith("xblock"):
                defined.setdefault(name, set()).add(layer)
    for layer, listed in found.items():
        for file, kind, name in listed:
            if kind not in "Uw":
                continue
            plain = name.split("@")[0]
            for pattern, places in ONLY:
                if re.fullmatch(pattern, plain) and not allowed(places, layer, file):
                    yield f"{layer}/{file} refers to {name}"
            owners = defined.get(name, {layer})
            if layer not in owners and not owners & USES[layer]:
                yield f"{layer}/{file} refers to {name} of {', '.join(sorted(owners))}"


def check_sources(runtime):
    logging = []
    for path in sorted(runtime.rglob("*")):
        if path.suffix not in (".cpp", ".h", ".inc", ".def"):
            continue
        layer, file = path.relative_to(runtime).parts[0], "/".join(path.relative_to(runtime).parts[1:])
        if layer not in USES:
            yield f"{layer} is no layer"
            continue
        text = path.read_text(encoding="utf-8")
        code = re.sub(r"//.*", "", text)
        for pattern, what, places in NAMED:
            if re.search(pattern, code) and not allowed(places, layer, file):
                yield f"{layer}/{file} {what}"
        for other in re.findall(r'#\s*include\s*"(\w+)/', code):
            if other in USES and other != layer and other not in USES[layer]:
                yield f"{layer}/{file} includes a header of {other}"
        if re.search(LOGGING, code):
            logging.append(f"{layer}/{file}")
    if len(logging) > 1:
        yield f"more than one file includes spdlog or fmt: {', '.join(logging)}"


def main():
    if sys.argv[1] == "objects":
        violations = check_objects(sys.argv[2], [word.split("=", 1) for word in sys.argv[3:]])
    else:
        violations = check_sources(pathlib.Path(sys.argv[2]))
    violations = sorted(set(violations))
    print("\n".join(violations))
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
