from pyrsolve.kernels.search_state import *
