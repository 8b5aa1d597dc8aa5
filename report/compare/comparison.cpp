#include "report/compare/comparison.h"

#include "base/statistics/order_statistics.h"
#include "base/text/strings.h"
#include "report/compare/published.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace loop::report {

namespace {

constexpr double message_bytes = 4000; ///< start-up cost of a message, in bytes: 1 us at 4 GB/s

bool is_printed_first(const std::string& name) {
    return name == "size" || name == "iterations";
}

/// Returns ranks, size, and iterations as in the paper: 16/256/8; 16/-/8 without a size.
std::string extents(const Measurement& measurement) {
    const std::string size = measurement.parameter("size"), iterations = measurement.parameter("iterations");
    std::string text = std::to_string(measurement.ranks);
    if (!size.empty() || !iterations.empty()) text += "/" + (size.empty() ? "-" : size);
    return iterations.empty() ? text : text + "/" + iterations;
}

/// Whether `other` has each parameter of `one` with the same value. Size and iterations may be absent: they
/// are recorded only for programs that use them, by earlier versions always.
bool has_parameters_of(const Measurement& one, const Measurement& other) {
    return std::all_of(one.parameters.begin(), one.parameters.end(), [&](const auto& parameter) {
        const std::string value = other.parameter(parameter.first);
        return value == parameter.second || (value.empty() && is_printed_first(parameter.first));
    });
}

/// Whether both have the same setting, as far as a published table states it.
bool belongs(const Measurement& one, const Measurement& other) {
    if (one.workload != other.workload || one.ranks != other.ranks) return false;
    // A point without a run has only the parameters of its plan.
    const bool loosely = one.is_published || other.is_published || one.is_lost() || other.is_lost();
    if (!loosely) return has_parameters_of(one, other) && has_parameters_of(other, one);
    return std::all_of(one.parameters.begin(), one.parameters.end(), [&](const auto& parameter) {
        const std::string value = other.parameter(parameter.first);
        return value.empty() || value == parameter.second;
    });
}

/// A row under construction: its measurements, by candidate.
using Found = std::vector<const Measurement*>;

/// The first that has a time, and with it all parameters; if none has, the first.
const Measurement& first_of(const Found& row) {
    const auto measured = std::find_if(
        row.begin(), row.end(), [](const Measurement* item) { return item != nullptr && !item->is_lost(); });
    if (measured != row.end()) return **measured;
    return **std::find_if(row.begin(), row.end(), [](const Measurement* item) { return item != nullptr; });
}

std::vector<Found> find_rows(const std::vector<Candidate>& candidates) {
    std::vector<Found> rows;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        for (const Measurement& measurement : candidates[i].measurements) {
            const auto fits = [&](const Found& row) {
                return row[i] == nullptr && std::all_of(row.begin(), row.end(), [&](const Measurement* item) {
                           return item == nullptr || belongs(*item, measurement);
                       });
            };
            auto row = std::find_if(rows.begin(), rows.end(), fits);
            if (row == rows.end()) row = rows.insert(row, Found(candidates.size()));
            (*row)[i] = &measurement;
        }
    return rows;
}

/// Whether each candidate is a single run. If so, they are compared even if their parameters differ, because
/// the user may ask for the effect of a parameter.
bool are_single_runs(const std::vector<Candidate>& candidates) {
    return std::all_of(candidates.begin(), candidates.end(), [](const Candidate& candidate) {
        return candidate.measurements.size() == 1 && !candidate.measurements[0].seconds.empty() &&
               candidate.measurements[0].label.empty();
    });
}

/// Returns the settings in which single runs differ, with one value per candidate.
std::vector<Difference> setting_differences(const Found& runs) {
    std::vector<std::string> names{"workload", "ranks"};
    for (const Measurement* run : runs)
        for (const auto& parameter : run->parameters)
            add_once(names, parameter.first);
    std::vector<Difference> all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        Difference item{names[i], {}};
        for (const Measurement* run : runs)
            item.values.push_back(i == 0   ? run->workload
                                  : i == 1 ? std::to_string(run->ranks)
                                           : run->parameter(names[i]));
        if (std::set<std::string>(item.values.begin(), item.values.end()).size() > 1) all.push_back(item);
    }
    return all;
}

/// Whether one launch stands for all: simulated times repeat, unless the program draws random numbers.
bool is_exact(const Measurement& measurement) {
    const auto [least, most] = std::minmax_element(measurement.seconds.begin(), measurement.seconds.end());
    return measurement.repeats && *least == *most;
}

