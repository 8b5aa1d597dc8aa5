#include "session/failure.h"

#include <loop/passes.h>

#include <algorithm>
#include <limits>

// One thread executes what several would, one part after the other, as on a simulated machine.
namespace loop {

int detail::number_of_threads(long double number, ThreadsOf, Site site) {
    if (!(number >= 1)) runtime::fail(site, Construct::Threads, "the number of threads must be 1 or more");
    constexpr long double most = std::numeric_limits<int>::max();
    return static_cast<int>(std::min(number, most));
}

void Threads::begin(int number) {
    number_ = number;
    started_ = 1;
}
Threads::~Threads() = default;

ThreadsCommunicate::ThreadsCommunicate() = default;

Thread::Thread(Threads& threads, int number, int) : threads_(threads), number_(number) {}
Thread::~Thread() = default;

int Thread::next(int number) {
    return number + 1 < threads_.number_ ? number + 1 : -1;
}

} // namespace loop
