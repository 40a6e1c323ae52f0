"""The words of English: how they are inflected, and phrases with places for what is said with them."""
