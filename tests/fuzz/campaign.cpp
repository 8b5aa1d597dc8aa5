// The description of a sweep: a file in TOML, and what plan.json keeps of it.
#include "target.h"

#include "runner/campaign/campaign.h"
#include "runner/system/failure.h"

using namespace loop::runner;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = loop_fuzz::text_of(data, size);
    try {
        const Campaign campaign = parse_campaign(text, "a.toml");
        if (to_json(campaign_from_json(to_json(campaign))) != to_json(campaign))
            loop_fuzz::broken("what plan.json keeps is what was asked for");
    } catch (const Failure&) {
    }
    try {
        campaign_from_json(loop::Json::parse_or_discard(text));
    } catch (const Failure&) {
    }
    return 0;
}
