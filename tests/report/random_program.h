#pragma once

#include "trace_builder.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <vector>

/// A random program of messages, barriers, computation, and suspended measurement, with one clock per rank.
/// It builds a trace and counts everything itself, independently of the analysis.
class RandomProgram {
public:
    struct RankAccount {
        std::int64_t busy = 0, overhead = 0, idle = 0, excluded = 0;
        std::uint64_t sent = 0, received = 0;
        std::int64_t bytes_sent = 0, bytes_received = 0;
    };
    struct Way {
        std::int64_t sent_ns, received_ns, bytes;
        int sender, receiver;
    };

    RandomProgram(int ranks, int operations, std::mt19937& random)
        : random_(random), builder_(ranks), clocks_(static_cast<std::size_t>(ranks)),
          accounts(static_cast<std::size_t>(ranks)) {
        sends_ = builder_.site("COMMUNICATE", 1);
        receives_ = builder_.site("COMMUNICATE", 2);
        barrier_ = builder_.site("VISIBLE_SYNC", 3);
        product_ = builder_.site("MATPROD", 4);
        phase_ = builder_.phase("all", 5);
        events_.resize(clocks_.size());
        for (std::size_t rank = 0; rank < clocks_.size(); ++rank) {
            clocks_[rank] = begin(rank) + draw(50);
            at(rank, clocks_[rank], loop::report::EventKind::Enter, phase_);
            accounts[rank].busy += clocks_[rank] - begin(rank);
        }
        for (int i = 0; i < operations; ++i)
            operate();
        while (!under_way_.empty())
            receive();
        finish();
    }

    const loop::report::Trace& trace() const { return builder_.trace; }
    std::int64_t end() const { return end_; }

private:
    struct Message {
        std::int64_t sent_ns, bytes;
        int sender, receiver, tag;
    };

    // Ranks begin at different times.
    static std::int64_t begin(std::size_t rank) { return 7 * static_cast<std::int64_t>(rank); }
    std::int64_t draw(int below) {
        return static_cast<std::int64_t>(random_() % static_cast<unsigned>(below));
    }
    std::size_t any_rank() { return random_() % clocks_.size(); }

    void at(std::size_t rank, std::int64_t time, loop::report::EventKind kind, std::uint32_t site,
            int partner = -1, std::int64_t bytes = 0, int tag = 0) {
        events_[rank].push_back({time, bytes, site, partner, tag, 0, kind});
    }

    void operate() {
        switch (random_() % 8) {
        case 0:
        case 1:
        case 2:
            return send();
        case 3:
        case 4:
            return receive();
        case 5:
            return compute();
        case 6:
            return stand_still();
        default:
            if (random_() % 4 == 0) barrier();
        }
    }

    void pause(std::size_t rank) {
        const std::int64_t time = draw(100);
        clocks_[rank] += time;
        accounts[rank].busy += time;
    }

    void send() {
        const std::size_t from = any_rank(), to = any_rank();
        pause(from);
        const std::int64_t enter = clocks_[from], handed_over = enter + 1 + draw(20),
                           leave = handed_over + 1 + draw(20);
        const std::int64_t bytes = draw(5000);
        const int tag = static_cast<int>(draw(3)) - 1;
        at(from, enter, loop::report::EventKind::Enter, sends_);
        at(from, handed_over, loop::report::EventKind::Send, sends_, static_cast<int>(to), bytes, tag);
        at(from, leave, loop::report::EventKind::Leave, sends_);
        clocks_[from] = leave;
        accounts[from].overhead += leave - enter;
        ++accounts[from].sent;
        accounts[from].bytes_sent += bytes;
        under_way_.push_back({handed_over, bytes, static_cast<int>(from), static_cast<int>(to), tag});
    }

