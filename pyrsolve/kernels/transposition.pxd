cdef class Transposition:
    cdef public long long states, evictions
    cdef readonly long long room, largest, reach, opened, path_room
    cdef readonly int key_words, stride
    cdef object store, path_store, old_store
    cdef unsigned long long *entry
    cdef unsigned long long *old_entry
    cdef long long first_room, old_room, moved
    cdef long long *path

    cdef long long home(self, unsigned long long hashed) noexcept
    cdef bint knows(self, unsigned long long hashed, unsigned long long *key) noexcept
    cdef bint open(self, unsigned long long hashed, unsigned long long *key) except -1
    cdef void close(self, long long effort) noexcept
    cdef void forget(self) noexcept
    cdef long long place_for(self, unsigned long long hashed, bint replacing) noexcept
    cdef bint ready(self) except -1
    cdef void move_some(self) noexcept
    cpdef long long bytes(self)
