#include "base/text/strings.h"
#include "report/clue/columns.h"
#include "report/clue/comparison.h"
#include "report/clue/document.h"
#include "report/clue/limits.h"
#include "report/clue/same_nodes.h"
#include "report/clue/values.h"
#include "report/compare/conclusions.h"
#include "report/compare/parts.h"
#include "report/document/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

std::string percent_text(double fraction) {
    return fmt::format("{:.1f} %", 100 * fraction);
}

/// The names of the system's weaknesses, by the rules for a single system, each with its certainty: "network
/// (likely)". Models and published results have none.
std::string weaknesses_of(const ClueReport& report) {
    std::vector<std::string> names;
    for (const ClueObservation& item : observe(report))
        if (item.kind == ClueObservation::Kind::Weakness)
            add_once(names, report.published || item.certainty().empty()
                                ? item.about
                                : fmt::format("{} ({})", item.about, item.certainty()));
    return names.empty() ? "nothing" : joined(names, ", ");
}

/// What the machine is: one line of Table 4.1.
std::string machine_of(const ClueReport& report) {
    std::vector<std::string> parts;
    for (const auto& [name, text] : report.facts)
        parts.push_back(name + " " + text);
    return parts.empty() ? report.hardware : joined(parts, ", ");
}

std::string grid_text(const ClueReport& report) {
    return report.grid ? fmt::format("{} x {}", report.grid->width, report.grid->height) : "";
}

/// The average of a quantity over points that all systems have.
Value average_of(const ClueQuantity& quantity, const ClueReport& report,
                 const std::vector<CluePoint>& points) {
    double sum = 0;
    std::size_t count = 0;
    for (const CluePoint& point : points)
        if (const auto value = quantity.scaled(report.find(point.variation, point.ranks))) {
            sum += *value;
            ++count;
        }
    return count == 0 ? nothing()
                      : quantity_value(quantity, sum / static_cast<double>(count) / quantity.scale);
}

/// One row per system: Table 4.1, the averages of section 3.5, and what limits it.
Section systems_section(const ClueComparison& comparison) {
    Section section{"systems", "Systems"};
    DataTable table{"systems", "", {"system", "limited by", "trials", "grid per rank", "word"}, {}};
    const std::vector<CluePoint> common = comparison.common_points();
    if (!common.empty())
        for (const ClueQuantity* quantity :
             {&act_quantity(), &efficiency_quantity(), &serial_fraction_quantity()})
            table.columns.push_back(std::string("average ") + quantity->title);
    table.columns.emplace_back("machine");
    table.compact = table.columns.size() - 1;
    for (const ClueReport& system : comparison.systems) {
        const std::string trials = trials_text(system), grid = grid_text(system);
        std::vector<Value> row{text_value(system.system), text_value(weaknesses_of(system)),
                               text_value(system.published ? "none" : trials),
                               grid.empty() ? nothing() : text_value(grid),
                               system.word.empty() ? nothing() : text_value(system.word)};
        if (!common.empty())
            for (const ClueQuantity* quantity :
                 {&act_quantity(), &efficiency_quantity(), &serial_fraction_quantity()})
                row.push_back(average_of(*quantity, system, common));
        const std::string machine = machine_of(system);
        row.push_back(machine.empty() ? nothing() : text_value(machine));
        table.rows.push_back(std::move(row));
    }
    if (!common.empty())
        table.note =
            fmt::format("averages: of the {} that all systems have", counted(common.size(), "result"));
    section.tables = {table};
    return section;
}

/// The verdict by trials; for a published system and for the base, what it is.
Value verdict_cell(const ClueComparison& comparison, std::size_t system, const CluePoint& point) {
    if (system == comparison.base) return text_value("base");
    if (comparison.systems[system].published) return text_value("published");
    const ComparedCell* const cell = comparison.cell(system, point);
    Value value = cell == nullptr ? nothing() : verdict_value(*cell);
    return value.text.empty() ? nothing() : value;
}

