#include "base/text/cpu_list.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <cstddef>
#include <string_view>

namespace loop {

std::vector<int> parse_cpu_list(const std::string& text) {
    std::vector<int> cpus;
    for (const std::string& part : split_list(text)) {
        const std::string_view range = part;
        const std::size_t dash = range.find('-');
        const auto first = number_in<int>(range.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : number_in<int>(range.substr(dash + 1));
        if (!first || !last) break;
        for (int cpu = *first; cpu <= *last && cpus.size() < 65536; ++cpu)
            cpus.push_back(cpu);
    }
    return cpus;
}

std::string cpu_list(const std::vector<int>& cpus) {
    std::vector<std::string> parts;
    for (std::size_t first = 0, last = 0; first < cpus.size(); first = last + 1) {
        last = first;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1)
            ++last;
        parts.push_back(last == first ? std::to_string(cpus[first])
                                      : fmt::format("{}-{}", cpus[first], cpus[last]));
    }
    return joined(parts, ",");
}

} // namespace loop
