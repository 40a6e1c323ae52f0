"""Adapters to OpenSpiel, PettingZoo and Gymnasium, with games as environments."""
