#pragma once

#include "compiler/check/program.h"

#include <string>
#include <vector>

namespace loop::compiler::plain {

/// What a construct of a plain program uses of the namespace `loop`; empty if it is written without any of
/// it.
std::vector<std::string> names_of(const Construct& construct, const Program& program);

} // namespace loop::compiler::plain
