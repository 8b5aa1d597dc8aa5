#pragma once

#include "kernels/bsp/supersteps.h"

#include <loop/site.h>

#include <cstdint>

// BSPlib's calls that make requests and read messages, with the checks of their arguments. `now` is null
// outside of bsp_begin and bsp_end; this and an invalid argument end the run with code 5. Local.
namespace loop::runtime::bsp::calls {

Supersteps& begun(Supersteps* now, const char* call, const Site& site);
void check_bytes(std::int64_t bytes, const char* call, const Site& site);

// To be called only if PutList::take() returns false.
void put(Supersteps* now, int pid, const void* source, void* target, std::int64_t offset, std::int64_t bytes,
         const Site& site);
void put_row(Supersteps* now, int pid, const RowSource& source, const void* target, const RowPlace& place,
             const Site& site);
void hpput(Supersteps* now, int pid, const void* source, void* target, std::int64_t offset,
           std::int64_t bytes, const Site& site);
void get(Supersteps* now, int pid, const void* source, std::int64_t offset, void* target, std::int64_t bytes,
         const Site& site);
void hpget(Supersteps* now, int pid, const void* source, std::int64_t offset, void* target,
           std::int64_t bytes, const Site& site);
void send(Supersteps* now, int pid, const void* tag, const void* payload, std::int64_t bytes,
          const Site& site);
void move(Supersteps* now, void* payload, std::int64_t bytes, const Site& site);

} // namespace loop::runtime::bsp::calls
