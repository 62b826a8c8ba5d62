"""One temporal-logic sentence for a whole team: its language, automata, plans and reallocation."""
