#include "lsp/server.h"

#include "lsp/answers.h"
#include "lsp/host_code.h"
#include "lsp/positions.h"

#include <exception>

namespace loop::lsp {

namespace {

// Codes of errors, from JSON-RPC and the protocol.
constexpr int parse_error = -32700;
constexpr int invalid_request = -32600;
constexpr int method_not_found = -32601;
constexpr int invalid_parameters = -32602;
constexpr int internal_error = -32603;
constexpr int not_initialized = -32002;
constexpr int request_failed = -32803;

struct UnknownMethod {};

std::size_t place(const Document& document, const Json& parameters) {
    return offset_of(document.source(), parameters.at("position"));
}

compiler::Range range_in(const Document& document, const Json& parameters) {
    const Json& range = parameters.at("range");
    return {offset_of(document.source(), range.at("start")), offset_of(document.source(), range.at("end"))};
}

using Answer = Json (*)(const Document& document, const Json& parameters);

/// The requests about one document.
const std::map<std::string, Answer>& answers() {
    using D = const Document&;
    using P = const Json&;
    static const std::map<std::string, Answer> all{
        {"textDocument/hover", [](D d, P p) { return hover(d, place(d, p)); }},
        {"textDocument/completion", [](D d, P p) { return completion(d, place(d, p)); }},
        {"textDocument/signatureHelp", [](D d, P p) { return signature_help(d, place(d, p)); }},
        {"textDocument/definition", [](D d, P p) { return definition(d, place(d, p)); }},
        {"textDocument/references",
         [](D d, P p) {
             const Json& context = p["context"];
             const bool declaration = !context.is_object() || context.value("includeDeclaration", true);
             return references(d, place(d, p), declaration);
         }},
        {"textDocument/documentHighlight", [](D d, P p) { return highlights(d, place(d, p)); }},
        {"textDocument/prepareRename", [](D d, P p) { return prepare_rename(d, place(d, p)); }},
        {"textDocument/rename",
         [](D d, P p) { return rename(d, place(d, p), p.at("newName").get<std::string>()); }},
        {"textDocument/codeAction", [](D d, P p) { return code_actions(d, range_in(d, p)); }},
        {"textDocument/inlayHint", [](D d, P p) { return inlay_hints(d, range_in(d, p)); }},
        {"textDocument/documentSymbol", [](D d, P) { return document_symbols(d); }},
        {"textDocument/foldingRange", [](D d, P) { return folding_ranges(d); }},
        {"textDocument/semanticTokens/full", [](D d, P) { return semantic_tokens(d); }},
        {"textDocument/formatting", [](D d, P) { return formatting(d); }}};
    return all;
}

std::optional<std::int64_t> version_of(const Json& document) {
    const Json& version = document["version"];
    return version.is_number_integer() ? std::optional(version.get<std::int64_t>()) : std::nullopt;
}

} // namespace

Server::Server(Send send, HostCommand host) : send_(std::move(send)), host_(std::move(host)) {}

void Server::handle(const Json& message) {
    const Json& id = message["id"];
    const Json& method = message["method"];
    if (!message.is_object() || !method.is_string()) {
        const bool is_answer = message.is_object() && !id.is_null(); // we ask nothing
        if (!is_answer) refuse(id, invalid_request, "a message has a method");
        return;
    }
    if (id.is_null())
        notification(method.get<std::string>(), message["params"]);
    else
        request(id, method.get<std::string>(), message["params"]);
}

void Server::refuse_text() {
    refuse(nullptr, parse_error, "this is not JSON");
}

void Server::publish() {
    for (const std::string& uri : changed_) {
        const auto found = documents_.find(uri);
        const Json parameters = found != documents_.end()
                                    ? diagnostics(found->second)
                                    : Json::object({{"uri", uri}, {"diagnostics", Json::array()}});
        send_(Json::object(
            {{"jsonrpc", "2.0"}, {"method", "textDocument/publishDiagnostics"}, {"params", parameters}}));
    }
    changed_.clear();
}

void Server::request(const Json& id, const std::string& method, const Json& parameters) {
    if (state_ == State::New && method != "initialize")
        return refuse(id, not_initialized, "`initialize` comes first");
    if (state_ == State::ShutDown) return refuse(id, invalid_request, "the server is shut down");
    try {
        Json result = answer(method, parameters);
        if (!ask_host(id, method, parameters, result)) reply(id, std::move(result));
    } catch (const UnknownMethod&) {
        refuse(id, method_not_found, "there is no method `" + method + "`");
    } catch (const RequestError& error) {
        refuse(id, request_failed, error.what());
    } catch (const Json::Error& error) {
        refuse(id, invalid_parameters, error.what());
    } catch (const std::exception& error) {
        refuse(id, internal_error, error.what());
    }
}

void Server::reply(const Json& id, Json result) {
    send_(Json::object({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}));
}

bool Server::ask_host(const Json& id, const std::string& method, const Json& parameters, const Json& own) {
    const bool is_completion = method == "textDocument/completion";
    const bool is_hover = method == "textDocument/hover";
    const bool is_for_host =
        is_completion || (own.is_null() && (is_hover || method == "textDocument/definition"));
    if (!host_.is_available() || !is_for_host) return false;
    const Document& host_document = document(parameters);
    const std::optional<HostView> view = HostView::of(host_document);
    const std::optional<Json> position =
        view ? view->position(place(host_document, parameters)) : std::nullopt;
    if (!position) return false;
    const Json question =
        Json::object({{"textDocument", Json::object({{"uri", view->uri()}})}, {"position", *position}});
    host_.ask(view->uri(), view->text(), method, question, [=, this_view = *view](const Json& answer) {
        if (is_hover) return reply(id, this_view.hover(answer));
        if (!is_completion) return reply(id, this_view.locations(answer));
        Json both = own;
        for (const Json& item : this_view.completion(answer))
            both["items"].push_back(item);
        reply(id, both);
    });
    return true;
}

Json Server::answer(const std::string& method, const Json& parameters) {
    if (method == "initialize") {
        if (state_ != State::New) throw RequestError("the server is initialized already");
        state_ = State::Running;
        return initialized();
    }
    if (method == "shutdown") {
        state_ = State::ShutDown;
        return nullptr;
    }
    const auto found = answers().find(method);
    if (found == answers().end()) throw UnknownMethod();
    return found->second(document(parameters), parameters);
}

Json Server::initialized() const {
    const Json capabilities = Json::object(
        {{"textDocumentSync", Json::object({{"openClose", true}, {"change", 2}})},
         {"hoverProvider", true},
         {"completionProvider", Json::object({{"triggerCharacters", Json::array({"\\"})}})},
         {"signatureHelpProvider", Json::object({{"triggerCharacters", Json::array({"(", ","})}})},
         {"definitionProvider", true},
         {"referencesProvider", true},
         {"documentHighlightProvider", true},
         {"renameProvider", Json::object({{"prepareProvider", true}})},
         {"codeActionProvider", Json::object({{"codeActionKinds", Json::array({"quickfix"})}})},
         {"documentSymbolProvider", true},
         {"foldingRangeProvider", true},
         {"semanticTokensProvider",
          Json::object(
              {{"legend", Json::object({{"tokenTypes", token_types()}, {"tokenModifiers", Json::array()}})},
               {"full", true}})},
         {"inlayHintProvider", true},
         {"documentFormattingProvider", true}});
    return Json::object({{"capabilities", capabilities},
                         {"serverInfo", Json::object({{"name", "loop"}, {"version", LOOP_VERSION}})}});
}

void Server::notification(const std::string& method, const Json& parameters) {
    if (method == "exit") {
        ended_ = true;
        return;
    }
    if (state_ != State::Running) return;
    try {
        if (method == "textDocument/didOpen") open(parameters.at("textDocument"));
        if (method == "textDocument/didChange") change(parameters);
        if (method == "textDocument/didClose")
            close(parameters.at("textDocument").at("uri").get<std::string>());
    } catch (const std::exception&) {
        // A notification has no answer; the document stays as it was.
    }
}

void Server::open(const Json& opened) {
    const std::string uri = opened.at("uri").get<std::string>();
    documents_.insert_or_assign(uri, Document(uri, opened.at("text").get<std::string>(), version_of(opened)));
    changed_.insert(uri);
}

void Server::change(const Json& parameters) {
    const Json& identifier = parameters.at("textDocument");
    const std::string uri = identifier.at("uri").get<std::string>();
    const auto found = documents_.find(uri);
    if (found == documents_.end()) return;
    found->second = found->second.changed(parameters.at("contentChanges"), version_of(identifier));
    changed_.insert(uri);
}

void Server::close(const std::string& uri) {
    if (documents_.erase(uri) != 0) changed_.insert(uri);
}

const Document& Server::document(const Json& parameters) const {
    const std::string uri = parameters.at("textDocument").at("uri").get<std::string>();
    const auto found = documents_.find(uri);
    if (found == documents_.end()) throw RequestError("`" + uri + "` is not open");
    return found->second;
}

void Server::refuse(const Json& id, int code, const std::string& reason) {
    send_(Json::object(
        {{"jsonrpc", "2.0"}, {"id", id}, {"error", Json::object({{"code", code}, {"message", reason}})}}));
}

} // namespace loop::lsp
