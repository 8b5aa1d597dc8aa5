#include "report/findings/scaling_conclusions.h"

#include "base/statistics/rank_sum.h"
#include "base/text/units.h"
#include "report/findings/cliff.h"
#include "report/findings/plateau.h"
#include "report/findings/scaling_law.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double min_scatter = 1.5; ///< slowest launch of a point relative to its fastest
constexpr double good_efficiency = 0.8;
constexpr double clear_change = 0.05;     ///< of a time, if no interval is known
constexpr double clear_share = 5;         ///< percentage points by which a share grows
constexpr double clear_part = 5;          ///< percent that a serial phase takes at least
constexpr double clearly_longer = 1.1;    ///< in all, not as a share
constexpr double little_of_waiting = 0.1; ///< in collective operations, beside which ranks just wait
constexpr double nearly_all = 0.7;        ///< of the operations of a rank at the first point
constexpr double steady = 0.25;           ///< how much the time of a serial phase changes at most
constexpr std::size_t max_detailed = 3; ///< curves that are explained; the others have only their main result

double scatter_of(const ScalingPoint& point) {
    if (point.samples.size() < 2) return 1;
    const auto [least, most] = std::minmax_element(point.samples.begin(), point.samples.end());
    return *least > 0 ? *most / *least : 1;
}

/// "29 % more time than", "3.7 times as long as".
std::string longer_text(double factor) {
    const double percent = 100 * (factor - 1);
    return percent < 100 ? fmt::format("{:.0f} % more time than", percent)
                         : multiple_text(factor) + " as long as";
}

/// What is said of one curve, with its name before each sentence if there are several.
class CurveStory {
public:
    CurveStory(const ScalingCurve& curve, bool named) : curve_(curve), named_(named) {}

    std::vector<Conclusion> conclusions(bool detailed) {
        if (curve_.points.size() < 2 || has_zero_times()) return {};
        result();
        if (!detailed) return std::move(found_);
        // Ranks that take turns on cores make every part slower, whatever the program does.
        const bool takes_turns = curve_.is_ranks && last().shares_cores;
        if (!takes_turns) growing_share();
        if (!takes_turns) steady_phase();
        waiting();
        if (!takes_turns) law();
        if (!takes_turns && curve_.is_numeric) cliff();
        return std::move(found_);
    }

private:
    /// Whether a time is too short for the clock, so that it has no ratio to others.
    bool has_zero_times() const {
        return std::any_of(curve_.points.begin(), curve_.points.end(),
                           [](const ScalingPoint& point) { return !(point.seconds > 0); });
    }

    const ScalingPoint& first() const { return curve_.points.front(); }
    const ScalingPoint& last() const { return curve_.points.back(); }

    void say(const std::string& id, const std::string& text, const Value& figure = {}, int line = 0) {
        found_.push_back({id, (named_ ? curve_.name + ": " : "") + text, figure, curve_.section, line});
    }

    /// The fastest point.
    const ScalingPoint& best() const {
        return *std::min_element(
            curve_.points.begin(), curve_.points.end(),
            [](const ScalingPoint& a, const ScalingPoint& b) { return a.seconds < b.seconds; });
    }

    /// "on 4 ranks", "at size 400".
    std::string at(const ScalingPoint& point) const {
        return (curve_.is_ranks ? "on " : "at ") + point.place;
    }

    void result() {
        if (!curve_.is_ranks) return growth();
        if (!last().speedup) return without_base();
        if (curve_.is_scaled) return weak_scaling();
        has_grown() ? grown_work() : strong_scaling();
    }

    /// Whether the launches show a difference between the first and the last point.
    bool is_open() const {
        const auto& interval = last().speedup_interval;
        return interval && interval->first <= 1 && interval->second >= 1;
    }

    static std::string interval_text(const ScalingPoint& point) {
        if (!point.speedup_interval) return "";
        return fmt::format(", 95 % interval {:.2f} to {:.2f}", point.speedup_interval->first,
                           point.speedup_interval->second);
    }

