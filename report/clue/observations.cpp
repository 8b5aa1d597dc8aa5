#include "report/clue/observations.h"

#include "report/clue/causes.h"
#include "report/clue/certainty.h"
#include "report/clue/noise.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace loop::report {

namespace {

// Differences above these thresholds count as weaknesses. In the thesis, clusters C, F, and G are above them
// and are named as weak; all other clusters are below (Tables 4.2 and 4.3).
constexpr double min_slowdown = 0.05; ///< fraction of the base's ACT/s that a variation loses
constexpr double min_base_efficiency = 0.95;
constexpr double min_scattered_factor = 2; ///< how many times longer scattered neighbors take
constexpr double min_step = 0.5;           ///< fraction of the ideal gain that more ranks must give

/// Quantities of one trial, or of the fastest trials. Functions return nothing if a figure is missing.
class Trial {
public:
    Trial(const ClueReport& report, std::optional<int> round) : report_(report), round_(round) {}

    std::optional<double> act(const std::string& variation, int ranks) const {
        const ClueFigure* const figure = report_.find(variation, ranks);
        if (figure == nullptr) return std::nullopt;
        if (!round_) return figure->act;
        const auto found = figure->trials.find(*round_);
        is_disturbed_ = is_disturbed_ || figure->disturbed.count(*round_) != 0;
        is_incomplete_ = is_incomplete_ || found == figure->trials.end();
        return is_disturbed_ || is_incomplete_ ? std::nullopt : std::optional(found->second);
    }

    std::optional<double> efficiency(const std::string& variation, int ranks) const {
        const auto one = act(variation, 1), many = act(variation, ranks);
        if (!round_) {
            const ClueFigure* const figure = report_.find(variation, ranks);
            return figure != nullptr ? figure->efficiency : std::nullopt;
        }
        return one && many ? std::optional(*many / *one) : std::nullopt;
    }

    /// By how much a variation's efficiency is below the base's.
    std::optional<double> efficiency_loss(const std::string& variation, int ranks) const {
        const auto base = efficiency("base", ranks), other = efficiency(variation, ranks);
        return base && other ? std::optional(*base - *other) : std::nullopt;
    }

    /// Whether one of the requested figures comes from a disturbed trial, so that this trial does not count.
    bool is_disturbed() const { return is_disturbed_; }
    /// Whether one of the requested figures was measured in fewer trials.
    bool is_incomplete() const { return is_incomplete_; }

    /// The fraction of the ACT/s of variation `of` that a variation loses.
    std::optional<double> slowdown(const std::string& variation, const std::string& of, int ranks) const {
        const auto base = act(of, ranks), other = act(variation, ranks);
        return base && other ? std::optional(1 - *other / *base) : std::nullopt;
    }

private:
    const ClueReport& report_;
    std::optional<int> round_;
    mutable bool is_disturbed_ = false, is_incomplete_ = false;
};

using Rule = std::function<bool(const Trial&)>;

bool at_least(const std::optional<double>& value, double least) {
    return value && *value >= least;
}

std::string percent(double fraction) {
    return fmt::format("{:.1f} %", 100 * fraction);
}

class Observer {
public:
    explicit Observer(const ClueReport& report)
        : report_(report), ranks_(report.max_ranks()), all_(report, std::nullopt) {}

