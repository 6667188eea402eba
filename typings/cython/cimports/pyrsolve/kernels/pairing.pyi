from pyrsolve.kernels.pairing import *
