//===- report_streams_linux.h - standard output and standard error, for what xblock tells ---------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Where they led as the process began. A program closes its own, or puts files in their place (daemons do), and the verdict is to be heard
// all the same, and never to end up in a file of the program.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include <string>

namespace xblock {

/// Before any code of the program. Without it, or where the system gives no descriptor more, they are 1 and 2.
void keepReportStreams();
/// The descriptor of stream 1 or 2; -1 if there was none as the process began.
int reportStream(int stream);
/// An errno, 0 if something could be written, as far as a write of nothing tells.
int tryReport(int stream);
/// The whole text; an errno, 0 if all went well. That nobody reads any more (EPIPE) sends no signal. By system call.
int writeReport(int stream, const std::string &text);

} // namespace xblock