    /// Whether the time falls and then rises again, and the launches show both.
    bool turns() const {
        const ScalingPoint& top = best();
        if (&top == &first() || &top == &last()) return false;
        if (last().seconds <= (1 + clear_change) * top.seconds) return false;
        const auto rise = statistics::ratio_interval(top.samples, last().samples, 0.95);
        if (rise && rise->first <= 1) return false;
        if (top.speedup_interval) return top.speedup_interval->first > 1;
        if (first().seconds <= (1 + clear_change) * top.seconds) return false;
        const auto fall = statistics::ratio_interval(first().samples, top.samples, 0.95);
        return !fall || fall->second < 1;
    }

    /// "it scales up to 8 ranks, ...; more ranks, up to 32 ranks, change the time by at most 1.2 %."
    std::string plateau_text(const Plateau& plateau) const {
        const ScalingPoint& begin = curve_.points[plateau.begin];
        return fmt::format("it scales up to {}, where it is {} as fast as on {}; more ranks, up to {}, "
                           "change the time by at most {}.",
                           begin.place, multiple_text(first().seconds / begin.seconds), first().place,
                           last().place, share_text(100 * plateau.largest_change));
    }

    void strong_scaling() {
        const double speedup = *last().speedup, efficiency = *last().efficiency;
        const Value figure{fmt::format("{:.2f}", speedup), speedup, ""};
        const std::string ideal =
            fmt::format("{} of the ideal{}", share_text(100 * efficiency), interval_text(last()));
        if (turns())
            say("scaling",
                fmt::format("it scales up to {}, where it is {} as fast as on {}; on {} it takes {} there.",
                            best().place, multiple_text(best().speedup.value_or(1)), first().place,
                            last().place, longer_text(last().seconds / best().seconds)),
                figure);
        else if (is_open())
            say("scaling",
                fmt::format(
                    "the launches do not show whether more ranks help: on {} the speed-up is {:.2f}{}.",
                    last().place, speedup, interval_text(last())),
                figure);
        else if (std::abs(speedup - 1) < no_change)
            say("scaling",
                fmt::format("more ranks make no difference: on {} it takes as long as on {}, to within {}.",
                            last().place, first().place, share_text(100 * std::abs(speedup - 1))),
                figure);
        else if (const auto plateau = plateau_of(curve_))
            say("scaling", plateau_text(*plateau), figure);
        else if (speedup < 1)
            say("scaling",
                fmt::format(
                    "more ranks make it slower: on {} it takes {} as long as on {} (speed-up {:.2g}{}).",
                    last().place, multiple_text(last().seconds / first().seconds), first().place, speedup,
                    interval_text(last())),
                figure);
        else if (efficiency >= good_efficiency)
            say("scaling",
                fmt::format(
                    "it scales well up to {}, the most that were measured: {} as fast as on {} ({}){}.",
                    last().place, multiple_text(speedup), first().place, ideal, weak_point_text()),
                figure);
        else
            say("scaling",
                fmt::format("it scales poorly: on {} it is only {} as fast as on {} ({}).", last().place,
                            multiple_text(speedup), first().place, ideal),
                figure);
    }

    /// ", but only 66 % of the ideal on 3 ranks", if that is worse than good.
    std::string weak_point_text() const {
        const ScalingPoint* worst = nullptr;
        for (const ScalingPoint& point : curve_.points)
            if (point.efficiency && (worst == nullptr || *point.efficiency < *worst->efficiency))
                worst = &point;
        if (worst == nullptr || *worst->efficiency >= good_efficiency) return "";
        return fmt::format(", but only {} of the ideal on {}", share_text(100 * *worst->efficiency),
                           worst->place);
    }

    /// Whether a rank has nearly as many operations as at the first point, although the campaign supposes the
    /// same work on any number of ranks.
    bool has_grown() const { return curve_.operations_growth > nearly_all * last().number / first().number; }

    void grown_work() {
        const double times = last().seconds / first().seconds;
        say("scaling",
            fmt::format(
                "the work grows with the ranks, so the times show no speed-up: on {} the ranks declare {} "
                "the operations of {}, and take {:.3g} times as long (`loop sweep --scaled` compares the "
                "work).",
                last().place, multiple_text(curve_.operations_growth), first().place, times),
            {fmt::format("{:.3g}", times), times, ""});
    }

