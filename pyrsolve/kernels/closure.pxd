cdef class Closure:
    cdef public int tiles, groups, standing
    cdef list stores
    cdef int *int_pool
    cdef int ints_cut, int_room
    cdef unsigned long long *word_pool
    cdef int words_cut, word_room
    # geometry, fixed
    cdef int *first
    cdef int *target
    cdef int *delta
    # match groups, fixed
    cdef int *group
    cdef unsigned long long *bit
    cdef int *group_first
    cdef int *member
    cdef unsigned long long *everyone
    cdef unsigned long long *partners
    cdef int *complete
    # the assignment
    cdef unsigned long long *allowed
    cdef int *mate
    cdef unsigned long long *key
    # states: packed counters (the last entry counts standing tiles), free or gone, gone
    cdef int *base_counter
    cdef unsigned long long *base_free
    cdef unsigned long long *base_gone
    cdef int *work_counter
    cdef unsigned long long *work_free
    cdef unsigned long long *work_gone
    cdef int *order
    cdef int ordered
    cdef int *stack
    cdef int events
    cdef public long long closures

    cdef int *cut_ints(self, int count)
    cdef unsigned long long *cut_words(self, int count)
    cdef void take(self, int *counter, unsigned long long *free, unsigned long long *gone, int g, unsigned long long going) noexcept
    cdef bint spread(self, int *counter, unsigned long long *free, unsigned long long *gone) noexcept
    cdef void settle(self) noexcept
    cdef bint relax(self) noexcept
