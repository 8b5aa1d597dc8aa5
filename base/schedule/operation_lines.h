#pragma once

#include "base/schedule/words.h"

#include <optional>
#include <string_view>

/// The lines of the recorder's file that describe an operation. All functions throw FormatError.
namespace loop::schedule {

/// By the first word of the line; nothing if it does not begin an operation.
std::optional<OperationKind> kind_of(std::string_view key);

/// What follows the first word. The last execution of `all` gets the operation. `ranks_needed`: by pattern,
/// the ranks that a group needs so that it has all ranks of the messages.
void read_operation(OperationKind kind, Words& words, const std::vector<long long>& ranks_needed,
                    Schedule& all);

/// A line on the operation in the line before. Returns false if the first word is unknown.
bool read_detail(std::string_view key, Words& words, Schedule& all);

/// Throws if not every call that begins is completed.
void require_complete(const Execution& execution, const Words& words);

} // namespace loop::schedule
