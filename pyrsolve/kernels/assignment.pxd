from pyrsolve.kernels.closure cimport Closure

cdef class Assignment(Closure):
    cdef public int variables, level, jumps
    # variables: their pairs (a second pair only in complete groups of four), and the way back
    cdef int *end
    cdef int *variable_first
    cdef int *variable_of
    # the trail
    cdef int *value
    cdef int *level_of
    cdef int *place
    cdef long long *reason
    cdef long long conflict
    cdef int *trail
    cdef int trailed, looked
    # what a level goes back to
    cdef int *level_trail
    cdef int *level_order
    cdef int level_room
    cdef object saved_counter, saved_free, saved_gone, store_level_trail, store_level_order
    cdef int *level_counter
    cdef unsigned long long *level_free
    cdef unsigned long long *level_gone

    cdef int variable_between(self, int a, int b) noexcept
    cdef bint enqueue(self, int literal, long long reason) noexcept
    cdef bint at_least_one(self, int t) noexcept
    cdef bint at_most_one(self, int v, int t) noexcept
    cdef void new_level(self)
    cdef void backjump(self, int level) noexcept
