/* Bots that choose the same options as those in Python (bots/greedy.py, repetition_guard.py, random.py), for single
   decisions and for whole games. */

#define ENOUGH 60
#define GUESSES 8
/* Effort of a greedy choice, and of drawing a sample; the unit is one decision of a random bot. */
#define GREEDY_EFFORT 60
#define DEALING_EFFORT 10
enum { RANDOM_BOT, GREEDY_BOT, MCTS_BOT };

typedef struct {
  I kind, simulations, rollout, depth, valued, turn;
  const I *weights;                     /* weights of a valuation given as data, else 0 */
  const double *logs;
  I nlogs;
  Twister chance;
  I asked[SITES_ROOM];                  /* number of decisions in this turn, by site */
} Bot;

typedef struct { const St *start; Ahead ahead; Search search; Bot bots[PLAYERS]; } Mind;

static I way_out(St *S, Twister *t) {
  I count = option_count(S);
  for (I option = 0; option < count; option++) if (declines(S, option)) return option;
  return chance_below(t, count);
}
static int patience_lost(Bot *bot, St *S) {
  if (!HAS_TURNS) return 0;
  if (bot->turn != S->s[TURNS]) { memset(bot->asked, 0, sizeof bot->asked); bot->turn = S->s[TURNS]; }
  return ++bot->asked[index_of(S, S->site, *NSITES)] > ENOUGH;
}
static I greedy_choice(Mind *m, Bot *bot, St *S) {
  Ahead *a = &m->ahead;
  I count = option_count(S), highest = INT64_MIN, best = 0, declining = 0;
  find_unseen(&a->unseen, S, m->start);
  a->sums = grown_room(S, a->sums, count, &a->most_sums, sizeof(I));
  memset(a->sums, 0, count * sizeof(I));
  int settles = settles_first(S);
  for (int world = settles ? SETTLED_WORLDS : in_secret(S) ? GUESSES : 1; world > 0; world--) {
    St *dealt = a->room[WORLD];
    deal(&a->unseen, dealt, twisted(&bot->chance));
    if (option_count(dealt) != count) fail(S, E_SHAPE);
    if (settles) settle_from(a, dealt, &bot->chance);
    const I *worths = look_ahead(a, dealt, &bot->chance, STEPS_AHEAD);
    for (I i = 0; i < count; i++) a->sums[i] = add(S, a->sums[i], worths[i]);
  }
  for (I i = 0; i < count; i++) if (a->sums[i] > highest) highest = a->sums[i];
  for (I i = 0; i < count; i++) {
    if (a->sums[i] != highest) continue;
    best++;
    declining += declines(S, i);
  }
  I drawn = chance_below(&bot->chance, declining ? declining : best);
  for (I i = 0; i < count; i++)
    if (a->sums[i] == highest && (!declining || declines(S, i)) && !drawn--) return i;
  fail(S, E_SHAPE);
}
static I weighed(Mind *m, Bot *bot, St *S, I *effort) {
  Search *s = &m->search;
  --*effort;
  if (bot->kind == RANDOM_BOT) return (I)(chance(&bot->chance) * (double)option_count(S));
  if (!s->going) {
    if (bot->kind == MCTS_BOT && option_count(S) == 1) return 0;
    if (patience_lost(bot, S)) return way_out(S, &bot->chance);
    *effort -= GREEDY_EFFORT;
    if (bot->kind == GREEDY_BOT) return greedy_choice(m, bot, S);
    s->rollout = bot->rollout;
    s->depth = bot->depth;
    s->simulations = bot->simulations;
    s->logs = bot->logs;
    s->nlogs = bot->nlogs;
    begin_search(s, &m->ahead, &bot->chance, S, m->start);
    if (s->settled >= 0) return s->settled;
    s->going = 1;
  }
  while (s->done < s->simulations) {
    if (*effort <= 0) return -1;
    m->ahead.work = 0;
    simulate(s, &m->ahead, &bot->chance);
    s->done++;
    *effort -= DEALING_EFFORT + m->ahead.work;
  }
  s->going = 0;
  return chosen(s, m->ahead.room[WORLD]);
}
/* Return the option that a bot chooses; -1 if `effort` is used up before the choice is made. S gets the bot's
   valuation; samples, which are copies of S, have the same one. */
static I thought(Mind *m, Bot *bot, St *S, I *effort) {
  S->valued = bot->weights ? WEIGHTED : bot->valued;
  S->weights = bot->weights;
  m->ahead.settles = 0;
  I option = weighed(m, bot, S, effort);
  S->valued = 0;
  return option;
}

