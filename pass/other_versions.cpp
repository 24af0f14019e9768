//===- other_versions.cpp - which LLVM the compiler has --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "other_versions.h"

#include <llvm/Config/llvm-config.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

// Declared here, so that both are weak. The first is as old as LLVM 16; the second removes the files
// that the compiler would, if it were interrupted.
extern "C" __attribute__((weak)) void LLVMGetVersion(unsigned *major, unsigned *minor, unsigned *patch);
namespace llvm::sys {
__attribute__((weak)) void RunInterruptHandlers();
}

static std::string pathOfPlugin() {
  Dl_info plugin = {};
  dladdr(reinterpret_cast<const void *>(&pathOfPlugin), &plugin);
  return plugin.dli_fname ? plugin.dli_fname : "libxblock.so";
}

static std::string pathOfCompiler() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<size_t>(length)) : "the compiler";
}

void xblock::refuseOtherVersions() {
  unsigned major = 0, minor = 0, patch = 0;
  if (LLVMGetVersion)
    LLVMGetVersion(&major, &minor, &patch);
  if (major == LLVM_VERSION_MAJOR)
    return;
  std::string other = LLVMGetVersion ? "LLVM " + std::to_string(major) : "one older than 16";
  std::fprintf(stderr,
               "xblock: %s is a pass for LLVM %d, but %s has %s: compile with clang-%d, or with xblock-clang, which calls it\n",
               pathOfPlugin().c_str(), LLVM_VERSION_MAJOR, pathOfCompiler().c_str(), other.c_str(), LLVM_VERSION_MAJOR);
  if (llvm::sys::RunInterruptHandlers)
    llvm::sys::RunInterruptHandlers();
  std::exit(1);
}
