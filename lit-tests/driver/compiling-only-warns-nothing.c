// RUN: %xblock_cc -Werror -Wall -Wextra -c %s -o %t.o
// RUN: %xblock_cc -Werror -Wall -Wextra -S %s -o %t.s
// RUN: %xblock_cc -Werror -Wall -Wextra -c %t.s -o %t.o
// RUN: %xblock_cc -Werror -Wall -Wextra -fsyntax-only %s
// RUN: %xblock_cc -Werror -Wall -Wextra -E %s -o %t.i
// RUN: %xblock_cc -Werror -Wall -Wextra -M %s -MF %t.d
// RUN: %xblock_cc -Werror -Wall -Wextra -x c -c - -o %t.o < %s
// RUN: %xblock_cxx -Werror -Wall -Wextra -x c++ -std=c++20 -c %s -o %t.o
// What only linking uses, or only compiling, is no reason for a warning elsewhere.

int counter;
int count(void) { return ++counter; }
