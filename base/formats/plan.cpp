#include "base/formats/plan.h"

namespace loop::formats {

std::optional<PlanRecord> read_plan(std::string_view text, Problems& problems, Reader::Texts texts) {
    return from_json<PlanRecord>(Json::parse_or_discard(text), problems, texts);
}

} // namespace loop::formats
