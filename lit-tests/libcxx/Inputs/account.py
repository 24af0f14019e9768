# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Accounts for every function of libc++'s shared library, so that another version of it is noticed. Standard library only.

    account.py CLANG++ LIBXBLOCK_LIBCXX.A INTERCEPTS.DEF

A function is defined in libxblock_libcxx.a, has a row in intercepts.def, or stands below with the reason why it may write
unseen. Prints those of which nothing is known, lines below that fit nothing, and what of the archive would be linked to a
program with libstdc++; exit status 1 if there are any.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from accounted import fitting, output, rows, symbols

# What a line fits is tried in this order, on the demangled name without "std::" and "__1::".
HARMLESS = [
    # Threads.
    (r"mutex::~mutex\(", "nothing: libc++'s headers have a mutex without destructor with glibc"),
    (r"__shared(_weak)?_count::__(add_shared|add_weak|release_shared)\(", "the headers' own versions are used"),
    (r"thread::hardware_concurrency\(", "reads the machine"),
    (r"chrono::(steady_clock|system_clock|_FilesystemClock|__fs::filesystem::_FilesystemClock)::", "calls clock_gettime, which is modelled"),
    (r"future_category\(|(generic|system|iostream)_category\(", "one constant object"),
    # Values returned, and objects made, of which nobody else knows yet.
    (r"(\w+::)*(future_error|system_error|bad_\w+|failure|logic_error|runtime_error|regex_error|filesystem_error)(<void>)?::", "an exception as it is made, copied or destroyed; what it counts is never given back"),
    (r"nested_exception::~nested_exception\(", "its own destructor that frees; the others have rows"),
    (r"error_(category|code|condition)::", "reads, or returns a value"),
    (r"uncaught_exceptions?\(", "reads what is kept of each thread"),
    (r"(__throw_\w+|__(vector_base|basic_string)_common<true>::__throw_\w+)\(", "throws"),
    (r"__libcpp_verbose_abort\(", "ends the program"),
    (r"locale::(?!operator=\(|global)", "a locale as it is made, read or destroyed: a pointer to what the library counts; those it keeps are never given back"),
    (r"locale::__imp::|__cloc\(|locale::facet::|locale::id::", "kept by the library"),
    (r"ios_base::(getloc|sync_with_stdio|Init::)", "returns a value; std::cout and the like, which are left out"),
    (r"gslice::__init\(|valarray<unsigned long>::", "a slice as it is made"),
    (r"__rs_default::", "only with __rs_get, which is refused"),
    (r"pmr::(memory_resource::~|get_default_resource|new_delete_resource|null_memory_resource|set_default_resource)", "constants, and one pointer that the library keeps, atomic"),
    (r"pmr::unsynchronized_pool_resource::__\w*pool_\w+\(", "helpers of what is in libxblock_libcxx.a"),
    # Facets: called through a locale, they return values or fill buffers of who called them, on its stack.
    (r"(\w+::)*(ctype|codecvt|collate|numpunct|moneypunct|messages)(_byname)?<", "a facet that reads tables; buffers it fills are those of streams of files, which are refused"),
    (r"codecvt<|__codecvt_utf(8|16|8_utf16)<|__(narrow_to|widen_from)_utf8<", "fills the buffer of a conversion"),
    (r"num_get<|num_put<|time_get(_byname)?<|time_put(_byname)?<|money_get<|money_put<|__num_get|__num_put|__time_get|__time_put|__money_", "helpers of facets that are compiled in: values on the caller's stack"),
    # Compiled into the program by the headers that stand in front of libc++'s.
    (r"(void )?(basic_\w+|operator(<<|>>|\+)|getline|stable_partition|__quoted)\S*<", "a template: compiled into the program"),
    (r"\w* ?(__\w+::)?\w+<(char|wchar_t|std::char)", "a template: compiled into the program"),
    # Plain functions of their arguments.
    (r"(__check_grouping|__get_ostream_file|__next_prime|__get_classname|__get_collation_name|__is_posix_terminal|__do_nothing|__do_string_hash|__murmur\w*)\b", "returns a value"),
    (r"__itoa::__u(32|64)toa\(", "older headers' helpers of to_chars"),
    (r"(un)?declare_(reachable|no_pointers)\(|__undeclare_reachable\(", "no effect"),
    # Objects that cannot be made, since their constructors are refused.
    (r"(virtual thunk|non-virtual thunk) to (i|o)?strstream|(i|o)?strstream(buf)?::", "std::strstream cannot be made: refused"),
    (r"(virtual|non-virtual) thunk to ", "goes on to a function that is accounted for"),
    (r"__fs::filesystem::(path::|hash_value)", "reads a path, and returns a value; moves an iterator on the caller's stack"),
    (r"__fs::filesystem::(recursive_)?directory_iterator::|__fs::filesystem::directory_entry::", "cannot be made: refused"),
    (r"__fs::filesystem::", "an exception as it is made or destroyed"),
]


def main():
    compiler, archive, table = sys.argv[1:]
    library = output(compiler, "-stdlib=libc++", "-print-file-name=libc++.so.1").strip()
    functions = [name for name, kind in symbols("-D", "--defined-only", library).items() if kind in "TWi"]
    ours, listed = symbols("--defined-only", archive), rows(table)
    left = [name for name in functions if name not in ours and name not in listed]
    shown = dict(zip(left, output("llvm-cxxfilt", text="\n".join(left)).splitlines()))
    plain = {name: text.replace("std::", "").replace("__1::", "") for name, text in shown.items()}
    _, none, unused = fitting([pattern for pattern, _ in HARMLESS], plain)
    unknown = [f"unknown: {shown[name]} ({name})" for name in none]
    unused = [f"fits nothing: {pattern}" for pattern in unused]
    own = r"St3__1|St13exception_ptr|B\d+ne\d+|^__xblock_|^DW\.ref|^__clang_call_terminate"
    shared = [f"in the archive, and in libstdc++: {name}" for name in symbols("--defined-only", "--extern-only", archive)
              if not re.search(own, name)]
    for line in unknown + unused + shared:
        print(line)
    if unknown or unused or shared:
        sys.exit(1)
    print(f"{len(functions)} functions: {len(functions) - len(left)} seen, {len(left)} harmless")


if __name__ == "__main__":
    main()
