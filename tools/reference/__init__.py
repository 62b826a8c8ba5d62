"""Prints the pages of docs/reference from the program: words, commands and messages."""
