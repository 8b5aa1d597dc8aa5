#pragma once

#include "trace/read/trace.h"

#include <string>

/// Builds small traces, rank by rank. Times are in nanoseconds.
class TraceBuilder {
public:
    explicit TraceBuilder(int ranks) {
        trace.communicators.push_back({"constructs", {}});
        for (int rank = 0; rank < ranks; ++rank) {
            trace.communicators[0].ranks.push_back(rank);
            loop::report::RankTrace self;
            self.rank = rank;
            self.host = "h";
            self.present = self.complete = true;
            trace.ranks.push_back(self);
        }
    }

    std::uint32_t site(const std::string& construct, int line,
                       loop::report::SiteKind kind = loop::report::SiteKind::Construct,
                       const std::string& name = "") {
        trace.sites.push_back({kind, construct, name, "t.loop", line});
        return static_cast<std::uint32_t>(trace.sites.size() - 1);
    }
    std::uint32_t phase(const std::string& name, int line) {
        return site("PHASE", line, loop::report::SiteKind::Phase, name);
    }

    /// Sets the rank of the following events, and its begin and end.
    TraceBuilder& rank(int rank, std::int64_t begin_ns, std::int64_t end_ns) {
        current_ = &trace.ranks[static_cast<std::size_t>(rank)];
        current_->begin_ns = begin_ns;
        current_->end_ns = end_ns;
        open_.clear();
        return *this;
    }

    TraceBuilder& enter(std::int64_t time, std::uint32_t site) {
        open_.push_back(site);
        return add(time, loop::report::EventKind::Enter);
    }
    TraceBuilder& leave(std::int64_t time) {
        add(time, loop::report::EventKind::Leave);
        open_.pop_back();
        return *this;
    }
    TraceBuilder& send(std::int64_t time, int to, std::int64_t bytes, int tag = 0) {
        return add(time, loop::report::EventKind::Send, to, bytes, tag);
    }
    TraceBuilder& receive(std::int64_t time, int from, std::int64_t bytes, int tag = 0) {
        return add(time, loop::report::EventKind::Receive, from, bytes, tag);
    }
    TraceBuilder& wait(std::int64_t time, int from = -1) {
        return add(time, loop::report::EventKind::Wait, from);
    }
    TraceBuilder& resume(std::int64_t time) { return add(time, loop::report::EventKind::Resume); }
    TraceBuilder& collective(std::int64_t time, std::int64_t bytes, int root = -1) {
        return add(time, loop::report::EventKind::Collective, root, bytes);
    }
    TraceBuilder& mark(std::int64_t time, std::int64_t number) {
        return add(time, loop::report::EventKind::Mark, -1, number);
    }
    TraceBuilder& excluded_from(std::int64_t time) { return add(time, loop::report::EventKind::Excluded); }
    TraceBuilder& included(std::int64_t time) { return add(time, loop::report::EventKind::Included); }
    TraceBuilder& excluded(std::int64_t from, std::int64_t to) { return excluded_from(from).included(to); }

    TraceBuilder& add(std::int64_t time, loop::report::EventKind kind, int partner = -1,
                      std::int64_t bytes = 0, int tag = 0) {
        loop::report::Event event{};
        event.time_ns = time;
        event.kind = kind;
        event.partner = partner;
        event.bytes = bytes;
        event.tag = tag;
        event.site = open_.empty() ? loop::report::no_site : open_.back();
        // A Leave has the site that it leaves; later events have the enclosing site.
        current_->events.push_back(event);
        return *this;
    }

    loop::report::Trace trace;

private:
    loop::report::RankTrace* current_ = nullptr;
    std::vector<std::uint32_t> open_;
};
