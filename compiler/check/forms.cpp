#include "compiler/check/forms.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::compiler {

namespace {

bool takes(const Form& form, std::size_t parameter) {
    return std::find(form.parameters.begin(), form.parameters.end(), parameter) != form.parameters.end();
}

class FormChooser {
public:
    FormChooser(Construct& construct, const Source& source, Diagnostics& diagnostics)
        : construct_(construct), forms_(construct.info->forms), source_(source), diagnostics_(diagnostics) {}

    void run() {
        const std::vector<std::size_t> given = given_forms();
        if (given.size() > 1) return exclude(selector(forms_[given[0]]), selector(forms_[given[1]]));
        if (given.empty() && construct_.info->chooses) return missing();
        construct_.form = given.empty() ? 0 : given[0];
        for (std::size_t i = 0; i < construct_.arguments.size(); ++i)
            if (construct_.has(i) && !takes(forms_[construct_.form], i)) misplaced(i);
    }

private:
    static std::size_t selector(const Form& form) { return form.parameters.front(); }

    /// The forms whose selecting argument is given, in the order of these arguments.
    std::vector<std::size_t> given_forms() const {
        std::vector<std::size_t> given;
        for (std::size_t form = 0; form < forms_.size(); ++form)
            if (construct_.has(selector(forms_[form])) && !belongs_to_other(form)) given.push_back(form);
        std::sort(given.begin(), given.end(),
                  [&](std::size_t a, std::size_t b) { return argument(a).begin < argument(b).begin; });
        return given;
    }

    /// Whether another form is given that takes this form's selecting argument, too.
    bool belongs_to_other(std::size_t form) const {
        return std::any_of(forms_.begin(), forms_.end(), [&](const Form& other) {
            return &other != &forms_[form] && takes(other, selector(forms_[form])) &&
                   construct_.has(selector(other));
        });
    }

    Range argument(std::size_t form) const { return construct_.argument(selector(forms_[form])); }
    std::string_view name(std::size_t parameter) const { return construct_.info->parameters[parameter].name; }
    std::string_view shown() const { return source_.text(construct_.name); }

    Diagnostic& report(Range range, std::string message) {
        Diagnostic& diagnostic = diagnostics_.error("argument-choice", range, std::move(message));
        diagnostic.hint = fmt::format("usage: {}", construct_.info->synopsis());
        return diagnostic;
    }

    void exclude(std::size_t first, std::size_t second) {
        report(construct_.argument(second),
               fmt::format("`{}` and `{}` of `{}` exclude each other", name(first), name(second), shown()))
            .note(fmt::format("`{}` is here", name(first)), construct_.argument(first));
    }

    void missing() {
        std::string names;
        for (const Form& form : forms_)
            names += fmt::format("{}`{}`", names.empty() ? "" : ", ", name(selector(form)));
        report(construct_.name, fmt::format("`{}` needs one of {}", shown(), names));
    }

    /// An argument of another form.
    void misplaced(std::size_t parameter) {
        const std::size_t chosen = selector(forms_[construct_.form]);
        const bool is_usual = !construct_.info->chooses && takes(forms_.front(), parameter);
        if (is_usual) return exclude(chosen, parameter);
        const auto form = std::find_if(forms_.begin(), forms_.end(),
                                       [&](const Form& other) { return takes(other, parameter); });
        report(construct_.argument(parameter),
               fmt::format("`{}` of `{}` needs `{}`", name(parameter), shown(), name(selector(*form))));
    }

    Construct& construct_;
    const std::vector<Form>& forms_;
    const Source& source_;
    Diagnostics& diagnostics_;
};

} // namespace

void choose_form(Construct& construct, const Source& source, Diagnostics& diagnostics) {
    if (!construct.info->forms.empty()) FormChooser(construct, source, diagnostics).run();
}

} // namespace loop::compiler
