/* Whole games between random bots in one call. */

static void random_game(St *S, const St *start, Twisters *bots, int first, const uint64_t *chance, I most, I *told) {
  ENTER
    copied(S, start);
    begin_game(S, chance[0], chance[1], chance[2]);
    while (S->asked) {
      if (S->decisions >= most) fail(S, E_LONG);
      I n = (I)(int32_t)S->options;
      if ((uint64_t)S->player >= PLAYERS) fail(S, E_INDEX);
      answer(S, (I)(lane_chance(bots, first + (int)S->player) * (double)n));
    }
    S->work = WORK;
    S->questions = S->searched = S->gone = S->rounds = 0;
    told_results(S, told + 3, 0, told + 3 + PLAYERS);
  }
  told[0] = S->error;
  told[1] = S->decisions;
  told[2] = S->s[TURNS];
}
/* Play up to `games` games between random bots, until at least `enough` decisions were made in total; return the
   number of games. `start` is a match that has not begun.

   For each game, `chances` has the three words of its generator. `keys` has the seeds of its bots, in words of 32
   bits, and `sizes` the number of words of each seed. `told` gets, for each game, the error, decisions, turns,
   scores, number of winners, and winners. */
EXPORT int64_t cw_random_games(St *S, const St *start, int64_t games, const uint64_t *chances, const uint32_t *keys,
                               const int32_t *sizes, int64_t most, int64_t enough, int64_t *told) {
  Twisters bots;
  uint32_t first[624];
  I played = 0, decisions = 0;
  int seated = LANES;
  untwisted(first);
  while (played < games && decisions < enough) {
    if (seated + PLAYERS > LANES) {
      I seats = (games - played < LANES / PLAYERS ? games - played : LANES / PLAYERS) * PLAYERS;
      twisters(&bots, first, keys, sizes, (int)seats);
      for (I n = 0; n < seats; n++) keys += *sizes++;
      seated = 0;
    }
    random_game(S, start, &bots, seated, chances, most, told);
    seated += PLAYERS;
    chances += 3;
    decisions += told[1];
    told += 4 + 2 * PLAYERS;
    played++;
  }
  return played;
}
