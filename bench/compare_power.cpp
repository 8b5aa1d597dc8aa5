// Measures how often `loop compare` reports a change when nothing changed, and how often it finds a slowdown
// of 5 %, with 10 launches per side.
//   bench_compare_power [TRIALS] [samples.csv of a sweep with 20 or more launches per point]
// The baseline is the rank-sum test at 5 %, as tools apply it to repetitions within one launch. Then measures
// the same for runs launched one after the other on machines that drift: simulated machines, and the recorded
// launches of the sweep in their original order. bench/compare_pairs does this with real runs.
#include "base/statistics/rank_sum.h"
#include "base/text/csv.h"
#include "goal.h"
#include "report/compare/judgement.h"
#include "report/read/text_file.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

using Sample = std::vector<double>;
using Draw = std::function<double(std::mt19937_64&)>;

constexpr std::size_t launches = 10;

bench::Group changes_of_equals({bench::Aim::AtMost, 7}), changes_apart({bench::Aim::AtMost, 7});

bool is_called_different(const Sample& a, const Sample& b) {
    return loop::report::judge(a, b).finding != loop::report::Finding::Undecided;
}

bool is_called_slower(const Sample& a, const Sample& b) {
    return loop::report::judge(a, b).finding == loop::report::Finding::Slower;
}

Sample scaled(Sample sample, double factor) {
    for (double& value : sample)
        value *= factor;
    return sample;
}

struct Count {
    int trials = 0, false_alarms = 0, found = 0, found_stated = 0, by_plain_test = 0;
    double detectable = 0;

    void add(const Sample& a, const Sample& b) {
        ++trials;
        false_alarms += is_called_different(a, b);
        found += is_called_slower(a, scaled(b, 1.05));
        const auto judgement = loop::report::judge(a, b);
        detectable += judgement.detectable.value_or(1) - 1;
        by_plain_test += loop::statistics::rank_sum_probability(a, b) <= 0.05;
    }

    void print(const char* name) const {
        changes_of_equals.add(bench::percent_of(false_alarms, trials));
        std::printf("%-44s %6d   %5.1f %%   %5.1f %%   %5.1f %%   %5.1f %%\n", name, trials,
                    100.0 * false_alarms / trials, 100.0 * found / trials, 100.0 * detectable / trials,
                    100.0 * by_plain_test / trials);
    }
};

Count on(const Draw& draw, int trials, unsigned seed) {
    std::mt19937_64 random(seed);
    Count count;
    for (int i = 0; i < trials; ++i) {
        Sample a, b;
        for (std::size_t k = 0; k < launches; ++k) {
            a.push_back(draw(random));
            b.push_back(draw(random));
        }
        count.add(a, b);
    }
    return count;
}

/// What a launch measures: the median time of repeated vector updates in fresh memory.
double work_of_one_launch() {
    std::vector<double> x(1 << 15, 1.0), y(1 << 15, 2.0), times;
    for (int repetition = 0; repetition < 41; ++repetition) {
        const auto begin = std::chrono::steady_clock::now();
        for (int pass = 0; pass < 4; ++pass)
            for (std::size_t i = 0; i < x.size(); ++i)
                y[i] = 0.999 * y[i] + x[i];
        times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    std::sort(times.begin(), times.end());
    return y[7] > 0 ? times[times.size() / 2] : 0;
}

/// Runs a launch as a separate process. Returns the seconds that it measured.
double real_launch(const char* self) {
    int ends[2];
    if (pipe(ends) != 0) std::exit(7);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        execl("/proc/self/exe", self, "--launch", static_cast<char*>(nullptr));
        _exit(7);
    }
    close(ends[1]);
    double seconds = 0;
    FILE* answer = fdopen(ends[0], "r");
    if (std::fscanf(answer, "%lf", &seconds) != 1) std::exit(7);
    std::fclose(answer);
    waitpid(child, nullptr, 0);
    return seconds;
}

/// The launches of both sides alternate, in random order, as in a sweep.
Count on_real_launches(const char* self, int trials) {
    std::mt19937_64 random(4);
    Count count;
    for (int i = 0; i < trials; ++i) {
        Sample a, b;
        for (std::size_t k = 0; k < launches; ++k) {
            const bool a_first = random() % 2 == 0;
            (a_first ? a : b).push_back(real_launch(self));
            (a_first ? b : a).push_back(real_launch(self));
        }
        count.add(a, b);
    }
    return count;
}

