"""One sentence for a whole team: who does what, on which way, checked before anybody moves.

How words and costs are read (all plans and reallocations, and the referee):

* A label counts as soon as a state is reached, the first one included, and the word of a robot ends
  with its last state: LTL on finite words.  A robot pays for the arcs it goes, nothing else, so a
  plan costs 0.01 (one ``stay``) per active robot less than one of the paper's planner, which reads
  a label when a state is left.
* Rules bind every robot on its own word.  A task is done by one robot on its own word, at a
  reallocation after the word of the robot that had it before (``repair.handover``).
* The word of the team has one letter per arrival of a robot, in the order in which they happen.
  Tasks hold on it whatever that order is; conjuncts that couple robots (``joint``) need the legs in
  ``Plan.order`` to end in that order, and nobody waits for anything else.
"""
