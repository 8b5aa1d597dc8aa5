#include "derive/outer_phases.h"

#include "derive/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report::derive {

namespace {

bool has_phases(const Codes& codes) {
    return std::any_of(codes.begin(), codes.end(), [](const Code& code) {
        return code.text.rfind("\\PHASE(", 0) == 0 || has_phases(code.body);
    });
}

/// "halo.c:12" of the first call whose place the trace has.
std::string place_of(const Codes& codes) {
    static const std::string at = " at ";
    for (const Code& code : codes) {
        const std::size_t begin = code.comment.find(at);
        if (begin != std::string::npos) return code.comment.substr(begin + at.size());
        if (std::string place = place_of(code.body); !place.empty()) return place;
    }
    return {};
}

} // namespace

void add_phases(Codes& codes) {
    if (has_phases(codes)) return;
    std::map<std::string, int> used;
    for (Code& code : codes) {
        if (!code.is_block() || code.text.rfind("\\LOOP", 0) != 0) continue;
        std::string title = title_for(code.body);
        if (const std::string place = place_of(code.body); !place.empty()) title += ", " + place;
        const int number = ++used[title];
        if (number > 1) title += fmt::format(" {}", number);
        code = {fmt::format("\\PHASE(\"{}\")", title), "", {code}};
    }
}

} // namespace loop::report::derive
