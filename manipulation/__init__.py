"""How an arm does it: grasps, reach, motion.  Arrays in, grasps and trajectories out."""
