from pyrsolve.kernels.depth_first import *
