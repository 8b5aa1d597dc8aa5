#pragma once

#include "base/formats/campaign.h"
#include "runner/run/settings.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What a sweep measures, as plain data.
namespace loop::runner {

using formats::Campaign;
using formats::Stopping;
using formats::Variation;
using Series = formats::CampaignSeries;

/// Throws Failure (Usage) for contradictions: paired lists of different lengths, repeated values, an
/// axis that is no factor.
void check(const Campaign& campaign);

/// Reads a campaign file (docs/sweeps.md). Throws Failure (Usage) with the line of the error.
Campaign parse_campaign(std::string_view text, const std::string& origin);

/// Parses "1,2,4", "1-4", or "64,...,1024", which doubles. Throws Failure (Usage) that names `option`.
std::vector<int> parse_numbers(const std::string& text, const std::string& option, int least);
/// Parses `NAME=a,b`, or `NAME=8,...,64`. The value of `tree.map` is itself a list and is not split.
std::pair<std::string, std::vector<std::string>> parse_choices(const std::string& text);
/// Parses "90", "90s", "10m", or "2h" and returns seconds. Throws Failure (Usage) that names `option`.
double parse_duration(const std::string& text, const std::string& option);
/// Parses "5%" or "0.05". Throws Failure (Usage) that names `option`.
double parse_fraction(const std::string& text, const std::string& option);

} // namespace loop::runner
