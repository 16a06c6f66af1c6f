"""Tables over the network: any process may serve any table, and any may die at any moment."""
