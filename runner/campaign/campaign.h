#pragma once

#include "base/formats/campaign.h"
#include "runner/run/settings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What a sweep measures, as plain values.
namespace loop::runner {

using formats::Campaign;
using formats::Stopping;
using formats::Variation;
using Series = formats::CampaignSeries;

/// Failure (Usage) for contradictions: paired lists of different lengths, repeated values.
void check(const Campaign& campaign);

/// Reads a campaign file (docs/campaign-format.md). Failure (Usage) with the line.
Campaign parse_campaign(std::string_view text, const std::string& origin);

/// "1,2,4" or "1-4"; failure (Usage) naming `option`.
std::vector<int> parse_numbers(const std::string& text, const std::string& option, int least);
/// `NAME=a,b`. The value of `tree.map` is a list itself and stays whole.
std::pair<std::string, std::vector<std::string>> parse_choices(const std::string& text);
/// "90", "90s", "10m", "2h" in seconds; failure (Usage) naming `option`.
double parse_duration(const std::string& text, const std::string& option);
/// "5%" or "0.05"; failure (Usage) naming `option`.
double parse_fraction(const std::string& text, const std::string& option);

} // namespace loop::runner
