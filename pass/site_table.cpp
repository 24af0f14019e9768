//===- site_table.cpp - makes sites and their strings ----------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "site_table.h"

#include "abi_emit.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/Support/Path.h>

using namespace llvm;

namespace xblock {

SiteTable::SiteTable(Module &module) : module_(module) {
  for (const Function &function : module)
    if (const DISubprogram *subprogram = function.getSubprogram())
      bodies_[subprogram] = &function;
}

static Constant *privateConstant(Module &module, Constant *value, const char *name) {
  auto *variable =
      new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage, value, name);
  return variable;
}

Constant *SiteTable::string(StringRef text) {
  Constant *&slot = strings_[text];
  if (!slot) {
    slot = privateConstant(module_, ConstantDataArray::getString(module_.getContext(), text),
                           "xblock.string");
    cast<GlobalVariable>(slot)->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    cast<GlobalVariable>(slot)->setAlignment(Align(1));
  }
  return slot;
}

Constant *SiteTable::functionName(const Function &function) {
  Constant *&slot = names_[&function];
  if (!slot)
    slot = string(demangle(GlobalValue::dropLLVMManglingEscape(function.getName()).str()));
  return slot;
}

Constant *SiteTable::functionName(const DISubprogram &subprogram) {
  if (const Function *body = bodies_.lookup(&subprogram))
    return functionName(*body);
  Constant *&slot = names_[&subprogram];
  if (!slot)
    slot =
        string(subprogram.getLinkageName().empty() ? subprogram.getName().str()
                                                   : demangle(subprogram.getLinkageName().str()));
  return slot;
}

/// As the compiler was told it, where that is relative to the folder that it ran in. What clang splits into a folder and the rest, a source
/// with an absolute path that begins as that folder's does, is put together again.
static std::string fileOf(const DILocation &location) {
  StringRef file = location.getFilename(), folder = location.getDirectory();
  const DICompileUnit *unit = location.getScope()->getSubprogram()->getUnit();
  bool split = unit && !sys::path::is_absolute(file) && sys::path::is_absolute(folder) && folder != unit->getDirectory();
  return split ? (folder + "/" + file).str() : file.str();
}

Constant *SiteTable::siteOf(const Instruction &instruction) {
  Constant *file = nullptr, *function = nullptr;
  unsigned line = 0, column = 0;
  if (const DILocation *location = instruction.getDebugLoc()) {
    file = string(fileOf(*location));
    function = functionName(*location->getScope()->getSubprogram());
    line = location->getLine();
    column = location->getColumn();
  } else {
    file = string(module_.getSourceFileName());
    function = functionName(*instruction.getFunction());
  }
  Constant *&slot = sites_[{file, function, line, column}];
  if (!slot) {
    StructType *type = siteType(module_.getContext());
    Type *number = type->getElementType(2);
    slot =
        privateConstant(module_,
                        ConstantStruct::get(type, {file, function, ConstantInt::get(number, line),
                                                   ConstantInt::get(number, column)}),
                        "xblock.site");
    cast<GlobalVariable>(slot)->setAlignment(Align(8));
  }
  return slot;
}

} // namespace xblock
