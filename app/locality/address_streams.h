#pragma once

#include "base/locality/addresses.h"
#include "base/locality/last_touch.h"

#include <functional>
#include <string>

namespace loop::app {

/// "stdin" for `-`, otherwise the name of the file.
std::string stream_name_of(const std::string& file);

using OnAccess = std::function<void(const locality::Access&)>;

/// Reads all addresses from the descriptor and calls `visit` with each. Throws AddressError, and Failure
/// (InputOutput) with `name` if it cannot be read.
void read_addresses(int descriptor, const std::string& name, locality::AddressFormat format,
                    const OnAccess& visit);

/// The same for a file, or stdin for `-`. Throws Failure (InputOutput) instead of AddressError and
/// MemoryLimit.
void read_address_file(const std::string& file, const std::string& format, const OnAccess& visit);

/// Throws Failure (InputOutput): the analysis of the stream needs more memory than allowed.
[[noreturn]] void refuse_memory(const std::string& name, const locality::MemoryLimit& error);

/// The formats by their names.
locality::AddressFormat address_format(const std::string& name);

} // namespace loop::app
