/* Many games at once: one call begins them, or answers in all of them. All memory belongs to the caller. */

enum { WINS, MARGIN, SCORES };           /* what players get at the end: adapters/action_numbers.py */
typedef struct {
  St **games;
  const St *start;                       /* a game that has not begun */
  int64_t count, endless, returns;       /* endless: a game that ends begins again, with a seed that is `count` larger */
  uint64_t *seeds;                       /* two words for each game */
  int64_t *player, *site, *options, *error; /* the player who decides (-1: none), site, number of options; error or 0 */
  int8_t *over;                          /* whether the game ended with its last answer */
  double *rewards;                       /* what each player got then */
  int64_t *answers;                      /* room for the options that actions mean */
  const I *plan;                         /* 0: no observations; else the plan of observation.h */
  int32_t *times;
  float *rows;                           /* with a plan: the observations of the players who decide; `masks`: their actions */
  int8_t *masks;
} Many;

static I answered(St *S, I index) { ENTER answer(S, index); LEAVE }
static I begun(St *S, const St *start, uint64_t hi, uint64_t lo) {
  ENTER
    copied(S, start);
    seeded(S, (unsigned __int128)hi << 64 | lo);
    begin_game(S, S->hi, S->lo, 0);
  LEAVE
}
static I resulted(St *S, I *scores, I *winners) {
  ENTER
    S->work = WORK;
    S->questions = S->searched = S->gone = S->rounds = 0;
    told_results(S, scores, 0, winners);
  LEAVE
}
static I seen_by_all(St *S, const Seen *v) {
  ENTER
    S->work = WORK;
    S->questions = S->searched = S->gone = S->rounds = 0;
    put_all(S, v);
    put_actions(S, v, -1);
  LEAVE
}
static I option_wanted(St *S, const Seen *v, I action, I *option) { ENTER *option = put_actions(S, v, action); LEAVE }

static void noted(const Many *m, I n) {
  St *S = m->games[n];
  if (S->error) S->asked = 0;
  m->player[n] = S->asked ? S->player : -1;
  m->site[n] = S->asked ? S->site : -1;
  m->options[n] = S->asked ? (I)(int32_t)S->options : 0;
  m->error[n] = S->error;
}
static void told_seen(const Many *m, I n) {
  St *S = m->games[n];
  Seen v = { m->plan, m->times, m->rows + n * m->plan[P_SIZE], m->masks + n * m->plan[P_ACTIONS], S->player };
  memset(v.row, 0, m->plan[P_SIZE] * sizeof(float));
  memset(v.mask, 0, m->plan[P_ACTIONS]);
  if (!S->asked || !seen_by_all(S, &v)) return;
  memset(m->times, 0, m->plan[P_CLASSES] * sizeof(int32_t));
  noted(m, n);
}
static void rewarded(const Many *m, I n) {
  I scores[PLAYERS], winners[PLAYERS + 1], sum = 0;
  double *to = m->rewards + n * PLAYERS;
  if (resulted(m->games[n], scores, winners)) { noted(m, n); return; }
  m->over[n] = 1;
  for (I p = 0; p < PLAYERS; p++) sum += scores[p];
  for (I p = 0; p < PLAYERS && m->returns != WINS; p++)
    to[p] = (double)scores[p] / SCORE_UNIT - (m->returns == MARGIN ? (double)sum / (PLAYERS * SCORE_UNIT) : 0);
  for (I w = 1; w <= winners[0] && m->returns == WINS; w++)
    if ((uint64_t)winners[w] < PLAYERS) to[winners[w]] = 1.0 / (double)winners[0];
}
/* Write the results of a game after its last answer; return whether C can continue the game. */
static int moved(const Many *m, I n) {
  St *S = m->games[n];
  uint64_t *seed = m->seeds + 2 * n;
  noted(m, n);
  m->over[n] = 0;
  for (I p = 0; p < PLAYERS; p++) m->rewards[n * PLAYERS + p] = 0;
  if (!S->asked && !S->error) rewarded(m, n);
  if (m->over[n] && m->endless) {
    seed[1] += m->count;
    seed[0] += seed[1] < (uint64_t)m->count;
    begun(S, m->start, seed[0], seed[1]);
    noted(m, n);
  }
  if (m->plan) told_seen(m, n);
  return !m->error[n];
}

/* Begin the games `at` from their seeds. Returns -1, or -2 - N, where N is the first game that C cannot continue. */
EXPORT int64_t cw_begin_many(const Many *m, int64_t count, const int64_t *at) {
  I found = -1;
  for (I i = 0; i < count; i++) {
    begun(m->games[at[i]], m->start, m->seeds[2 * at[i]], m->seeds[2 * at[i] + 1]);
    if (!moved(m, at[i]) && found == -1) found = -2 - at[i];
  }
  return found;
}
/* Answer in all games that wait for a decision, by options or, with `actions`, by actions; the answers for other
   games are ignored. Returns -1, or -2 - N, where N is the first game that C cannot continue. If an answer is
   invalid, returns the first such game, and no game has moved. */
EXPORT int64_t cw_answer_many(const Many *m, const int64_t *answers, int64_t actions) {
  for (I n = 0; n < m->count && actions; n++) {
    St *S = m->games[n];
    Seen v = { m->plan, m->times, 0, 0, S->player };
    m->answers[n] = -1;
    if (S->asked && option_wanted(S, &v, answers[n], m->answers + n)) {
      memset(m->times, 0, m->plan[P_CLASSES] * sizeof(int32_t));
      return n;
    }
  }
  if (actions) answers = m->answers;
  for (I n = 0; n < m->count; n++)
    if (m->games[n]->asked && (uint64_t)answers[n] >= (uint64_t)(int32_t)m->games[n]->options) return n;
  I found = -1;
  for (I n = 0; n < m->count; n++) {
    if (!m->games[n]->asked) continue;
    answered(m->games[n], answers[n]);
    if (!moved(m, n) && found == -1) found = -2 - n;
  }
  return found;
}
/* Write the observations of the games `at` again, after the caller has changed their states. */
EXPORT void cw_tell_many(const Many *m, int64_t count, const int64_t *at) {
  for (I i = 0; i < count; i++) told_seen(m, at[i]);
}
