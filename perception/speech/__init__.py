"""Speech: yes and no with rejection, where an answer ends, and the robot's own voice.

The heavy part, pocketsphinx, is the extra ``[speech]``; who has it not answers on the page.
"""

from cotree.perception.speech.answer import answer_to
from cotree.perception.speech.ears import Ears, open_ears
from cotree.perception.speech.ending import Cutter, open_cutter
from cotree.perception.speech.voice import Program, Voice, open_voice
from cotree.perception.speech.words import Heard, grammar, heard_in

__all__ = [
    "open_ears",
    "Ears",
    "Heard",
    "heard_in",
    "grammar",
    "open_cutter",
    "Cutter",
    "answer_to",
    "open_voice",
    "Program",
    "Voice",
]
