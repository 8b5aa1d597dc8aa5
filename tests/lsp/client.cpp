#include "client.h"

#include "lsp/positions.h"

#include <algorithm>
#include <stdexcept>

namespace loop::lsp::tests {

Client::Client() : server_([this](const Json& message) { received.push_back(message); }) {
    ask("initialize", Json::object({{"capabilities", Json::object()}}));
    tell("initialized", Json::object());
}

Json Client::open(const std::string& text) {
    mark_ = text.find('@');
    text_ = text;
    if (mark_ != std::string::npos) text_.erase(mark_, 1);
    tell("textDocument/didOpen",
         Json::object(
             {{"textDocument",
               Json::object({{"uri", uri}, {"languageId", "loop"}, {"version", 1}, {"text", text_}})}}));
    received.clear();
    server_.publish();
    return received.at(0).at("params").at("diagnostics");
}

Json Client::ask(const std::string& method, Json parameters) {
    received.clear();
    server_.handle(Json::object(
        {{"jsonrpc", "2.0"}, {"id", ++last_id_}, {"method", method}, {"params", std::move(parameters)}}));
    const Json& answer = received.at(0);
    if (answer.at("id").get<int>() != last_id_) throw std::runtime_error("an answer to another question");
    if (answer.contains("error"))
        throw std::runtime_error(answer.at("error").at("message").get<std::string>());
    return answer.at("result");
}

Json Client::here(Json more) const {
    more["textDocument"] = Json::object({{"uri", uri}});
    more["position"] = position_of(compiler::Source("test.loop", text_), mark_);
    return more;
}

Json Client::ask_here(const std::string& method, Json more) {
    return ask(method, here(std::move(more)));
}

std::string Client::refusal(const std::string& method, Json parameters) {
    try {
        ask(method, std::move(parameters));
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

std::string Client::refusal_here(const std::string& method, Json more) {
    return refusal(method, here(std::move(more)));
}

void Client::tell(const std::string& method, Json parameters) {
    server_.handle(Json::object({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}}));
}

std::string Client::edited(const Json& edits) const {
    const compiler::Source source("test.loop", text_);
    std::vector<Json> ordered(edits.begin(), edits.end());
    std::sort(ordered.begin(), ordered.end(), [&](const Json& a, const Json& b) {
        return offset_of(source, a["range"]["start"]) > offset_of(source, b["range"]["start"]);
    });
    std::string text = text_;
    for (const Json& edit : ordered) {
        const std::size_t begin = offset_of(source, edit["range"]["start"]);
        text.replace(begin, offset_of(source, edit["range"]["end"]) - begin,
                     edit["newText"].get<std::string>());
    }
    return text;
}

} // namespace loop::lsp::tests
