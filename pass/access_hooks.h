//===- access_hooks.h - what one read or write turns into ------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. A sized hook is used where the access has that size and is known to be aligned to it; every
//     other access passes its size, which may be 0 at run time.
//  2. In a function annotated xblock_ignore a write becomes __xblock_touch, and nothing else is
//     told.
//  3. Only memory that another thread could see (AccessFilter) gets a hook.
// A hook captures its pointer, but only one that counts as shared already, so hooks do not change
// the filter's answers for the rest of the function.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include "abi_emit.h"
#include "access_filter.h"
#include "site_table.h"

#include <llvm/Support/Alignment.h>

namespace xblock {

/// A position for hooks beside the instruction they are about, whose debug location they carry.
class Place {
public:
  Place(llvm::Instruction &before, llvm::Instruction &about, SiteTable &sites);
  llvm::Constant *site() const { return sites_.siteOf(about_); }

  llvm::IRBuilder<> builder;

private:
  llvm::Instruction &about_;
  SiteTable &sites_;
};

class AccessHooks {
public:
  AccessHooks(SiteTable &sites, AccessFilter &filter, bool ignored)
      : sites_(sites), filter_(filter), ignored_(ignored) {}

  Place before(llvm::Instruction &why);
  /// REQUIRES: `why` is no terminator.
  Place after(llvm::Instruction &why);

  void read(Place &at, llvm::Value *pointer, llvm::Value *size, llvm::Align align = llvm::Align(1));
  void write(Place &at, llvm::Value *pointer, llvm::Value *size,
             llvm::Align align = llvm::Align(1));
  /// memcpy or memmove: both sides, or the one that is shared.
  void copy(Place &at, llvm::Value *to, llvm::Value *from, llvm::Value *size);
  void fill(Place &at, llvm::Value *to, llvm::Value *size);
  /// Around hooks of several accesses that one instruction behind them makes.
  void together(Place &at, bool begins);
  /// Something the model has no idea of.
  void unsupported(Place &at, llvm::StringRef what);

  /// The bytes a value of `type` takes in memory as an i64; null where that is no constant.
  llvm::Value *sizeOf(const llvm::Instruction &user, llvm::Type *type) const;
  bool shared(const llvm::Value *pointer) { return filter_.mayBeShared(pointer); }
  AccessFilter &filter() { return filter_; }
  bool ignored() const { return ignored_; }
  /// Whether there was a place for any.
  bool used() const { return used_; }

private:
  SiteTable &sites_;
  AccessFilter &filter_;
  bool ignored_;
  bool used_ = false;
};

} // namespace xblock
