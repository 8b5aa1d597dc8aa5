#pragma once

#include "lsp/server.h"

#include <string>
#include <vector>

namespace loop::lsp::tests {

/// A client of a server in the same process. Documents are named by short names; a place in a text is where
/// its mark `@` is, which is removed before.
class Client {
public:
    Client();

    const std::string uri = "file:///programs/test.loop";

    /// Opens the document, or replaces its text, and returns its problems.
    Json open(const std::string& text);
    /// Returns the result of a request; throws if the answer is an error.
    Json ask(const std::string& method, Json parameters);
    /// The same about the place of the mark in the document that `open` got.
    Json ask_here(const std::string& method, Json more = Json::object());
    /// The reason why a request was refused; empty if it was not.
    std::string refusal(const std::string& method, Json parameters);
    std::string refusal_here(const std::string& method, Json more = Json::object());

    void tell(const std::string& method, Json parameters);
    void send(const Json& message) { server_.handle(message); }
    void publish() { server_.publish(); }
    Server& server() { return server_; }

    std::vector<Json> received; ///< everything that the server sent

    /// The document after the edits of an answer.
    std::string edited(const Json& edits) const;

private:
    Json here(Json more) const;

    Server server_;
    std::string text_;
    std::size_t mark_ = 0;
    int last_id_ = 0;
};

} // namespace loop::lsp::tests