Judgement judgement_of(const Measurement& other, const Measurement& base) {
    const KnownTime printed{other.seconds[0], other.half_unit}, printed_base{base.seconds[0], base.half_unit};
    if (other.is_published && base.is_published) return judge_published(printed_base, printed);
    if (other.is_published) return judge_published(printed, base.seconds, true, is_exact(base));
    if (base.is_published) return judge_published(printed_base, other.seconds, false, is_exact(other));
    if (is_exact(base) && is_exact(other))
        return judge_exact(statistics::median(base.seconds), statistics::median(other.seconds));
    if (is_exact(base) != is_exact(other)) {
        // Every launch of a model takes the same time, so one counts as many.
        const std::vector<double>&varies = is_exact(base) ? other.seconds : base.seconds,
              &repeats = is_exact(base) ? base.seconds : other.seconds;
        const std::vector<double> equal(varies.size(), statistics::median(repeats));
        return judge(is_exact(base) ? equal : varies, is_exact(base) ? varies : equal,
                     are_in_turn(base, other));
    }
    return judge(base.seconds, other.seconds, are_in_turn(base, other));
}

/// The phases that both have measured in each launch.
std::vector<JudgedPhase> judged_phases(const Measurement& other, const Measurement& base) {
    std::vector<JudgedPhase> result;
    for (const auto& [name, seconds] : other.phases)
        for (const auto& [base_name, base_seconds] : base.phases) {
            if (name != base_name || seconds.size() != other.seconds.size() ||
                base_seconds.size() != base.seconds.size())
                continue;
            Measurement phase = other, base_phase = base;
            phase.seconds = seconds;
            base_phase.seconds = base_seconds;
            result.push_back({name, statistics::median(seconds), statistics::median(base_seconds),
                              judgement_of(phase, base_phase)});
        }
    return result;
}

ComparedCell cell_of(const Measurement* measurement, const Measurement* base, bool is_base, bool anyway) {
    ComparedCell cell;
    cell.is_base = is_base;
    if (measurement == nullptr) return cell;
    (measurement->is_lost() ? cell.lost : cell.measurement) = measurement;
    if (cell.measurement != nullptr) cell.seconds = statistics::median(measurement->seconds);
    if (is_base || base == nullptr) return cell;
    cell.is_refused = !anyway && (measurement->trust.is_invalid() || base->trust.is_invalid());
    if (cell.is_refused || measurement->is_lost() || base->is_lost()) return cell;
    cell.judgement = judgement_of(*measurement, *base);
    cell.phases = judged_phases(*measurement, *base);
    return cell;
}

/// Returns parameters other than size and iterations, if they are needed to distinguish rows of the workload.
std::string other_parameters(const Measurement& measurement, const std::vector<Found>& rows) {
    std::string text;
    for (const auto& [name, value] : measurement.parameters) {
        if (is_printed_first(name)) continue;
        const bool varies =
            std::any_of(rows.begin(), rows.end(), [&, key = name, mine = value](const Found& row) {
                const Measurement& other = first_of(row);
                // A published table does not list all parameters.
                return other.workload == measurement.workload && !other.is_published &&
                       other.parameter(key) != mine;
            });
        if (varies) text += fmt::format(" {}={}", name, value);
    }
    return text;
}

/// The measurement that names the row: a published one, if any, else the first.
const Measurement& namer_of(const Found& row) {
    const auto published = std::find_if(row.begin(), row.end(), [](const Measurement* item) {
        return item != nullptr && item->is_published;
    });
    return published == row.end() ? first_of(row) : **published;
}

ComparedRow row_of(const Found& found, const std::vector<Found>& all, std::size_t base, bool anyway) {
    const Measurement& first = first_of(found);
    ComparedRow row;
    row.workload = first.workload;
    row.ranks = first.ranks;
    row.setting = extents(namer_of(found)) + other_parameters(first, all);
    row.label = first.label.empty() ? row.workload + " " + row.setting : first.label;
    for (std::size_t i = 0; i < found.size(); ++i) {
        row.cells.push_back(cell_of(found[i], found[base], i == base, anyway));
        row.cells.back().label = row.label;
    }
    return row;
}

/// The same for single runs with different settings: each cell has its own label, the row lists all.
ComparedRow unlike_row(const Found& runs, const std::vector<Difference>& differences, std::size_t base,
                       bool anyway) {
    ComparedRow row = row_of(runs, {runs}, base, anyway);
    row.label.clear();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        std::string label = runs[i]->workload + " " + extents(*runs[i]);
        for (const Difference& item : differences)
            if (item.what != "workload" && item.what != "ranks" && !is_printed_first(item.what) &&
                !item.values[i].empty())
                label += fmt::format(" {}={}", item.what, item.values[i]);
        row.cells[i].label = label;
        row.label += (i == 0 ? "" : " | ") + label;
    }
    return row;
}

std::string unlike_note(const std::vector<Difference>& differences) {
    std::vector<std::string> texts;
    for (const Difference& item : differences) {
        std::vector<std::string> values = item.values;
        std::replace(values.begin(), values.end(), std::string(), std::string("none"));
        texts.push_back(item.what + " " + joined(values, ", "));
    }
    return "the runs have different settings and are compared anyway. They differ in " + joined(texts, "; ");
}

