#pragma once

#include "base/formats/fields.h"

#include <loop/record_keys.h>
#include <loop/result_kinds.h>

#include <string_view>

namespace loop::formats {

/// Programs find a result of a kernel by its tag; people read its name. Empty of a \RESULT.
struct ResultTag {
    std::string tag;             ///< <loop/result_kinds.h>
    std::string call;            ///< the argument NAME of the call that gave it
    std::optional<long long> at; ///< the size that it is of, if there is one of each

    bool is(const ResultKind& kind, const ResultStatistic& statistic = kinds::of_one) const;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.unless_empty(keys::tag, self.tag);
        fields.unless_empty(keys::call, self.call);
        fields.unless_null(keys::at, self.at);
    };
};

/// The tag of a result from an older version without tags, by its displayed name.
ResultTag tag_of_name(std::string_view name, std::string_view unit);

} // namespace loop::formats