    /// Receives a random message in flight: the oldest with its sender, receiver, and tag.
    void receive() {
        if (under_way_.empty()) return;
        const Message wanted = under_way_[random_() % under_way_.size()];
        const auto oldest = std::find_if(under_way_.begin(), under_way_.end(), [&](const Message& message) {
            return message.sender == wanted.sender && message.receiver == wanted.receiver &&
                   message.tag == wanted.tag;
        });
        const Message message = *oldest;
        under_way_.erase(oldest);
        const auto self = static_cast<std::size_t>(message.receiver);
        pause(self);
        const std::int64_t enter = clocks_[self], looked = enter + 1 + draw(5);
        const std::int64_t arrival = message.sent_ns + 30 + message.bytes / 100;
        const std::int64_t received = std::max(arrival, looked + draw(10)), leave = received + draw(10);
        at(self, enter, loop::report::EventKind::Enter, receives_);
        if (arrival > looked) {
            at(self, looked, loop::report::EventKind::Wait, receives_, message.sender);
            accounts[self].idle += received - looked;
            accounts[self].overhead -= received - looked;
        }
        at(self, received, loop::report::EventKind::Receive, receives_, message.sender, message.bytes,
           message.tag);
        at(self, leave, loop::report::EventKind::Leave, receives_);
        accounts[self].overhead += leave - enter;
        clocks_[self] = leave;
        ++accounts[self].received;
        accounts[self].bytes_received += message.bytes;
        ways.push_back({message.sent_ns, received, message.bytes, message.sender, message.receiver});
    }

    void compute() {
        const std::size_t self = any_rank();
        pause(self);
        const std::int64_t time = draw(500);
        at(self, clocks_[self], loop::report::EventKind::Enter, product_);
        clocks_[self] += time;
        accounts[self].busy += time;
        at(self, clocks_[self], loop::report::EventKind::Leave, product_);
    }

    void stand_still() {
        const std::size_t self = any_rank();
        pause(self);
        const std::int64_t time = draw(300);
        at(self, clocks_[self], loop::report::EventKind::Excluded, phase_);
        clocks_[self] += time;
        accounts[self].excluded += time;
        at(self, clocks_[self], loop::report::EventKind::Included, phase_);
    }

    void barrier() {
        const std::int64_t last = *std::max_element(clocks_.begin(), clocks_.end());
        for (std::size_t self = 0; self < clocks_.size(); ++self) {
            const std::int64_t enter = clocks_[self], resume = last + 10, leave = resume + 2;
            at(self, enter, loop::report::EventKind::Enter, barrier_);
            at(self, enter + 1, loop::report::EventKind::Wait, barrier_);
            at(self, resume, loop::report::EventKind::Resume, barrier_);
            at(self, resume, loop::report::EventKind::Collective, barrier_);
            at(self, leave, loop::report::EventKind::Leave, barrier_);
            accounts[self].idle += resume - enter - 1;
            accounts[self].overhead += 1 + 2;
            clocks_[self] = leave;
        }
    }

    void finish() {
        for (std::size_t self = 0; self < clocks_.size(); ++self) {
            at(self, clocks_[self], loop::report::EventKind::Leave, phase_);
            end_ = std::max(end_, clocks_[self]);
        }
        for (std::size_t self = 0; self < clocks_.size(); ++self) {
            loop::report::RankTrace& rank = builder_.trace.ranks[self];
            rank.begin_ns = begin(self);
            rank.end_ns = clocks_[self];
            rank.events = events_[self];
            accounts[self].excluded += begin(self) + end_ - clocks_[self]; // before its begin, after its end
        }
    }

    std::mt19937& random_;
    TraceBuilder builder_;
    std::vector<std::int64_t> clocks_;
    std::vector<std::vector<loop::report::Event>> events_;
    std::deque<Message> under_way_;
    std::uint32_t sends_ = 0, receives_ = 0, barrier_ = 0, product_ = 0, phase_ = 0;
    std::int64_t end_ = 0;

public:
    std::vector<RankAccount> accounts;
    std::vector<Way> ways;
};
