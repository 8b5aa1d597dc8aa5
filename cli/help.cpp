#include "base/text/strings.h"
#include "cli/guesses.h"
#include "cli/manual.h"
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
    for (const std::string& name : document_names())
        topics.push_back(name);
    return topics;
}

/// The help of a verb, the page about a construct or message, or a document.
std::string page_about(const std::string& topic) {
    if (const std::string help = help_text(topic); !help.empty()) return help;
    const std::string page = explained(topic);
    return page.empty() ? document(topic) : page;
}

int list_documents(Context& context) {
    context.terminal.print(joined(document_names(), "\n") + "\n");
    return 0;
}

int list_pages(Context& context) {
    context.terminal.print(manual_page_list());
    return 0;
}

int help(const std::string& topic, Context& context) {
    show_in_man(topic);
    const std::string page = topic.empty() ? help_text() : page_about(topic);
    if (page.empty())
        throw runner::Failure(runner::ExitCode::Usage, fmt::format("no help about `{}`", topic),
                              hint_for_topic(topic, all_topics(),
                                             "`loop help` lists the verbs, `loop explain` all constructs and "
                                             "messages, `loop help --documents` "
                                             "the documents"));
    context.terminal.print(page);
    return 0;
}

Action define_help(Arguments& app) {
    auto topic = std::make_shared<std::string>();
    const Option word =
        app.option("VERB|TOPIC", *topic,
                   "a verb (run), a construct (EXCHANGE), the code of a message, or a document "
                   "(language); an installed LOOP opens its manual page, if there is one");
    auto documents = std::make_shared<bool>();
    Option list = app.flag("--documents", *documents, "list the documents");
    auto pages = std::make_shared<bool>();
    app.flag("--pages", *pages, "list the documents that are manual pages: document, page, section, summary")
        .excludes(word)
        .excludes(list);
    list.excludes(word);
    return [=](Context& context) {
        if (*documents) return list_documents(context);
        return *pages ? list_pages(context) : help(*topic, context);
    };
}

} // namespace

const Verb help_verb{"help", "help on a verb, a construct, a message, or a document",
                     "  loop help run\n  loop help EXCHANGE\n  loop help language      the document "
                     "docs/language.md, or its manual page loop(7)\n",
                     define_help};

} // namespace loop::cli
