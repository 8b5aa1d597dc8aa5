#pragma once

#include "report/sweep/axis.h"

#include <functional>
#include <string>
#include <vector>

/// Sweeps for tests of their reports.
namespace loop_tests {

using namespace loop::report;

/// A sweep of one workload on 1, 2, and 4 ranks; its times follow Amdahl's law with a serial fraction of 0.1.
inline Sweep constructed() {
    Sweep sweep;
    sweep.name = "example";
    sweep.launches_planned = 6;
    for (const int ranks : {1, 2, 4}) {
        SweepPoint point;
        point.number = static_cast<int>(sweep.points.size()) + 1;
        point.workload = "example";
        point.machine = "local";
        point.ranks = ranks;
        point.folder = "points/00" + std::to_string(point.number);
        point.launches.push_back({1, 0, true, Outcome::Good, "", 99.0, {}});
        for (int i = 1; i <= 6; ++i)
            point.launches.push_back(
                {i, i, false, Outcome::Good, "", (0.1 + 0.9 / ranks) * (1 + 0.001 * i), {}});
        sweep.points.push_back(point);
    }
    return sweep;
}

/// Launches on these numbers of ranks whose times follow a formula, but for a scatter of 1 %.
inline Sweep following(const std::function<double(double ranks)>& seconds, const std::vector<int>& ranks) {
    Sweep sweep = constructed();
    const SweepPoint like = sweep.points[0];
    sweep.points.clear();
    for (const int number : ranks) {
        sweep.points.push_back(like);
        SweepPoint& point = sweep.points.back();
        point.number = static_cast<int>(sweep.points.size());
        point.ranks = number;
        for (SweepLaunch& launch : point.launches) {
            const int step = (7 * launch.index + 3 * point.number) % 11 - 5;
            launch.seconds = seconds(number) * (1 + 0.001 * step);
        }
    }
    return sweep;
}

/// Points on two ranks that differ in a parameter.
inline Sweep over(const std::string& parameter, const std::vector<std::string>& values) {
    Sweep sweep = constructed();
    const SweepPoint point = sweep.points[1];
    sweep.points.clear();
    for (const std::string& value : values) {
        sweep.points.push_back(point);
        sweep.points.back().number = static_cast<int>(sweep.points.size());
        if (parameter == "size")
            sweep.points.back().size = std::stoi(value);
        else
            sweep.points.back().set = {{parameter, value}};
    }
    return sweep;
}

inline Axis axis_of(const Sweep& sweep) {
    return layout_of(sweep).x;
}

inline std::vector<std::string> texts_of(const Axis& axis) {
    std::vector<std::string> texts;
    for (const AxisValue& value : axis.values)
        texts.push_back(value.text);
    return texts;
}

} // namespace loop_tests
