"""One simulated world for a whole team: robots that share it, people in it, guards that hold.

Everything on stage goes by true time; each robot reaches it through its own part, on its own clock.
"""
