#include "report/sweep/growth_json.h"

#include "base/formats/numbers.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

const char* form_text(statistics::GrowthForm form) {
    switch (form) {
    case statistics::GrowthForm::Linear:
        return "a + b x";
    case statistics::GrowthForm::Power:
        return "a x^b";
    case statistics::GrowthForm::OffsetPower:
        return "a + b x^c";
    case statistics::GrowthForm::Valley:
        break;
    }
    return "a + b x + c / x";
}

Json laws_and_knees(const std::optional<statistics::Growth>& growth, const std::vector<std::string>& places) {
    if (!growth) return nullptr;
    Json json{{"laws", Json::array()}, {"knees", Json::array()}};
    for (const statistics::GrowthLaw& law : growth->laws) {
        Json one{{"form", form_text(law.form)},
                 {"from", places[law.first]},
                 {"to", places[law.last]},
                 {"a", formats::json_number(law.a)},
                 {"a_interval", formats::json_interval(law.a_interval)},
                 {"b", formats::json_number(law.b)},
                 {"b_interval", formats::json_interval(law.b_interval)},
                 {"largest_deviation", formats::json_number(law.largest_deviation)}};
        if (law.form == statistics::GrowthForm::OffsetPower) {
            one["c"] = formats::json_number(law.c);
            one["c_interval"] = formats::json_interval(law.c_interval);
        }
        if (law.form == statistics::GrowthForm::Valley) {
            one["c"] = formats::json_number(law.c);
            one["lowest"] = formats::json_number(law.lowest);
            one["lowest_interval"] = formats::json_interval(law.lowest_interval);
        }
        json["laws"].push_back(std::move(one));
    }
    for (const statistics::Knee& knee : growth->knees)
        json["knees"].push_back({{"below", places[knee.below]},
                                 {"above", places[knee.above]},
                                 {"jump", formats::json_number(knee.jump)},
                                 {"bend", formats::json_number(knee.bend)}});
    return json;
}

} // namespace

Json growth_json(const Curve& curve) {
    std::vector<std::string> places;
    for (const CurvePoint& point : curve.points)
        places.push_back(point.at.text);
    return laws_and_knees(curve.growth, places);
}

Json result_curve_json(const ResultCurve& curve) {
    Json json{{"workload", curve.workload}, {"point", curve.point->number},
              {"name", curve.name},         {"unit", curve.unit},
              {"tag", curve.tag},           {"places", Json::array()}};
    std::vector<std::string> places;
    for (const ResultCurve::Place& place : curve.places) {
        places.push_back(fmt::format("{}", place.bytes));
        json["places"].push_back({{"bytes", place.bytes},
                                  {"value", formats::json_number(place.value)},
                                  {"interval", formats::json_interval(place.interval)},
                                  {"samples", place.samples}});
    }
    json["growth"] = laws_and_knees(curve.growth, places);
    return json;
}

} // namespace loop::report
