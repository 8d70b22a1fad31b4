"""Network refusal: nothing leaves this computer but through one worker to one address the office set."""
