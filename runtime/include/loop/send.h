#pragma once

#include <loop/rank_function.h>
#include <loop/site.h>
#include <loop/user_data.h>

namespace loop {

// All functions here are collective: all ranks call them in the same order, and `size`, `pairs`, `where`, and
// `count` describe the same messages on all ranks; FROM and INTO may differ. Every rank evaluates the
// functions for all ranks, in the same way and without side effects; that is not measured.
//
// Sender r sends `count` messages to each of its receivers. Receivers that are not ranks are left out; a rank
// may send to itself, and twice to the same rank. Place j belongs to the j-th receiver of a sender: to its
// size, to its data in FROM, and to the data in INTO of the receiver. A place has `count` messages, one after
// the other. Without FROM and INTO, LOOP uses its own buffers, and verifies the messages.
//
// Errors end the run: a negative size or count; lists of different lengths; a place of INTO that more than
// one message reaches; data in FROM and INTO that overlap; ranks that disagree about messages or sizes.

// \SEND without a statement: returns when all messages of this rank are complete.
void send(const Sizes& size, const Pairs& pairs, const Where& where = everywhere, long long count = 1,
          const From& from = nullptr, const Into& into = nullptr, Site site = Site::here());

// \SEND with a statement: the messages start in the constructor and complete in the destructor.
class Sending {
public:
    Sending(const Sizes& size, const Pairs& pairs, const Where& where = everywhere, long long count = 1,
            const From& from = nullptr, const Into& into = nullptr, Site site = Site::here());
    ~Sending();
    Sending(const Sending&) = delete;
    Sending& operator=(const Sending&) = delete;

private:
    Site site_;
    void* pending_;
};

// \RELAY without a statement: receives all messages of this rank, then sends. Pairs that form a circle are an
// error, because each of their ranks would wait for another one.
void relay(const Sizes& size, const Pairs& pairs, const Where& where = everywhere, long long count = 1,
           const From& from = nullptr, const Into& into = nullptr, Site site = Site::here());

// \RELAY with a statement: the constructor receives, the destructor sends.
class Relaying {
public:
    Relaying(const Sizes& size, const Pairs& pairs, const Where& where = everywhere, long long count = 1,
             const From& from = nullptr, const Into& into = nullptr, Site site = Site::here());
    ~Relaying();
    Relaying(const Relaying&) = delete;
    Relaying& operator=(const Relaying&) = delete;

private:
    Site site_;
    void* pending_;
};

} // namespace loop
