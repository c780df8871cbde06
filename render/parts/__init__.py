"""Common parts of the pictures of several games; none of them knows a game or its sides."""
