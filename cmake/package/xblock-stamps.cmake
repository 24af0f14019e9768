# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# cmake -DLIBDIR=... -DSTAMPS=... -P xblock-stamps.cmake
#
# Writes the stamps that do not say any more what there is: pass.h, for what compiles, and runtime, for what links.
function(write_stamp name text)
  set(all)
  foreach(file IN LISTS ARGN)
    if(EXISTS "${file}")
      file(SHA256 "${file}" hash)
      file(TIMESTAMP "${file}" time "%s" UTC)
      string(APPEND all "${hash} ${time} ${file}\n")
    endif()
  endforeach()
  string(SHA256 hash "${all}")
  string(REPLACE "HASH" "${hash}" text "${text}")
  file(CONFIGURE OUTPUT "${STAMPS}/${name}" CONTENT "${text}\n" @ONLY) # leaves the same text as it is
endfunction()

file(GLOB_RECURSE config LIST_DIRECTORIES FALSE "${LIBDIR}/xblock/*")
# The hash is in a pragma that nobody knows: it stays in preprocessed source, which may be all that a compiler cache looks at.
write_stamp(pass.h [[#pragma once
#pragma clang system_header
#pragma xblock_stamp HASH
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#error "xblock: -fsanitize=address, memory and thread do not go with xblock: leave them out for this target"
#endif
#ifndef __XBLOCK__
#error "xblock: this file is compiled without xblock's config file, and so without the pass"
#endif]] "${LIBDIR}/libxblock.so" ${config})
write_stamp(runtime HASH "${LIBDIR}/libxblock_rt.so" "${LIBDIR}/libxblock_libcxx.a" "${LIBDIR}/xblock/link.cfg")
