/* Whole games between random bots in one call. */

static void random_game(St *S, const St *start, Twister *bots, uint64_t hi, uint64_t lo, I most, I *told) {
  ENTER
    copied(S, start);
    begin_game(S, hi, lo);
    while (S->asked) {
      if (S->decisions >= most) fail(S, E_LONG);
      I n = (I)(int32_t)S->options;
      if ((uint64_t)S->player >= PLAYERS) fail(S, E_INDEX);
      answer(S, (I)(chance(&bots[S->player]) * (double)n));
    }
    S->work = WORK;
    S->open = S->rounds = 0;
    told_results(S, told + 3, 0, told + 3 + PLAYERS);
  }
  told[0] = S->error;
  told[1] = S->decisions;
  told[2] = S->s[TURNS];
}
/* Whole games between random bots, from a state that has not begun, until so many decisions are made: how many games.
   Of each game there are the two words of its generator (`chances`), and the seeds of its bots in 32-bit words (`keys`,
   `sizes` many each). `told` of each: error, decisions, turns, scores, how many won and who. */
EXPORT int64_t cw_random_games(St *S, const St *start, int64_t games, const uint64_t *chances, const uint32_t *keys,
                               const int32_t *sizes, int64_t most, int64_t enough, int64_t *told) {
  Twister bots[PLAYERS];
  uint32_t first[624];
  I played = 0, decisions = 0;
  untwisted(first);
  while (played < games && decisions < enough) {
    for (int p = 0; p < PLAYERS; p++) { twister(&bots[p], first, keys, *sizes); keys += *sizes++; }
    random_game(S, start, bots, chances[0], chances[1], most, told);
    chances += 2;
    decisions += told[1];
    told += 4 + 2 * PLAYERS;
    played++;
  }
  return played;
}
