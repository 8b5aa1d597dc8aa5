#pragma once

#include "base/text/json.h"
#include "lsp/document.h"
#include "lsp/host_server.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace loop::lsp {

/// A language server: takes the messages of one client, in order, and sends answers. Any message is accepted;
/// what is wrong with it is answered, or ignored if it is a notification. Never throws.
class Server {
public:
    using Send = std::function<void(const Json& message)>;
    explicit Server(Send send, HostCommand host = {});

    void handle(const Json& message);
    /// The answer to what is not JSON.
    void refuse_text();
    /// Sends the problems of documents that have changed. To be called when no message is waiting, so that a
    /// document is compiled once for several changes.
    void publish();

    /// The server that is asked about host code; its answers must be read.
    HostServer& host() { return host_; }

    bool has_ended() const { return ended_; }
    /// 0 if the client said `shutdown` before it left.
    int exit_code() const { return state_ == State::ShutDown ? 0 : 1; }

private:
    enum class State { New, Running, ShutDown };

    void request(const Json& id, const std::string& method, const Json& parameters);
    void notification(const std::string& method, const Json& parameters);
    Json answer(const std::string& method, const Json& parameters);
    /// Lets the host server answer, if it may know more; false if it is not asked.
    bool ask_host(const Json& id, const std::string& method, const Json& parameters, const Json& own);
    void reply(const Json& id, Json result);
    Json initialized() const;
    void open(const Json& document);
    void change(const Json& parameters);
    void close(const std::string& uri);
    const Document& document(const Json& parameters) const;
    void refuse(const Json& id, int code, const std::string& reason);

    Send send_;
    HostServer host_;
    State state_ = State::New;
    bool ended_ = false;
    std::map<std::string, Document> documents_;
    std::set<std::string> changed_;
};

} // namespace loop::lsp
