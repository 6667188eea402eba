# C twins of memory.py: inlined where a kernel imports them; no extension module stands behind this file.
from cpython cimport array

cdef extern from *:
    """
    #include <string.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int pyrsolve_lowest_bit(unsigned long long word) {
        unsigned long place;
    #if defined(_M_X64) || defined(_M_ARM64)
        _BitScanForward64(&place, word);
        return (int)place;
    #else
        if (_BitScanForward(&place, (unsigned long)word)) return (int)place;
        _BitScanForward(&place, (unsigned long)(word >> 32));
        return (int)place + 32;
    #endif
    }
    #else
    static inline int pyrsolve_lowest_bit(unsigned long long word) { return __builtin_ctzll(word); }
    #endif
    #define pyrsolve_part(store, at) ((store) + (at))
    #define pyrsolve_copy(to, at, source, start, count) \
        memcpy((to) + (at), (source) + (start), (size_t)(count) * sizeof(*(to)))
    """
    int *part_ints "pyrsolve_part"(int *store, int at) nogil
    unsigned long long *part_words "pyrsolve_part"(unsigned long long *store, int at) nogil
    int lowest_bit "pyrsolve_lowest_bit"(unsigned long long word) nogil
    void copy_ints "pyrsolve_copy"(int *to, int at, int *source, int start, int count) nogil
    void copy_words "pyrsolve_copy"(unsigned long long *to, int at, unsigned long long *source, int start, int count) nogil

cdef inline int *ints(array.array store):
    return store.data.as_ints

cdef inline unsigned long long *words(array.array store):
    return store.data.as_ulonglongs

cdef inline long long *codes(array.array store):
    return store.data.as_longlongs

cdef inline double *doubles(array.array store):
    return store.data.as_doubles
