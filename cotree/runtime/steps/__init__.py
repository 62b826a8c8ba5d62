"""Steps that people and robots share: who does what now, told and heard as facts."""
