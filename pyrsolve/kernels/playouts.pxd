from pyrsolve.kernels.search_state cimport SearchState

cdef class Playouts:
    cdef SearchState state
    cdef bint careful
    cdef unsigned long long random
    cdef readonly long long plays, wins, moves
    cdef object line_store, choice_store, sum_store, left_store
    cdef int *line
    cdef int *choice
    cdef double *sums
    cdef long long *left
    cdef int line_room, left_room

    cdef int below(self, int n) noexcept
    cdef int careful_choice(self, int count) except? -1
    cpdef void run(self, long long plays) except *
