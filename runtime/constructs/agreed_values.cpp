#include "constructs/agreed_values.h"

#include <cstring>

namespace loop::runtime {

void add_variables(std::vector<AgreedValue>& all, const Kept& kept) {
    const char* name = kept.names;
    for (int i = 0; i < kept.count; ++i) {
        const char* const end = std::strchr(name, ',');
        const auto at = static_cast<std::size_t>(i);
        all.push_back({end != nullptr ? std::string(name, end) : name, kept.values[at], kept.fractions[at]});
        if (end == nullptr) break;
        name = end + 2;
    }
}

} // namespace loop::runtime
