#pragma once

#include "base/text/json.h"

#include <string>
#include <vector>

/// Looking things up in a run.json that may be anything.
namespace loop::report {

/// null where there is no such member.
const Json& field(const Json& object, const std::string& key);
const Json& field(const Json& object, const std::string& key,
                                    const std::string& inner);

/// Text as it is, numbers and the rest as JSON, lists of words as a command line; "" where there is nothing.
std::string field_text(const Json& value);

/// The distinct texts of `inner` of the rank records of all launches, in the order of their first appearance.
std::vector<std::string> rank_texts(const Json& record,
                                    const std::vector<std::string>& path);

} // namespace loop::report