/// Returns the highest intensity among each workload's rows. Workloads of unknown intensity come last, in
/// their order.
std::map<std::string, double> intensities(const std::vector<ComparedRow>& rows) {
    std::map<std::string, double> result;
    for (const ComparedRow& row : rows)
        for (const ComparedCell& cell : row.cells) {
            if (cell.measurement == nullptr) continue;
            const auto intensity = communication_intensity(*cell.measurement);
            if (!intensity) continue;
            const auto [place, fresh] = result.emplace(row.workload, *intensity);
            if (!fresh) place->second = std::max(place->second, *intensity);
        }
    return result;
}

void order_rows(std::vector<ComparedRow>& rows) {
    const std::map<std::string, double> known = intensities(rows);
    std::map<std::string, std::size_t> appearance;
    for (const ComparedRow& row : rows)
        appearance.emplace(row.workload, appearance.size());
    const auto intensity = [&](const ComparedRow& row) {
        const auto found = known.find(row.workload);
        return found == known.end() ? -1 : found->second;
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const ComparedRow& a, const ComparedRow& b) {
        if (a.workload != b.workload) {
            if (intensity(a) != intensity(b)) return intensity(a) > intensity(b);
            return appearance[a.workload] < appearance[b.workload];
        }
        return a.ranks < b.ranks;
    });
}

std::vector<Difference> differences_of(const std::vector<Candidate>& candidates) {
    std::vector<Difference> all;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        for (const auto& [what, value] : candidates[i].environment) {
            auto found = std::find_if(all.begin(), all.end(),
                                      [&, key = what](const auto& item) { return item.what == key; });
            if (found == all.end())
                found = all.insert(found, {what, std::vector<std::string>(candidates.size())});
            found->values[i] = value;
        }
    const auto agree = [&](const Difference& item) {
        std::set<std::string> values;
        for (std::size_t i = 0; i < candidates.size(); ++i)
            if (!candidates[i].environment.empty()) values.insert(item.values[i]);
        return values.size() < 2;
    };
    all.erase(std::remove_if(all.begin(), all.end(), agree), all.end());
    return all;
}

/// Adds a note on launches that were not interleaved, with the consequence.
void note_order(const Comparison& comparison, std::vector<std::string>& notes) {
    const std::string& base = comparison.candidates[comparison.base].name;
    for (std::size_t i = 0; i < comparison.candidates.size(); ++i) {
        std::optional<double> drift;
        for (const ComparedRow& row : comparison.rows)
            if (const auto& judgement = row.cells[i].judgement; judgement && !judgement->in_turn)
                drift = std::max(drift.value_or(1), judgement->drift.value_or(1));
        if (!drift) continue;
        notes.push_back(fmt::format(
            "{} and {} were measured at different times, so changes in between count as differences. "
            "Blocks of neighboring launches are permuted, and the intervals are widened by the "
            "launches' drift, up to {}; a change in the pause between the two is not covered. "
            "`loop compare --launch` and sweeps interleave their launches",
            base, comparison.candidates[i].name, slowdown_size(*drift)));
    }
}

/// Adds the basis of each interval that does not come from two samples of launches, without duplicates.
void note_bases(const Comparison& comparison, std::vector<std::string>& notes) {
    for (const ComparedRow& row : comparison.rows)
        for (const ComparedCell& cell : row.cells)
            if (cell.judgement && !cell.judgement->basis.empty()) add_once(notes, cell.judgement->basis);
}

void note_chance(const Comparison& comparison, std::vector<std::string>& notes) {
    int differing = 0, judged = 0;
    for (const ComparedRow& row : comparison.rows)
        for (const ComparedCell& cell : row.cells) {
            if (!cell.judgement || !cell.judgement->probability) continue;
            ++judged;
            differing += differs(cell.judgement->finding) ? 1 : 0;
        }
    if (judged >= 10 && differing > 0)
        notes.push_back(
            fmt::format("{} comparisons at {:g} % confidence: about {:.1f} of them would differ by chance",
                        judged, 100 * comparison_confidence, judged * (1 - comparison_confidence)));
}

} // namespace

std::size_t index_of_candidate(const std::vector<Candidate>& candidates, const std::string& base) {
    if (base.empty()) return 0;
    // Another candidate may have exactly the name that this one has but for "(SIMULATED)".
    for (const std::string& name : {base, base + " (SIMULATED)"})
        for (std::size_t i = 0; i < candidates.size(); ++i)
            if (candidates[i].name == name || candidates[i].origin == name) return i;
    std::vector<std::string> names;
    for (const Candidate& candidate : candidates)
        names.push_back(candidate.name);
    throw ChoiceError("there is no `" + base + "` to compare with; there are " + joined(names, ", "));
}

