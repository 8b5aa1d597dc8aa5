#include "runner/named_phases.h"

#include <string>

namespace loop::runner {

using nlohmann::ordered_json;

namespace {

ordered_json& entry_of(ordered_json& phases, const std::string& name) {
    for (ordered_json& phase : phases)
        if (phase["name"] == name) return phase;
    phases.push_back({{"name", name}, {"total_seconds", 0.0}, {"flops", 0.0}});
    return phases.back();
}

double number(const ordered_json& item, const char* key) {
    const auto found = item.find(key);
    return found != item.end() && found->is_number() ? found->get<double>() : 0;
}

} // namespace

ordered_json named_phases(const ordered_json& record) {
    ordered_json phases = ordered_json::array();
    for (const ordered_json& item : record.value("phases", ordered_json::array())) {
        ordered_json& phase = entry_of(phases, item.value("name", ""));
        for (const char* key : {"total_seconds", "flops"})
            phase[key] = phase[key].get<double>() + number(item, key);
    }
    return phases;
}

} // namespace loop::runner
