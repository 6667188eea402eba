from pyrsolve.kernels.pairing cimport PairingSearch

cdef class LineSearch(PairingSearch):
    cdef int *assumed
    cdef public int assumptions, failed, answer
    cdef long long before

    cpdef void assume(self, object literals)
    cpdef int ask(self, long long nodes, long long closures) except -1