    void weak_scaling() {
        const double efficiency = *last().efficiency;
        const Value figure = percent_figure(100 * efficiency);
        say("scaling",
            fmt::format("{}: on {} it does {} the work of {} in {} the time (scaled efficiency {}{}).",
                        efficiency >= good_efficiency ? "it scales well with growing work"
                                                      : "it scales poorly, even though the work grows",
                        last().place, multiple_text(last().work), first().place,
                        multiple_text(last().seconds / first().seconds), share_text(100 * efficiency),
                        last().efficiency_interval ? fmt::format("; 95 % interval {:.3g} to {:.3g} %",
                                                                 100 * last().efficiency_interval->first,
                                                                 100 * last().efficiency_interval->second)
                                                   : ""),
            figure);
    }

    void without_base() {
        say("scaling",
            fmt::format(
                "from {} to {}, the time changes from {} to {}{}; without a launch on 1 rank there is no "
                "speed-up.",
                first().place, last().place, seconds_text(first().seconds), seconds_text(last().seconds),
                least_text()));
    }

    bool is_flat() const { return slowest().seconds - best().seconds < no_change * best().seconds; }

    /// ", with the least time at size 400, 24.4 ms", if that is between the others.
    std::string least_text() const {
        return turns() ? fmt::format(", with the least time {}, {}", at(best()), seconds_text(best().seconds))
                       : "";
    }

    /// How the time changes along an axis other than the ranks.
    void growth() {
        const double factor = last().seconds / first().seconds;
        std::string text;
        if (curve_.is_numeric && is_flat())
            text = fmt::format("from {} to {}, the time does not change: {} to {}", first().place,
                               last().place, seconds_text(best().seconds), seconds_text(slowest().seconds));
        else if (curve_.is_numeric)
            text = fmt::format("from {} to {}, the time changes by a factor of {:.3g}, from {} to {}{}",
                               first().place, last().place, factor, seconds_text(first().seconds),
                               seconds_text(last().seconds), least_text());
        else
            text =
                fmt::format("{} is the fastest with {}; {} is the slowest with {}", best().place,
                            seconds_text(best().seconds), slowest().place, seconds_text(slowest().seconds));
        say("scaling", text + ".", {fmt::format("{:.3g}", factor), factor, ""});
        for (const Conclusion& each : growth_conclusions(curve_.growth, curve_.section))
            say(each.id, each.text, each.figure);
    }

    const ScalingPoint& slowest() const {
        return *std::max_element(
            curve_.points.begin(), curve_.points.end(),
            [](const ScalingPoint& a, const ScalingPoint& b) { return a.seconds < b.seconds; });
    }

    static const PartTime* part(const ScalingPoint& point, const std::string& name) {
        for (const PartTime& each : point.parts)
            if (each.name == name) return &each;
        return nullptr;
    }

    static Value percent_figure(double percent) { return {share_text(percent), percent, "%"}; }

    /// The part of the program whose share grows most along the axis.
    void growing_share() {
        const PartTime* most = nullptr;
        double growth = clear_share, before = 0;
        for (const PartTime& now : last().parts) {
            const PartTime* const then = part(first(), now.name);
            if (then == nullptr || now.percent - then->percent < growth) continue;
            growth = now.percent - then->percent;
            before = then->percent;
            most = &now;
        }
        if (most != nullptr)
            say("growing-share",
                fmt::format("{} takes a growing share of the ranks' time: {} {}, {} {}.", most->text(),
                            share_text(before), at(first()), share_text(most->percent), at(last())),
                percent_figure(most->percent));
    }

    /// A phase that takes as long on many ranks as on few: it is serial, every rank repeats it, or it mostly
    /// communicates.
    void steady_phase() {
        if (!curve_.is_ranks || curve_.is_scaled || last().number < 2 * first().number) return;
        const PartTime* most = nullptr;
        double before = 0;
        for (const PartTime& now : last().parts) {
            const PartTime* const then = part(first(), now.name);
            if (then == nullptr || then->seconds <= 0 || now.percent < clear_part) continue;
            if (std::abs(now.seconds / then->seconds - 1) > steady) continue;
            if (most != nullptr && most->percent >= now.percent) continue;
            most = &now;
            before = then->seconds;
        }
        if (most != nullptr)
            say("serial-phase",
                fmt::format(
                    "{} does not get faster: {} on {}, {} on {}; it is serial, every rank repeats it, or it "
                    "mostly communicates.",
                    most->text(), seconds_text(before), first().place, seconds_text(most->seconds),
                    last().place),
                percent_figure(most->percent));
    }

