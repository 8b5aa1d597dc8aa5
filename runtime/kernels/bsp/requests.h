#pragma once

#include "comm/sites.h"
#include "kernels/bsp/calls_into.h"
#include "kernels/bsp/request_steps.h"
#include "kernels/bsp/step_batches.h"
#include "kernels/bsp/supersteps.h"

#include <loop/site.h>

#include <cstddef>
#include <string>
#include <vector>

namespace loop::runtime::bsp {

// Supersteps of requests to the other ranks in turn, in random order, by the calls that programs make. A
// receiver moves each message. They are a unit of their own (`parts`), so that the compiler inlines only what
// it inlines in programs. Collective constructor.
class Requests final : public TimedSteps {
public:
    // `site` is that of the kernel.
    Requests(const std::vector<RequestStep>& all, const Site& site);

    std::size_t count() const override { return all_.size(); }
    std::string part(std::size_t k) const override;
    void prepare(std::size_t k, int mark) override;
    void align() override;
    Traffic superstep() override;
    bool arrived() const override;
    long long records(std::size_t k) const override;

private:
    // A block of words on this rank, and where it goes to, or comes from.
    struct Block {
        int rank;
        std::int64_t offset; // in bytes, in that rank's area
    };

    template <class Request>
    void for_each_block(Request request);
    template <long long words>
    void put_blocks();
    void put();
    void make_requests();
    void move_messages();
    double value(int rank, long long place) const;
    void fill(std::vector<double>& words, long long at, int rank, long long place) const;

    const std::vector<RequestStep>& all_;
    const Site site_;
    RequestStep now_{};
    int mark_ = 0;
    std::vector<Block> blocks_;   // in the order of the requests
    std::vector<double> sources_; // of puts and messages: their words, one block after the other
    std::vector<double> read_;    // registered: gets read it
    std::vector<double> written_; // registered: puts write to it; gets and messages fill it from the front
    Supersteps supersteps_;
    const CallsInto calls_; // BSPlib's calls make their requests in supersteps_
};

} // namespace loop::runtime::bsp
