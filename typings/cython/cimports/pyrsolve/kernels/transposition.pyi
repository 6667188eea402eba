from pyrsolve.kernels.transposition import *
