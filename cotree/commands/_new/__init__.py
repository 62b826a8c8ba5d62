"""What ``cotree new`` makes: ``templates`` has the files, ``package`` checks names and writes."""