/// Draws 10 launches per side from a pool, without replacement.
Count on_pool(const Sample& pool, int trials) {
    std::mt19937_64 random(5);
    Count count;
    for (int i = 0; i < trials; ++i) {
        Sample shuffled = pool;
        std::shuffle(shuffled.begin(), shuffled.end(), random);
        count.add({shuffled.begin(), shuffled.begin() + launches},
                  {shuffled.begin() + launches, shuffled.begin() + 2 * launches});
    }
    return count;
}

/// Generates launches that follow each other: the argument is their number.
using Series = std::function<Sample(std::mt19937_64&, std::size_t)>;

/// A level that changes over time by `next`, and launches that scatter about it by 1 %; both as logarithms.
Series drifting(double begin, const std::function<double(std::mt19937_64&, double)>& next) {
    return [=](std::mt19937_64& random, std::size_t count) {
        const auto normal = [&](double scatter) {
            return std::normal_distribution<double>(0, scatter)(random);
        };
        Sample sample;
        double level = normal(begin);
        for (std::size_t i = 0; i < count; ++i) {
            sample.push_back(std::exp(level + normal(0.01)));
            level = next(random, level);
        }
        return sample;
    };
}

/// After each launch, the level is multiplied by `kept` and moves by a random step with standard deviation
/// `step`.
Series wandering(double begin, double kept, double step) {
    return drifting(begin, [=](std::mt19937_64& random, double level) {
        return kept * level + std::normal_distribution<double>(0, step)(random);
    });
}

/// A level with a standard deviation of 2 % and a correlation over about `launches_kept` launches.
Series forgetting(double launches_kept) {
    const double kept = std::exp(-1 / launches_kept);
    return wandering(0.02, kept, 0.02 * std::sqrt(1 - kept * kept));
}

/// A level with a standard deviation of 3 %, redrawn on average once per `launches_between` launches.
Series stepping(double launches_between) {
    return drifting(0.03, [=](std::mt19937_64& random, double level) {
        return std::uniform_real_distribution<double>()(random) * launches_between < 1
                   ? std::normal_distribution<double>(0, 0.03)(random)
                   : level;
    });
}

Series recorded(const Sample& pool) {
    return [pool](std::mt19937_64& random, std::size_t count) {
        const std::size_t begin = random() % (pool.size() - count + 1);
        return Sample(pool.begin() + static_cast<std::ptrdiff_t>(begin),
                      pool.begin() + static_cast<std::ptrdiff_t>(begin + count));
    };
}

/// Two equal runs are launched one after the other. Prints how often they are reported as different: first if
/// judged as interleaved, then if judged as what they are. Also prints how often a slowdown of 10 % is found,
/// and how often interleaved runs are reported as different.
void print_one_after_the_other(const std::string& name, const Series& series, int trials) {
    using loop::report::Finding;
    std::mt19937_64 random(8);
    int as_if = 0, apart = 0, in_turn = 0, found = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const Sample both = series(random, 2 * launches);
        const Sample a(both.begin(), both.begin() + launches), b(both.begin() + launches, both.end());
        as_if += is_called_different(a, b);
        apart += loop::report::judge(a, b, false).finding != Finding::Undecided;
        found += loop::report::judge(a, scaled(b, 1.1), false).finding == Finding::Slower;
        Sample sides[2];
        for (std::size_t k = 0; k < both.size(); k += 2) {
            const std::size_t first = random() % 2;
            sides[first].push_back(both[k]);
            sides[1 - first].push_back(both[k + 1]);
        }
        in_turn += is_called_different(sides[0], sides[1]);
    }
    changes_apart.add(bench::percent_of(apart, trials));
    std::printf("%-44s %6d   %5.1f %%   %5.1f %%   %5.1f %%   %5.1f %%\n", name.c_str(), trials,
                100.0 * as_if / trials, 100.0 * apart / trials, 100.0 * found / trials,
                100.0 * in_turn / trials);
}

