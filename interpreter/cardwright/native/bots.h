/* Bots that choose as those in Python do, for single decisions and for whole games: bots/greedy.py, patience.py, random.py. */

#define ENOUGH 60
#define GUESSES 8
/* What is thought before a call comes back, counted in decisions of a random bot. */
#define GREEDY_EFFORT 60
#define DEALING_EFFORT 10
enum { RANDOM_BOT, GREEDY_BOT, MCTS_BOT };

typedef struct {
  I kind, simulations, rollout, depth, valued, turn;
  const I *weights;                     /* of one who values by data; 0 otherwise */
  const double *logs;
  I nlogs;
  Twister chance;
  I asked[SITES_ROOM];                  /* in this turn, by site */
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
/* The option that a bot chooses; -1 when it has not thought enough yet, as what is left of the effort is used up.
   Worlds are copies of the game, and so are valued as it is here. */
static I thought(Mind *m, Bot *bot, St *S, I *effort) {
  S->valued = bot->weights ? WEIGHTED : bot->valued;
  S->weights = bot->weights;
  m->ahead.settles = 0;
  I option = weighed(m, bot, S, effort);
  S->valued = 0;
  return option;
}

/* ---- from outside */
EXPORT void cw_forget(Mind *m) {
  for (int i = 0; i < ROOMS; i++) if (m->ahead.room[i]) cw_free(m->ahead.room[i]);
  free(m->ahead.waiting); free(m->ahead.ways); free(m->ahead.worths); free(m->ahead.sums);
  free_search(&m->search);
  free(m);
}
/* What bots think with; `start` is a game that has not begun, and stays. */
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
/* Seats a bot; `key` is its seed, in 32-bit words, and `logs` the logarithms of the numbers below `nlogs`, which stay. */
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
/* A bot that was seated values positions by weights, which stay: native/valuation.h. */
EXPORT void cw_weigh(Mind *m, int64_t player, const int64_t *weights) { m->bots[player].weights = weights; }
/* From here on thinking ends with an error as soon as a number is not 0 any more, which stays; 0 for none. */
EXPORT void cw_heed(Mind *m, const volatile int *stop) { m->ahead.stop = stop; }
/* Takes powers away: a byte for each definition, which stay. */
EXPORT void cw_blank(St *S, const uint8_t *blank) { S->blank = blank; }
/* From here on it is counted how often places are run, in as many numbers, which stay. */
EXPORT void cw_count(St *S, I *ran) { S->ran = ran; }
/* From here on it is kept what players know; nothing so far. */
EXPORT void cw_watch(St *S) {
  S->knows = 1;
  for (I p = 0; p < PLAYERS; p++) S->known[p] = nobits();
  nothing_shown(S);
}
/* What players know, W words each, told and taken. */
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

/* The choice of whoever is asked into `told`, -1 when more effort is needed. */
EXPORT int64_t cw_think(Mind *m, St *S, int64_t effort, int64_t *told) {
  ENTER_MIND
    if (!S->asked) fail(S, E_INDEX);
    *told = thought(m, &m->bots[S->player], S, &effort);
  LEAVE_MIND
}
/* Goes on with a game between bots until it is over, some effort is used up, or `room` answers are in `told` behind their
   number. More than `most` decisions are an error; the one that is too many is told, too. */
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
/* What rules of a player come to for all players, by player. */
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
/* A game of bots to learn from, as bots/training_games.py plays it: in the first `opening` decisions, and in `dare` of 1,000
   others, any option is taken. Up to
   `room` positions are kept in which somebody else is asked than before, each as likely, as what `rules` come to. After
   `most` decisions it counts as it stands. `told`: decisions, options of all of them, positions, scores, who won, and decisions
   up to each position. */
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
/* Answers given by the chance of the first bot, as laboratory/stress_games.py gives them, in `told` behind their number:
   at most so many, fewer when the game is over. Who can decline does so `declines` times among as many options. */
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
/* A world dealt for whoever is asked in a state, into another. */
EXPORT int64_t cw_deal(Mind *m, St *S, St *into, uint64_t seed) {
  ENTER_MIND
    ready(into, &out_, &here_);
    find_unseen(&m->ahead.unseen, S, m->start);
    deal(&m->ahead.unseen, into, seed);
  LEAVE_MIND
}