/// Tables 4.2 and 4.3: one row per variation, number of ranks, and system.
Section results_section(const ClueComparison& comparison) {
    Section section{"results", "Results"};
    const std::string base = "% of " + comparison.systems[comparison.base].system;
    DataTable table{
        "figures", "", {"variation", "ranks", "system", act_quantity().title, base, "verdict"}, {}};
    for (const ClueQuantity* quantity : {&efficiency_quantity(), &serial_fraction_quantity()})
        table.columns.emplace_back(quantity->title);
    table.columns.emplace_back("takes, in times of the base");
    table.compact = table.columns.size() - 1;
    for (const CluePoint& point : comparison.points())
        for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
            const ClueFigure* const figure = comparison.systems[i].find(point.variation, point.ranks);
            if (figure == nullptr) continue;
            const auto relative = comparison.relative(i, point);
            const ComparedCell* const cell = comparison.cell(i, point);
            const std::string slowdown = cell == nullptr || !cell->judgement ? "" : slowdown_text(*cell);
            table.rows.push_back(
                {text_value(point.variation), count_value(point.ranks),
                 text_value(comparison.systems[i].system), figure_value(act_quantity(), *figure),
                 relative ? Value{fmt::format("{:.1f}", 100 * *relative), 100 * *relative, "%"} : nothing(),
                 verdict_cell(comparison, i, point), figure_value(efficiency_quantity(), *figure),
                 figure_value(serial_fraction_quantity(), *figure),
                 slowdown.empty() ? nothing() : text_value(slowdown)});
        }
    table.note = fmt::format("Results are those of the fastest trials. A verdict comes from all undisturbed "
                             "trials: from the times of a "
                             "transition, with the {:g} % interval of their ratio. Published results are "
                             "single values, and have none.",
                             100 * comparison_confidence);
    if (const std::string outside = outside_note(comparison.systems); !outside.empty())
        table.note += " " + outside;
    section.tables = {table};
    return section;
}

Section pictures_section(const std::vector<Chart>& charts) {
    Section section{"pictures", "Figures"};
    section.pictures = pictures_of(charts);
    return section;
}

std::string points_text(double fraction) {
    return fmt::format("{:+.1f} points", 100 * fraction);
}

/// A model beside what was published, at every point that both have.
Section models_section(const ClueComparison& comparison) {
    Section section{"models", "Models beside published results"};
    DataTable table{"models",
                    "",
                    {"model of", "variation", "ranks", "ACT/s, % of published", "efficiency %, published",
                     "efficiency %, model", "difference, points"},
                    {}};
    for (const CluePair& pair : comparison.pairs) {
        section.items.push_back(fmt::format("{}: limited by {}; the model {}: by {}", pair.published->system,
                                            weaknesses_of(*pair.published), pair.model->system,
                                            weaknesses_of(*pair.model)));
        for (const ClueFigure& published : pair.published->figures) {
            const ClueFigure* const model = pair.model->find(published.variation, published.ranks);
            if (model == nullptr) continue;
            const double act = 100 * model->act / published.act;
            std::vector<Value> row{text_value(pair.published->system),
                                   text_value(published.variation),
                                   count_value(published.ranks),
                                   {fmt::format("{:.1f}", act), act, "%"},
                                   figure_value(efficiency_quantity(), published),
                                   figure_value(efficiency_quantity(), *model),
                                   nothing()};
            if (published.ranks > 1 && published.efficiency && model->efficiency) {
                const double points = 100 * (*model->efficiency - *published.efficiency);
                row.back() = {fmt::format("{:+.2f}", points), points, ""};
            }
            table.rows.push_back(std::move(row));
        }
    }
    section.tables = {table};
    return section;
}

Section verdicts_section(const ClueComparison& comparison) {
    Section section{"verdicts", "What is undecided, and notes"};
    section.items = clue_comparison_notes(comparison);
    return section;
}

/// The observations on each system, as on its own sheet.
Section observations_section(const ClueComparison& comparison) {
    Section section{"limits", "What limits each system"};
    section.is_detail = true;
    for (const ClueReport& system : comparison.systems)
        for (const ClueObservation& item : observe(system))
            section.items.push_back(
                fmt::format("{}: {}{}: {} ({})", system.system,
                            item.kind == ClueObservation::Kind::Weakness ? "weakness, " : "", item.about,
                            item.sentence, item.sureness));
    return section;
}

Section missing_results(const ClueComparison& comparison) {
    Section section{"missing", "Not measured"};
    for (const ClueReport& system : comparison.systems)
        for (const ClueMissing& missing : system.missing)
            section.items.push_back(fmt::format("no result for {} of {}: {}",
                                                clue_label(missing.variation, missing.ranks), system.system,
                                                missing.why));
    return section;
}

Section origins_section(const ClueComparison& comparison) {
    Section section{"origins", "What was compared"};
    section.is_detail = true;
    for (std::size_t i = 0; i < comparison.systems.size(); ++i)
        section.items.push_back(
            fmt::format("{}: from {}", comparison.systems[i].system, comparison.origins[i]));
    return section;
}

/// Whether a comparison of the base on so many ranks is decided; without any, by the numbers.
bool is_decided(const ClueComparison& comparison, int ranks) {
    bool undecided = false;
    for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
        const ComparedCell* const cell = comparison.cell(i, {"base", ranks});
        if (cell == nullptr || !cell->judgement) continue;
        if (cell->judgement->finding != Finding::Undecided) return true;
        undecided = true;
    }
    return !undecided;
}

