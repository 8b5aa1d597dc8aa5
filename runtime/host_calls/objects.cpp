// Datatypes, groups, and operators that host code makes and frees: logged, and types and operators learned.
#include "host_calls/objects.h"

#include "host_calls/buffer_uses.h"
#include "host_calls/call.h"
#include "host_calls/logged.h"
#include "host_calls/signatures.h"

#include <loop/calls.h>

using namespace loop::runtime::trace;

namespace {

loop::runtime::Lasting<ObjectNumbers> types_made;
loop::runtime::Lasting<ObjectNumbers> groups_made;
loop::runtime::Lasting<ObjectNumbers> operators_made;

int type_made(const CalledAt& at, int code, const MPI_Datatype* type) {
    if (code == MPI_SUCCESS && logs_here())
        log_object(at, loop::CallEvent::Made, loop::CallObject::Type, types_made().add(*type));
    return code;
}

int group_made(const CalledAt& at, int code, const MPI_Group* group) {
    if (code == MPI_SUCCESS && *group != MPI_GROUP_EMPTY && *group != MPI_GROUP_NULL && logs_here())
        log_object(at, loop::CallEvent::Made, loop::CallObject::Group, groups_made().add(*group));
    return code;
}

template <class Handle>
void log_freed(const CalledAt& at, loop::CallObject object, ObjectNumbers& made, Handle handle) {
    log_object(at, loop::CallEvent::Freed, object, made.take(handle));
}

} // namespace

#define LOOP_MAKES_OBJECT(Name, object, result, parameters, arguments)                                       \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        const CountsGap gap;                                                                                 \
        return object##_made(LOOP_CALLED_AT(Name), PMPI_##Name arguments, result);                           \
    }
#define LOOP_MAKES_TYPE(Name, parameters, arguments)                                                         \
    LOOP_MAKES_OBJECT(Name, type, made, parameters, arguments)
#define LOOP_MAKES_GROUP(Name, parameters, arguments)                                                        \
    LOOP_MAKES_OBJECT(Name, group, made, parameters, arguments)

LOOP_MAKES_TYPE(Type_contiguous, (int count, MPI_Datatype part, MPI_Datatype* made), (count, part, made))
LOOP_MAKES_TYPE(Type_vector, (int count, int block, int stride, MPI_Datatype part, MPI_Datatype* made),
                (count, block, stride, part, made))
LOOP_MAKES_TYPE(Type_create_hvector,
                (int count, int block, MPI_Aint stride, MPI_Datatype part, MPI_Datatype* made),
                (count, block, stride, part, made))
LOOP_MAKES_TYPE(Type_indexed,
                (int count, const int* blocks, const int* places, MPI_Datatype part, MPI_Datatype* made),
                (count, blocks, places, part, made))
LOOP_MAKES_TYPE(Type_create_hindexed,
                (int count, const int* blocks, const MPI_Aint* places, MPI_Datatype part, MPI_Datatype* made),
                (count, blocks, places, part, made))
LOOP_MAKES_TYPE(Type_create_indexed_block,
                (int count, int block, const int* places, MPI_Datatype part, MPI_Datatype* made),
                (count, block, places, part, made))
LOOP_MAKES_TYPE(Type_create_hindexed_block,
                (int count, int block, const MPI_Aint* places, MPI_Datatype part, MPI_Datatype* made),
                (count, block, places, part, made))
LOOP_MAKES_TYPE(Type_create_struct,
                (int count, const int* blocks, const MPI_Aint* places, const MPI_Datatype* parts,
                 MPI_Datatype* made),
                (count, blocks, places, parts, made))
LOOP_MAKES_TYPE(Type_create_subarray,
                (int dimensions, const int* sizes, const int* parts, const int* starts, int order,
                 MPI_Datatype part, MPI_Datatype* made),
                (dimensions, sizes, parts, starts, order, part, made))
#ifndef SMPI_H // which lacks it
LOOP_MAKES_TYPE(Type_create_darray,
                (int size, int rank, int dimensions, const int* sizes, const int* ways, const int* blocks,
                 const int* grid, int order, MPI_Datatype part, MPI_Datatype* made),
                (size, rank, dimensions, sizes, ways, blocks, grid, order, part, made))
