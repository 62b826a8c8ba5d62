"""What the sensors mean: hands, intent, objects, markers, speech.  Arrays in, facts out."""
