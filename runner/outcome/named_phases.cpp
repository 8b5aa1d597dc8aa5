#include "runner/outcome/named_phases.h"

#include <string>

namespace loop::runner {


namespace {

Json& entry_of(Json& phases, const std::string& name) {
    for (Json& phase : phases)
        if (phase["name"] == name) return phase;
    phases.push_back({{"name", name}, {"total_seconds", 0.0}, {"flops", 0.0}});
    return phases.back();
}

double number(const Json& item, const char* key) {
    const auto found = item.find(key);
    return found != item.end() && found->is_number() ? found->get<double>() : 0;
}

} // namespace

Json named_phases(const Json& record) {
    Json phases = Json::array();
    for (const Json& item : record.value("phases", Json::array())) {
        Json& phase = entry_of(phases, item.value("name", ""));
        for (const char* key : {"total_seconds", "flops"})
            phase[key] = phase[key].get<double>() + number(item, key);
    }
    return phases;
}

} // namespace loop::runner
