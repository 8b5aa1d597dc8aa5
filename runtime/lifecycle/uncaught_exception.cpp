#include "lifecycle/uncaught_exception.h"

#include "session/failure.h"
#include "session/settings.h"
#include "session/status.h"

#include <loop/exception_file.h>

#include <cxxabi.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <typeinfo>

namespace loop::runtime {
namespace {

std::terminate_handler previous_terminate = nullptr;

std::string readable_type(const std::type_info& type) {
    if (type == typeid(std::string)) return "std::string";
    int failed = 0;
    char* const name = abi::__cxa_demangle(type.name(), nullptr, nullptr, &failed);
    const std::string text = name == nullptr ? type.name() : name;
    std::free(name);
    return text;
}

// What the current exception says about itself; "" if it has no text.
std::string words_of_exception() {
    try {
        throw;
    } catch (const std::exception& exception) {
        return exception.what();
    } catch (const std::string& text) {
        return text;
    } catch (const char* text) {
        return text == nullptr ? "" : text;
    } catch (...) {
        return "";
    }
}

std::string on_one_line(std::string text) {
    constexpr std::size_t max_length = 1000;
    text.resize(std::min(text.size(), max_length));
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = ' ';
    }
    return text;
}

std::string after_text(const RankPlace& place) {
    if (place.construct == Construct::None) return "";
    return ", " + seen_text(place);
}

void save_exception(const std::string& type, const std::string& words) {
    if (status_rank() < 0) return;
    const std::string path = concat(settings().records, "/", exception_file_name(status_rank()));
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return; // stderr has the words too
    const std::string text = concat(exception_file_version, "\n", type, "\n", words, "\n");
    if (write(file, text.data(), text.size()) < 0) unlink(path.c_str());
    close(file);
}

void tell_exception(const std::type_info& type) {
    const std::string name = on_one_line(readable_type(type));
    const std::string words = on_one_line(words_of_exception());
    if (!settings().recorded)
        print_error(concat("error: ", rank_text(), "uncaught exception `", name, "`",
                           words.empty() ? "" : ": " + words, after_text(place_of(*the_status))));
    save_exception(name, words);
}

// Whether this thread is the first to be here, and for the first time. Another thread never returns.
bool is_first_entry() {
    static std::atomic<std::thread::id> owner{std::thread::id()};
    std::thread::id seen; // of no thread
    if (owner.compare_exchange_strong(seen, std::this_thread::get_id())) return true;
    while (seen != std::this_thread::get_id())
        pause(); // the first thread ends the process
    return false;
}

// The SIGABRT of std::abort() makes the crash flush. A recorded program ends as its own handler says.
[[noreturn]] void on_terminate() {
    const std::type_info* const type = is_first_entry() ? abi::__cxa_current_exception_type() : nullptr;
    try {
        if (type != nullptr) tell_exception(*type);
    } catch (...) { // out of memory: the library's handler needs none
        previous_terminate();
    }
    if ((type == nullptr || settings().recorded) && previous_terminate != nullptr) previous_terminate();
    std::abort();
}

} // namespace

void report_uncaught_exceptions() {
    previous_terminate = std::set_terminate(on_terminate);
}

} // namespace loop::runtime