std::optional<double> communication_intensity(const Measurement& measurement) {
    if (measurement.messages <= 0) return measurement.flops > 0 ? std::optional(0.0) : std::nullopt;
    if (measurement.flops <= 0) return std::numeric_limits<double>::infinity();
    return (measurement.bytes + message_bytes * measurement.messages) / measurement.flops;
}

std::vector<std::string> Comparison::slower_than(double fraction) const {
    std::vector<std::string> result;
    for (const ComparedRow& row : rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const auto& judgement = row.cells[i].judgement;
            if (judgement && judgement->finding == Finding::Slower &&
                judgement->interval->first > 1 + fraction)
                result.push_back(fmt::format("{} on {}: slower by {:.1f} % ({:.1f} to {:.1f} %)", row.label,
                                             candidates[i].name, 100 * (*judgement->slowdown - 1),
                                             100 * (judgement->interval->first - 1),
                                             100 * (judgement->interval->second - 1)));
        }
    return result;
}

std::vector<std::string> Comparison::refused() const {
    std::vector<std::string> sentences;
    const auto say = [&](const ComparedRow& row, std::size_t i) {
        const ComparedCell& cell = row.cells[i];
        const Measurement* const item = cell.planned();
        if (item == nullptr || !item->trust.is_invalid()) return;
        const std::string where = row.label + " on " + candidates[i].name;
        add_once(sentences,
                 cell.lost != nullptr
                     ? fmt::format("{} is INVALID and has no time to compare: {}", where, item->trust.why())
                     : where + " is INVALID, so it was not compared; `--anyway` compares and marks it");
    };
    for (const ComparedRow& row : rows)
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            if (row.cells[i].is_refused) {
                say(row, base);
                say(row, i);
            }
    return sentences;
}

bool are_in_turn(const Measurement& a, const Measurement& b) {
    if (a.sweep.empty() || a.sweep != b.sweep || a.places.empty() || b.places.empty()) return false;
    std::vector<std::pair<std::size_t, bool>> launches;
    for (const std::size_t place : a.places)
        launches.emplace_back(place, false);
    for (const std::size_t place : b.places)
        launches.emplace_back(place, true);
    std::sort(launches.begin(), launches.end());
    std::size_t changes = 0, alone = 1, longest = 1;
    for (std::size_t i = 1; i < launches.size(); ++i) {
        const bool changed = launches[i].second != launches[i - 1].second;
        changes += changed ? 1 : 0;
        alone = changed ? 1 : alone + 1;
        longest = std::max(longest, alone);
    }
    const std::size_t fewer = std::min(a.places.size(), b.places.size());
    // In rounds of random order, the same side is often launched twice in a row.
    return changes >= fewer && longest <= std::max<std::size_t>(2, fewer / 2);
}

Comparison compare(std::vector<Candidate> candidates, const std::string& base, bool anyway) {
    if (candidates.size() < 2)
        throw FormatError(candidates.empty()
                              ? "there is nothing to compare"
                              : "there is only one to compare: " + candidates[0].name +
                                    "; give another run, sweep, or table of published times after it");
    Comparison result;
    result.candidates = std::move(candidates);
    result.base = index_of_candidate(result.candidates, base);
    const std::vector<Found> rows = find_rows(result.candidates);
    if (rows.size() > 1 && are_single_runs(result.candidates)) {
        Found runs;
        for (const Candidate& candidate : result.candidates)
            runs.push_back(&candidate.measurements[0]);
        result.differences = setting_differences(runs);
        result.rows.push_back(unlike_row(runs, result.differences, result.base, anyway));
        result.notes.push_back(unlike_note(result.differences));
    } else {
        for (const Found& row : rows)
            result.rows.push_back(row_of(row, rows, result.base, anyway));
    }
    const bool any = std::any_of(result.rows.begin(), result.rows.end(), [](const ComparedRow& row) {
        return std::any_of(row.cells.begin(), row.cells.end(),
                           [](const ComparedCell& cell) { return cell.judgement || cell.is_refused; });
    });
    if (!any)
        throw FormatError("no two of them measured the same workload with the same ranks and parameters");
    order_rows(result.rows);
    for (Difference& item : differences_of(result.candidates))
        result.differences.push_back(std::move(item));
    note_order(result, result.notes);
    note_bases(result, result.notes);
    for (std::size_t i = 0; i < result.candidates.size(); ++i)
        for (const ComparedRow& row : result.rows)
            if (const Measurement* const item = row.cells[i].planned();
                item != nullptr && !item->is_published) {
                if (!result.trust) result.trust.emplace();
                result.trust->add(item->trust, result.candidates[i].name + ": " + row.cells[i].label);
            }
    note_chance(result, result.notes);
    return result;
}

} // namespace loop::report
