#include "runner/campaign/clue_proposal.h"

#include "base/text/strings.h"
#include "runner/launch/machine_kind.h"
#include "runner/machine/limits.h"
#include "runner/machine/present.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace {

constexpr double kib = 1024, mib = 1048576, gib = 1073741824;
constexpr long long min_side = 4; // scattered neighbours are not adjacent
constexpr double widest_cell = 8; // bytes of a double

int max_ranks(const ClueSettings& settings) {
    return *std::max_element(settings.ranks.begin(), settings.ranks.end());
}

double cells_of(const ClueSettings& settings) {
    return static_cast<double>(*settings.width) * static_cast<double>(*settings.height);
}

/// Size in bytes of the largest cache that cores do not share.
std::optional<double> own_cache(const PresentMachine& machine) {
    std::optional<double> bytes;
    for (const CacheLevel& cache : machine.caches)
        if (cache.cores <= 1) bytes = std::max(bytes.value_or(0), static_cast<double>(cache.bytes));
    return bytes;
}

/// Memory per core in bytes, from the profile's hardware description.
std::optional<double> memory_of_rank(const MachineProfile& profile) {
    if (!profile.hardware.memory_bytes) return std::nullopt;
    return static_cast<double>(*profile.hardware.memory_bytes) /
           static_cast<double>(profile.hardware.cores.value_or(1));
}

/// The word of a machine as its profile describes it or, if ranks run on this host, as this host has it.
std::optional<int> word_of(const MachineProfile& profile, const PresentMachine* here) {
    const std::int64_t bits = profile.hardware.word_bits.value_or(here != nullptr ? here->word_bits : 0);
    return bits > 0 ? std::optional(static_cast<int>(bits / 8)) : std::nullopt;
}

void choose_word(ClueSettings& settings, const MachineProfile& profile, const PresentMachine* here) {
    settings.machine_word_bytes = word_of(profile, here);
    if (settings.word_bytes != 0) return;
    if (!settings.machine_word_bytes)
        throw Failure(ExitCode::Usage, fmt::format("the word of machine `{}` is unknown", settings.machine()),
                      "give `--word 4` or `--word 8`, or `word_bits` in the [hardware] of its profile");
    settings.word_bytes = *settings.machine_word_bytes;
    if (settings.word_bytes != 4 && settings.word_bytes != 8)
        throw Failure(ExitCode::Usage,
                      fmt::format("machine `{}` has words of {} bytes; cells have 4 or 8 bytes",
                                  settings.machine(), settings.word_bytes),
                      "give `--word 4` or `--word 8`");
}

void choose_ranks(ClueSettings& settings, const MachineProfile& profile) {
    if (!settings.ranks.empty()) {
        // Efficiency is relative to one rank.
        if (std::find(settings.ranks.begin(), settings.ranks.end(), 1) == settings.ranks.end())
            settings.ranks.insert(settings.ranks.begin(), 1);
        return;
    }
    const auto usual = kind_of(profile)->usual_ranks();
    settings.ranks = doubled_up_to(usual ? static_cast<int>(*usual) : available_cores());
}

void choose_grid(ClueSettings& settings, std::optional<long long> max_side) {
    if (!settings.width) {
        if (!settings.memory_bytes)
            throw Failure(ExitCode::Usage,
                          fmt::format("the memory of machine `{}` is unknown", settings.machine()),
                          "give `--memory 1024M` (per rank) or `--size N` (the side of the grid)");
        const long long side = ideal_side(*settings.memory_bytes, settings.cache_bytes, settings.fill,
                                          settings.reserve_bytes, settings.word_bytes);
        settings.width = std::max(std::min(side, max_side.value_or(side)), min_side);
    }
    if (!settings.height) settings.height = settings.width;
}

/// Throws Failure (Usage) if two states of the largest cells do not fit into the memory for all ranks.
void refuse_what_does_not_fit(const ClueSettings& settings, double memory) {
    const double bytes = 2 * widest_cell * cells_of(settings) * max_ranks(settings);
    if (bytes <= memory) return;
    throw Failure(
        ExitCode::Usage,
        fmt::format(
            "{} x {} cells on {} ranks take {:.4g} GiB in double precision; the machine has {:.4g} GiB",
            *settings.width, *settings.height, max_ranks(settings), bytes / gib, memory / gib),
        "use a smaller grid (`--size`) or fewer ranks, or give neither to fit the memory");
}

} // namespace

ClueSettings proposed(ClueSettings settings, const MachineProfile& profile,
                      std::optional<long long> max_side) {
    choose_ranks(settings, profile);
    if (!kind_of(profile)->is_this_host()) {
        if (!settings.memory_bytes) settings.memory_bytes = memory_of_rank(profile);
        choose_word(settings, profile, nullptr);
        choose_grid(settings, max_side);
        return settings;
    }
    const PresentMachine machine = present_machine();
    const auto memory = static_cast<double>(machine.memory);
    if (!settings.memory_bytes) settings.memory_bytes = memory / max_ranks(settings);
    if (!settings.cache_bytes) settings.cache_bytes = own_cache(machine);
    choose_word(settings, profile, &machine);
    choose_grid(settings, max_side);
    refuse_what_does_not_fit(settings, memory);
    return settings;
}

std::string grid_text(const ClueSettings& settings) {
    std::string text =
        fmt::format("grid: {} x {} cells of {} bytes per rank, {:.4g} MiB per state", *settings.width,
                    *settings.height, settings.word_bytes, cells_of(settings) * settings.word_bytes / mib);
    std::vector<std::string> known;
    if (settings.memory_bytes)
        known.push_back(fmt::format("{:.4g} MiB of memory per rank", *settings.memory_bytes / mib));
    if (settings.cache_bytes)
        known.push_back(fmt::format("{:.4g} KiB of cache", *settings.cache_bytes / kib));
    if (settings.machine_word_bytes)
        known.push_back(fmt::format("words of {} bytes", *settings.machine_word_bytes));
    return known.empty() ? text : text + " (" + joined(known, ", ") + ")";
}

} // namespace loop::runner
