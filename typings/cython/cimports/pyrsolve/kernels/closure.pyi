from pyrsolve.kernels.closure import *