/* ---- functions for Python */
EXPORT void cw_forget(Mind *m) {
  for (int i = 0; i < ROOMS; i++) if (m->ahead.room[i]) cw_free(m->ahead.room[i]);
  free(m->ahead.waiting); free(m->ahead.ways); free(m->ahead.worths); free(m->ahead.sums);
  free_search(&m->search);
  free(m);
}
/* Return the working memory of bots. `start` is a match that has not begun; the caller must keep it. */
EXPORT Mind *cw_mind(const St *start) {
  Mind *m = calloc(1, sizeof(Mind));
  if (!m) return 0;
  m->start = start;
  untwisted(m->search.first);
  for (int i = 0; i < ROOMS; i++) {
    m->ahead.room[i] = cw_new();
    if (!m->ahead.room[i]) { cw_forget(m); return 0; }
  }
  return m;
}
/* Seat a bot. `key` is its seed, in `n` words of 32 bits. `logs` are the logarithms of the numbers below `nlogs`; the
   caller must keep them. */
EXPORT int64_t cw_seat(Mind *m, int64_t player, int64_t kind, int64_t simulations, int64_t rollout, int64_t depth,
                       int64_t valued, const uint32_t *key, int64_t n, const double *logs, int64_t nlogs) {
  if ((uint64_t)player >= PLAYERS || n < 1 || n > 624) return E_INDEX;
  Bot *bot = &m->bots[player];
  bot->kind = kind;
  bot->simulations = simulations;
  bot->rollout = rollout;
  bot->depth = depth;
  bot->valued = valued;
  bot->weights = 0;
  bot->logs = logs;
  bot->nlogs = nlogs;
  bot->turn = -1;
  twister(&bot->chance, m->search.first, key, (int)n);
  m->search.going = 0;
  return 0;
}
/* Let a seated bot value states by weights (native/valuation.h), which the caller must keep. */
EXPORT void cw_weigh(Mind *m, int64_t player, const int64_t *weights) { m->bots[player].weights = weights; }
/* From now on, end thinking with an error as soon as `*stop` is not 0. The caller must keep that number. A `stop` of
   0 means never. */
EXPORT void cw_heed(Mind *m, const volatile int *stop) { m->ahead.stop = stop; }
/* Take powers away: `blank` has a byte for each definition, 1 without its power. The caller must keep the bytes. */
EXPORT void cw_blank(St *S, const uint8_t *blank) { S->blank = blank; }
/* From now on, count in `ran` how often each probe is run: a number for each probe. The caller must keep the numbers. */
EXPORT void cw_count(St *S, I *ran) { S->ran = ran; }
/* Return (`cw_tell_known`) or set (`cw_take_known`) what players know, W words for each player; it is tracked from then
   on. */
EXPORT void cw_tell_known(St *S, uint64_t *words) { memcpy(words, S->known, sizeof S->known); }
EXPORT void cw_take_known(St *S, const uint64_t *words) {
  if (!S->knows) nothing_shown(S);
  S->knows = 1;
  memcpy(S->known, words, sizeof S->known);
}

static void mind_ready(Mind *m, jmp_buf *leads, char *here) {
  for (int i = 0; i < ROOMS; i++) ready(m->ahead.room[i], leads, here);
}
static int mind_failed(Mind *m, const St *S) {
  int error = S->error;
  for (int i = 0; i < ROOMS; i++) if (m->ahead.room[i]->error) error = m->ahead.room[i]->error;
  if (error) m->search.going = 0;
  return error;
}
#define ENTER_MIND jmp_buf out_; char here_; ready(S, &out_, &here_); mind_ready(m, &out_, &here_); if (!setjmp(out_)) {
#define LEAVE_MIND } return mind_failed(m, S);

/* Write to `told` the choice of the player who has to decide; -1 if more effort is needed. */
EXPORT int64_t cw_think(Mind *m, St *S, int64_t effort, int64_t *told) {
  ENTER_MIND
    if (!S->asked) fail(S, E_INDEX);
    *told = thought(m, &m->bots[S->player], S, &effort);
  LEAVE_MIND
}
/* Let bots play on until the match is over, `effort` is used up, or `room` answers were given. `told` gets the number
   of answers, then the answers. More than `most` decisions are an error; the last of them is in `told` as well. */
