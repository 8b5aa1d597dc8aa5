#pragma once

#include "base/text/json.h"
#include "lsp/messages.h"

#include <sys/types.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace loop::lsp {

/// How to start clangd, which answers questions about host code.
struct HostCommand {
    std::vector<std::string> words; ///< searched in PATH; empty: no host server
    std::vector<std::string> flags; ///< of the compiler, for the generated C++
};

/// Another language server, in a process of its own. It starts with the first question. If it cannot be
/// started or ends, questions are answered with null.
class HostServer {
public:
    using Answered = std::function<void(const Json& result)>;

    explicit HostServer(HostCommand command);
    HostServer(const HostServer&) = delete;
    HostServer& operator=(const HostServer&) = delete;
    ~HostServer();

    bool is_available() const { return !command_.words.empty(); }
    /// Asks about a document, whose text is sent first if it has changed. `answered` is called by `read`, or
    /// at once if there is no server.
    void ask(const std::string& uri, const std::string& text, const std::string& method, Json parameters,
             Answered answered);

    /// Becomes readable when answers arrive; -1 if the server does not run.
    int answers() const { return from_; }
    /// Takes what has arrived, and calls the functions that were given with its questions.
    void read();

private:
    bool start();
    /// Ends the server, and answers all waiting questions with null.
    void stop();
    /// The same for good: no further question starts it.
    void give_up();
    void send(const Json& message);
    int question(const std::string& method, Json parameters, Answered answered);
    void notify(const std::string& method, Json parameters);
    void take(const Json& message);

    HostCommand command_;
    pid_t process_ = -1;
    int to_ = -1;
    int from_ = -1;
    int last_ = 0;
    MessageReader reader_;
    std::map<int, Answered> waiting_;
    std::map<std::string, std::pair<std::string, int>> documents_; ///< text and version, by URI
};

} // namespace loop::lsp