    /// Whether a share grows from the first to the last point, and no point between them is outside these
    /// two.
    bool grows(double StatePercents::*share) const {
        const double then = (*first().states).*share, now = (*last().states).*share;
        const auto is_between = [&](const ScalingPoint& point) {
            if (!point.states) return true;
            const double own = (*point.states).*share;
            return own >= then - clear_share && own <= now + clear_share;
        };
        return now - then >= clear_share &&
               std::all_of(curve_.points.begin(), curve_.points.end(), is_between);
    }

    void waiting() {
        if (!first().states || !last().states) return;
        const StatePercents &then = *first().states, &now = *last().states;
        if (!grows(&StatePercents::waiting) || now.overhead - then.overhead > now.waiting - then.waiting) {
            if (grows(&StatePercents::overhead))
                say("communication",
                    fmt::format(
                        "communication itself, without waiting, grows from {} to {} of the ranks' time.",
                        share_text(then.overhead), share_text(now.overhead)),
                    percent_figure(now.overhead));
            return;
        }
        const bool operates = now.in_operations >= little_of_waiting * now.waiting;
        std::string text =
            fmt::format("{} from {} of the ranks' time {} to {} {}",
                        operates ? "the time in which ranks wait or are in collective "
                                   "operations grows"
                                 : "waiting grows",
                        share_text(then.waiting), at(first()), share_text(now.waiting), at(last()));
        if (now.waiting * last().seconds <= clearly_longer * then.waiting * first().seconds)
            text += ", because the rest takes less time";
        if (!now.waiting_place.empty())
            text += fmt::format("; {} longest in {} ({})", operates ? "they are" : "ranks wait",
                                now.waiting_place, share_text(now.place_percent));
        say("waiting", text + ".", percent_figure(now.waiting), now.line);
    }

    void law() {
        if (!curve_.is_ranks || !curve_.law) return;
        if (curve_.outlier && !plateau_of(curve_)) return outlier(*curve_.outlier);
        if (const std::string cost = cost_clause(curve_); !cost.empty())
            return say("law", cost + best_ranks_text() + ".");
        const std::string name = curve_.law->name + "'s law";
        if (const std::string why = law_objection(curve_); !why.empty())
            return say("law", fmt::format("{} does not describe these times: {}.", name, why));
        law_that_fits(*curve_.law, name);
    }

    bool has_law() const {
        return std::any_of(found_.begin(), found_.end(), [](const Conclusion& each) {
            return each.id == "growth" || each.id == "knee" || each.id == "outlier";
        });
    }

    /// A jump between two points, where no law with a knee is told: of few points, or along ranks.
    void cliff() {
        if (has_law()) return;
        std::vector<ValuePoint> points;
        for (const ScalingPoint& point : curve_.points)
            points.push_back({point.number, point.seconds, {point.samples, point.repeats}});
        const auto found = points.front().number > 0 ? cliff_of(points) : std::nullopt;
        if (!found) return;
        const ScalingPoint &below = curve_.points[found->below], &above = curve_.points[found->below + 1];
        say("cliff",
            fmt::format(
                "between {} and {}, the time {} to {} what the other points suggest: {} instead of {}; "
                "measure at points between these two to see where.",
                below.place, above.place, found->jump > 1 ? "jumps" : "drops",
                found->jump > 1 ? multiple_text(found->jump) : share_text(100 * found->jump) + " of",
                seconds_text(above.seconds), seconds_text(above.seconds / found->jump)),
            {fmt::format("{:.2f}", found->jump), found->jump, ""});
    }

    void outlier(const OutlyingPoint& one) {
        say("outlier",
            fmt::format(
                "{} it takes {} as long as the other numbers of ranks suggest, whose times follow one law "
                "to within {}.",
                at(curve_.points[one.point]),
                one.factor >= 1 ? multiple_text(one.factor) : "only " + multiple_text(one.factor),
                share_text(100 * one.largest_deviation)),
            {fmt::format("{:.3g}", one.factor), one.factor, ""});
    }