std::map<std::string, Sample> pools(const std::string& file) {
    std::map<std::string, Sample> result;
    const auto lines = loop::csv_cells(loop::report::text_of_file(file).value_or(""));
    for (const auto& cells : lines)
        if (cells.size() == 15 && cells[9] == "0" && cells[11] == "good")
            result["sweep: " + cells[1] + " n=" + cells[4] + " size=" + cells[5] + " " + cells[7]].push_back(
                std::stod(cells[13]));
    return result;
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "--launch") {
        std::printf("%.17g\n", work_of_one_launch());
        return 0;
    }
    const int trials = argc > 1 ? std::atoi(argv[1]) : 200;
    std::printf(
        "%zu launches against %zu; \"no change\" called a change (goal: at most 7 %%), a slowdown of 5 %% "
        "found (goal: at\n"
        "least 90 %% at 2.5 %% scatter), smallest difference stated; the plain rank-sum test at 5 %%\n\n",
        launches, launches);
    std::printf("%-44s %6s   %7s   %7s   %7s   %7s\n", "samples", "trials", "change", "found", "stated",
                "plain");
    const auto normal = [](double scatter) {
        return [scatter](std::mt19937_64& random) {
            return std::exp(std::normal_distribution<double>(0, scatter)(random));
        };
    };
    on(normal(0.025), trials, 1).print("normal, 2.5 % scatter");
    const Count more = on(normal(0.025), 20 * trials, 11);
    more.print("normal, 2.5 % scatter, more trials");
    on(normal(0.005), trials, 2).print("normal, 0.5 % scatter");
    on([](std::mt19937_64& random) { return 1 + std::exponential_distribution<double>(1 / 0.025)(random); },
       trials, 3)
        .print("exponential tail, 2.5 % scatter");
    on(
        [](std::mt19937_64& random) {
            const double mode = random() % 3 == 0 ? 1.05 : 1;
            return mode * std::exp(std::normal_distribution<double>(0, 0.005)(random));
        },
        trials, 6)
        .print("two modes, 5 % apart");
    on_real_launches(argv[0], trials).print("real processes, in turn");
    if (argc > 2)
        for (const auto& [name, pool] : pools(argv[2]))
            if (pool.size() >= 2 * launches) on_pool(pool, trials).print(name.c_str());
    std::printf(
        "\nten launches, then ten more of the same: called different (goal: at most 7 %%) as if they had "
        "taken "
        "turns, and as\nwhat they are; a slowdown of 10 %% found; and called different when launched in "
        "turn\n\n%-44s %6s   %7s   %7s   %7s   %7s\n",
        "machine", "trials", "as if", "apart", "found", "in turn");
    print_one_after_the_other("still", wandering(0, 0, 0), trials);
    print_one_after_the_other("2 % forgotten after 3 launches", forgetting(3), trials);
    print_one_after_the_other("2 % forgotten after 10 launches", forgetting(10), trials);
    print_one_after_the_other("2 % forgotten after 30 launches", forgetting(30), trials);
    print_one_after_the_other("steps of 3 % every 10 launches", stepping(10), trials);
    print_one_after_the_other("steps of 3 % every 30 launches", stepping(30), trials);
    print_one_after_the_other("wanders by 0.3 % per launch", wandering(0, 1, 0.003), trials);
    print_one_after_the_other("wanders by 1 % per launch", wandering(0, 1, 0.01), trials);
    print_one_after_the_other("creeps by 0.2 % per launch",
                              drifting(0, [](std::mt19937_64&, double level) { return level + 0.002; }),
                              trials);
    Sample real;
    for (std::size_t k = 0; k < 20 * launches; ++k)
        real.push_back(real_launch(argv[0]));
    print_one_after_the_other("200 real processes in a row", recorded(real), trials);
    if (argc > 2)
        for (const auto& [name, pool] : pools(argv[2]))
            if (pool.size() >= 4 * launches) print_one_after_the_other(name, recorded(pool), trials);
    std::printf("\n");
    bench::print_goal("% of equals called different, launched in turn", changes_of_equals);
    bench::print_goal("% of equals called different, one after the other", changes_apart);
    bench::print_goal("% of slowdowns of 5 % found at 2.5 % scatter",
                      bench::percent_of(more.found, more.trials), {bench::Aim::AtLeast, 90});
}
