cdef class SearchState:
    cdef public int most_moves, key_words, restarts
    cdef readonly object listed, key
    cdef int *move
    cdef unsigned long long *word

    cpdef int moves(self) except? -1
    cpdef void apply(self, int move) except *
    cpdef void undo(self, int move) except *
    cpdef unsigned long long hash(self) except? 0
    cpdef void write_key(self) except *
    cpdef bint goal(self) except? -1
    cpdef bint prune(self) except? -1
    cpdef int left(self) except? -2
    cpdef int bound(self) except? -1
    cpdef int order(self, int move) except? -1
