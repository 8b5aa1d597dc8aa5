#pragma once

#include "made_surfaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>

/// Surfaces of made-up machines with latency and bandwidth per level of the memory, a network, and a step of
/// its protocol. Everything about them is known, so tests can ask whether the report finds it.
namespace surfaces_test {

struct Level {
    double words; ///< that it holds
    double start_ns, word_ns;
};

struct MadeMachine {
    int ranks = 256;
    std::array<Level, 4> levels; ///< ascending; the last one is a rank's memory
    double message_ns = 1000, message_word_ns = 2;
    double step_after = INFINITY, step_factor = 1; ///< longer blocks take this many times as long

    /// Mean time per word of blocks of `length` words: each access costs what the smallest level costs that
    /// holds it.
    double ns(double alpha, double length) const {
        const double all = levels.back().words * ranks;
        double sum = 0, below = 0;
        for (const Level& level : levels) {
            const double part = std::pow(level.words / all, alpha);
            sum += (part - below) * (level.start_ns / length + level.word_ns);
            below = part;
        }
        const double message = message_ns / length + message_word_ns;
        return sum + (1 - below) * message * (length > step_after ? step_factor : 1);
    }
};

/// A machine of its own for each seed.
inline MadeMachine random_machine(int ranks, std::mt19937_64& random) {
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    MadeMachine machine;
    machine.ranks = ranks;
    machine.levels = {Level{between(2, 8) * 1024, between(1, 2), between(0.1, 0.4)},
                      Level{between(32, 256) * 1024, between(3, 6), between(0.2, 0.6)},
                      Level{between(1, 8) * 1048576, between(15, 40), between(0.3, 1)},
                      Level{64 * 1048576, between(60, 120), between(0.6, 2)}};
    machine.message_ns = between(300, 3000);
    machine.message_word_ns = between(1, 16);
    return machine;
}

/// `noise`: the standard deviation of the logarithm of a time, independent for each point.
inline Surface surface_of(const MadeMachine& machine, double noise, std::mt19937_64& random,
                          const std::vector<double>& lengths = twos,
                          const std::vector<double>& alphas = paper_alphas) {
    std::normal_distribution<double> normal;
    return made(
        [&](double alpha, double length) {
            return 8e3 / machine.ns(alpha, length) * std::exp(noise * normal(random));
        },
        "made", machine.ranks, lengths, alphas);
}

/// What slows down a time of one launch beyond even noise: a factor, anew for each point and launch.
using Delay = std::function<double(std::mt19937_64&)>;

/// The medians of three launches, each with this noise, on the grid of `loop apexmap`. `delay`: of each
/// whole time; `message_delay`: of what messages take.
inline Surface usual_surface_of(const MadeMachine& machine, double noise, std::mt19937_64& random,
                                const Delay& delay = {}, const Delay& message_delay = {}) {
    const auto launch = [&] {
        std::normal_distribution<double> normal;
        return made(
            [&](double alpha, double length) {
                MadeMachine now = machine;
                if (message_delay) now.message_ns *= message_delay(random);
                return 8e3 / now.ns(alpha, length) / (delay ? delay(random) : 1) *
                       std::exp(noise * normal(random));
            },
            "made", machine.ranks, usual_lengths, usual_alphas);
    };
    Surface surface = launch();
    const Surface second = launch(), third = launch();
    for (std::size_t k = 0; k < surface.points.size(); ++k) {
        SurfacePoint& point = surface.points[k];
        point.samples = {point.mbs, second.points[k].mbs, third.points[k].mbs};
        std::vector<double> sorted = point.samples;
        std::sort(sorted.begin(), sorted.end());
        point.mbs = sorted[1];
    }
    return surface;
}

} // namespace surfaces_test
