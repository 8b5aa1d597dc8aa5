#include "app/sweep/apexmap_checks.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/launch/machine_kind.h"
#include "runner/machine/present.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace loop::app {

using runner::ExitCode;
using runner::Failure;
using runner::MachineProfile;
using runner::Series;

namespace {

constexpr double word_bytes = 8;
constexpr double max_words_per_block = 1 << 30; // MPI counts words in an int
constexpr double max_intensity = 1 << 20;
const std::vector<std::string> known_versions{"sequential", "basic", "async", "rma", "shmem"};

/// All values of an axis, which is one list.
std::vector<std::string> axis_of(const Series& series, const std::string& name) {
    std::vector<std::string> all;
    for (const std::string& list : values_in(series, name))
        for (const std::string& text : split_list(list))
            all.emplace_back(trimmed(text));
    return all;
}

[[noreturn]] void refuse_surface(const std::string& message, const std::string& hint = {}) {
    throw Failure(ExitCode::Usage, message, hint);
}

void check_alphas(const Series& series) {
    const std::vector<std::string> all = axis_of(series, "alpha");
    for (const std::string& text : all) {
        const auto alpha = number_in<double>(text);
        if (!(alpha > 0 && alpha <= 1))
            refuse_surface(fmt::format("alpha `{}` in `{}` must be greater than 0 and at most 1", text,
                                       joined(all, ",")));
    }
}

/// Returns the longest length.
double check_lengths(const Series& series) {
    const std::vector<std::string> all = axis_of(series, "L");
    std::vector<double> lengths;
    for (const std::string& text : all) {
        const auto length = number_in<double>(text);
        if (!(length >= 1 && length <= max_words_per_block && *length == std::floor(*length)))
            refuse_surface(fmt::format("length `{}` in `{}` must be a whole number of words, from 1 to 2^30",
                                       text, joined(all, ",")));
        lengths.push_back(*length);
    }
    if (lengths.empty()) return 1;
    const double longest = *std::max_element(lengths.begin(), lengths.end());
    for (const double length : lengths)
        if (std::fmod(longest, length) != 0)
            refuse_surface(fmt::format("length {:.0f} in `{}` does not divide the longest one, {:.0f}",
                                       length, joined(all, ","), longest),
                           "all points use the same M words, which must be whole blocks of each length");
    return longest;
}

void check_versions(const Series& series) {
    for (const std::string& version : values_in(series, "version"))
        if (std::find(known_versions.begin(), known_versions.end(), version) == known_versions.end())
            refuse_surface(fmt::format("unknown version `{}`", version),
                           "the versions are " + joined(known_versions, ", "));
}

/// The versions that have each style.
const std::map<std::string, std::vector<std::string>> versions_of_styles{
    {"read", known_versions}, {"update", {"sequential", "rma"}}, {"chain", {"sequential"}}};

void check_styles(const Series& series) {
    std::vector<std::string> versions = values_in(series, "version");
    if (versions.empty()) versions = {"async"};
    for (const std::string& style : values_in(series, "style")) {
        const auto found = versions_of_styles.find(style);
        if (found == versions_of_styles.end())
            refuse_surface(fmt::format("unknown style `{}`", style), "the styles are read, update, chain");
        for (const std::string& version : versions)
            if (std::find(found->second.begin(), found->second.end(), version) == found->second.end())
                refuse_surface(fmt::format("version `{}` has no style `{}`", version, style),
                               "give one that has it: `--version " +
                                   joined(found->second, "` or `--version ") + "`");
    }
}

void check_intensities(const Series& series) {
    const std::vector<std::string> all = values_in(series, "intensity"), styles = values_in(series, "style");
    for (const std::string& text : all) {
        const auto times = number_in<double>(trimmed(text));
        if (!(times >= 1 && times <= max_intensity && *times == std::floor(*times)))
            refuse_surface(fmt::format("intensity `{}` in `{}` must be a whole number from 1 to {:.0f}", text,
                                       joined(all, ","), max_intensity));
        for (const std::string& style : styles)
            if (*times > 1 && style != "read")
                refuse_surface(fmt::format("style `{}` has no intensity above 1", style),
                               "only `--style read` computes with the words");
    }
}

void check_words(double m, int ranks, double longest) {
    if (std::fmod(m, ranks) != 0)
        refuse_surface(
            fmt::format("M = {:.0f} words cannot be distributed evenly over {} ranks; {:.0f} remain", m,
                        ranks, std::fmod(m, ranks)));
    const double own = m / ranks;
    if (std::fmod(own, longest) != 0)
        refuse_surface(
            fmt::format("each of {} ranks has {:.0f} of the M = {:.0f} words, which are not whole blocks of "
                        "{:.0f} words",
                        ranks, own, m, longest));
}

void check_memory(double m, const std::vector<MachineProfile>& profiles) {
    const double memory = static_cast<double>(runner::present_machine().memory);
    for (const MachineProfile& profile : profiles)
        if (runner::kind_of(profile)->is_this_host() && memory > 0 && m * word_bytes > memory)
            refuse_surface(
                fmt::format("M = {:.0f} words are {}, but the memory of this machine is {} (profile `{}`)", m,
                            bytes_text(m * word_bytes), bytes_text(memory), profile.name),
                "without M, LOOP chooses what fits");
}

} // namespace

std::vector<std::string> values_in(const Series& series, const std::string& name) {
    for (const auto& [key, values] : series.set)
        if (key == name) return values;
    return {};
}

bool uses_buffers(const std::string& version) {
    return version != "basic" && version != "sequential";
}

void check_apexmap(const Series& series, const std::vector<MachineProfile>& profiles) {
    check_alphas(series);
    const double longest = check_lengths(series);
    check_versions(series);
    check_styles(series);
    check_intensities(series);
    for (const std::string& text : values_in(series, "M")) {
        const auto m = number_in<double>(trimmed(text));
        if (!m || !(*m > 0) || *m != std::floor(*m))
            continue; // 0: the default; the program refuses the others
        for (const int ranks : series.ranks)
            check_words(*m, ranks, longest);
        check_memory(*m, profiles);
    }
}

} // namespace loop::app