    std::vector<ClueObservation> observations() {
        if (ranks_ == 0) return {};
        network();
        low_efficiency();
        floating_point();
        memory_tiers();
        small_messages();
        order_of_ranks();
        scaling();
        return std::move(found_);
    }

private:
    /// Says in how many trials the rule holds. Leaves out disturbed trials, and trials without a figure that
    /// the rule needs, because points may have different numbers of trials.
    std::string sureness(const Rule& rule) const {
        std::set<int> rounds;
        for (const ClueFigure& figure : report_.figures)
            for (const auto& [round, act] : figure.trials)
                rounds.insert(round);
        if (report_.simulated) return "from a model, whose results repeat";
        if (rounds.size() < 2) return "unknown: from single trials";
        std::size_t holds = 0, disturbed = 0, incomplete = 0;
        for (const int round : rounds) {
            const Trial trial(report_, round);
            const bool is_so = rule(trial);
            if (trial.is_incomplete())
                ++incomplete;
            else if (trial.is_disturbed())
                ++disturbed;
            else
                holds += is_so ? 1 : 0;
        }
        const std::size_t left = rounds.size() - disturbed - incomplete;
        if (left == 0 && disturbed == 0) return "unknown: no trial has all of these figures";
        return certainty_text(holds, left, disturbed);
    }

    void add(ClueObservation::Kind kind, const char* about, const std::string& sentence, const Rule& rule) {
        found_.push_back({kind, about, sentence, sureness(rule)});
    }
    void weakness(const char* about, const std::string& sentence, const Rule& rule) {
        add(ClueObservation::Kind::Weakness, about, sentence, rule);
    }
    void remark(const char* about, const std::string& sentence, const Rule& rule) {
        add(ClueObservation::Kind::Remark, about, sentence, rule);
    }

    /// Both variations double the bytes of an edge; a loss in both is due to the network (thesis, 4.2).
    bool network_is_weak(const Trial& trial) const {
        const auto longer = trial.efficiency_loss("rearranged", ranks_);
        const auto wider = trial.efficiency_loss("double", ranks_);
        return at_least(longer, min_efficiency_loss) && (!wider || *wider >= min_efficiency_loss);
    }

    void network() {
        if (ranks_ == 1) return;
        const Rule weak = [&](const Trial& trial) { return network_is_weak(trial); };
        const auto base = all_.efficiency("base", ranks_), longer = all_.efficiency("rearranged", ranks_);
        const auto wider = all_.efficiency("double", ranks_);
        if (weak(all_)) {
            weakness("network",
                     fmt::format(
                         "edges with twice the bytes reduce efficiency on {} ranks: {} base, {} rearranged{}",
                         ranks_, percent(*base), percent(*longer),
                         wider ? fmt::format(", {} in double precision", percent(*wider)) : ""),
                     weak);
            return;
        }
        const Rule no_limit = [&](const Trial& trial) {
            const auto loss = trial.efficiency_loss("rearranged", ranks_);
            return at_least(trial.efficiency("base", ranks_), 1 - min_efficiency_loss) && loss &&
                   *loss < min_efficiency_loss;
        };
        if (no_limit(all_))
            remark("network",
                   fmt::format("a faster network would gain at most {} on {} ranks: the efficiency is {}",
                               percent(std::max(0.0, 1 - *base)), ranks_, percent(*base)),
                   no_limit);
    }

    /// Why the base loses efficiency, by a traced launch.
    void low_efficiency() {
        const Rule low = [&](const Trial& trial) {
            const auto base = trial.efficiency("base", ranks_);
            return base && *base < min_base_efficiency;
        };
        if (ranks_ == 1 || !low(all_)) return;
        for (const ClueCause& cause :
             causes_of(report_, ranks_, all_.efficiency_loss("rearranged", ranks_), network_is_weak(all_)))
            weakness(cause.about, cause.sentence, low);
    }

    /// Double precision is slower, but rearranged cells are not (thesis, 4.2 and 5.2.3).
    bool doubles_are_slow(const Trial& trial) const {
        const auto wide = trial.slowdown("double", "base", ranks_);
        const auto rearranged = trial.slowdown("rearranged", "base", ranks_);
        return at_least(wide, min_slowdown) && rearranged && *rearranged < *wide / 2;
    }

    /// Integers with twice the bytes are slower as well, so memory bandwidth is the limit, not floating
    /// point.
    bool wide_integers_are_slow(const Trial& trial) const {
        if (report_.simulated) return false; // a model has no slow memory
        const auto reals = trial.slowdown("double", "base", ranks_);
        const auto integers = trial.slowdown("wide-integer", "integer", ranks_);
        return reals && integers && *integers >= *reals / 2;
    }

