#pragma once

#include "base/schedule/counts.h"
#include "base/schedule/unmet.h"
#include "report/document/document.h"

/// The report of `loop count`: what a program communicates, without running it.
namespace loop::report {

Document count_document(const schedule::Counts& counts, const schedule::NeverMeets& never_meets,
                        const std::string& program);

} // namespace loop::report
