#include "derive/pass_loop.h"

#include "derive/pass_formula.h"
#include "derive/unify.h"
#include "derive/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>

namespace loop::report::derive {

namespace {

using Variables = std::vector<Variable>;

bool is_reference(const Variable& variable) {
    return variable.type.back() == '&';
}

/// "struct { double seconds; long long bytes, bytes_2; }"
std::string struct_of(const Variables& variables) {
    std::string text;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const bool is_same =
            i > 0 && variables[i].type == variables[i - 1].type && !is_reference(variables[i]);
        text += is_same ? ", " : i > 0 ? "; " : "";
        text += (is_same ? "" : variables[i].type + " ") + variables[i].name;
    }
    return "struct { " + text + "; }";
}

/// "{64, 128}", one value for each pass; or a list for each pass.
std::string rows_of(const Variables& variables) {
    std::vector<std::string> rows;
    for (std::size_t pass = 0; pass < variables.front().values.size(); ++pass) {
        std::vector<std::string> row;
        for (const Variable& variable : variables)
            row.push_back(variable.values[pass]);
        rows.push_back(variables.size() == 1 ? row.front() : fmt::format("{{{}}}", fmt::join(row, ", ")));
    }
    return fmt::format("{{{}}}", fmt::join(rows, ", "));
}

/// What to say of a table.
std::string comment_on(const Variables& variables) {
    const bool has_sizes = std::any_of(variables.begin(), variables.end(), [](const Variable& variable) {
        return variable.type == "long long" || variable.type == "int";
    });
    return has_sizes ? "no formula of the pass was found" : "";
}

/// A name that the statements do not use.
std::string free_name(const std::string& base, const Codes& codes, const Numbers& numbers) {
    std::string all;
    visit_texts(codes, [&](const std::string& text) { all += numbers.plain(text) + "\n"; });
    std::string name = base;
    for (int number = 2; std::regex_search(all, std::regex("\\b" + name + "\\b")); ++number)
        name = fmt::format("{}_{}", base, number);
    return name;
}

using Formulas = std::map<std::string, std::string>; ///< by variable

class PassLoop {
public:
    PassLoop(const std::vector<Codes>& passes, Numbers& numbers)
        : passes_(passes), numbers_(numbers), scope_(new_scope(numbers)),
          all_(unified(passes, numbers, scope_)), pass_(free_name("pass", all_.codes, numbers)) {}

    Codes codes() {
        const bool is_plain = all_.variables.empty();
        take_formulas();
        if (all_.variables.empty())
            return {{"\\LOOP (" + count() + ")" + (is_plain ? "" : " " + pass_ + scope_), "",
                     std::move(all_.codes)}};
        if (has_formulas_) return loop_with_table();
        return all_.variables.size() == 1 ? loop_over_values() : loop_over_structs();
    }

private:
    std::string count() {
        Number count{NumberKind::passes};
        count.type = "int";
        count.value = static_cast<long long>(passes_.size());
        count.text = std::to_string(count.value);
        count.name = name_for(all_.codes) + "_passes";
        count.title = title_for(all_.codes);
        return numbers_.token(std::move(count));
    }

    long long scope() const { return numbers_.at(ids_in(scope_).front()).value; }
    bool is_local(const Number& number) const {
        return number.kind == NumberKind::local && number.value == scope();
    }

    /// A variable of the loop.
    std::string local(const std::string& text, const std::string& type) {
        Number local{NumberKind::local};
        local.value = scope();
        local.text = text;
        local.type = type;
        return numbers_.token(std::move(local));
    }

    std::optional<std::string> formula_of(const Variable& variable) {
        Values values;
        for (const std::string& token : variable.values) {
            const Number& number = numbers_.at(ids_in(token).front());
            if (number.kind != NumberKind::bytes && number.kind != NumberKind::passes) return std::nullopt;
            values.push_back(number.value);
        }
        return pass_formula(values, variable.values.front(), local(pass_, "int"));
    }

    /// Replaces variables by their formulas. If others are references, which no table can hold, all stay
    /// variables.
    void take_formulas() {
        Variables others;
        Formulas formulas;
        for (const Variable& variable : all_.variables) {
            if (const auto formula = formula_of(variable))
                formulas[variable.name] = *formula;
            else
                others.push_back(variable);
        }
        has_formulas_ = !formulas.empty() && std::none_of(others.begin(), others.end(), is_reference);
        if (!has_formulas_) return;
        all_.variables = others;
        visit_texts(all_.codes, [&](std::string& text) { text = with_formulas(text, formulas); });
    }

    /// Formulas are in parentheses, unless they are an argument.
    std::string with_formulas(const std::string& text, const Formulas& formulas) {
        const std::string formula = replaced(text, [&](std::size_t id, std::size_t) {
            Number& number = numbers_.at(id);
            if (!is_local(number)) return token_of(id);
            if (const auto found = formulas.find(number.text); found != formulas.end())
                return "(" + found->second + ")";
            if (number.text.find('[') == std::string::npos) number.text = from_table(number.text);
            return token_of(id);
        });
        static const std::regex argument(R"(\(\(((?:[^()]|\([^()]*\))*)\)([,)]))"); // "((64 << pass),"
        return std::regex_replace(formula, argument, "($1$2");
    }

    /// Variables around the loop have other names, so that they can be in the table.
    std::string table_name() const {
        return (all_.variables.size() == 1 ? all_.variables.front().name : "rows") + "_of_" + pass_;
    }

    std::string from_table(const std::string& variable) const {
        return fmt::format("{}[{}]{}", table_name(), pass_, all_.variables.size() == 1 ? "" : "." + variable);
    }

    Codes loop_with_table() {
        const bool is_one = all_.variables.size() == 1;
        Codes codes;
        const std::string type = is_one ? all_.variables.front().type : struct_of(all_.variables);
        codes.push_back({fmt::format("const {} {}[] = {};", type, table_name(), rows_of(all_.variables)),
                         comment_on(all_.variables)});
        codes.push_back(
            {fmt::format("\\LOOP ({}) {}{}", passes_.size(), pass_, scope_), "", std::move(all_.codes)});
        return codes;
    }

    Codes loop_over_values() {
        const Variable& only = all_.variables.front();
        const bool is_table = is_reference(only);
        const std::string type = is_table ? "auto" : only.type;
        return {{fmt::format("for (const {}{} {}{} : {}{})", type, is_table ? "&" : "", only.name, scope_,
                             is_table ? "" : fmt::format("std::vector<{}>", type), rows_of(all_.variables)),
                 comment_on(all_.variables), std::move(all_.codes)}};
    }

    Codes loop_over_structs() {
        Unified all = unified(passes_, numbers_, scope_, pass_ + ".");
        return {{fmt::format("const {} passes[] = {};", struct_of(all.variables), rows_of(all.variables)),
                 comment_on(all.variables)},
                {fmt::format("for (const auto& {}{} : passes)", pass_, scope_), "", std::move(all.codes)}};
    }

    const std::vector<Codes>& passes_;
    Numbers& numbers_;
    const std::string scope_;
    Unified all_;
    const std::string pass_;
    bool has_formulas_ = false;
};

} // namespace

Codes pass_loop(const std::vector<Codes>& passes, Numbers& numbers) {
    return PassLoop(passes, numbers).codes();
}

} // namespace loop::report::derive