    /// ", by which they are least on about 23 ranks", if the measurements say something of as many, and do
    /// not contradict it.
    std::string best_ranks_text() const {
        constexpr double near = 1.5;
        const double best = std::max(curve_.cost->best_ranks, 1.0);
        // A law of three terms may describe other numbers of ranks less well.
        if (best > (curve_.cost->serial_seconds > 0 ? 1 : most_beyond) * last().number) return "";
        const auto fastest =
            std::min_element(curve_.points.begin(), curve_.points.end(),
                             [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
        const bool is_within = best <= last().number;
        if (is_within && (fastest->number > near * best || best > near * fastest->number)) return "";
        return fmt::format(", by which they are least on about {:.0f} ranks", best);
    }

    void law_that_fits(const ScalingLaw& law, const std::string& name) {
        std::string text = fmt::format(
            "{} fits to within {}: the ranks do not share {} of the work, which is serial or communication",
            name, share_text(100 * law.largest_deviation), share_text(100 * law.serial_fraction));
        if (law.interval)
            text +=
                fmt::format(" (95 % interval {:.3g} to {:.3g} %)", 100 * std::max(0.0, law.interval->first),
                            100 * std::min(1.0, law.interval->second));
        const double least = least_serial_fraction(law);
        if (!curve_.is_scaled && least * most_beyond * last().number >= 1)
            text += fmt::format(", so no number of ranks makes it more than {} as fast as one",
                                multiple_text(1 / least));
        say("law", text + ".", percent_figure(100 * law.serial_fraction));
    }

    /// The interval of the launches, and the times' deviation from the law.
    double least_serial_fraction(const ScalingLaw& law) const {
        const double least =
            law.interval ? std::min(law.interval->first, law.serial_fraction) : law.serial_fraction;
        return least - law.largest_deviation * last().seconds / first().seconds;
    }

    const ScalingCurve& curve_;
    bool named_;
    std::vector<Conclusion> found_;
};

/// The point whose launches scatter most.
std::optional<Conclusion> scatter_conclusion(const std::vector<ScalingCurve>& curves,
                                             const std::string& section) {
    const ScalingPoint* most = nullptr;
    std::string where;
    for (const ScalingCurve& curve : curves)
        for (const ScalingPoint& point : curve.points)
            if (scatter_of(point) >= min_scatter &&
                (most == nullptr || scatter_of(point) > scatter_of(*most))) {
                most = &point;
                where = (curves.size() > 1 ? curve.name + ", " : "") + point.place;
            }
    if (most == nullptr) return std::nullopt;
    const auto [least, longest] = std::minmax_element(most->samples.begin(), most->samples.end());
    const double factor = scatter_of(*most);
    return Conclusion{
        "scatter",
        fmt::format("The times scatter: launches of the same point ({}) took {} to {}, which differ "
                    "by a factor of {:.1f}; do not rely on smaller differences.",
                    where, seconds_text(*least), seconds_text(*longest), factor),
        {fmt::format("{:.1f}", factor), factor, ""},
        section};
}

/// Whether ranks take turns on cores, and from where on.
std::optional<Conclusion> cores_conclusion(const std::vector<ScalingCurve>& curves) {
    for (const ScalingCurve& curve : curves)
        for (const ScalingPoint& point : curve.points)
            if (point.shares_cores)
                return Conclusion{
                    "shared-cores",
                    curve.is_ranks ? fmt::format("From {} on, there are more ranks than cores, so ranks take "
                                                 "turns: these times cannot show how the program scales.",
                                                 point.place)
                                   : std::string("There are more ranks than cores, so ranks take turns."),
                    {},
                    curve.section};
    return std::nullopt;
}

} // namespace

std::vector<Conclusion> scaling_conclusions(const std::vector<ScalingCurve>& curves,
                                            const std::string& samples_section) {
    std::vector<Conclusion> all;
    if (auto scatter = scatter_conclusion(curves, samples_section)) all.push_back(std::move(*scatter));
    if (auto cores = cores_conclusion(curves)) all.push_back(std::move(*cores));
    std::size_t explained_curves = 0;
    for (const ScalingCurve& curve : curves)
        for (Conclusion& each : CurveStory(curve, true).conclusions(explained_curves++ < max_detailed))
            all.push_back(std::move(each));
    return all;
}

} // namespace loop::report
