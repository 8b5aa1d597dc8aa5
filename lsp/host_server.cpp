#include "lsp/host_server.h"

#include "lsp/write_all.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace loop::lsp {

namespace {

struct Pipe {
    int read = -1;
    int write = -1;
};

/// Both ends are closed in other programs that are started.
bool make(Pipe& pipe) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    pipe = {ends[0], ends[1]};
    return true;
}

void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
}

/// Returns the process, or -1.
pid_t spawned(const std::vector<std::string>& words, int input, int output) {
    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t process = -1;
    const int error = posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? process : -1;
}

} // namespace

HostServer::HostServer(HostCommand command) : command_(std::move(command)) {}

HostServer::~HostServer() {
    stop();
}

bool HostServer::start() {
    if (process_ > 0) return true;
    if (!is_available()) return false;
    Pipe input, output;
    if (make(input) && make(output)) process_ = spawned(command_.words, input.read, output.write);
    close(input.read);
    close(output.write);
    to_ = input.write;
    from_ = output.read;
    if (process_ <= 0) {
        give_up();
        return false;
    }
    question("initialize",
             Json::object({{"processId", nullptr},
                           {"rootUri", nullptr},
                           {"capabilities", Json::object()},
                           {"initializationOptions", Json::object({{"fallbackFlags", command_.flags}})}}),
             {});
    notify("initialized", Json::object());
    return process_ > 0; // it may have ended at once
}

void HostServer::give_up() {
    command_.words.clear(); // it would end again for each question
    stop();
}

void HostServer::stop() {
    close(to_);
    close(from_);
    if (process_ > 0) {
        ::kill(process_, SIGKILL); // it has nothing to save
        while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    process_ = -1;
    const std::map<int, Answered> waiting = std::move(waiting_);
    waiting_.clear();
    documents_.clear();
    for (const auto& [id, answered] : waiting)
        if (answered) answered(nullptr);
}

void HostServer::ask(const std::string& uri, const std::string& text, const std::string& method,
                     Json parameters, Answered answered) {
    if (!start()) return answered(nullptr);
    auto [known, fresh] = documents_.try_emplace(uri, text, 1);
    if (fresh) {
        notify("textDocument/didOpen",
               Json::object(
                   {{"textDocument",
                     Json::object({{"uri", uri}, {"languageId", "cpp"}, {"version", 1}, {"text", text}})}}));
    } else if (known->second.first != text) {
        known->second = {text, known->second.second + 1};
        notify(
            "textDocument/didChange",
            Json::object({{"textDocument", Json::object({{"uri", uri}, {"version", known->second.second}})},
                          {"contentChanges", Json::array({Json::object({{"text", text}})})}}));
    }
    question(method, std::move(parameters), std::move(answered));
}

int HostServer::question(const std::string& method, Json parameters, Answered answered) {
    waiting_[++last_] = std::move(answered);
    send(Json::object(
        {{"jsonrpc", "2.0"}, {"id", last_}, {"method", method}, {"params", std::move(parameters)}}));
    return last_;
}

void HostServer::notify(const std::string& method, Json parameters) {
    send(Json::object({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}}));
}

void HostServer::send(const Json& message) {
    if (to_ < 0 || !write_all(to_, framed(message.dump()))) give_up();
}

void HostServer::read() {
    std::array<char, 1 << 16> bytes;
    const ssize_t got = ::read(from_, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) return give_up();
    reader_.add({bytes.data(), static_cast<std::size_t>(got)});
    while (const std::optional<std::string> text = reader_.next())
        take(Json::parse_or_discard(*text));
}

void HostServer::take(const Json& message) {
    const Json& id = message["id"];
    if (message.is_discarded() || !id.is_number_integer() || message.contains("method")) return;
    const auto found = waiting_.find(id.get<int>());
    if (found == waiting_.end()) return;
    const Answered answered = std::move(found->second);
    waiting_.erase(found);
    if (answered) answered(message["result"]);
}

} // namespace loop::lsp
