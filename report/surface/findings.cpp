#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/surface/formatting.h"
#include "report/surface/locality.h"

#include <fmt/core.h>

#include <cmath>

namespace loop::report {

namespace {

/// The fastest and the slowest point; null if none was measured.
struct Extremes {
    const SurfacePoint *most = nullptr, *least = nullptr;
};

Extremes extremes_of(const Surface& surface) {
    Extremes found;
    for (const SurfacePoint& point : surface.points) {
        if (!std::isfinite(point.mbs)) continue;
        if (found.most == nullptr || point.mbs > found.most->mbs) found.most = &point;
        if (found.least == nullptr || point.mbs < found.least->mbs) found.least = &point;
    }
    return found;
}

std::string place_of(const Surface& surface, const SurfacePoint* point) {
    const auto index = static_cast<std::size_t>(point - surface.points.data());
    return place_text(surface.alphas[index / surface.lengths.size()],
                      surface.lengths[index % surface.lengths.size()]);
}

void add_extremes(const Surface& surface, std::vector<std::string>& sentences) {
    const auto [most, least] = extremes_of(surface);
    if (most == nullptr || surface.measured() < 2) return;
    if (most->mbs < quarter * least->mbs) {
        sentences.push_back(fmt::format(
            "All measured points are within {:.0f} % of each other: neither locality matters here.",
            100 * (most->mbs / least->mbs - 1)));
        return;
    }
    const auto at = [&](const SurfacePoint* point) {
        return fmt::format("{} MB/s per process at {}", mbs_text(point->mbs), place_of(surface, point));
    };
    sentences.push_back(fmt::format("Fastest: {}; slowest: {}, {}x less.", at(most), at(least),
                                    factor_text(most->mbs / least->mbs)));
}

/// How fast a process computes, if it computes more than a sum.
void add_arithmetic(const Surface& surface, std::vector<std::string>& sentences) {
    const Extremes found = extremes_of(surface);
    if (found.most == nullptr || surface.intensity <= 1) return;
    const auto at = [&](const SurfacePoint* point) {
        const double mflops = 2 * surface.intensity * point->mbs / 8;
        return fmt::format("{} Mflop/s ({})", mbs_text(mflops), place_of(surface, point));
    };
    sentences.push_back(
        fmt::format("With {:.0f} multiply-adds on each word, a process computes from {} to {}.",
                    surface.intensity, at(found.least), at(found.most)));
}

std::string loss_text(const LocalityLoss& loss) {
    return fmt::format("{}x ({}x to {}x)", factor_text(loss.median), factor_text(loss.least),
                       factor_text(loss.most));
}

void add_tolerance(const Surface& surface, std::vector<std::string>& sentences) {
    const auto temporal = temporal_loss(surface), spatial = spatial_loss(surface);
    if (!temporal || !spatial) return;
    if (std::max(temporal->median, spatial->median) < quarter) return;
    const double quotient = temporal->median / spatial->median;
    const std::string judgement = quotient > quarter       ? "the loss of temporal locality is tolerated less"
                                  : quotient < 1 / quarter ? "the loss of spatial locality is tolerated less"
                                                           : "both losses are tolerated about equally";
    sentences.push_back(fmt::format("Less temporal locality (alpha {} to {}) typically costs {}, less "
                                    "spatial locality (L {} to {}) {}: {}.",
                                    number_text(surface.alphas.front()), number_text(surface.alphas.back()),
                                    loss_text(*temporal), number_text(surface.lengths.back()),
                                    number_text(surface.lengths.front()), loss_text(*spatial), judgement));
}

/// Names the caches that a block outgrows between the two lengths.
std::string outgrown(const Surface& surface, const Step& step) {
    std::vector<std::string> names;
    for (const CacheSize& cache : surface.caches)
        if (cache.bytes / 8 >= step.before && cache.bytes / 8 < step.beyond)
            names.push_back(fmt::format("{} ({})", cache.name, bytes_text(cache.bytes)));
    return names.empty() ? "" : ": a block outgrows " + joined(names, ", ");
}

/// Whose bandwidth changes.
const char* concerned_text(Step::Where where) {
    switch (where) {
    case Step::Where::MostlyRemote:
        return "the bandwidth of words of other ranks";
    case Step::Where::MostlyLocal:
        return "the bandwidth of a rank's own words";
    case Step::Where::Everywhere:
        break;
    }
    return "bandwidth";
}

std::string cause_text(const Surface& surface, const Step& step) {
    if (step.where == Step::Where::MostlyRemote)
        return ": this may be a limit of the MPI library, such as its eager limit";
    return (step.where == Step::Where::Everywhere ? ", for most alphas" : "") + outgrown(surface, step);
}

void add_steps(const Surface& surface, std::vector<std::string>& sentences) {
    for (const Step& step : steps(surface))
        sentences.push_back(fmt::format("Between L = {} and {} words ({} and {}), {} {} {}x the value "
                                        "expected from the lengths on both sides{}.",
                                        number_text(step.before), number_text(step.beyond),
                                        bytes_text(8 * step.before), bytes_text(8 * step.beyond),
                                        concerned_text(step.where), step.factor < 1 ? "drops to" : "jumps to",
                                        factor_text(step.factor), cause_text(surface, step)));
}

void add_fall(const Surface& surface, std::vector<std::string>& sentences) {
    const auto fall = steepest_fall(surface);
    if (!fall || surface.alphas.size() < 3) return;
    std::string text =
        fmt::format("With less temporal locality, bandwidth falls fastest between alpha {} and {}: {}x.",
                    number_text(fall->before), number_text(fall->beyond), factor_text(fall->factor));
    std::vector<std::string> inside;
    for (const Half& half : halves(surface))
        if (half.alpha >= fall->before && half.alpha <= fall->beyond)
            inside.push_back(fmt::format("{} ({}) at alpha {:.2g}",
                                         half.where == own_words ? "on the rank itself" : "in " + half.where,
                                         bytes_text(half.bytes), half.alpha));
    if (!inside.empty())
        text += fmt::format(" In this range, half of all accesses are {}.", joined(inside, ", "));
    sentences.push_back(text);
}

std::string exchange_text(const Surface& surface, const Exchange& found) {
    return fmt::format(
        "To sustain {} MB/s per process from alpha {} to {}, blocks must grow from {}{} to {} words, {}{}x.",
        number_text(found.mbs), number_text(surface.alphas.front()), number_text(surface.alphas.back()),
        found.at_least ? "at most " : "", factor_text(found.shortest), factor_text(found.longest),
        found.at_least ? "at least " : "", factor_text(found.factor()));
}

/// Says why no block lengths give this bandwidth at both ends.
std::string no_exchange_text(const Surface& surface, double mbs) {
    const std::string level = number_text(mbs) + " MB/s per process ";
    if (surface.alphas.size() < 2) return level + "needs more than one alpha.";
    for (const std::size_t alpha : {surface.alphas.size() - 1, std::size_t{0}})
        if (!needed_length(surface, alpha, mbs))
            return level + fmt::format("was not reached with alpha {} and blocks up to {} words.",
                                       number_text(surface.alphas[alpha]),
                                       number_text(surface.lengths.back()));
    return level + fmt::format("was exceeded by the shortest blocks, of {} words, with every alpha.",
                               number_text(surface.lengths.front()));
}

/// Adds a sentence for every requested bandwidth; by default for the most informative one.
void add_exchange(const Surface& surface, std::vector<std::string>& sentences) {
    if (surface.wanted_mbs.empty()) {
        if (const auto found = telling_exchange(surface)) sentences.push_back(exchange_text(surface, *found));
        return;
    }
    for (const double mbs : surface.wanted_mbs) {
        const auto found = exchange(surface, mbs);
        sentences.push_back(found ? exchange_text(surface, *found) : no_exchange_text(surface, mbs));
    }
}

void add_remarks(const Surface& surface, std::vector<std::string>& sentences) {
    if (!surface.is_complete())
        sentences.push_back(fmt::format("Incomplete: {} of {} points were measured; blank points were not.",
                                        surface.measured(), surface.points.size()));
    if (!knows_parts(surface))
        sentences.push_back(
            "All ranks read rank 0's words most often (shift=false), so ranks differ in which "
            "part of their accesses is remote: LOOP fits no model, and does not say which "
            "words a step concerns.");
    if (!surface.same_words)
        sentences.push_back("M differs between points because memory was short; set it with --set M=WORDS.");
}

} // namespace

std::vector<std::string> findings(const Surface& surface) {
    std::vector<std::string> sentences;
    add_extremes(surface, sentences);
    add_arithmetic(surface, sentences);
    add_tolerance(surface, sentences);
    add_steps(surface, sentences);
    add_fall(surface, sentences);
    add_exchange(surface, sentences);
    add_remarks(surface, sentences);
    return sentences;
}

} // namespace loop::report
