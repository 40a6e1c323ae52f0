"""Doors to other engines: games as environments of OpenSpiel, PettingZoo and Gymnasium."""
