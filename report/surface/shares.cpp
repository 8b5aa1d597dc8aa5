#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/surface/formatting.h"
#include "report/surface/locality.h"
#include "report/surface/probes.h"

#include <fmt/core.h>

#include <cmath>

namespace loop::report {

namespace {

std::string share_text(double share) {
    if (share >= 1.995) return factor_text(share) + " times";
    return fmt::format(share < 0.0995 ? "{:.2g} % of" : "{:.0f} % of", 100 * share);
}

/// The block lengths with which alphas reach a bandwidth: "12 words at alpha 0.001 and 200 words at alpha
/// 0.1".
std::string where_reached(const Surface& surface, double mbs) {
    std::vector<std::size_t> reaching;
    for (std::size_t a = 0; a < surface.alphas.size(); ++a)
        if (needed_length(surface, a, mbs)) reaching.push_back(a);
    if (reaching.empty()) return "is reached nowhere on this surface";
    const auto at = [&](std::size_t a) {
        const NeededLength needed = *needed_length(surface, a, mbs);
        return fmt::format("{}{} words at alpha {:g}", needed.at_most ? "at most " : "",
                           factor_text(needed.words), surface.alphas[a]);
    };
    std::string text = "takes blocks of " + at(reaching.front());
    if (reaching.size() > 1) text += " and of " + at(reaching.back());
    if (reaching.back() + 1 < surface.alphas.size())
        text += fmt::format(", and is not reached at alpha {:g}", surface.alphas.back());
    return text;
}

/// The indices of the fastest point; nothing if no point was measured.
std::optional<std::pair<std::size_t, std::size_t>> fastest(const Surface& surface) {
    std::optional<std::pair<std::size_t, std::size_t>> best;
    for (std::size_t a = 0; a < surface.alphas.size(); ++a)
        for (std::size_t l = 0; l < surface.lengths.size(); ++l)
            if (std::isfinite(surface.mbs(a, l)) &&
                (!best || surface.mbs(a, l) > surface.mbs(best->first, best->second)))
                best = {a, l};
    return best;
}

std::string memory_sentence(const Surface& surface, const Probes& probes) {
    if (probes.simulated)
        return "The machine is a model that charges operations and knows nothing of memory, so its surface "
               "has no "
               "share of a memory's bandwidth.";
    if (!probes.memory_mbs && !probes.level.empty())
        return fmt::format(
            "The triad's vectors stayed in the {}, so no share of the bandwidth of memory is known.",
            probes.level);
    if (!probes.memory_failure.empty())
        return "The triad failed, so no share of the bandwidth of memory is known: " + probes.memory_failure +
               ".";
    if (!probes.memory_mbs)
        return "The bandwidth of memory was not probed with this surface, so no share of it is known.";
    const auto best = fastest(surface);
    if (!best) return "";
    const double memory = *probes.memory_mbs, share = surface.mbs(best->first, best->second) / memory;
    return fmt::format(
        "Memory: the triad moves {} MB/s per process. The fastest point, {}, reads {} that{}. Half "
        "of it, {} MB/s, {}.",
        mbs_text(memory), place_text(surface.alphas[best->first], surface.lengths[best->second]),
        share_text(share), share > 1 ? ": its words come from caches" : "", mbs_text(memory / 2),
        where_reached(surface, memory / 2));
}

/// The block length whose remote words reach half of the bandwidth of messages, at the largest alpha.
std::string half_of_messages(const Surface& surface, double mbs) {
    const std::size_t alpha = surface.alphas.size() - 1;
    const auto needed =
        needed_length(surface, alpha, mbs / 2 / remote_part(surface, alpha, surface.lengths.size() - 1));
    if (!needed) return "Half of it is not reached";
    return fmt::format("Half of it takes blocks of {}{} words", needed->at_most ? "at most " : "",
                       factor_text(needed->words));
}

std::string message_sentence(const Surface& surface, const Probes& probes) {
    if (!has_remote_words(surface) || !knows_parts(surface)) return "";
    if (!probes.message_failure.empty())
        return "The ping-pong failed, so no share of the bandwidth of messages is known: " +
               probes.message_failure + ".";
    if (!probes.message_mbs)
        return "The bandwidth of messages was not probed with this surface, so no share of it is known.";
    const std::size_t alpha = surface.alphas.size() - 1;
    std::optional<std::size_t> best;
    for (std::size_t l = 0; l < surface.lengths.size(); ++l)
        if (std::isfinite(surface.mbs(alpha, l)) &&
            (!best || surface.mbs(alpha, l) > surface.mbs(alpha, *best)))
            best = l;
    if (!best || !(remote_part(surface, alpha, *best) > 0)) return "";
    const double remote = remote_part(surface, alpha, *best), mbs = remote * surface.mbs(alpha, *best);
    std::string text = fmt::format(
        "Network: at {}, {:.3g} % of the words come from other ranks, {} MB/s per process, which is {} the "
        "ping-pong's {} MB/s{}. {}",
        place_text(surface.alphas.back(), surface.lengths[*best]), 100 * remote, mbs_text(mbs),
        share_text(mbs / *probes.message_mbs), mbs_text(*probes.message_mbs),
        probes.one_node && !probes.simulated ? " (all ranks are on one node)" : "",
        half_of_messages(surface, *probes.message_mbs));
    if (probes.half_bytes)
        text += fmt::format("; the ping-pong's n-half is {} words", factor_text(*probes.half_bytes / 8));
    return text + ".";
}

} // namespace

std::vector<std::string> shares(const Surface& surface, const std::vector<Probes>& all) {
    std::vector<std::string> sentences;
    const Probes* const probes = probes_of(surface, all);
    if (probes == nullptr) return sentences;
    for (std::string sentence : {memory_sentence(surface, *probes), message_sentence(surface, *probes)})
        if (!sentence.empty()) sentences.push_back(std::move(sentence));
    return sentences;
}

} // namespace loop::report
