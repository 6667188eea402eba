from pyrsolve.kernels.search_state cimport SearchState
from pyrsolve.kernels.transposition cimport Transposition

cdef class DepthFirst:
    cdef readonly SearchState state
    cdef readonly Transposition table
    cdef readonly bint pruning
    cdef readonly long long budget, stack_budget, nodes, depth, turn, turned
    cdef readonly int status
    cdef bint arriving
    cdef object next_store, end_store, spent_store, list_store, score_store
    cdef long long frame_room, list_room
    cdef long long *next
    cdef long long *end
    cdef long long *spent
    cdef int *listed
    cdef int *score

    cpdef int run(self, long long nodes, long long until) except -1
    cdef void restart(self) except *
    cdef bint arrive(self) except -1
    cdef bint make_room(self, long long moves) except -1
    cpdef long long stack_bytes(self)
    cpdef long long bytes(self)
