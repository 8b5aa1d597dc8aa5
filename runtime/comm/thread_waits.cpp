#include "comm/thread_waits.h"

#include "comm/messages.h"
#include "session/lasting.h"
#include "session/waits.h"

#include <algorithm>
#include <mutex>

namespace loop::runtime {
namespace {

struct WaitingThread {
    int thread;
    Construct construct;
    int line;
    std::vector<int> ranks; // ascending
};

std::mutex mutex; // guards all that follows
int all_threads = 0, running_threads = 0;
bool is_told = false;
Lasting<std::vector<WaitingThread>> waiting_threads;

// Tells the wait of the thread with the lowest number.
void tell_waiting_rank() {
    const auto& all = waiting_threads();
    const WaitingThread& first = *std::min_element(
        all.begin(), all.end(), [](const auto& a, const auto& b) { return a.thread < b.thread; });
    RankStatus& status = *the_status;
    tell(status.place, pack_place(Construct::Threads, first.line, true));
    publish(0, first.thread, pack_thread_wait(first.construct, static_cast<int>(all.size()), all_threads),
            packed(first.ranks));
    const int partner = first.ranks.size() == 1 ? first.ranks[0] : waits_for_partners;
    if (!is_told) the_session.waits += one_wait;
    tell(status.waiting, pack_waiting(the_session.waits, WaitKind::Construct, partner));
    is_told = true;
}

// Waits for no rank again: a thread runs, or none waits.
void tell_running_rank() {
    if (!is_told || is_being_ended()) return;
    tell(the_status->waiting, the_session.waits);
    tell(the_status->place, the_session.place);
    is_told = false;
}

void tell_rank() {
    if (running_threads == 0 && !waiting_threads().empty())
        tell_waiting_rank();
    else
        tell_running_rank();
}

// OpenMP keeps its threads after a construct. Then they cannot help a rank that waits.
void know_kept_threads(int threads) {
    static int known = 0;
    if (threads - 1 <= known) return;
    __atomic_fetch_add(&the_status->waiting_threads, threads - 1 - known, __ATOMIC_RELAXED);
    known = threads - 1;
}

} // namespace

void begin_thread_waits(int threads) {
    know_kept_threads(threads);
    const std::lock_guard<std::mutex> lock(mutex);
    all_threads = running_threads = threads;
    waiting_threads().clear();
}

void end_thread() {
    const std::lock_guard<std::mutex> lock(mutex);
    --running_threads;
    tell_rank();
}

void ThreadWait::tell(std::vector<int> ranks) {
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    const std::lock_guard<std::mutex> lock(mutex);
    auto& all = waiting_threads();
    const auto own = std::find_if(all.begin(), all.end(),
                                  [this](const WaitingThread& one) { return one.thread == thread_; });
    if (own == all.end()) {
        --running_threads;
        all.push_back({thread_, construct_, line_, std::move(ranks)});
    } else
        own->ranks = std::move(ranks);
    has_told_ = true;
    tell_rank();
}

ThreadWait::~ThreadWait() {
    if (!has_told_) return;
    const std::lock_guard<std::mutex> lock(mutex);
    auto& all = waiting_threads();
    all.erase(std::remove_if(all.begin(), all.end(),
                             [this](const WaitingThread& one) { return one.thread == thread_; }),
              all.end());
    ++running_threads;
    tell_rank();
}

} // namespace loop::runtime
