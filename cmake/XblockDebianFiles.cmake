# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# Run by cpack on the tree that it packs, before it does.
set(usr ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(doc ${usr}/share/doc/${CPACK_PACKAGE_NAME})

# The license itself is in every Debian; the exceptions to it are not.
file(READ ${CPACK_XBLOCK_SOURCE}/LICENSE.txt license)
string(REGEX MATCH "---- LLVM Exceptions to the Apache 2.0 License ----.*" exceptions "${license}")
if(NOT exceptions)
  message(FATAL_ERROR "LICENSE.txt has no exceptions of LLVM")
endif()
string(REGEX REPLACE "[ \t]*\n" "\n" exceptions "${exceptions}")
string(REGEX REPLACE "\n+$" "" exceptions "${exceptions}")
string(REGEX REPLACE "\n(\n+)" "\n.\n" exceptions "${exceptions}")
string(REPLACE "\n" "\n " exceptions "${exceptions}")
file(WRITE ${doc}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: xblock

Files: *
Copyright: the xblock developers
License: Apache-2.0 with LLVM-exception
 The Apache License 2.0, which Debian has as /usr/share/common-licenses/Apache-2.0, with these exceptions:
 .
 ${exceptions}
")

# Debian's zsh does not look where others do.
if(EXISTS ${usr}/share/zsh/site-functions)
  file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
endif()

# gzip -n: without a time, so that two packages of one build are the same.
configure_file(${CPACK_XBLOCK_SOURCE}/CHANGELOG.md ${doc}/changelog COPYONLY)
file(GLOB pages ${usr}/share/man/man1/*.1)
execute_process(COMMAND gzip -9n ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
foreach(command xblock-clang xblock-clang++) # the same page tells of them
  file(CREATE_LINK xblock.1.gz ${usr}/share/man/man1/${command}.1.gz SYMBOLIC)
endforeach()