EXPORT int64_t cw_play(Mind *m, St *S, int64_t most, int64_t effort, int64_t room, int64_t *told) {
  told[0] = 0;
  ENTER_MIND
    while (S->asked && effort > 0 && told[0] < room) {
      I option = thought(m, &m->bots[S->player], S, &effort);
      if (option < 0) break;
      told[1 + told[0]++] = option;
      if (S->decisions >= most) fail(S, E_LONG);
      answer(S, option);
    }
  LEAVE_MIND
}
static uint64_t mixed(uint64_t seed, I number) {
  uint64_t z = seed + (uint64_t)number * 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}
/* Write the values of some rules about a player to `row`, player by player. */
static void put_rules(St *S, I nrules, const I *rules, I *row) {
  I top = S->htop;
  S->work = WORK;
  S->questions = S->searched = S->gone = S->rounds = 0;
  for (I p = 0; p < PLAYERS; p++)
    for (I i = 0; i < nrules; i++) {
      S->valued = rules[i];
      *row++ = valuation(S, p);
      S->htop = top;
    }
  S->valued = 0;
}
/* Play a game between bots from which training learns, as bots/training_games.py does. In the first `opening`
   decisions, and in `dare` of 1,000 others, a random option is taken. After `most` decisions, the game is scored as
   it stands.

   Up to `room` positions are recorded, as the values of `rules`. They are drawn, all with equal probability, from the
   decisions with another player than the decision before.

   `told` gets the numbers of decisions, of all their options, and of positions; then the scores; then, by player, 1
   for a winner; then the number of decisions before each position. */
EXPORT int64_t cw_record(Mind *m, St *S, int64_t most, int64_t opening, int64_t dare, uint64_t seed, int64_t nrules, const int64_t *rules,
                         int64_t room, int64_t *rows, int64_t *told) {
  I last = -1, seen = 0, kept = 0, options = 0, effort, won[PLAYERS + 1];
  ENTER_MIND
    while (S->asked && S->decisions < most) {
      I option = -1, count = option_count(S);
      if (S->player != last && last >= 0 && room) {
        I place = kept < room ? kept++ : (I)(mixed(seed, 3 * S->decisions) % (uint64_t)(seen + 1));
        seen++;
        if (place < room) {
          put_rules(S, nrules, rules, rows + place * PLAYERS * nrules);
          told[3 + 2 * PLAYERS + place] = S->decisions;
        }
      }
      last = S->player;
      options += count;
      if (count > 1 && (S->decisions < opening || (I)(mixed(seed, 3 * S->decisions + 1) % 1000) < dare))
        option = (I)(mixed(seed, 3 * S->decisions + 2) % (uint64_t)count);
      while (option < 0) { effort = (I)1 << 40; option = thought(m, &m->bots[S->player], S, &effort); }
      answer(S, option);
    }
    told[0] = S->decisions;
    told[1] = options;
    told[2] = kept;
    S->work = WORK;
    S->questions = S->searched = S->gone = S->rounds = 0;
    told_results(S, told + 3, 0, won);
    for (I p = 0; p < PLAYERS; p++) told[3 + PLAYERS + p] = 0;
    for (I i = 1; i <= won[0]; i++) if ((uint64_t)won[i] < PLAYERS) told[3 + PLAYERS + won[i]] = 1;
  LEAVE_MIND
}
/* Give up to `room` random answers, by the generator of the first bot and as laboratory/stress_games.py does; fewer
   if the match ends. `told` gets the number of answers, then the answers. Where a player can decline, the probability
   of that is 2 * `declines` / number of options. */
EXPORT int64_t cw_wander(Mind *m, St *S, int64_t room, double declines, int64_t *told) {
  told[0] = 0;
  ENTER_MIND
    while (S->asked && told[0] < room) {
      L options = ld(S, S->options);
      Twister *t = &m->bots[0].chance;
      I last = options.n - 1, option;
      if (last < 0) fail(S, E_INDEX);
      if (last > 0 && options.p[last] == PASS)
        option = chance(t) < declines / (double)(last + 1) * 2 ? last : chance_below(t, last);
      else
        option = chance_below(t, last + 1);
      told[1 + told[0]++] = option;
      answer(S, option);
    }
  LEAVE_MIND
}
/* Write to `into` a determinization of S for the player who has to decide. */
EXPORT int64_t cw_deal(Mind *m, St *S, St *into, uint64_t seed) {
  ENTER_MIND
    ready(into, &out_, &here_);
    find_unseen(&m->ahead.unseen, S, m->start);
    deal(&m->ahead.unseen, into, seed);
  LEAVE_MIND
}
