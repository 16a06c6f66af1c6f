"""How strong people are: the model, which matches count, and what follows from them."""
