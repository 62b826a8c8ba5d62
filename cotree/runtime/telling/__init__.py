"""The record told live: what a process tells whoever looks on, and how that becomes messages again.

Viewers only listen.  A page that is lost, late or doubled changes nothing but what is seen, and
that only until the next page which says how things stand.
"""
