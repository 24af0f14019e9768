//===- site_table.h - the source locations that a module's hooks name ------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Invariants
//  1. One constant xblock_site for each (file, line, column, function): read-only once it is relocated.
//  2. With debug info, file and line are those of the innermost inlined scope, and function is its
//     subprogram. Without, they are the module's source file, line 0 and the IR function.
//  3. Function names are demangled. -gline-tables-only keeps no mangled name of an inlined
//     function; one whose body is gone from the module has its bare name then.
//===-----------------------------------------------------------------------------------------===//
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <map>
#include <tuple>

namespace xblock {

class SiteTable {
public:
  explicit SiteTable(llvm::Module &module);

  /// The site of an instruction of the module, made when it is asked for first.
  llvm::Constant *siteOf(const llvm::Instruction &instruction);
  /// A private constant string, one for each text.
  llvm::Constant *string(llvm::StringRef text);

private:
  llvm::Constant *functionName(const llvm::Function &function);
  llvm::Constant *functionName(const llvm::DISubprogram &subprogram);

  using Key = std::tuple<llvm::Constant *, llvm::Constant *, unsigned, unsigned>;
  llvm::Module &module_;
  std::map<Key, llvm::Constant *> sites_;
  llvm::StringMap<llvm::Constant *> strings_;
  llvm::DenseMap<const void *, llvm::Constant *> names_; ///< by Function or DISubprogram
  llvm::DenseMap<const llvm::DISubprogram *, const llvm::Function *> bodies_;
};

} // namespace xblock
