#pragma once

namespace loop::runtime {

// Makes a process that ends by an uncaught exception say its type and its words: on stderr, and in
// `<records>/rank-<r>.exception` (docs/record-format.md). Then the process aborts as usual. To be called
// once.
void report_uncaught_exceptions();

} // namespace loop::runtime
