#include "derive/repeats.h"
#include "derive/unify.h"
#include "derive/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace loop::report::derive {

namespace {

/// Statements in a list of a program.
struct Segment {
    Codes* list;
    std::size_t at, length;

    Codes codes() const {
        const auto begin = list->begin() + static_cast<std::ptrdiff_t>(at);
        return {begin, begin + static_cast<std::ptrdiff_t>(length)};
    }
};
using Segments = std::vector<Segment>;

/// Segments with the same statements, of which no two share one.
struct Candidate {
    Segments segments;
    long long gain = 0; ///< lines that a function saves
};

void visit_lists(Codes& codes, const std::function<void(Codes&)>& visit) {
    visit(codes);
    for (Code& code : codes) {
        // Braces without a head hold a loop and the type and table that only it uses.
        Codes& body = code.text.empty() && code.is_block() ? code.body.back().body : code.body;
        if (!body.empty()) visit_lists(body, visit);
    }
}

bool overlap(const Segment& a, const Segment& b) {
    return a.list == b.list && a.at < b.at + b.length && b.at < a.at + a.length;
}

bool is_work(const Code& code) {
    return code.text.rfind("\\WORK(", 0) == 0;
}

/// Whether all that the statements of this shape start is finished in them, as a function must do.
bool finishes_all(const std::string& shape) {
    static const std::string start = "\\START(", finish = "\\FINISH(";
    int started = 0;
    for (std::size_t at = shape.find('\\'); at != std::string::npos; at = shape.find('\\', at + 1)) {
        if (shape.compare(at, start.size(), start) == 0) ++started;
        if (shape.compare(at, finish.size(), finish) == 0 && --started < 0) return false;
    }
    return started == 0;
}

/// All segments by their shapes. Those that begin with computation only are for the statement before.
std::map<std::string, Segments> segments_of(Codes& program, Codes& functions) {
    constexpr std::size_t most_length = 16;
    std::map<std::string, Segments> all;
    const auto add = [&](Codes& list) {
        std::vector<std::string> shapes;
        for (const Code& code : list)
            shapes.push_back(shape_of(Codes{code}));
        for (std::size_t at = 0; at < list.size(); ++at) {
            std::string shape;
            for (std::size_t length = 1; length <= most_length && at + length <= list.size(); ++length) {
                shape += shapes[at + length - 1];
                if (is_work(list[at + length - 1])) continue;
                if (!finishes_all(shape)) continue;
                Segments& same = all[shape];
                const Segment segment{&list, at, length};
                if (same.empty() || !overlap(same.back(), segment)) same.push_back(segment);
            }
        }
    };
    visit_lists(program, add);
    for (Code& function : functions)
        visit_lists(function.body, add);
    return all;
}

std::vector<Codes> codes_of(const Segments& segments) {
    std::vector<Codes> all;
    for (const Segment& segment : segments)
        all.push_back(segment.codes());
    return all;
}

/// Lines that a function for these segments saves. Leaves the numbers as they were.
long long gain_of(const Segments& segments, Numbers& numbers) {
    constexpr std::size_t most_variables = 6, least_lines = 4;
    const std::vector<Codes> codes = codes_of(segments);
    const std::size_t before = numbers.count();
    const Unified one = unified(codes, numbers, new_scope(numbers));
    numbers.shrink_to(before);
    if (one.variables.size() > most_variables || count_lines(one.codes) < least_lines) return 0;
    const auto lines = static_cast<long long>(count_lines(one.codes)),
               count = static_cast<long long>(codes.size());
    return (count - 1) * (lines - 1) - 3 - static_cast<long long>(one.variables.size());
}

Candidate best_candidate(Codes& program, Codes& functions, Numbers& numbers) {
    constexpr long long least_gain = 4;
    Candidate best;
    best.gain = least_gain - 1;
    for (auto& [shape, segments] : segments_of(program, functions)) {
        const auto lines = std::count(shape.begin(), shape.end(), '\n') / 3; // statements
        if (segments.size() < 2 || static_cast<long long>(segments.size() - 1) * 2 * lines <= best.gain)
            continue;
        const long long gain = gain_of(segments, numbers);
        if (gain > best.gain) best = {segments, gain};
    }
    return best;
}

std::string head_of(const std::string& name, const std::vector<Variable>& variables) {
    std::vector<std::string> parameters;
    for (const Variable& variable : variables)
        parameters.push_back(variable.type + " " + variable.name);
    return fmt::format("const auto {} = [&]({})", name, fmt::join(parameters, ", "));
}

std::string call_of(const std::string& name, const std::vector<Variable>& variables, std::size_t which) {
    std::vector<std::string> arguments;
    for (const Variable& variable : variables)
        arguments.push_back(variable.values[which]);
    return fmt::format("{}({});", name, fmt::join(arguments, ", "));
}

class Functions {
public:
    Functions(Codes& program, Numbers& numbers) : program_(program), numbers_(numbers) {}

    Codes take() {
        for (Candidate best = best_candidate(program_, functions_, numbers_); !best.segments.empty();
             best = best_candidate(program_, functions_, numbers_))
            take(best.segments);
        return in_order();
    }

private:
    void take(Segments& segments) {
        const std::string scope = new_scope(numbers_);
        Unified one = unified(codes_of(segments), numbers_, scope);
        const std::string name = new_name(name_for(one.codes));
        // From behind, so that those before keep their places.
        for (std::size_t which = segments.size(); which-- > 0;) {
            Codes& list = *segments[which].list;
            const auto begin = list.begin() + static_cast<std::ptrdiff_t>(segments[which].at);
            list.erase(begin + 1, begin + static_cast<std::ptrdiff_t>(segments[which].length));
            list[segments[which].at] = {call_of(name, one.variables, which)};
        }
        functions_.push_back({head_of(name, one.variables) + scope, "", std::move(one.codes)});
        names_.push_back(name);
    }

    std::string new_name(const std::string& base) {
        const int number = ++used_[base];
        return number == 1 ? base : fmt::format("{}_{}", base, number);
    }

    /// Each behind those that it calls.
    Codes in_order() const {
        Codes ordered;
        std::set<std::size_t> done;
        const std::function<void(std::size_t)> add = [&](std::size_t which) {
            if (!done.insert(which).second) return;
            visit_texts(functions_[which].body, [&](const std::string& text) {
                for (std::size_t other = 0; other < names_.size(); ++other)
                    if (text.rfind(names_[other] + "(", 0) == 0) add(other);
            });
            ordered.push_back(functions_[which]);
        };
        for (std::size_t which = 0; which < functions_.size(); ++which)
            add(which);
        return ordered;
    }

    Codes& program_;
    Numbers& numbers_;
    Codes functions_;
    std::vector<std::string> names_;
    std::map<std::string, int> used_;
};

} // namespace

Codes take_functions(Codes& codes, Numbers& numbers) {
    return Functions(codes, numbers).take();
}

} // namespace loop::report::derive
