// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// All that libstdc++ instantiates of its templates in its library, as a program does: what this defines is compiled into programs.
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <istream>
#include <locale>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>

namespace std {

#define XBLOCK_OF(C)                                                                               \
  template class basic_string<C>;                                                                  \
  template class basic_streambuf<C>;                                                               \
  template class basic_ios<C>;                                                                     \
  template class basic_istream<C>;                                                                 \
  template class basic_ostream<C>;                                                                 \
  template class basic_iostream<C>;                                                                \
  template class basic_stringbuf<C>;                                                               \
  template class basic_istringstream<C>;                                                           \
  template class basic_ostringstream<C>;                                                           \
  template class basic_stringstream<C>;                                                            \
  template class basic_filebuf<C>;                                                                 \
  template class basic_ifstream<C>;                                                                \
  template class basic_ofstream<C>;                                                                \
  template class basic_fstream<C>;                                                                 \
  template class num_get<C>;                                                                       \
  template class num_put<C>;                                                                       \
  template class numpunct<C>;                                                                      \
  template class numpunct_byname<C>;                                                               \
  template class time_get<C>;                                                                      \
  template class time_put<C>;                                                                      \
  template class time_get_byname<C>;                                                               \
  template class time_put_byname<C>;                                                               \
  template class __timepunct<C>;                                                                   \
  template struct __timepunct_cache<C>;                                                            \
  template struct __numpunct_cache<C>;                                                             \
  template class money_get<C>;                                                                     \
  template class money_put<C>;                                                                     \
  template class moneypunct<C, false>;                                                             \
  template class moneypunct<C, true>;                                                              \
  template class moneypunct_byname<C, false>;                                                      \
  template class moneypunct_byname<C, true>;                                                       \
  template struct __moneypunct_cache<C, false>;                                                    \
  template struct __moneypunct_cache<C, true>;                                                     \
  template class messages<C>;                                                                      \
  template class messages_byname<C>;                                                               \
  template class collate<C>;                                                                       \
  template class collate_byname<C>;                                                                \
  template class codecvt_byname<C, char, mbstate_t>;                                               \
  template class ctype_byname<C>;                                                                  \
  template class __ctype_abstract_base<C>;                                                         \
  template class istreambuf_iterator<C>;                                                           \
  template class ostreambuf_iterator<C>;
XBLOCK_OF(char)
XBLOCK_OF(wchar_t)

} // namespace std

namespace __gnu_cxx {

template class stdio_filebuf<char>;
template class stdio_filebuf<wchar_t>;
template class stdio_sync_filebuf<char>;
template class stdio_sync_filebuf<wchar_t>;

} // namespace __gnu_cxx
