#include "runner/outcome/ranks/record_shape.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace loop::runner {


namespace {

/// What a double holds exactly.
constexpr double exact_integers = 1LL << 53;

bool is_whole(const Json& value) {
    return value.is_number_integer() && value.get<double>() >= 0 && value.get<double>() <= exact_integers;
}

bool is_time(const Json& value) {
    return value.is_number() && std::isfinite(value.get<double>());
}

template <typename Is>
bool are_all(const Json& value, Is is) {
    return value.is_array() && std::all_of(value.begin(), value.end(), is);
}

bool is_text(const Json& value) {
    return value.is_string();
}

bool is_flag(const Json& value) {
    return value.is_boolean();
}

bool is_object(const Json& value) {
    return value.is_object();
}

bool is_list_of_objects(const Json& value) {
    return are_all(value, is_object);
}

bool is_list_of_texts(const Json& value) {
    return are_all(value, is_text);
}

/// A name means the same wherever it stands.
const std::map<std::string, bool (*)(const Json&)>& types() {
    static const std::map<std::string, bool (*)(const Json&)> all{
        {"schema", is_text},           {"launch", is_text},
        {"name", is_text},             {"unit", is_text},
        {"text", is_text},             {"construct", is_text},
        {"library", is_text},          {"problem", is_text},
        {"rank", is_whole},            {"ranks", is_whole},
        {"node_ranks", is_whole},      {"node_cores", is_whole},
        {"line", is_whole},            {"calls", is_whole},
        {"messages_sent", is_whole},   {"bytes_sent", is_whole},
        {"messages", is_whole},        {"messages_received", is_whole},
        {"bytes_received", is_whole},  {"dropped_partners", is_whole},
        {"checks", is_whole},          {"failures", is_whole},
        {"wrong_messages", is_whole},  {"wrong_bytes", is_whole},
        {"sender", is_whole},          {"dropped", is_whole},
        {"untimed", is_flag},          {"verified", is_flag},
        {"recorded", is_flag},         {"elapsed_seconds", is_time},
        {"total_seconds", is_time},    {"excluded_seconds", is_time},
        {"core_wait_seconds", is_time}, {"core_wait_of_seconds", is_time},
        {"notes", is_list_of_texts},
        {"phases", is_list_of_objects}, {"sites", is_list_of_objects},
        {"results", is_list_of_objects}, {"series", is_list_of_objects},
        {"verifications", is_list_of_objects}, {"faults", is_list_of_objects},
        {"payload", is_object},        {"trace", is_object},
        {"usage", is_object},          {"mpi", is_object}};
    return all;
}

bool holds_more(const std::string& name) {
    const auto found = types().find(name);
    return found != types().end() && (found->second == is_object || found->second == is_list_of_objects);
}

} // namespace

std::string wrong_member(const Json& record) {
    for (const auto& [name, value] : record.items()) {
        const auto type = types().find(name);
        if (type != types().end() && !type->second(value)) return name;
        if (!holds_more(name)) continue;
        if (value.is_object())
            if (const std::string wrong = wrong_member(value); !wrong.empty()) return wrong;
        if (value.is_array())
            for (const Json& item : value)
                if (const std::string wrong = wrong_member(item); !wrong.empty()) return wrong;
    }
    return {};
}

const Json& list_in(const Json& record, const char* name) {
    static const Json none = Json::array();
    const auto found = record.find(name);
    return found != record.end() && found->is_array() ? *found : none;
}

} // namespace loop::runner
