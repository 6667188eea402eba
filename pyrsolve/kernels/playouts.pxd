from pyrsolve.kernels.search_state cimport SearchState

cdef class Playouts:
    cdef readonly SearchState state
    cdef readonly long long plays, wins, moves
    cdef unsigned long long drawn
    cdef object path_store
    cdef int *path
    cdef long long room

    cdef unsigned long long below(self, unsigned long long n) noexcept
    cpdef void run(self, long long plays) except *
    cdef bint play(self) except -1
