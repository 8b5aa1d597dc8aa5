#include "cli/verbs.h"
#include "runner/failure.h"
#include "runner/words.h"

#include <compiler.h>
#include <fmt/core.h>

#include <memory>

namespace loop::cli {

namespace {

int explain(const std::string& subject, Context& context) {
    if (subject.empty()) {
        context.terminal.print(runner::joined(compiler::explain_subjects(), "\n") + "\n");
        return 0;
    }
    const std::string page = compiler::explain(subject);
    if (page.empty()) {
        const std::string near = compiler::nearest(subject, compiler::explain_subjects());
        throw runner::Failure(runner::ExitCode::Usage, fmt::format("nothing is known of `{}`", subject),
                              near.empty() ? "`loop explain` lists all constructs and codes"
                                           : fmt::format("did you mean `{}`?", near));
    }
    context.terminal.print(page.back() == '\n' ? page : page + "\n");
    return 0;
}

} // namespace

Action define_explain(CLI::App& app) {
    auto subject = std::make_shared<std::string>();
    app.add_option("CONSTRUCT|CODE", *subject,
                   "a construct (EXCHANGE) or the code of a message; without: list all");
    return [subject](Context& context) { return explain(*subject, context); };
}

} // namespace loop::cli
