#pragma once

namespace loop::detail {

// What a program declares of its computing (\FLOPS, \WORK, products). Operations that are declared without
// bytes say nothing about memory, so those of a program or phase that has both kinds must not be divided by
// its bytes.
struct DeclaredWork {
    double flops = 0;
    double memory_bytes = 0;
    double flops_without_bytes = 0; // the part of `flops`

    static DeclaredWork of(double operations, double bytes) {
        return {operations, bytes, bytes > 0 ? 0 : operations};
    }
    DeclaredWork& operator+=(const DeclaredWork& other) {
        flops += other.flops;
        memory_bytes += other.memory_bytes;
        flops_without_bytes += other.flops_without_bytes;
        return *this;
    }
    DeclaredWork operator-(const DeclaredWork& other) const {
        return {flops - other.flops, memory_bytes - other.memory_bytes,
                flops_without_bytes - other.flops_without_bytes};
    }
};

} // namespace loop::detail
