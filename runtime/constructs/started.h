#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

#include <string>

namespace loop::runtime {

struct Group;

// So many constructs may be started and not finished.
constexpr int most_started = 1024;

// What a \START has begun, until the \FINISH of its handle. A back end may derive from it.
class Started {
public:
    virtual ~Started() = default;

    Construct construct = Construct::None;
    Site site{"", 0};
    const Group* group = nullptr; // in which it was started; null: among all ranks
    bool untimed = false;         // started where nothing is measured
    const char* handle = "";      // its name
    int number = 0; // among those that are started at this moment; the same on all ranks of the group
    Started* next = nullptr; // of the same handle
};

// The number of what is started next: the lowest one that is free. Ends the run if none is.
int next_started_number(Construct construct, const Site& site);

// Ends the run if anything is still started; for \CLOSE0.
void require_all_finished(const Site& site);

// "`\SEND` on line 12"
std::string started_text(const Started& started);

} // namespace loop::runtime
