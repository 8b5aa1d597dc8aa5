#include "base/formats/answers.h"
#include "base/text/nearest.h"
#include "cli/verbs.h"
#include "compiler/compiler.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <memory>

namespace loop::cli {

namespace {

/// The summary of a page: the text after the code of a message, or the line below the syntax of a construct.
std::string summary_of(const std::string& subject, const std::string& page) {
    const std::size_t end = page.find('\n');
    const std::string first = page.substr(0, end);
    if (first.compare(0, subject.size() + 2, subject + ": ") == 0) return first.substr(subject.size() + 2);
    if (end == std::string::npos) return {};
    const std::string second = page.substr(end + 1, page.find('\n', end + 1) - end - 1);
    return second.substr(std::min(second.find_first_not_of(' '), second.size()));
}

std::string all_subjects() {
    const std::vector<std::string> subjects = compiler::explain_subjects();
    std::size_t width = 0;
    for (const std::string& subject : subjects)
        width = std::max(width, subject.size());
    std::string text;
    for (const std::string& subject : subjects)
        text += fmt::format("{:<{}}  {}\n", subject, width, summary_of(subject, compiler::explain(subject)));
    return text;
}

std::string suggestion(const std::string& subject) {
    const std::vector<std::string> subjects = compiler::explain_subjects();
    return did_you_mean(
        subject, subjects,
        did_you_mean("\\" + subject, subjects, "`loop explain` lists all constructs and codes"));
}

} // namespace

std::string explained(const std::string& text) {
    std::string subject = text;
    if (subject.size() > 2 && subject.front() == '[' && subject.back() == ']')
        subject = subject.substr(1, subject.size() - 2);
    const auto in_case = [&](int (*convert)(int)) {
        std::string text;
        for (const char c : subject)
            text += static_cast<char>(convert(static_cast<unsigned char>(c)));
        return text;
    };
    for (const std::string& tried : {subject, in_case(std::toupper), in_case(std::tolower)})
        if (const std::string page = compiler::explain(tried); !page.empty())
            return page.back() == '\n' ? page : page + "\n";
    return {};
}

namespace {

formats::Explanation answer_of(const std::string& subject) {
    const std::string page = explained(subject);
    const std::vector<std::string> subjects = compiler::explain_subjects();
    auto known = std::find(subjects.begin(), subjects.end(), subject);
    if (known == subjects.end()) // the user writes it in another way
        known = std::find_if(subjects.begin(), subjects.end(),
                             [&](const std::string& one) { return explained(one) == page; });
    const std::string& name = known == subjects.end() ? subject : *known;
    return {name, summary_of(name, page), page};
}

void explain_as_json(const std::string& subject, const app::Terminal& terminal) {
    formats::ExplainAnswer answer;
    for (const std::string& one :
         subject.empty() ? compiler::explain_subjects() : std::vector<std::string>{subject})
        answer.subjects.push_back(answer_of(one));
    terminal.print(formats::text_of(answer));
}

void refuse_unknown(const std::string& subject) {
    if (explained(subject).empty())
        throw runner::Failure(runner::ExitCode::Usage, fmt::format("no page about `{}`", subject),
                              suggestion(subject));
}

int explain(const std::string& subject, bool json, Context& context) {
    if (!subject.empty()) refuse_unknown(subject);
    if (json) {
        explain_as_json(subject, context.terminal);
        return 0;
    }
    if (subject.empty()) {
        context.terminal.print(all_subjects());
        return 0;
    }
    context.terminal.print(explained(subject));
    return 0;
}

Action define_explain(Arguments& app) {
    auto subject = std::make_shared<std::string>();
    app.option("CONSTRUCT|CODE", *subject,
               "a construct (EXCHANGE) or the code of a message; default: list all");
    auto json = std::make_shared<bool>();
    app.flag("--json", *json, "print the page, or all pages, as JSON (docs/formats.md)");
    return [subject, json](Context& context) { return explain(*subject, *json, context); };
}

} // namespace

const Verb explain_verb{"explain", "explain a construct or a message",
                        "  loop explain EXCHANGE\n  loop explain unknown-construct\n", define_explain};

} // namespace loop::cli
