#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

/// Splits a list of hosts at its commas and expands names as Slurm writes them: `n[1,3-4]` and
/// `r[1-2]n[08-10]:2`. The brackets of an IPv6 address stay. Throws Failure (Usage) for brackets that cannot
/// be expanded; `where` begins the message.
std::vector<std::string> hosts_in_list(std::string_view text, const std::string& where);

} // namespace loop::runner
