"""Pick and place in five steps: approach, grasp, check, carry, place; a machine that only answers.

It is told what happened and says what is to be done next; whoever moves the arm calls it.  What the
paper could not do (2.5: "the robots do not have the capability to detect that the object was
dropped") it does: it checks every grasp, notices a slip, and tries again.
"""
