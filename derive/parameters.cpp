#include "derive/parameters.h"

#include "derive/words.h"

#include <fmt/core.h>

#include <map>
#include <set>
#include <tuple>

namespace loop::report::derive {

namespace {

void set_meanings(const Codes& codes, Numbers& numbers, const std::string& phase) {
    for (const Code& code : codes) {
        const bool is_loop = code.text.rfind("\\LOOP", 0) == 0;
        const Ids ids = ids_in(code.text);
        for (const std::size_t id : ids) {
            Number& number = numbers.at(id);
            number.name = is_loop ? name_for(code.body) + "_passes" : word_for(code.text) + "_bytes";
            number.phase = phase;
            number.title = title_for(is_loop ? code.body : Codes{{code.text}});
        }
        static const std::string begin = "\\PHASE(\"";
        const bool is_phase = code.text.rfind(begin, 0) == 0;
        set_meanings(code.body, numbers,
                     is_phase ? code.text.substr(begin.size(), code.text.size() - begin.size() - 2) : phase);
    }
}

class Parameters {
public:
    explicit Parameters(const Numbers& numbers) : numbers_(numbers) {}

    std::string name_of(std::size_t id) {
        constexpr std::size_t most = 12; // further numbers are not parameters
        const Number& number = numbers_.at(id);
        if (!may_be_parameter(number)) return text_of(number);
        const auto key = std::make_tuple(number.kind, number.is_main, number.name, number.value);
        if (const auto found = names_.find(key); found != names_.end()) return found->second;
        if (lines_.size() >= most && !number.is_main) return text_of(number);
        const std::string name = new_name(number.is_main ? "iterations" : number.name);
        lines_.push_back(
            fmt::format("\\PARAM({} {} = {}, \"{}\")", number.type, name, number.text, help_of(number)));
        return names_[key] = name;
    }
    const Lines& lines() const { return lines_; }

private:
    static bool may_be_parameter(const Number& number) {
        constexpr long long small = 16; // bytes
        if (number.kind == NumberKind::bytes) return number.value > small;
        return number.kind == NumberKind::passes;
    }

    static std::string help_of(const Number& number) {
        const std::string phase = number.phase.empty() ? "" : fmt::format(", in phase {}", number.phase);
        if (number.is_main) return fmt::format("passes of the main loop: {}{}", number.title, phase);
        if (number.kind == NumberKind::passes)
            return fmt::format("passes of a loop: {}{}", number.title, phase);
        const std::string call = number.used_by.substr(number.used_by.rfind('\\', 0) == 0 ? 1 : 0);
        return fmt::format("for the bytes of {}{}{}", number.title, call.empty() ? "" : ": " + call, phase);
    }

    std::string new_name(const std::string& base) {
        const int count = ++used_[base];
        return count == 1 ? base : fmt::format("{}_{}", base, count);
    }

    const Numbers& numbers_;
    std::map<std::tuple<NumberKind, bool, std::string, long long>, std::string> names_;
    std::map<std::string, int> used_;
    Lines lines_;
};

} // namespace

void set_meanings(const Codes& codes, Numbers& numbers) {
    set_meanings(codes, numbers, "");
}

Lines name_numbers(Codes& codes, const Numbers& numbers) {
    Parameters parameters(numbers);
    visit_texts(codes, [&](std::string& text) {
        text = replaced(text, [&](std::size_t id, std::size_t) { return parameters.name_of(id); });
    });
    Lines lines = parameters.lines();
    lines.emplace_back("\\PARAM(double work = 1, \"factor of all computation\")");
    return lines;
}

} // namespace loop::report::derive
