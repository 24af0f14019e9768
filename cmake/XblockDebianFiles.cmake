# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
#
# Run by cpack on the tree that it packs, before it does.
set(usr ${CPACK_TEMPORARY_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX})
set(doc ${usr}/share/doc/${CPACK_PACKAGE_NAME})

file(READ ${CPACK_XBLOCK_SOURCE}/LICENSE.txt license)
string(REGEX REPLACE "[ \t]+\n" "\n" license "${license}")
string(REPLACE "\n\n" "\n.\n" license "${license}")
string(REPLACE "\n\n" "\n.\n" license "${license}") # of three in a row
string(REGEX REPLACE "\n+$" "" license "${license}")
string(REPLACE "\n" "\n " license "${license}")
file(WRITE ${doc}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: xblock

Files: *
Copyright: the xblock developers
License: Apache-2.0-with-LLVM-exception
 ${license}
")

# Debian's zsh does not look where others do.
if(EXISTS ${usr}/share/zsh/site-functions)
  file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
endif()

# gzip -n: without a time, so that two packages of one build are the same.
configure_file(${CPACK_XBLOCK_SOURCE}/CHANGELOG.md ${doc}/changelog COPYONLY)
file(GLOB pages ${usr}/share/man/man1/*.1)
execute_process(COMMAND gzip -9n ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