#endif
LOOP_MAKES_TYPE(Type_create_resized, (MPI_Datatype part, MPI_Aint low, MPI_Aint extent, MPI_Datatype* made),
                (part, low, extent, made))

// A copy of a type that is committed is committed too.
LOOP_HOST_CALL int MPI_Type_dup(MPI_Datatype part, MPI_Datatype* made) {
    const CountsGap gap;
    const int code = type_made(LOOP_CALLED_AT(Type_dup), PMPI_Type_dup(part, made), made);
    if (code == MPI_SUCCESS && logs_here()) learn_type(*made), learn_layout(*made);
    return code;
}

LOOP_HOST_CALL int MPI_Type_commit(MPI_Datatype* type) {
    const HostCall call(LOOP_BEGIN_AND_END(Type_commit));
    const int code = PMPI_Type_commit(type);
    if (code == MPI_SUCCESS && logs_here()) learn_type(*type), learn_layout(*type);
    return code;
}

LOOP_HOST_CALL int MPI_Type_free(MPI_Datatype* type) {
    const CountsGap gap;
    const MPI_Datatype handle = type == nullptr ? MPI_DATATYPE_NULL : *type;
    const int code = PMPI_Type_free(type);
    if (code != MPI_SUCCESS || !is_logged_thread()) return code;
    forget_type(handle);
    forget_layout(handle);
    log_freed(LOOP_CALLED_AT(Type_free), loop::CallObject::Type, types_made(), handle);
    return code;
}

LOOP_MAKES_GROUP(Comm_group, (MPI_Comm comm, MPI_Group* made), (comm, made))
LOOP_MAKES_GROUP(Comm_remote_group, (MPI_Comm comm, MPI_Group* made), (comm, made))
LOOP_MAKES_GROUP(Group_incl, (MPI_Group group, int count, const int* ranks, MPI_Group* made),
                 (group, count, ranks, made))
LOOP_MAKES_GROUP(Group_excl, (MPI_Group group, int count, const int* ranks, MPI_Group* made),
                 (group, count, ranks, made))
LOOP_MAKES_GROUP(Group_union, (MPI_Group one, MPI_Group other, MPI_Group* made), (one, other, made))
LOOP_MAKES_GROUP(Group_intersection, (MPI_Group one, MPI_Group other, MPI_Group* made), (one, other, made))
LOOP_MAKES_GROUP(Group_difference, (MPI_Group one, MPI_Group other, MPI_Group* made), (one, other, made))
LOOP_MAKES_GROUP(Group_range_incl, (MPI_Group group, int count, int ranges[][3], MPI_Group* made),
                 (group, count, ranges, made))
LOOP_MAKES_GROUP(Group_range_excl, (MPI_Group group, int count, int ranges[][3], MPI_Group* made),
                 (group, count, ranges, made))
LOOP_MAKES_GROUP(Win_get_group, (MPI_Win window, MPI_Group* made), (window, made))

LOOP_HOST_CALL int MPI_Group_free(MPI_Group* group) {
    const CountsGap gap;
    const MPI_Group handle = group == nullptr ? MPI_GROUP_NULL : *group;
    const int code = PMPI_Group_free(group);
    if (code == MPI_SUCCESS && is_logged_thread())
        log_freed(LOOP_CALLED_AT(Group_free), loop::CallObject::Group, groups_made(), handle);
    return code;
}

LOOP_HOST_CALL int MPI_Op_create(MPI_User_function* function, int commutes, MPI_Op* op) {
    const CountsGap gap;
    const int code = PMPI_Op_create(function, commutes, op);
    if (code != MPI_SUCCESS || !logs_here()) return code;
    learn_operator(*op, reinterpret_cast<const void*>(function));
    log_object(LOOP_CALLED_AT(Op_create), loop::CallEvent::Made, loop::CallObject::Operator,
               operators_made().add(*op));
    return code;
}

LOOP_HOST_CALL int MPI_Op_free(MPI_Op* op) {
    const CountsGap gap;
    const MPI_Op handle = op == nullptr ? MPI_OP_NULL : *op;
    const int code = PMPI_Op_free(op);
    if (code != MPI_SUCCESS || !is_logged_thread()) return code;
    forget_operator(handle);
    log_freed(LOOP_CALLED_AT(Op_free), loop::CallObject::Operator, operators_made(), handle);
    return code;
}
