#pragma once

#include "session/concat.h"

#include <loop/site.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

// Checks of kernel arguments.
namespace loop::runtime {

// Collective. As \REQUIRE, for a condition of the construct that the rank is in: the trace and the status
// file show that construct, as the program has no \REQUIRE there.
void require_of_call(bool holds, std::string_view what, const Site& site);

// Returns an error message if the value is out of range, else "".
inline std::string range_problem(const char* argument, long long value, long long least, long long most) {
    if (value >= least && value <= most) return "";
    return concat("`", argument, "` must be from ", least, " to ", most, ", not ", value);
}

inline void require_range(const char* argument, long long value, long long least, long long most,
                          const Site& site) {
    const std::string problem = range_problem(argument, value, least, most);
    require_of_call(problem.empty(), problem, site);
}

// Sets `value` to the meaning of a word; for an unknown word, ends the run with a list of the known ones.
template <class Value, std::size_t n>
void require_word(const char* argument, std::string_view word, Value& value,
                  const std::pair<const char*, Value> (&words)[n], const Site& site) {
    std::string known;
    bool found = false;
    for (std::size_t i = 0; i < n; ++i) {
        known += (i == 0 ? "`" : i + 1 < n ? ", `" : " or `") + std::string(words[i].first) + "`";
        if (word != words[i].first) continue;
        value = words[i].second;
        found = true;
    }
    require_of_call(found,
                    std::string("`") + argument + "` must be " + known + ", not `" + std::string(word) + "`",
                    site);
}

} // namespace loop::runtime
