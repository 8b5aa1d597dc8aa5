#pragma once

#include "base/formats/fields.h"

#include <loop/record_keys.h>
#include <loop/result_kinds.h>

#include <string_view>

namespace loop::formats {

/// Identifies a result of a kernel for programs; people read its name. Empty for a \RESULT.
struct ResultTag {
    std::string tag;             ///< <loop/result_kinds.h>
    std::string call;            ///< the argument NAME of the call that produced it
    std::optional<long long> at; ///< the message size of the result, if there is one result per size

    bool is(const ResultKind& kind, const ResultStatistic& statistic = kinds::of_one) const;
    /// Whether it is of the quartiles of the batches of another series.
    bool is_quartile() const;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.unless_empty(keys::tag, self.tag);
        fields.unless_empty(keys::call, self.call);
        fields.unless_null(keys::at, self.at);
    };
};

/// The tag of a result from an older version without tags, by its displayed name.
ResultTag tag_of_name(std::string_view name, std::string_view unit);

} // namespace loop::formats
