// A campaign file (TOML), and its copy in plan.json.
#include "runner/campaign/campaign.h"

#include "runner/system/failure.h"
#include "target.h"

using namespace loop::runner;
namespace formats = loop::formats;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = loop_fuzz::text_of(data, size);
    formats::Problems problems;
    try {
        const Campaign campaign = parse_campaign(text, "a.toml");
        const auto again = formats::from_json<Campaign>(formats::to_json(campaign), problems);
        if (!problems.empty() || formats::to_json(*again) != formats::to_json(campaign))
            loop_fuzz::broken("what plan.json keeps is what was asked for");
    } catch (const Failure&) {
    }
    formats::from_json<Campaign>(loop::Json::parse_or_discard(text), problems);
    return 0;
}
