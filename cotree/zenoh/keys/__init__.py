"""Certificates of a team and the rules that go with them: who may say what on a network.

The team has one authority.  Each member has one certificate, with its name, and rules that say the
same on every machine: a member may speak under its own name only, and hear the team.
"""