    void floating_point() {
        if (!doubles_are_slow(all_)) return;
        const double wide = *all_.slowdown("double", "base", ranks_);
        const double rearranged = *all_.slowdown("rearranged", "base", ranks_);
        const std::string lost = fmt::format("double precision is {} slower than single on {} {}, rearranged "
                                             "cells {}",
                                             percent(wide), ranks_, ranks_ == 1 ? "rank" : "ranks",
                                             rearranged <= 0 ? "not at all" : percent(rearranged));
        if (wide_integers_are_slow(all_)) {
            weakness(
                "memory bandwidth",
                fmt::format("{}; integers of twice the bytes are {} slower too: bytes are short, not "
                            "floating point",
                            lost, percent(*all_.slowdown("wide-integer", "integer", ranks_))),
                [&](const Trial& trial) { return doubles_are_slow(trial) && wide_integers_are_slow(trial); });
            return;
        }
        weakness("floating point", lost, [&](const Trial& trial) { return doubles_are_slow(trial); });
    }

    /// Compares with the published loop (modulo) if it was measured, as that has the same cost for indices.
    void memory_tiers() {
        if (report_.simulated) return; // a model has no caches
        const std::string near = all_.act("modulo", ranks_) ? "modulo" : "base";
        const auto factor = [&](const Trial& trial) -> std::optional<double> {
            const auto adjacent = trial.act(near, ranks_), scattered = trial.act("scattered", ranks_);
            return adjacent && scattered ? std::optional(*adjacent / *scattered) : std::nullopt;
        };
        const Rule weak = [&](const Trial& trial) { return at_least(factor(trial), min_scattered_factor); };
        if (weak(all_))
            weakness(
                "memory tiers",
                fmt::format(
                    "random neighbors take {:.1f} times as long as adjacent ones{}: caches are too small",
                    *factor(all_), near == "modulo" ? " of the published loop" : ""),
                weak);
    }

    void small_messages() {
        const Rule weak = [&](const Trial& trial) {
            return at_least(trial.efficiency_loss("cells", ranks_), min_cell_loss);
        };
        if (ranks_ == 1 || !weak(all_) || is_hidden_by_noise(report_, "cells", ranks_, min_cell_loss)) return;
        std::string each;
        if (report_.grid) {
            // Seconds per iteration divided by the messages that a rank sends and receives in it.
            const double cells =
                static_cast<double>(report_.grid->width) * static_cast<double>(report_.grid->height) * 1e-6;
            const double more = cells / *all_.act("cells", ranks_) - cells / *all_.act("base", ranks_);
            each = fmt::format(
                "; with up to 16 in flight per edge, a rank takes {:.3g} us more for each message that "
                "it sends or receives: neither the latency of one message nor its overhead alone",
                more / (4.0 * static_cast<double>(report_.grid->width)) * 1e6);
        }
        weakness("small messages",
                 fmt::format("a message for each cell of an edge takes the efficiency on {} ranks from {} to "
                             "{}{}",
                             ranks_, percent(*all_.efficiency("base", ranks_)),
                             percent(*all_.efficiency("cells", ranks_)), each),
                 weak);
    }

