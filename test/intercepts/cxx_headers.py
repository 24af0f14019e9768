# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Every public name that the C++ headers for threads declare, in both libraries, has a row in docs/cxx_vocabulary.def.

    cxx_headers.py CLANGXX VOCABULARY INTERCEPTS

So has each function of libstdc++.so for threads, there or in intercepts.def. Reads clang's dump of the syntax tree of each library's headers: the names in namespace std, and the public members of
classes, those that a class has from a base with a reserved name too.
"""
import collections
import re
import subprocess
import sys

HEADERS = ["thread", "mutex", "shared_mutex", "condition_variable", "future", "atomic", "semaphore", "latch", "barrier",
           "stop_token", "memory"]
# Where the libraries keep what these headers have: other headers that they include are not looked at.
FILES = re.compile(r"/c\+\+/(?:v1|\d+)/(?:bits/)?(?:thread|mutex|shared_mutex|condition_variable|future|atomic|semaphore|latch|barrier"
                   r"|stop_token|std_mutex\.h|std_thread\.h|unique_lock\.h|this_thread_sleep\.h|semaphore_base\.h|atomic_base\.h"
                   r"|atomic_wait\.h|atomic_timed_wait\.h|atomic_futex\.h|shared_ptr_atomic\.h"
                   r"|__(?:mutex|thread|condition_variable|stop_token|atomic)/\w+\.h|__memory/shared_ptr\.h)$")
LINE = re.compile(r"^([| `-]*)(\w+) 0x[0-9a-f]+ (parent 0x[0-9a-f]+ )?(?:prev 0x[0-9a-f]+ )?(.*)$")
BASE = re.compile(r"^([| `-]*)public (?:virtual )?'(?:std::)?(\w+)")
PLACE = re.compile(r"(/[^:<>]+):\d+:\d+")
OF_THREADS = re.compile(r"std::(?:_V2::)?(?:thread|jthread|mutex|recursive_\w*mutex|timed_mutex|shared_\w*mutex|condition_variable\w*|__future_base"
                        r"|future\w*|promise|packaged_task|launch|call_once|once_flag|__atomic\w*|_Sp_locker|this_thread|atomic\w*"
                        r"|notify_all_at_thread_exit|__throw_(?:future|system)_error\w*|lock_error|unique_lock|__exception_ptr|nested_exception"
                        r"|current_exception|rethrow_exception|__\w*once\w*|counting_semaphore|latch|barrier|stop_\w+)\b"
                        r"|__once_proxy|__cxa_(?:guard|thread)_\w+|atomic_\w+")
SPECIFIERS = {"implicit", "referenced", "used", "constexpr", "consteval", "inline", "invalid", "constinit", "static", "nested"}
NAMED = {"FunctionDecl", "CXXMethodDecl", "CXXConversionDecl", "VarDecl", "TypedefDecl", "TypeAliasDecl", "EnumConstantDecl",
         "FieldDecl", "EnumDecl", "ClassTemplateDecl", "FunctionTemplateDecl", "TypeAliasTemplateDecl", "VarTemplateDecl", "ConceptDecl"}
VERSIONS = {"__1", "_V2", "__cxx11"}
# Templates of other headers, specialised here.
OTHERS = {"hash", "uses_allocator", "is_error_code_enum", "less"}
TYPES = {"TypedefDecl", "TypeAliasDecl", "TypeAliasTemplateDecl"}
CONVERSION = re.compile(r"operator (?!bool$)[a-z]")
RECORDS = {"CXXRecordDecl", "ClassTemplateSpecializationDecl", "ClassTemplatePartialSpecializationDecl"}
Scope = collections.namedtuple("Scope", "depth kind name")


def words_after_places(text):
    """The words behind <begin, end> and the place of the name."""
    if text.startswith("<"):
        level = 0
        for at, c in enumerate(text):
            level += (c == "<") - (c == ">")
            if not level:
                text = text[at + 1:]
                break
    text = re.sub(r"^\s*(?:(?:\S+:\d+:\d+|line:\d+:\d+|col:\d+|<invalid sloc>|<scratch space>\S*) )?", "", text)
    return [word for word in text.split(" ") if word]


def name_of(kind, words):
    words = [w for w in words if w not in SPECIFIERS]
    if kind in RECORDS or kind == "EnumDecl":
        keys = [i for i, w in enumerate(words) if w in ("class", "struct", "union")]
        rest = words[keys[-1] + 1:] if keys else words
        return rest[0] if rest and not rest[0].startswith("'") else ""
    rest = " ".join(words)
    match = re.match(r"(operator\s*[^']+?|[\w~]+)(?= '|$| )", rest)
    return match.group(1) if match else ""


class Tree:
    def __init__(self):
        self.names, self.members, self.bases = set(), collections.defaultdict(set), collections.defaultdict(set)

    def read(self, lines):
        file, scopes, access = "", [], {}
        for line in lines:
            base = BASE.match(line)
            if base and scopes and scopes[-1].kind in RECORDS:
                self.bases[scopes[-1].name].add(base.group(2))
                continue
            match = LINE.match(line)
            if not match:
                continue
            depth, kind, rest = len(match.group(1)), match.group(2), match.group(4)
            places = PLACE.findall(rest.split("'")[0])
            if places:
                file = places[-1]
            if not kind.endswith("Decl"):
                continue
            while scopes and scopes[-1].depth >= depth:
                scopes.pop()
            words = words_after_places(rest)
            if kind == "AccessSpecDecl":
                access[scopes[-1].depth] = words[-1]
                continue
            if kind == "NamespaceDecl" or kind == "LinkageSpecDecl":
                names = [w for w in words if w not in ("inline", "nested") and not w.startswith("0x")]
                scopes.append(Scope(depth, kind, "" if kind == "LinkageSpecDecl" or not names else names[0]))
                continue
            name = name_of(kind, words)
            spaces = [s.name for s in scopes if s.kind == "NamespaceDecl"]
            if not spaces or spaces[0] != "std" or any(s.startswith("_") and s not in VERSIONS for s in spaces):
                scopes.append(Scope(depth, kind, name))
                continue
            if not match.group(3): # else it is the definition of what a class declares
                self.declare(kind, name, file, scopes, access, words)
            scopes.append(Scope(depth, kind, name))
            if kind in RECORDS:
                access[depth] = "private" if "class" in words else "public"

    def declare(self, kind, name, file, scopes, access, words):
        record = next((s for s in reversed(scopes) if s.kind in RECORDS), None)
        inner = [s for s in scopes if s.kind not in ("TranslationUnitDecl", "NamespaceDecl", "LinkageSpecDecl", "ClassTemplateDecl")]
        if "implicit" in words or not name or kind not in NAMED | RECORDS or not FILES.search(file):
            return
        if file.endswith("/shared_ptr.h") and not name.startswith("atomic"):
            return
        if record and inner == [record]:
            visible = access.get(record.depth, "public") == "public"
            if visible and name[0] != "_" and name != record.name and kind not in TYPES and name != "operator=":
                self.members[record.name].add("operator value" if CONVERSION.match(name) else name)
        elif not inner and name[0] != "_" and not (kind in TYPES and " 'atomic<" in " ".join(["", *words])):
            spaces = [s.name for s in scopes if s.kind == "NamespaceDecl" and s.name and not s.name.startswith("_")]
            self.names.add("::".join(spaces[1:] + [name]))
        elif inner and inner[-1].kind == "EnumDecl" and len(inner) == 1 and name[0] != "_":
            self.names.add(f"{inner[-1].name}::{name}")

    def all(self):
        result = self.names - OTHERS
        for record in self.names:
            if record in OTHERS:
                continue
            seen, todo = set(), [record.split("::")[-1]]
            while todo:
                one = todo.pop()
                if one in seen:
                    continue
                seen.add(one)
                result |= {f"{record}::{member}" for member in self.members[one]}
                todo += [base for base in self.bases[one] if base.startswith("_")]
        return result


def declared(clangxx, library):
    text = "".join(f"#include <{header}>\n" for header in HEADERS)
    done = subprocess.run([clangxx, "-std=c++20", f"-stdlib={library}", "-fexperimental-library", "-fsyntax-only", "-Xclang",
                           "-ast-dump", "-fno-color-diagnostics", "-x", "c++", "-"], input=text, capture_output=True,
                          text=True, check=True)
    tree = Tree()
    tree.read(done.stdout.splitlines())
    return tree.all()


def rows(vocabulary):
    """The names in the table: an underscore stands for the space in the name of a conversion."""
    with open(vocabulary, encoding="utf-8") as file:
        text = file.read()
    names = set()
    for owner, members in re.findall(r'^XBLOCK_CXX\(\w+, "(\w*)", "([^"]*)",', text, re.M):
        for member in members.split():
            member = re.sub(r"^operator_", "operator ", member)
            names.add(owner if member == "(type)" else f"{owner}::{member}" if owner else member)
    return names, set(re.findall(r"^XBLOCK_CXX_LIBRARY\((\w+),", text, re.M))


def library_functions(clangxx):
    """Those of libstdc++.so for threads, mangled: what the headers leave to the library."""
    path = subprocess.run([clangxx, "-print-file-name=libstdc++.so.6"], capture_output=True, text=True, check=True).stdout.strip()
    listing = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    symbols = [line.split()[2].split("@")[0] for line in listing.splitlines() if line.split()[1] in "TWi"]
    plain = subprocess.run(["c++filt"], input="\n".join(symbols), capture_output=True, text=True, check=True).stdout.splitlines()
    return {symbol for symbol, name in zip(symbols, plain) if OF_THREADS.match(name)}


def main():
    clangxx, vocabulary, intercepts = sys.argv[1:4]
    both = {library: declared(clangxx, library) for library in ("libstdc++", "libc++")}
    names, harmless = rows(vocabulary)
    wrong = [f"{name} is declared by {library}, and has no row" for library, all in both.items() for name in sorted(all - names)]
    wrong += [f"{name} has a row, and no library declares it" for name in sorted(names - set().union(*both.values()))]
    functions = library_functions(clangxx)
    with open(intercepts, encoding="utf-8") as file:
        known = set(re.findall(r"^XBLOCK_(?:INTERCEPT|REFUSE)\((\w+),", file.read(), re.M))
    wrong += [f"{name} is in libstdc++.so, and neither modelled, nor refused, nor said to be harmless"
              for name in sorted(functions - known - harmless)]
    wrong += [f"{name} is said to be harmless, and is not in libstdc++.so" for name in sorted(harmless - functions)]
    wrong += [f"{name} is said to be harmless, and has a row in intercepts.def" for name in sorted(harmless & known)]
    print("\n".join(wrong))
    print(f"{[len(all) for all in both.values()]} names, {len(functions)} functions of the library; {len(wrong)} wrong")
    if min(len(all) for all in both.values()) < 300 or len(functions) < 70:
        sys.exit("too few were found")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
