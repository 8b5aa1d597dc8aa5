#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

/// Looking things up in a run.json that may be anything.
namespace loop::report {

/// null where there is no such member.
const nlohmann::ordered_json& field(const nlohmann::ordered_json& object, const std::string& key);
const nlohmann::ordered_json& field(const nlohmann::ordered_json& object, const std::string& key,
                                    const std::string& inner);

/// Text as it is, numbers and the rest as JSON, lists of words as a command line; "" where there is nothing.
std::string field_text(const nlohmann::ordered_json& value);

/// The distinct texts of `inner` of the rank records of all launches, in the order of their first appearance.
std::vector<std::string> rank_texts(const nlohmann::ordered_json& record,
                                    const std::vector<std::string>& path);

} // namespace loop::report
