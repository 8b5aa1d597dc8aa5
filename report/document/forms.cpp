#include "report/document/forms.h"

#include <algorithm>

namespace loop::report {

namespace {

struct Form {
    const char* name;
    std::vector<std::string> endings;
    std::string (*write)(const Document& document, const SheetOptions& options);
};

/// Drops the options, which only a terminal has.
template <std::string (*Write)(const Document&)>
std::string plainly(const Document& document, const SheetOptions&) {
    return Write(document);
}

const std::vector<Form>& forms() {
    static const std::vector<Form> all{{"html", {"htm"}, plainly<html_form>},
                                       {"text", {"txt"}, text_form},
                                       {"markdown", {"md"}, plainly<markdown_form>},
                                       {"csv", {}, plainly<csv_form>},
                                       {"json", {}, plainly<json_form>},
                                       {"xml", {}, plainly<xml_form>}};
    return all;
}

} // namespace

const std::vector<std::string>& form_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Form& form : forms())
            all.emplace_back(form.name);
        return all;
    }();
    return names;
}

std::string form_of_ending(const std::string& ending) {
    for (const Form& form : forms())
        if (std::find(form.endings.begin(), form.endings.end(), ending) != form.endings.end())
            return form.name;
    return ending;
}

std::string report_form(const Document& document, const std::string& name, const SheetOptions& options) {
    for (const Form& form : forms())
        if (name == form.name) return form.write(document, options);
    return {};
}

} // namespace loop::report
