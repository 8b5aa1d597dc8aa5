#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loop::runner {

/// Splits a list of hosts at its commas, expands names as Slurm writes them, and appends them: `n[1,3-4]` and
/// `r[1-2]n[08-10]:2`. The brackets of an IPv6 address stay. Throws Failure (Usage) for brackets that cannot
/// be expanded, and for more than 65536 hosts in `hosts`; `where` begins the message.
void add_hosts(std::string_view text, const std::string& where, std::vector<std::string>& hosts);

} // namespace loop::runner
