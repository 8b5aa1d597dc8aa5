// Says whether a goal is met by what a script has measured:
//   bench_goal NAME AIM LIMIT exactly VALUE
//   bench_goal NAME AIM LIMIT percent COUNT TRIALS
//   bench_goal NAME AIM LIMIT median FILE             - reads standard input
//   bench_goal NAME AIM LIMIT difference FILE FILE    of two sides, launched in turn
//   bench_goal NAME AIM LIMIT ratio FILE FILE...      LOOP's launches and the rival's; several pairs share
//   the goal
// AIM: at-most, at-least, same, none. A file has one number per line.

#include "launch_files.h"
#include "medians.h"

#include <cstring>

namespace {

using bench::Aim;

int usage() {
    std::fputs("usage: bench_goal NAME at-most|at-least|same|none LIMIT "
               "exactly|percent|median|difference|ratio ARGUMENT...\n",
               stderr);
    return 2;
}

bench::Goal goal_of(const std::string& aim, double limit) {
    if (aim == "at-most") return {Aim::AtMost, limit};
    if (aim == "at-least") return {Aim::AtLeast, limit};
    return {aim == "same" ? Aim::Same : Aim::None, limit};
}

void add_ratio(bench::Group& group, const std::vector<double>& ours, const std::vector<double>& rival) {
    if (rival.empty()) return;
    if (ours.empty())
        group.add_without_end();
    else
        group.add(bench::ratio_of_launches(ours, rival));
}

void tell_ratios(const std::string& name, const bench::Goal& goal, char** files, int count) {
    const auto ours = bench::numbers_in(files[0]), rival = bench::numbers_in(files[1]);
    if (count == 2 && !ours.empty() && !rival.empty())
        return bench::print_goal(name, bench::ratio_of_launches(ours, rival), goal);
    bench::Group group(goal);
    for (int i = 0; i + 1 < count; i += 2)
        add_ratio(group, bench::numbers_in(files[i]), bench::numbers_in(files[i + 1]));
    bench::print_goal(name, group);
}

bench::Measured difference(const std::vector<double>& ours, const std::vector<double>& rival) {
    if (ours.size() != rival.size()) return {std::nan(""), {}}; // a launch did not end
    return bench::difference_of_medians(ours, rival);
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 6) return usage();
    const std::string name = argv[1], way = argv[4];
    const bench::Goal goal = goal_of(argv[2], std::atof(argv[3]));
    const bool has_two = argc == 7;
    if (way == "exactly")
        bench::print_goal(name, bench::exactly(std::atof(argv[5])), goal);
    else if (way == "percent" && has_two)
        bench::print_goal(name, bench::percent_of(std::atoi(argv[5]), std::atoi(argv[6])), goal);
    else if (way == "median")
        bench::print_goal(name, bench::median_of(bench::numbers_in(argv[5])), goal);
    else if (way == "difference" && has_two)
        bench::print_goal(name, difference(bench::numbers_in(argv[5]), bench::numbers_in(argv[6])), goal);
    else if (way == "ratio" && argc % 2 == 1)
        tell_ratios(name, goal, argv + 5, argc - 5);
    else
        return usage();
    return 0;
}
