#pragma once

#include "report/surface/surface.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

/// Surfaces, and the sweeps that measured them, made for tests.
namespace surfaces_test {

using loop::formats::read_kept_results;
using loop::report::Outcome;
using loop::report::Surface;
using loop::report::SurfacePoint;
using loop::report::SweepLaunch;
using loop::report::SweepPoint;

inline const std::vector<double> paper_alphas{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1};
inline const std::vector<double> twos{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};

/// Those of `loop apexmap` (workloads/surface.toml).
inline const std::vector<double> usual_alphas{0.001, 0.005, 0.05, 0.25, 0.5, 1};
inline const std::vector<double> usual_lengths{1,   4,    16,   32,   64,    128,  256,
                                               512, 1024, 2048, 4096, 16384, 65536};

/// A surface whose MB/s are a function of alpha and L.
inline Surface made(const std::function<double(double, double)>& mbs,
                    const std::string& machine = "synthetic", int ranks = 256,
                    const std::vector<double>& lengths = twos,
                    const std::vector<double>& alphas = paper_alphas) {
    Surface surface;
    surface.machine = machine;
    surface.label = machine;
    surface.ranks = ranks;
    surface.version = "async";
    surface.buffers = 16;
    surface.words_of_rank = 64 << 20;
    surface.alphas = alphas;
    surface.lengths = lengths;
    for (const double alpha : surface.alphas)
        for (const double length : surface.lengths) {
            SurfacePoint point;
            point.mbs = mbs(alpha, length);
            if (std::isfinite(point.mbs)) point.samples = {point.mbs};
            point.remote_percent = 100 * (1 - std::pow(1.0 / surface.ranks, alpha));
            surface.points.push_back(point);
        }
    return surface;
}

/// Whether a sentence contains this text.
inline bool has(const std::vector<std::string>& sentences, const std::string& text) {
    for (const std::string& sentence : sentences)
        if (sentence.find(text) != std::string::npos) return true;
    UNSCOPED_INFO("no `" << text << "` in:");
    for (const std::string& sentence : sentences)
        UNSCOPED_INFO(sentence);
    return false;
}

inline std::string kept_line(double alpha, double length, double ns, const std::string& more = "",
                             const std::string& version = "async", const std::string& arguments = "",
                             const std::string& results = "") {
    return "{\"schema\":\"loop-kept-results/1\",\"launch\":\"x\",\"construct\":\"APEXMAP\",\"name\":\"\"" +
           more + ",\"arguments\":{\"ranks\":2,\"version\":\"" + version +
           "\",\"M\":1024,\"L\":" + std::to_string(length) + ",\"alpha\":" + std::to_string(alpha) +
           ",\"B\":16" + arguments + "},\"results\":{\"mean time a word\":" + std::to_string(ns) +
           ",\"remote fraction\":50" + results + "}}\n";
}

inline SweepPoint swept(const std::string& machine, const std::vector<std::string>& launches) {
    SweepPoint point;
    point.number = 1;
    point.workload = "apexmap";
    point.machine = machine;
    point.ranks = 2;
    point.set = {{"alpha", "1,0.5"}, {"L", "1,4"}};
    for (const std::string& text : launches) {
        SweepLaunch launch;
        launch.index = static_cast<int>(point.launches.size()) + 1;
        launch.outcome = Outcome::Good;
        launch.seconds = 1;
        launch.kept = read_kept_results(text);
        point.launches.push_back(launch);
    }
    return point;
}

} // namespace surfaces_test
