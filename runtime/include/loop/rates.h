#pragma once

// The rates at which a simulated machine charges computation: keys of `[simulation.rates]` in its profile
// (docs/machine-profile.md). The runner reads them, and the runtime looks them up.
namespace loop::rates {

constexpr const char* flops = "flops_per_second"; // in place of each other one of operations that is missing
constexpr const char* matprod = "matprod_flops_per_second";
constexpr const char* matvecprod = "matvecprod_flops_per_second";
constexpr const char* scalprod = "scalprod_flops_per_second";
constexpr const char* bytes = "bytes_per_second";                  // of memory
constexpr const char* float_cells = "float_operations_per_second"; // of \CLUE, as the next ones
constexpr const char* double_cells = "double_operations_per_second";
constexpr const char* int32_cells = "int32_operations_per_second";
constexpr const char* int64_cells = "int64_operations_per_second";

constexpr const char* all[] = {flops,       matprod,      matvecprod,  scalprod,   bytes,
                               float_cells, double_cells, int32_cells, int64_cells};

} // namespace loop::rates
