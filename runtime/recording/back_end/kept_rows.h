#pragma once

#include "recording/recorder.h"
#include "session/group.h"

#include <loop/message_rows.h>

#include <map>
#include <vector>

namespace loop::recording {

// Messages by the number of ranks and the arguments of a construct, so that they are worked out once.
class KeptRows {
public:
    template <class Make>
    PatternNumber get(std::vector<long long> arguments, Make make) {
        arguments.push_back(runtime::ranks_in_group());
        const auto known = numbers_.find(arguments);
        if (known != numbers_.end()) return known->second;
        const PatternNumber number = add_pattern(make(runtime::ranks_in_group()));
        numbers_.emplace(std::move(arguments), number);
        return number;
    }

private:
    std::map<std::vector<long long>, PatternNumber> numbers_;
};

} // namespace loop::recording
