#pragma once

#include "runner/system/interrupts.h"

#include <filesystem>
#include <string>

namespace loop::runner {

/// What a recorded program wrote, with source lines in place of the addresses of its MPI calls
/// ("@address:4660", and operations of the file "@address"). Unknown ones are left out.
std::string with_call_lines(const std::string& text, const std::filesystem::path& program,
                            const std::string& source, Interrupts& interrupts);

} // namespace loop::runner
