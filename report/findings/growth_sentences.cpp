#include "report/findings/growth_sentences.h"

#include "report/document/values.h"
#include "report/findings/scaling_law.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <cmath>

namespace loop::report {

namespace {

using statistics::GrowthForm;
using statistics::GrowthLaw;
using statistics::Knee;

constexpr double clear_jump = 1.1; ///< up or down; smaller ones are not a jump but a bend

/// "4.5 us + 3 ns times size"; the start may be below 0.
std::string line_text(const GrowthStory& story, double a, double b) {
    std::string text = fmt::format("{} {} {} times {}", story.amount(a), b < 0 ? "-" : "+",
                                   story.amount(std::abs(b)), story.axis);
    if (story.is_time_of_bytes && b > 0) text += fmt::format(" ({:.3g} GB/s)", 1e-9 / b);
    return text;
}

std::string range_text(const std::optional<std::pair<double, double>>& range,
                       const std::function<std::string(double)>& text) {
    return range ? text(range->first) + " to " + text(range->second) : "";
}

std::string exponent_text(double exponent) {
    return fmt::format("{:.2f}", exponent);
}

/// Of a law whose factors are told, too: two digits would change what it says by percents.
std::string long_exponent_text(double exponent) {
    return fmt::format("{:.4f}", exponent);
}

/// Of the axis, between its points.
std::string axis_text(double x) {
    return fmt::format("{:.3g}", x);
}

/// How the law above a knee differs from the law below.
std::string change_text(const GrowthStory& story, const Knee& knee, const GrowthLaw& below,
                        const GrowthLaw& above) {
    const bool is_power = below.form == GrowthForm::Power;
    const auto slope = [&](const GrowthLaw& law) {
        return is_power ? exponent_text(law.b) : story.amount(law.b);
    };
    std::string text;
    if (knee.jump >= clear_jump || knee.jump <= 1 / clear_jump) {
        text = fmt::format("{} {} to {} what the law below says", story.subject,
                           knee.jump > 1 ? "jumps" : "drops",
                           knee.jump > 1 ? multiple_text(knee.jump) : share_text(100 * knee.jump) + " of");
        if (slope(below) == slope(above)) return text;
        text += ", and ";
    }
    return text + fmt::format("{} {} changes from {} to {}", text.empty() ? story.subject + "'s" : "its",
                              is_power ? std::string("exponent") : "slope per unit of " + story.axis,
                              slope(below), slope(above));
}

std::string knee_sentence(const GrowthStory& story, std::size_t index) {
    const Knee& knee = story.growth->knees[index];
    std::string text =
        fmt::format("a knee lies between {} and {}: {}", story.places[knee.below], story.places[knee.above],
                    change_text(story, knee, story.growth->laws[index], story.growth->laws[index + 1]));
    const std::string& cause = story.causes[index];
    return text + (cause.empty() ? "; the records do not show why." : "; " + cause + ".");
}

} // namespace

std::string law_text(const GrowthStory& story, const GrowthLaw& law) {
    if (law.largest_deviation > good_fit) return "follows no law within " + share_text(100 * good_fit);
    if (law.form == GrowthForm::Linear) return "is " + line_text(story, law.a, law.b);
    if (law.form == GrowthForm::OffsetPower)
        return fmt::format("is {} + {} times {}^{}", story.amount(law.a), story.amount(law.b), story.axis,
                           long_exponent_text(law.c));
    if (law.form == GrowthForm::Valley)
        return fmt::format("is {} + {} divided by {}, least near {}", line_text(story, law.a, law.b),
                           story.amount(law.c), story.axis, axis_text(law.lowest));
    if (exponent_text(std::abs(law.b)) == exponent_text(0)) return "does not depend on the " + story.axis;
    return fmt::format("{} as {}^{}", law.b < 0 ? "falls" : "grows", story.axis, exponent_text(law.b));
}

std::string law_interval_text(const GrowthStory& story, const GrowthLaw& law) {
    if (law.largest_deviation > good_fit) return "";
    if (law.form == GrowthForm::OffsetPower)
        return law.c_interval ? "exponent " + range_text(law.c_interval, long_exponent_text) : "";
    if (law.form == GrowthForm::Valley)
        return law.lowest_interval ? "least near " + range_text(law.lowest_interval, axis_text) : "";
    if (!law.b_interval) return "";
    if (law.form == GrowthForm::Power) return "exponent " + range_text(law.b_interval, exponent_text);
    return "start " + range_text(law.a_interval, story.amount) + ", slope " +
           range_text(law.b_interval, story.amount);
}

DataTable laws_table(const GrowthStory& story) {
    DataTable table{"laws",
                    "Laws that describe " + story.subject,
                    {"from", "to", story.subject, "95 % interval", "deviates by at most"},
                    {}};
    table.max_width = 60;
    if (story.growth == nullptr) return table;
    for (const GrowthLaw& law : story.growth->laws) {
        const std::string interval = law_interval_text(story, law);
        const double percent = 100 * law.largest_deviation;
        table.rows.push_back({text_value(story.places[law.first]), text_value(story.places[law.last]),
                              text_value(law_text(story, law)),
                              interval.empty() ? nothing() : text_value(interval),
                              Value{fmt::format("{:.1f} %", percent), percent, "%"}});
    }
    return table;
}

namespace {

/// Where a law does not describe its points, it is not known where the next one begins.
bool is_described(const GrowthLaw& law) {
    return law.largest_deviation <= good_fit;
}

/// The exponent, the slope of a line, or where a valley is least.
Value figure_of(const GrowthLaw& law) {
    if (law.form == GrowthForm::Linear) return {fmt::format("{:.3g}", law.b), law.b, ""};
    if (law.form == GrowthForm::Valley) return {axis_text(law.lowest), law.lowest, ""};
    const double exponent = law.form == GrowthForm::Power ? law.b : law.c;
    return {exponent_text(exponent), exponent, ""};
}

} // namespace

std::vector<Conclusion> growth_conclusions(const GrowthStory& story, const std::string& section) {
    std::vector<Conclusion> all;
    if (story.growth == nullptr) return all;
    const statistics::Growth& growth = *story.growth;
    if (growth.knees.empty()) {
        const GrowthLaw& law = growth.laws[0];
        if (!is_described(law)) return all;
        const std::string interval = law_interval_text(story, law);
        all.push_back({"growth",
                       fmt::format("{} {} ({}within {}).", story.subject, law_text(story, law),
                                   interval.empty() ? "" : "95 % interval: " + interval + "; ",
                                   share_text(100 * law.largest_deviation)),
                       figure_of(law), section});
    }
    for (std::size_t i = 0; i < growth.knees.size(); ++i) {
        if (!is_described(growth.laws[i]) || !is_described(growth.laws[i + 1])) continue;
        const double jump = growth.knees[i].jump;
        all.push_back({"knee", knee_sentence(story, i), {fmt::format("{:.2f}", jump), jump, ""}, section});
    }
    return all;
}

} // namespace loop::report
