# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
# rebuilds.sh GENERATOR: builds the project here with a copy of the installed tree $TREE, changes one file of the tree
# after the other, and tells how many objects and programs each build makes. Times are set, not waited for: a file counts as
# changed when its time differs, and all are in the past.
rm -rf build "../own tree"
cp -r "$TREE" "../own tree"
lib="../own tree/lib"
again() {
  cmake --build build > build.log || { cat build.log; exit 1; }
  echo "$1: objects $(grep -c 'Building C' build.log || true) programs $(grep -c 'Linking CX* executable' build.log || true)"
}
cmake -G "$1" -B build -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_PREFIX_PATH="$PWD/../own tree"
again all
again nothing
touch -d "2001-01-01" "$lib/libxblock.so"
again "pass touched"
again nothing
cp "$lib/libxblock.so" saved.so
printf x >> "$lib/libxblock.so" # what is behind the end is not loaded
touch -d "2001-01-01" "$lib/libxblock.so"
again "pass replaced by an older one"
cp saved.so "$lib/libxblock.so"
again "pass restored"
touch -d "2002-01-01" "$lib/xblock/compile.cfg"
again "config touched"
echo "// changed" >> "$lib/xblock/libstdc++/bits/c++config.h"
again "header replaced"
touch -d "2002-01-01" "$lib/libxblock_rt.so"
again "runtime touched"
if [ -f "$lib/libxblock_libcxx.a" ]; then
  touch -d "2002-01-01" "$lib/libxblock_libcxx.a"
  again "libc++ part touched"
fi
again nothing
