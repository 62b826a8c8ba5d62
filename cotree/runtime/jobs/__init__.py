"""Jobs at run time: who is asked for help over the team's letters, who acts, how far a job is.

The favour protocol decides who does a job; claims give each step to the robot whose part acts.
"""
