#include "runner/campaign/campaign.h"
#include "runner/campaign/json_fields.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

namespace loop::runner {


namespace {

// In the order of their enumerators.
constexpr std::array<const char*, 2> orders{"shuffled", "nested"};
constexpr std::array<const char*, 2> scalings{"fixed", "scaled"};
constexpr std::array<const char*, 2> keeps{"median", "fastest"};

template <typename Fields, typename OfVariation>
void name_variation_fields(Fields& fields, OfVariation& variation) {
    fields("name", variation.name);
    fields("set", variation.set);
}

template <typename Fields, typename OfSeries>
void name_series_fields(Fields& fields, OfSeries& series) {
    fields("workload", series.workload);
    fields("ranks", series.ranks);
    fields("sizes", series.sizes);
    fields("iterations", series.iterations);
    fields("paired", series.paired);
    fields("skip", series.skip);
    fields("set", series.set); // a list of pairs, as the order of parameters is the order of points
    fields("variations", series.variations);
    fields.added("machine", series.machine);
}

template <typename Fields, typename OfCampaign>
void name_campaign_fields(Fields& fields, OfCampaign& campaign) {
    fields("name", campaign.name);
    fields("machines", campaign.machines);
    fields("launches", campaign.stopping.launches);
    fields("most_launches", campaign.stopping.most_launches);
    fields("until", campaign.stopping.narrower_than);
    fields("budget_seconds", campaign.stopping.budget_seconds);
    fields("retries", campaign.stopping.retries);
    fields("warm_ups", campaign.warm_ups);
    fields("order", campaign.order, orders);
    fields("seed", campaign.seed);
    fields("scaling", campaign.scaling, scalings);
    fields("keep", campaign.keep, keeps);
    fields("phase", campaign.phase);
    fields("launch_limit_seconds", campaign.launch_limit_seconds);
    fields("verify", campaign.verify);
    fields.added("comparison", campaign.comparison);
    fields("series", campaign.series);
}

} // namespace

// The JSON library finds these four by their argument.

static void to_json(Json& json, const Variation& variation) {
    FieldWriter writer;
    name_variation_fields(writer, variation);
    json = writer.json;
}

static void from_json(const Json& json, Variation& variation) {
    FieldReader reader(json);
    name_variation_fields(reader, variation);
}

static void to_json(Json& json, const Series& series) {
    FieldWriter writer;
    name_series_fields(writer, series);
    json = writer.json;
}

static void from_json(const Json& json, Series& series) {
    FieldReader reader(json);
    name_series_fields(reader, series);
}

Json to_json(const Campaign& campaign) {
    FieldWriter writer;
    name_campaign_fields(writer, campaign);
    return writer.json;
}

Campaign campaign_from_json(const Json& json) {
    try {
        Campaign campaign;
        FieldReader reader(json);
        name_campaign_fields(reader, campaign);
        return campaign;
    } catch (const std::exception& error) {
        throw Failure(ExitCode::InputOutput, fmt::format("not a campaign: {}", error.what()));
    }
}

} // namespace loop::runner