    /// Also if a random order is better: then ranks that exchange data are far apart in the order as it is.
    void order_of_ranks() {
        if (ranks_ <= 3) return; // all are neighbors in any order
        const auto lost = [this](const Trial& trial) {
            return trial.efficiency_loss("random-order", ranks_);
        };
        const auto random = lost(all_);
        if (!random || std::abs(*random) < min_efficiency_loss ||
            is_hidden_by_noise(report_, "random-order", ranks_, min_efficiency_loss))
            return;
        const std::string efficiencies = fmt::format(
            "efficiency on {} ranks: {} in order, {} in random order", ranks_,
            percent(*all_.efficiency("base", ranks_)), percent(*all_.efficiency("random-order", ranks_)));
        if (*random > 0)
            weakness("order of ranks",
                     fmt::format("distant neighbors reduce {}; place ranks that exchange data close together",
                                 efficiencies),
                     [=](const Trial& trial) { return at_least(lost(trial), min_efficiency_loss); });
        else if (messages_cost(report_, ranks_))
            weakness(
                "order of ranks",
                fmt::format("neighbors at random places increase {}; ranks are placed on the nodes so that "
                            "those that exchange data are far apart",
                            efficiencies),
                [=](const Trial& trial) {
                    const auto now = lost(trial);
                    return now && *now <= -min_efficiency_loss;
                });
    }

    /// The fraction of the ideal gain reached by going from one number of ranks to the next.
    std::optional<double> step(const Trial& trial, int from, int to) const {
        const auto before = trial.act("base", from), after = trial.act("base", to);
        if (!before || !after) return std::nullopt;
        return (to * *after - from * *before) / ((to - from) * *before);
    }

    /// What a step to more ranks gives, if that is little: "going from 4 to 8 gains only 31 % of the ideal".
    static std::string small_gain(int from, int to, double gain) {
        if (gain < 0)
            return fmt::format("{} ranks together are slower than {}", to,
                               from == 1 ? "one" : std::to_string(from));
        return fmt::format("going from {} to {} gains only {} of the ideal", from, to, percent(gain));
    }

    /// "; the efficiency is below 80 % from 8 ranks on"; empty if it is nowhere.
    std::string low_from(const std::vector<int>& numbers) const {
        for (const int number : numbers)
            if (const auto e = all_.efficiency("base", number); e && *e < low_efficiency_)
                return fmt::format("; the efficiency is below {:g} % from {} ranks on", 100 * low_efficiency_,
                                   number);
        return "";
    }

    void scaling() {
        std::vector<int> numbers;
        for (const int number : report_.ranks())
            if (report_.find("base", number) != nullptr) numbers.push_back(number);
        double least = 1e300;
        for (std::size_t i = 1; i < numbers.size(); ++i) {
            const int from = numbers[i - 1], to = numbers[i];
            const double gain = *step(all_, from, to);
            least = std::min(least, gain);
            if (gain >= min_step) continue;
            weakness("scaling",
                     fmt::format("adding ranks beyond {} is not worth it: {}{}", from,
                                 small_gain(from, to, gain), low_from(numbers)),
                     [this, from, to](const Trial& trial) {
                         const auto part = step(trial, from, to);
                         return part && *part < min_step;
                     });
            return;
        }
        if (numbers.size() > 1)
            remark("scaling",
                   fmt::format("ranks are worth adding up to {}, the most that were measured: every step "
                               "gave at least {} of its ideal gain{}",
                               numbers.back(), percent(least), low_from(numbers)),
                   [this, numbers](const Trial& trial) {
                       for (std::size_t i = 1; i < numbers.size(); ++i)
                           if (!at_least(step(trial, numbers[i - 1], numbers[i]), min_step)) return false;
                       return true;
                   });
    }

    static constexpr double low_efficiency_ = 0.8;

    const ClueReport& report_;
    int ranks_;
    Trial all_;
    std::vector<ClueObservation> found_;
};

} // namespace

std::string ClueObservation::certainty() const {
    const std::size_t end = sureness.find(':');
    return end == std::string::npos ? "" : sureness.substr(0, end);
}

std::vector<ClueObservation> observe(const ClueReport& report) {
    std::vector<ClueObservation> observations = Observer(report).observations();
    std::stable_partition(observations.begin(), observations.end(), [](const ClueObservation& item) {
        return item.kind == ClueObservation::Kind::Weakness;
    });
    return observations;
}

} // namespace loop::report