/// "On 8 ranks, the base is fastest on A (11.978 million ACT/s per rank) and most efficient on C (99.7 %),
/// ..."; nothing if every comparison of the base is undecided.
std::optional<Conclusion> leaders(const ClueComparison& comparison) {
    const int ranks = comparison.shown_ranks();
    const ClueReport *fastest = nullptr, *best = nullptr, *worst = nullptr;
    const auto value = [&](const ClueReport& system) { return system.find("base", ranks); };
    for (const ClueReport& system : comparison.systems) {
        const ClueFigure* const figure = value(system);
        if (figure == nullptr) continue;
        if (fastest == nullptr || figure->act > value(*fastest)->act) fastest = &system;
        if (!figure->efficiency) continue;
        if (best == nullptr || *figure->efficiency > *value(*best)->efficiency) best = &system;
        if (worst == nullptr || *figure->efficiency < *value(*worst)->efficiency) worst = &system;
    }
    if (fastest == nullptr || !is_decided(comparison, ranks)) return std::nullopt;
    std::string text = fmt::format("On {}, the base is fastest on {} ({:.3f} million ACT/s per rank)",
                                   counted(ranks, "rank"), fastest->system, value(*fastest)->act);
    if (ranks > 1 && best != nullptr && best != worst)
        text += fmt::format(", most efficient on {} ({}), and least efficient on {} ({})", best->system,
                            percent_text(*value(*best)->efficiency), worst->system,
                            percent_text(*value(*worst)->efficiency));
    return Conclusion{"leaders", text + ".", {}, "results"};
}

std::string agreement_text(const CluePair& pair, const ClueAgreement& found) {
    std::string text =
        fmt::format("{} and {}, which it models, have ACT/s within {} of each other", pair.model->system,
                    pair.published->system, percent_text(found.largest_act));
    if (found.efficiencies > 0) {
        const bool agree = std::abs(found.largest_efficiency) < agreeing_efficiency;
        text += fmt::format("; their efficiencies {}: they differ by at most {} ({})",
                            agree ? "agree" : "do not agree", points_text(found.largest_efficiency),
                            clue_label(found.at.variation, found.at.ranks));
    }
    return text + ".";
}

std::vector<Conclusion> conclusions_of_comparison(const ClueComparison& comparison) {
    std::vector<Conclusion> all;
    if (comparison.verdicts)
        for (Conclusion& conclusion : comparison_conclusions(*comparison.verdicts)) {
            conclusion.section = "results";
            all.push_back(std::move(conclusion));
        }
    for (const ClueSameNodes& pair : same_nodes(comparison))
        all.push_back({"library-or-system", pair.sentence, {}, "results"});
    if (auto sentence = leaders(comparison)) all.push_back(std::move(*sentence));
    for (const CluePair& pair : comparison.pairs)
        if (const ClueAgreement found = agreement(pair); found.points > 0)
            all.push_back({"model", agreement_text(pair, found), {}, "models"});
    return all;
}

} // namespace

Document clue_comparison_document(const ClueComparison& comparison, const std::vector<Chart>& charts) {
    Document document;
    document.title = "CLUE";
    for (const ClueReport& system : comparison.systems)
        document.subtitle += (document.subtitle.empty() ? "" : ", ") + system.system;
    document.kind = "LOOP comparison";
    document.simulated = std::any_of(comparison.systems.begin(), comparison.systems.end(),
                                     [](const ClueReport& system) { return system.simulated; });
    const bool is_measured = std::any_of(comparison.systems.begin(), comparison.systems.end(),
                                         [](const ClueReport& system) { return system.verdict.has_value(); });
    if (is_measured) document.judge(comparison.verdict);
    document.data = clue_comparison_json(comparison);
    document.csv = clue_comparison_csv(comparison);
    document.conclusions = conclusions_of_comparison(comparison);
    std::vector<Section> sections{systems_section(comparison), pictures_section(charts),
                                  results_section(comparison), limits_section(comparison),
                                  models_section(comparison),  missing_results(comparison),
                                  verdicts_section(comparison)};
    if (comparison.verdicts) sections.push_back(evidence_section(*comparison.verdicts));
    sections.push_back(observations_section(comparison));
    if (comparison.verdicts) sections.push_back(differences_section(*comparison.verdicts));
    sections.push_back(origins_section(comparison));
    for (Section& section : sections)
        if (!section.is_empty()) document.sections.push_back(std::move(section));
    for (const Section& section : document.sections) // a terminal cannot draw the intervals
        if (section.id != "evidence" && section.id != "differences") document.compact.push_back(section);
    return document;
}

} // namespace loop::report
