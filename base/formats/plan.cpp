#include "base/formats/plan.h"

namespace loop::formats {

std::string text_of(const PlanRecord& plan) {
    return to_json(plan).dump(2) + "\n";
}

std::optional<PlanRecord> read_plan(std::string_view text, Problems& problems, Reader::Texts texts) {
    const Json json = Json::parse_or_discard(text);
    PlanRecord plan;
    Reader reader(json, problems, texts);
    PlanRecord::members(reader, plan);
    return reader.is_whole() ? std::optional(std::move(plan)) : std::nullopt;
}

} // namespace loop::formats
