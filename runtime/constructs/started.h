#pragma once

#include <loop/rank_status.h>
#include <loop/site.h>

#include <string>

namespace loop::runtime {

struct Group;

// What a \START has begun, until the \FINISH of its handle. A back end may derive from it.
class Started {
public:
    virtual ~Started() = default;

    Construct construct = Construct::None;
    Site site{"", 0};
    const Group* group = nullptr; // in which it was started; null: among all ranks
    bool untimed = false;         // started where nothing is measured
    const char* handle = "";      // its name
    Started* next = nullptr;      // of the same handle
};

// "`\SEND` on line 12"
std::string started_text(const Started& started);

} // namespace loop::runtime
