#include "base/text/nearest.h"
#include "cli/verbs.h"
#include "compiler/compiler.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

namespace {

std::vector<std::string> all_topics() {
    std::vector<std::string> topics = compiler::explain_subjects();
    for (const Verb* verb : verbs())
        topics.emplace_back(verb->name);
    return topics;
}

/// The help of a verb, or the page about a construct or message.
std::string page_about(const std::string& topic) {
    const std::string help = help_text(topic);
    return help.empty() ? explained(topic) : help;
}

int help(const std::string& topic, Context& context) {
    const std::string page = topic.empty() ? help_text() : page_about(topic);
    if (page.empty())
        throw runner::Failure(
            runner::ExitCode::Usage, fmt::format("no help about `{}`", topic),
            did_you_mean(topic, all_topics(),
                         "`loop help` lists the verbs, `loop explain` all constructs and messages"));
    context.terminal.print(page);
    return 0;
}

Action define_help(Arguments& app) {
    auto topic = std::make_shared<std::string>();
    app.option("VERB|TOPIC", *topic, "a verb (run), a construct (EXCHANGE), or the code of a message");
    return [topic](Context& context) { return help(*topic, context); };
}

} // namespace

const Verb help_verb{"help", "help on a verb, a construct, or a message",
                     "  loop help run\n  loop help EXCHANGE\n", define_help};

} // namespace loop::cli
