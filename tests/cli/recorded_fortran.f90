! A plain MPI program in Fortran, for `loop record`: messages around a ring and a sum, four times, and messages once more.
program ring
    use mpi
    implicit none
    integer :: error, me, ranks, step, status(MPI_STATUS_SIZE)
    double precision :: given(10), taken(10), total
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    given = me
    do step = 1, 4
        call MPI_Sendrecv(given, 10, MPI_DOUBLE_PRECISION, mod(me + 1, ranks), 7, taken, 10, &
                          MPI_DOUBLE_PRECISION, mod(me + ranks - 1, ranks), 7, MPI_COMM_WORLD, status, error)
        call MPI_Allreduce(taken(1), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    end do
    call MPI_Sendrecv(given, 10, MPI_DOUBLE_PRECISION, mod(me + 1, ranks), 7, taken, 10, &
                      MPI_DOUBLE_PRECISION, mod(me + ranks - 1, ranks), 7, MPI_COMM_WORLD, status, error)
    if (me == 0) print '(a, f4.1)', 'total ', total
    call MPI_Finalize(error)
end program
