"""Cards and rulebooks as PDF, HTML, images and Tabletop Simulator decks."""
