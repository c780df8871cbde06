"""What the pictures of several games are put together from; none of it knows a game or its sides."""
