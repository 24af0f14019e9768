# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Accounts for every function of libstdc++.so.6 and libgcc_s.so.1, so that another version of them is noticed. Standard library only.

    account_libstdcxx.py XBLOCK-CLANG++ TEMPLATES.CPP INTERCEPTS.DEF

A function has a row in intercepts.def (modelled, refused), or is exported by the runtime itself, or stands below with the reason why what
it reads and writes is seen, or is nobody's, or is compiled into programs: TEMPLATES.CPP defines it. Prints those of which nothing is known,
and lines below that fit nothing; exit status 1 if there are any.
"""
import os
import re
import subprocess
import sys
import tempfile

# Before a function counts as compiled into programs: objects that the library makes call its own copy, by their tables of virtual functions.
# What a line fits is tried in this order, on the demangled name without "std::".
FACETS = [
    (r"(__cxx11::)?(num_get|num_put|time_get|time_put|money_get|money_put)<.*>::(do_|~)", "tables lead to the runtime's, which tells first (cxx_facets.cpp); the destructor only gives back"),
    (r"(__cxx11::)?(num|money)punct(_byname)?<.*>::do_(decimal_point|thousands_sep|frac_digits|pos_format|neg_format)\(", "returns in registers a value of the facet, which nobody changes"),
]
# Of weak functions only: what the headers define, which a program has compiled into it where it calls them.
TEMPLATES = [
    (r"(\w+::)*(\w+<.*> (const)?& |.*> )?(has_facet|use_facet)<|bool has_facet<|.*\b(use_facet|has_facet)<", "a template: compiled into the program; what it reads of a locale is the library's"),
    (r".*\boperator(<<|>>|\+|==|!=|<|>|<=|>=)\S*<?.*\(", "a template: compiled into the program"),
    (r".*\b(endl|ends|flush|ws|getline|__ostream_insert|__copy_streambufs|__istream_extract|__add_grouping|__pad|__int_to_char|__use_cache|__write|__ostream_write|__ostream_fill)(<|\b)", "a template: compiled into the program"),
    (r".*\b_M_(extract_\w+|insert\w*|construct\w*)<", "a member template: compiled into the program"),
    (r".*\bbasic_\w+<(char|wchar_t)", "a member of a template that nothing instantiates by name, or of older headers: compiled into the program"),
    (r".*\b__shared_(ptr|count)<filesystem::__cxx11::|.*\b__shared_(ptr|count)<filesystem::", "a template: compiled into the program; of a folder's list its owners are counted by the model's rows (_Dir)"),
    (r"char_traits<\w+>::eq\(|allocator<\w+>::|basic_ios<.*>::operator void\*|basic_streambuf<.*>::stossc", "inline in the headers, or in older ones"),
    (r"valarray<unsigned long>::", "a template: compiled into the program"),
    (r"__exception_ptr::(exception_ptr::)?(exception_ptr\(|~exception_ptr|operator|swap)", "inline in the header, which calls what has rows"),
    (r"__gnu_cxx::stdio_sync_filebuf<.*>::~", "inline in the header"),
]
HARMLESS = [
    # The ABI of strings before GCC 5: the header that xblock-clang++ puts in front of libstdc++'s refuses a program that is compiled for it.
    (r"(?!.*__cxx11).*\b(basic_string<(char|wchar_t)|string\b)", "the old ABI of strings: refused as it is compiled"),
    (r"(?!.*__cxx11).*\b(filesystem::|path\b)", "the old ABI's std::filesystem: refused as it is compiled"),
    (r"(?!.*__cxx11).*\b(money|num)punct(_byname|_cache)?<", "a facet of the old ABI: refused as it is compiled"),
    (r"(?!.*__cxx11).*\b(collate|messages)(_byname)?<", "a facet of the old ABI: refused as it is compiled"),
    (r"(?!.*__cxx11).*\b(money_get|money_put|time_get)(_byname)?<", "a facet of the old ABI: refused as it is compiled"),
    (r"locale::name\(\) const$|ios_base::failure::|_V2::error_category::_M_message\(int\)", "the old ABI of strings: refused as it is compiled"),
    # Of headers before those that xblock compiles with: declared nowhere now, so that no program with hooks calls them.
    (r"_ZGTt|__cxa_tm_cleanup", "transactional memory, which clang does not compile"),
    (r"(__gnu_norm|__norm|__cxx1998|)(::)?_List_node_base::", "lists of GCC before 4.6: the headers have __detail::_List_node_base"),
    (r"thread::_M_start_thread\(shared_ptr", "threads of GCC before 5: the headers have thread::_State"),
    (r"__future_base::(_State_base|_Async_state_common)::", "futures of GCC before 5: the headers have _State_baseV2"),
    (r"condition_variable_any::|error_category::|chrono::system_clock::now|(system|generic)_category\(\)$|(iostream|future)_category\(\)$|lock_error::",
     "of GCC before 4.9, those in _V2 are the headers' now; the categories are constant objects"),
    (r"__exception_ptr::exception_ptr::(operator void|exception_ptr\(void)", "of GCC before 4.5: the headers have no pointer to a member function there"),
    (r"bad_array_length::|__cxa_throw_bad_array_length", "of a draft of C++14: nothing but the library throws it"),
    (r"__gnu_cxx::(__atomic_add|__exchange_and_add)\(", "the header has its own, inline, where the machine has atomic instructions"),
    (r"_Sp_locker::", "C2 and D2, for a base; it is none. C1 and D1 have rows"),
    (r"_Fnv_hash|tr1::hash<long double>|hash<(long double|error_code)>", "a number of its argument, which is a copy in registers or on the caller's stack"),
    (r"_Sp_make_shared_tag::_S_eq", "compares constant type information"),
    # Type information, which the compiler makes constant.
    (r"(__cxxabiv1::)?(__)?\w*type_info::", "constant objects, compared; what dynamic_cast and handlers ask writes to the caller's stack, and reads tables of functions"),
    # Exceptions: one that is thrown lies in memory of __cxa_allocate_exception, which is kept for going back as it is allocated.
    (r"(bad_\w+|exception|nested_exception)::what\(", "returns a constant text"),
    (r"(\w+::)*(\w+_error|out_of_range|invalid_argument|failure)::~\w+\(\)", "D0, of tables: the runtime's stands there (exception_texts.cpp)"),
    (r"future_error::what\(", "as logic_error::what, in a table of the library, to which only a thrown exception leads: who catches it reads what is its own"),
    (r"(bad_\w+|exception|nested_exception)::~\w+\(\)", "stores nothing but the object's table as the object ends, and D0 gives it back by operator delete, which is the model's"),
    (r"__throw_\w+\(|__cxa_(bad_cast|bad_typeid|throw_bad_array_new_length)$", "throws; reads a text that is its caller's constant"),
    (r"(terminate|unexpected)\(\)$|__cxa_(pure_virtual|deleted_virtual|call_unexpected)$|__gnu_cxx::__verbose_terminate_handler|__glibcxx_assert_fail", "ends the program, which is a failure"),
    (r"get_(terminate|unexpected)\(\)", "reads what only refused functions change while threads are explored"),
    (r"uncaught_exceptions?\(\)|__cxa_(current_exception_type|get_globals(_fast)?|get_exception_ptr)$", "what the running thread has thrown and caught, of which each thread of the model has its own"),
    (r"__cxa_free_(dependent_)?exception$", "gives memory back by free, which is the model's"),
    (r"__cxa_allocate_dependent_exception$", "memory of its own, which nobody else knows yet"),
    (r"__gxx_personality_v0|__gcc_personality_v0", "asked by the unwinder: writes to the head of the exception, which is kept for going back as it is thrown"),
    (r"_Unwind_(Resume|Backtrace|Find\w+|Get\w+|Set\w+)$", "reads frames of the thread's own stack; contexts that are written lie there"),
    (r"__future_base::_Result_base::~", "D0 of a class that is only a base"),
    (r"thread::_State::~|pmr::memory_resource::~|_V2::error_category::~", "stores nothing; D0 gives the object back by operator delete, which is the model's"),
    (r"filesystem::__cxx11::recursive_directory_iterator::", "none can be made: refused"),
    (r"((virtual|non-virtual) thunk to )?(i|o)?strstream(buf)?::", "std::strstream cannot be made: refused"),
    # Locales and facets.
    (r"locale::_S_normalize_category|locale::facet::_S_(get|clone)_c_|locale::classic\(\)", "returns a value, or what the library keeps for good"),
    (r"locale::(_M_coalesce|_Impl::(_Impl\((char const\*, )?unsigned long\)|_M_replace_categor))", "called in the library only, as it makes a locale: memory that nobody else knows yet"),
    (r"locale::(locale\(\)|locale\(locale const&\)|locale\(locale::_Impl\*\)|~locale\(\))", "C2 and D2, for a base: no class of the headers is derived of it. C1 and D1 have rows"),
    (r"locale::facet::~", "stores nothing; D0 gives the object back by operator delete, which is the model's"),
    (r"(__codecvt_\w+_base|codecvt)<.*>::do_(encoding|max_length|always_noconv)\(", "returns a constant"),
    (r"ctype<\w+>::(do_(tolower|toupper|widen|narrow|is)\([\w ,]*\)|_M_convert_to_wmask|classic_table)", "returns a value, of tables that do not change"),
    (r"money_base::_S_construct_pattern|_V2::error_category::default_error_condition", "returns a value"),
    (r"__num_base::_S_format_float", "writes a format to the stack of num_put, which reads the same flags"),
    (r"__verify_grouping", "reads two texts of num_get or money_get: on its stack, and of a facet, which does not change"),
    (r"ios_base::Init::", "std::cout and the like, which are left out of the search"),
    (r"ios_base::~ios_base", "D0 of a class that is only a base"),
    # What the library keeps, or asks the machine or libc for.
    (r"(chrono::)?(_V2::)?chrono::_V2::(system|steady)_clock::now|chrono::_V2::|this_thread::__sleep_for", "calls functions of libc, which are the model's"),
    (r"thread::hardware_concurrency", "asks the machine"),
    (r"_V2::(system|generic)_category", "a constant object"),
    (r"pmr::(new_delete_resource|null_memory_resource|get_default_resource)\(", "constant objects, and a pointer that only a refused function changes while threads are explored"),
    (r"pmr::(\w+_resource)::~", "D0, which tables lead to, and destructors of pools, which cannot be made: refused. cxx_resources.cpp has that of buffers"),
    (r"operator (new|delete)", "exported by the runtime (heap_operators.cpp)"),
    (r"__gnu_parallel::_Settings::get", "what the library keeps, which only a refused function changes"),
    (r"__gnu_cxx::__freeres", "for tools that look for leaks, at the end"),
    (r"__gnu_debug::(_Safe_\w+::_M_get_mutex|_Error_formatter::)", "a lock of the library's; and prints before the program ends"),
    # libgcc.
    (r"__(abs|add|sub|mul|neg|ashl|ashr|lshr|bswap|clrsb|clz|cmp|ctz|div|mod|ffs|parity|popcount|pow|ucmp|udiv|umod)\w*[sdthx][fci]\d?$", "arithmetic on its arguments"),
    (r"__(eq|ne|lt|le|gt|ge|unord|extend|trunc|fix|float|floatun)\w+\d?$", "arithmetic on its arguments"),
    (r"__(clear_cache|cpu_indicator_init|enable_execute_stack)$", "the machine"),
    (r"__emutls_", "has the variables of a thread in memory of its own, which it finds by pthread_getspecific, which is the model's"),
    (r"__(de)?register_frame\w*$", "tables of frames, for code that is made as the program runs: the unwinder's"),
]


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def symbols(*arguments):
    return {parts[-1].split("@")[0]: parts[-2] for parts in map(str.split, run("llvm-nm", *arguments).splitlines()) if len(parts) >= 2}


def library(compiler, name):
    return run(compiler, f"-print-file-name={name}").strip()


def compiled(compiler, source):
    with tempfile.TemporaryDirectory() as folder:
        object_file = os.path.join(folder, "templates.o")
        names = {}
        for standard in ("c++17", "c++20"):
            run(compiler, f"-std={standard}", "-O0", "-w", "-c", source, "-o", object_file)
            names.update(symbols("--defined-only", object_file))
        return names


def main():
    compiler, source, rows = sys.argv[1:]
    functions = {}
    for name in ("libstdc++.so.6", "libgcc_s.so.1"):
        functions.update({n: kind for n, kind in symbols("-D", "--defined-only", library(compiler, name)).items() if kind in "TWi"})
    with open(rows, encoding="utf-8") as file:
        listed = set(re.findall(r"^XBLOCK_(?:INTERCEPT|REFUSE)\((\w+)", file.read(), re.M))
    here = compiled(compiler, source)
    left = sorted(name for name in functions if name not in listed)
    used, unknown, counts = set(), [], {"compiled": 0, "harmless": 0}
    for name, text in zip(left, run("llvm-cxxfilt", text="\n".join(left)).splitlines()):
        plain = text.replace("std::", "").replace("[abi:cxx11]", "")

        def fits(table):
            return next((line for line in table if re.match(line[0], plain)), None)
        line = fits(FACETS)
        if line is None and name in here:
            counts["compiled"] += 1
            continue
        line = line or (fits(TEMPLATES) if functions[name] == "W" else None) or fits(HARMLESS)
        if line is None:
            unknown.append(f"unknown: {text} ({name})")
        else:
            counts["harmless"] += 1
        used.add(line)
    unused = [f"fits nothing: {line[0]}" for line in FACETS + TEMPLATES + HARMLESS if line not in used]
    for line in unknown + unused:
        print(line)
    if unknown or unused:
        sys.exit(1)
    print(f"{len(functions)} functions: {len(functions) - len(left)} seen, {counts['compiled']} compiled into programs, {counts['harmless']} harmless")


if __name__ == "__main__":
    main()
