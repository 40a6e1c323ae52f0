/* Many games at once: begun, and answered with one answer each. What is asked then goes into rows that the caller keeps,
   a number for each game: who is asked (-1 for nobody), at which site, how many options, the error (0 for none). */

typedef struct { int64_t *player, *site, *options, *error; } Rows;

static void noted(St *S, const Rows *to, I n) {
  if (S->error) S->asked = 0;
  to->player[n] = S->asked ? S->player : -1;
  to->site[n] = S->asked ? S->site : -1;
  to->options[n] = S->asked ? (I)(int32_t)S->options : 0;
  to->error[n] = S->error;
}
static I answered(St *S, I index) { ENTER answer(S, index); LEAVE }
static I begun(St *S, const St *start, uint64_t hi, uint64_t lo) {
  ENTER
    copied(S, start);
    seeded(S, (unsigned __int128)hi << 64 | lo);
    begin_game(S, S->hi, S->lo);
  LEAVE
}

/* Begins those of the games that `at` names, each from the two words of its seed. */
EXPORT void cw_begin_many(St **games, const St *start, int64_t count, const int64_t *at, const uint64_t *seeds,
                          int64_t *player, int64_t *site, int64_t *options, int64_t *error) {
  Rows to = { player, site, options, error };
  for (I i = 0; i < count; i++) {
    begun(games[at[i]], start, seeds[2 * i], seeds[2 * i + 1]);
    noted(games[at[i]], &to, at[i]);
  }
}
/* Answers all games that are asked. Gives the first whose answer is none of its options, and then no game has moved;
   else -1. What a game is told that asks nobody does not matter. */
EXPORT int64_t cw_answer_many(St **games, int64_t count, const int64_t *answers,
                              int64_t *player, int64_t *site, int64_t *options, int64_t *error) {
  Rows to = { player, site, options, error };
  for (I i = 0; i < count; i++)
    if (games[i]->asked && (uint64_t)answers[i] >= (uint64_t)(int32_t)games[i]->options) return i;
  for (I i = 0; i < count; i++)
    if (games[i]->asked) { answered(games[i], answers[i]); noted(games[i], &to, i); }
  return -1;
}
/* Scores of all players in those of the games that `at` names, and 1 for who has won; as all rows behind each other. */
static I resulted(St *S, I *scores, I *winners) {
  ENTER
    S->work = WORK;
    S->open = S->questions = S->rounds = 0;
    told_results(S, scores, 0, winners);
  LEAVE
}
EXPORT void cw_results_many(St **games, int64_t count, const int64_t *at, int64_t *scores, int64_t *won, int64_t *error) {
  for (I i = 0; i < count; i++) {
    I winners[PLAYERS + 1];
    if ((error[at[i]] = resulted(games[at[i]], scores + i * PLAYERS, winners))) continue;
    for (I w = 1; w <= winners[0]; w++) if ((uint64_t)winners[w] < PLAYERS) won[i * PLAYERS + winners[w]] = 1;
  }
}
