/* Monte-Carlo tree search: bots/mcts.py, search_tree.py and rollout_policies.py, with the same numbers in the same
   order. Sums and roots of doubles are equal on all machines; logarithms are not, so they come from a table made by
   Python. */
#include <float.h>
/* 0: each type has its own precision; 1: floats are computed as doubles; 16, 32 and 64: types shorter than that many
   bits are computed with that many. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1 && FLT_EVAL_METHOD != 16 && FLT_EVAL_METHOD != 32 && \
    FLT_EVAL_METHOD != 64
#error "doubles are worked out with more digits here than in Python"
#endif

#define PILOTS 8
#define FIRST_LOOKS 2
#define LOOK_WEIGHT 1
#define DOUBT 0.25
#define CURIOSITY 0.35
#define WIDTH 2.0
#define EAGERNESS 1.5
#define SETTLED_WORLDS 8
#define TRIED_QUICK 3
#define EXACT ((I)1 << 53)
enum { AN_OPTION, A_CARD, AT_A_PLACE };                 /* how an option is identified in all samples */
enum { OF_TRIED, OF_SECRET, OF_CHILD };                 /* what a row of words leads to */
#define MOST_OF_TURN 60
enum { QUICK, GREEDILY, AT_RANDOM, NOT_AT_ALL, TO_THE_END_OF_THE_TURN };        /* rollout policies */

typedef struct { I sort, what, nth; } Key;
typedef struct { I taken, offered; double total; } Tried;
typedef struct { uint64_t hash; I at, n, leads; } Way;  /* a row of words, and the index it leads to; `n` 0: none */
typedef struct { I first, n; I before[PLAYERS], end[PLAYERS]; I finished, winners; char won[PLAYERS]; } Went;

typedef struct {
  I going, simulations, rollout, depth, options, idle, settled, done, nlooks, settles, prefers;
  double scale;
  const double *logs;
  I nlogs;
  uint32_t *seeds;
  I nseeds, most_seeds;
  Tried *tried;
  I ntried, most_tried;
  I *visits;
  I nplaces, most_places;
  Way *ways;
  I nways, most_ways;                    /* a power of two */
  I *words;
  I nwords, most_words;
  Went *went;
  I nwent, most_went;
  I *trail;                              /* two words for each step: the option tried, and its player */
  I ntrail, most_trail;
  Key *keys;
  I *found, *fresh;
  I most_keys, most_found, most_fresh;
  I *secrets;                            /* four words for each secret answer: its player, and its key */
  I nsecrets, most_secrets;
  I *way;
  I most_way;
  double *means, *sorted, *shares;       /* `shares` of the visits, by option, if `prefers` is set */
  I most_means, most_sorted, most_shares;
  I *looks;
  I most_looks;
  Twister chance;
  uint32_t (*openings)[OPENING];         /* the first random words for the playout of each sample */
  I nopenings, most_openings;
  uint32_t first[624];
} Search;

static inline double squashed(double value) { return 0.5 + 0.5 * value / (1 + __builtin_fabs(value)); }
static double exactly(St *S, I value) { if (value >= EXACT || value <= -EXACT) fail(S, E_NUMBER); return (double)value; }
static inline double mean_of(const Tried *t) { return t->taken ? t->total / (double)t->taken : 0.0; }

/* ---- the tree: rows of words lead to nodes, and to the options tried at them */
static uint64_t hashed(const I *words, I n) {
  uint64_t h = 0x9e3779b97f4a7c15ull ^ (uint64_t)n;
  for (I i = 0; i < n; i++) { h ^= (uint64_t)words[i]; h *= 0xbf58476d1ce4e5b9ull; h ^= h >> 29; }
  return h;
}
static Way *way_of(Search *s, const I *words, I n, uint64_t hash) {
  for (uint64_t at = hash;; at++) {
    Way *way = &s->ways[at & (uint64_t)(s->most_ways - 1)];
    if (!way->n || (way->hash == hash && way->n == n && !memcmp(s->words + way->at, words, n * sizeof(I)))) return way;
  }
}
static void more_ways(Search *s, St *S) {
  I had = s->most_ways, most = had ? 2 * had : 1024;
  Way *ways = calloc((size_t)most, sizeof(Way)), *old = s->ways;
  if (!ways) fail(S, E_ROOM);
  s->ways = ways;
  s->most_ways = most;
  for (I i = 0; i < had; i++) {
    if (!old[i].n) continue;
    uint64_t at = old[i].hash;
    while (ways[at & (uint64_t)(most - 1)].n) at++;
    ways[at & (uint64_t)(most - 1)] = old[i];
  }
  free(old);
}
/* Return the index that a row of words leads to; -1 if the row is new. A new row leads to `made` from now on, unless
   that is negative. */
static I led(Search *s, St *S, const I *words, I n, I made) {
  if (2 * s->nways >= s->most_ways) more_ways(s, S);
  uint64_t hash = hashed(words, n);
  Way *way = way_of(s, words, n, hash);
  if (way->n) return way->leads;
  if (made < 0) return -1;
  s->words = grown_room(S, s->words, s->nwords + n, &s->most_words, sizeof(I));
  memcpy(s->words + s->nwords, words, n * sizeof(I));
  Way found = { hash, s->nwords, n, made };
  *way = found;
  s->nwords += n;
  s->nways++;
  return -1;
}
static I place_made(Search *s, St *S) {
  s->visits = grown_room(S, s->visits, s->nplaces + 1, &s->most_places, sizeof(I));
  s->visits[s->nplaces] = 0;
  return s->nplaces++;
}
static I place_led(Search *s, St *S, const I *words, I n) {
  I found = led(s, S, words, n, s->nplaces);
  return found < 0 ? place_made(s, S) : found;
}
static I tried_at(Search *s, St *S, I place, Key key, int make) {
  I words[5] = { place, OF_TRIED, key.sort, key.what, key.nth };
  I found = led(s, S, words, 5, make ? s->ntried : -1);
  if (found >= 0 || !make) return found;
  s->tried = grown_room(S, s->tried, s->ntried + 1, &s->most_tried, sizeof(Tried));
  Tried none = { 0, 0, 0.0 };
  s->tried[s->ntried] = none;
  return s->ntried++;
}
/* Find the counts of each option at a node; -1 for an option that was not tried there. */
static void find_tried(Search *s, St *S, I place, I n) {
  s->found = grown_room(S, s->found, n, &s->most_found, sizeof(I));
  for (I i = 0; i < n; i++) s->found[i] = tried_at(s, S, place, s->keys[i], 0);
}
static I untried(Search *s, St *S, I place, I n) {
  I fresh = 0;
  s->fresh = grown_room(S, s->fresh, n, &s->most_fresh, sizeof(I));
  for (I i = 0; i < n; i++) if (s->found[i] < 0) s->fresh[fresh++] = i;
  I known = n - fresh;
  return !known || (double)known < WIDTH * __builtin_sqrt((double)s->visits[place]) ? fresh : 0;
}
static I best_tried(Search *s, St *S, I n) {
  I chosen = -1;
  double highest = -1.0;
  for (I i = 0; i < n; i++) {
    if (s->found[i] < 0) continue;
    const Tried *t = &s->tried[s->found[i]];
    if (t->offered + 1 >= s->nlogs) fail(S, E_ROOM);
    double often = t->taken ? (double)t->taken : 0.5;
    double prospect = mean_of(t) + CURIOSITY * __builtin_sqrt(s->logs[t->offered + 1] / often);
    if (prospect > highest) { highest = prospect; chosen = i; }
  }
  if (chosen < 0) fail(S, E_SHAPE);
  return chosen;
}
/* Count an option as taken here and the others as offered; return the index of its counts. */
static I take_option(Search *s, St *S, I place, I n, I option) {
  s->visits[place]++;
  for (I i = 0; i < n; i++) if (s->found[i] >= 0) s->tried[s->found[i]].offered++;
  I chosen = s->found[option];
  if (chosen < 0) {
    chosen = tried_at(s, S, place, s->keys[option], 1);
    s->tried[chosen].offered = 1;
  }
  s->tried[chosen].taken++;
  return chosen;
}
/* Set for each option a key that identifies it in all samples. A hidden piece is identified by its definition if the
   player knows that, else by its position. Returns the number of options. */
static I find_keys(Search *s, St *S, M hidden) {
  L options = ld(S, S->options);
  s->keys = grown_room(S, s->keys, options.n, &s->most_keys, sizeof(Key));
  for (I i = 0; i < options.n; i++) {
    I option = options.p[i];
    Key key = { AN_OPTION, option, 0 };
    if (ASKED[S->site] == ASKS_PIECE && option >= 0 && has(hidden, option)) {
      int known = may_see(S, S->player, option, lies(S, option));
      key.sort = known ? A_CARD : AT_A_PLACE;
      key.what = known ? PDEF[option] : i;
      for (I j = 0; j < i; j++) key.nth += s->keys[j].sort == key.sort && s->keys[j].what == key.what;
    }
    s->keys[i] = key;
  }
  return options.n;
}

/* ---- rollouts */
/* Draw a few random options, and return their number. An option that declines is always among them, in the first
   place, except where pieces are picked one by one. */
static I some_options(Search *s, St *world, I *some) {
  I count = option_count(world), drawn[TRIED_QUICK], n = 0, declining = -1;
  if (count > TRIED_QUICK) sampled(&s->chance, count, drawn, TRIED_QUICK);
  else for (I i = 0; i < count; i++) drawn[i] = i;
  for (I i = 0; i < count && declining < 0 && !one_by_one(world); i++) if (declines(world, i)) declining = i;
  if (declining >= 0) some[n++] = declining;
  for (I i = 0; i < count && i < TRIED_QUICK; i++) if (drawn[i] != declining) some[n++] = drawn[i];
  return n;
}
/* Return the option after which the player of the decision has the highest margin; WORLD becomes the state after it. */
static I glance(Ahead *a, const I *options, I n) {
  St *world = a->room[WORLD];
  I player = world->player, best = -1, highest = 0;
  for (I i = 0; i < n; i++) {
    heed(a, world);
    copied(a->room[GLANCE], world);
    answer(a->room[GLANCE], options[i]);
    I worth = lead(a->standing, a->room[GLANCE], player);
    if (best >= 0 && worth <= highest) continue;
    best = options[i];
    highest = worth;
    exchanged(a, GLANCE, GLANCED);
  }
  exchanged(a, WORLD, GLANCED);
  return best;
}
static void play_out(Search *s, Ahead *a) {
  int turn = s->rollout == TO_THE_END_OF_THE_TURN;
  I mover = s->trail[s->ntrail - 1];
  for (I n = 0; s->rollout != NOT_AT_ALL && n < (turn ? MOST_OF_TURN : s->depth) && a->room[WORLD]->asked; n++) {
    St *world = a->room[WORLD];
    if (turn && world->player != mover) break;
    heed(a, world);
    I count = option_count(world), some[TRIED_QUICK + 1];
    if (s->rollout == AT_RANDOM) {
      answer(world, (I)(chance(&s->chance) * (double)count));
    } else if (s->rollout == QUICK) {
      glance(a, some, some_options(s, world, some));
    } else {
      const I *worths = look_ahead(a, world, &s->chance, 0);
      I highest = INT64_MIN, best = -1, declining = -1, equal = 0, drawn;
      for (I i = 0; i < count; i++) if (worths[i] > highest) highest = worths[i];
      for (I i = 0; i < count; i++) {
        if (worths[i] != highest) continue;
        if (!equal++) best = i;
        if (declining < 0 && declines(world, i)) declining = i;
      }
      if (equal > 1) {
        drawn = chance_below(&s->chance, equal);
        for (I i = 0; i < count; i++) if (worths[i] == highest && !drawn--) best = i;
        if (declining >= 0) best = declining;
      }
      answer(world, best);
    }
  }
}

/* ---- a search */
static void free_search(Search *s) {
  free(s->seeds); free(s->tried); free(s->visits); free(s->ways); free(s->words); free(s->went); free(s->trail);
  free(s->keys); free(s->found); free(s->fresh); free(s->secrets); free(s->way); free(s->means); free(s->sorted);
  free(s->looks); free(s->openings); free(s->shares);
}
static void leads_of(Ahead *a, St *S, I *told) {
  I values[PLAYERS];
  values_of(a->standing, S, values);
  for (I p = 0; p < PLAYERS; p++) told[p] = ahead_of_others(S, values, p);
}
/* Return sample `number`. All options are tried in the same samples, so that luck favours none. */
static St *next_world(Search *s, Ahead *a, Twister *bot, I number) {
  while (s->nseeds <= number) {
    s->seeds = grown_room(a->room[WORLD], s->seeds, s->nseeds + 1, &s->most_seeds, sizeof(uint32_t));
    s->seeds[s->nseeds++] = twisted(bot);
  }
  deal(&a->unseen, a->room[WORLD], s->seeds[number]);
  return a->room[WORLD];
}
/* Seed the generator for the playout of sample `number`. Seeding one by one would take a third of a search, but many
   seeds at once take little longer than one. So the samples that follow are prepared as well, with the seeds that
   `bot` will draw for them. */
static void take_chance(Search *s, St *S, const Twister *bot, I number) {
  for (Twister ahead; s->nopenings <= number; s->nopenings += LANES) {
    uint32_t keys[LANES];
    ahead = *bot;
    for (I l = 0, n = s->nopenings; l < LANES; l++, n++) keys[l] = n < s->nseeds ? s->seeds[n] : twisted(&ahead);
    s->openings = grown_room(S, s->openings, s->nopenings + LANES, &s->most_openings, sizeof *s->openings);
    openings(s->first, keys, s->openings + s->nopenings);
  }
  twister_known(&s->chance, s->first, s->seeds[number], s->openings[number]);
}
static void first_looks(Search *s, Ahead *a, Twister *bot) {
  I n = s->options;
  St *S = a->room[WORLD];
  s->nlooks = s->settles ? SETTLED_WORLDS : FIRST_LOOKS;
  s->looks = grown_room(S, s->looks, s->nlooks * n, &s->most_looks, sizeof(I));
  s->means = grown_room(S, s->means, n, &s->most_means, sizeof(double));
  s->sorted = grown_room(S, s->sorted, n, &s->most_sorted, sizeof(double));
  for (I look = 0; look < s->nlooks; look++) {
    S = next_world(s, a, bot, look);
    if (option_count(S) != n) fail(S, E_SHAPE);
    if (s->settles) settle_from(a, S, bot);
    memcpy(s->looks + look * n, look_ahead(a, S, bot, STEPS_AHEAD), n * sizeof(I));
  }
  for (I i = 0; i < n; i++) {
    I sum = 0, j = i;
    for (I look = 0; look < s->nlooks; look++) sum = add(S, sum, s->looks[look * n + i]);
    s->means[i] = exactly(S, sum) / (double)s->nlooks;
    for (; j > 0 && s->sorted[j - 1] > s->means[i]; j--) s->sorted[j] = s->sorted[j - 1];
    s->sorted[j] = s->means[i];
  }
  double middle = s->sorted[n / 2], width = (s->sorted[n - 1] - s->sorted[0]) / 2;
  if (!(width > 1.0)) width = 1.0;
  for (I i = 0; i < n; i++) {
    Key key = { AN_OPTION, i, 0 };
    I weight = LOOK_WEIGHT * FIRST_LOOKS, at = tried_at(s, S, 0, key, 1);
    Tried tried = { weight, weight, (double)weight * squashed((s->means[i] - middle) / width) };
    s->tried[at] = tried;
  }
}
/* Compute each option's share of the visits from the first looks (`compute_shares`). */
static void find_shares(Search *s, St *S, I prior) {
  I n = s->options, all = 0;
  double width = (double)prior, whole = 0.0, highest = s->sorted[n - 1];
  s->shares = grown_room(S, s->shares, n, &s->most_shares, sizeof(double));
  if (!prior) {
    for (I i = 0; i < n * s->nlooks; i++) all = add(S, all, s->looks[i]);
    double middle = exactly(S, all) / (double)(n * s->nlooks), differ = 0.0;
    for (I look = 0; look < s->nlooks; look++) {
      const I *worths = s->looks + look * n;
      I sum = 0;
      for (I i = 0; i < n; i++) sum = add(S, sum, worths[i]);
      double luck = exactly(S, sum) / (double)n - middle;
      for (I i = 0; i < n; i++) differ += __builtin_fabs(exactly(S, worths[i]) - s->means[i] - luck);
    }
    width = differ / (double)(n * s->nlooks);
    if (!(width > 1.0)) width = 1.0;
  }
  for (I i = 0; i < n; i++) {
    double behind = 1 + (highest - s->means[i]) / width;
    s->shares[i] = 1 / (behind * behind);
    whole += s->shares[i];
  }
  for (I i = 0; i < n; i++) s->shares[i] /= whole;
}
static void rate_all(Search *s, St *S) {
  if (s->scale == 0.0 && s->nwent) {
    I sum = 0;
    for (I i = 0; i < s->nwent; i++)
      for (I p = 0; p < PLAYERS; p++) {
        I gain = sub(S, s->went[i].end[p], s->went[i].before[p]);
        sum = add(S, sum, gain < 0 ? sub(S, 0, gain) : gain);
      }
    s->scale = 1.5 * (exactly(S, sum) / (double)(s->nwent * PLAYERS));
    if (!(s->scale > 1.0)) s->scale = 1.0;
  }
  for (I i = 0; i < s->nwent; i++) {
    const Went *w = &s->went[i];
    double rewards[PLAYERS];
    for (I p = 0; p < PLAYERS; p++) {
      double gain = squashed(exactly(S, sub(S, w->end[p], w->before[p])) / s->scale);
      rewards[p] = w->finished ? 0.1 * gain + (w->won[p] ? 0.9 / (double)w->winners : 0.0) : 0.05 + 0.9 * gain;
    }
    for (I t = w->first; t < w->first + 2 * w->n; t += 2) s->tried[s->trail[t]].total += rewards[s->trail[t + 1]];
  }
  s->nwent = s->ntrail = 0;
}
static I *way_words(Search *s, St *S, I n) {
  s->way = grown_room(S, s->way, n, &s->most_way, sizeof(I));
  return s->way;
}
/* Return the node for the secret decision of a player, who does not know the secret answers of others. */
static I asked_secretly(Search *s, St *S, I place, I player) {
  I *words = way_words(s, S, 4 + 3 * s->nsecrets), n = 4;
  words[0] = place; words[1] = OF_SECRET; words[2] = player;
  for (I i = 0; i < s->nsecrets; i++) {
    if (s->secrets[4 * i] != player) continue;
    memcpy(words + n, s->secrets + 4 * i + 1, 3 * sizeof(I));
    n += 3;
  }
  words[3] = n;
  return place_led(s, S, words, n);
}
static void secretly(Search *s, St *S, I player, Key key) {
  s->secrets = grown_room(S, s->secrets, 4 * s->nsecrets + 4, &s->most_secrets, sizeof(I));
  I *to = s->secrets + 4 * s->nsecrets++;
  to[0] = player; to[1] = key.sort; to[2] = key.what; to[3] = key.nth;
}
static I child_of(Search *s, St *S, I place) {
  I *words = way_words(s, S, 5 + 4 * s->nsecrets), n = 3 + 4 * s->nsecrets;
  words[0] = place; words[1] = OF_CHILD; words[2] = s->nsecrets;
  memcpy(words + 3, s->secrets, 4 * s->nsecrets * sizeof(I));
  words[n++] = S->player;
  words[n++] = S->site;
  return place_led(s, S, words, n);
}
/* Descend the tree from WORLD, which becomes the first state outside of the tree. */
static void descend(Search *s, Ahead *a, I first) {
  I place = 0, n = s->options;
  s->nsecrets = 0;
  s->keys = grown_room(a->room[WORLD], s->keys, n, &s->most_keys, sizeof(Key));
  for (I i = 0; i < n; i++) { Key key = { AN_OPTION, i, 0 }; s->keys[i] = key; }
  for (I depth = 0;; depth++) {
    St *S = a->room[WORLD];
    I player = S->player, secret = in_secret(S), option;
    I here = secret && depth ? asked_secretly(s, S, place, player) : place;
    find_tried(s, S, here, n);
    I fresh = depth ? untried(s, S, here, n) : 0;
    if (fresh) {
      I some[TRIED_QUICK];
      if (fresh > TRIED_QUICK) {
        sampled(&s->chance, fresh, some, TRIED_QUICK);
        for (I i = 0; i < TRIED_QUICK; i++) some[i] = s->fresh[some[i]];
      } else {
        memcpy(some, s->fresh, fresh * sizeof(I));
      }
      option = glance(a, some, fresh < TRIED_QUICK ? fresh : TRIED_QUICK);
    } else {
      heed(a, S);
      option = depth ? best_tried(s, S, n) : first;
      answer(S, option);
    }
    S = a->room[WORLD];
    s->trail = grown_room(S, s->trail, s->ntrail + 2, &s->most_trail, sizeof(I));
    s->trail[s->ntrail++] = take_option(s, S, here, n, option);
    s->trail[s->ntrail++] = player;
    if (fresh || !S->asked) return;
    secretly(s, S, player, s->keys[option]);
    if (!secret || !in_secret(S)) {
      place = child_of(s, S, place);
      s->nsecrets = 0;
    }
    n = find_keys(s, S, a->unseen.mask);
  }
}
/* Return the option to be tried next at the root: by its upper confidence bound or, with `prefers`, by its share of
   the visits. */
static I first_tried(Search *s, St *S) {
  if (!s->prefers) return best_tried(s, S, s->options);
  double reach = EAGERNESS * __builtin_sqrt((double)(s->visits[0] + 1)), highest = 0;
  I best = -1;
  for (I i = 0; i < s->options; i++) {
    const Tried *tried = &s->tried[s->found[i]];
    double prospect = mean_of(tried) + reach * s->shares[i] / (double)(1 + tried->taken);
    if (best >= 0 && !(prospect > highest)) continue;
    best = i;
    highest = prospect;
  }
  return best;
}
static int has_settled(Ahead *a, St *S, I turn) { return is_far(a, S, turn, 1); }
/* Play WORLD on at random until its turn is over and the score has changed; if that does not happen, WORLD stays as
   it is. */
static void settle_score(Search *s, Ahead *a, I turn) {
  St *later = a->room[GLANCE];
  copied(later, a->room[WORLD]);
  for (int i = 0; i < FAR_AHEAD && !has_settled(a, later, turn); i++) {
    heed(a, later);
    answer(later, (I)(chance(&s->chance) * (double)option_count(later)));
  }
  if (has_settled(a, later, turn)) exchanged(a, WORLD, GLANCE);
}
static void simulate(Search *s, Ahead *a, Twister *bot) {
  St *S = a->room[WORLD];
  s->keys = grown_room(S, s->keys, s->options, &s->most_keys, sizeof(Key));
  for (I i = 0; i < s->options; i++) { Key key = { AN_OPTION, i, 0 }; s->keys[i] = key; }
  find_tried(s, S, 0, s->options);
  I first = first_tried(s, S), number = s->tried[s->found[first]].taken - FIRST_LOOKS * LOOK_WEIGHT;
  S = next_world(s, a, bot, number);
  take_chance(s, S, bot, number);
  s->went = grown_room(S, s->went, s->nwent + 1, &s->most_went, sizeof(Went));
  Went *went = &s->went[s->nwent];
  leads_of(a, S, went->before);
  went->first = s->ntrail;
  I turn = S->s[TURNS], scores[PLAYERS];
  if (s->settles) values_of(a->standing, S, scores);
  descend(s, a, first);
  went->n = (s->ntrail - went->first) / 2;
  play_out(s, a);
  if (s->settles) {
    memcpy(a->values, scores, sizeof scores);
    settle_score(s, a, turn);
  }
  S = a->room[WORLD];
  leads_of(a, S, went->end);
  went->finished = !S->asked;
  went->winners = went->finished ? winning(S, went->won) : 0;
  s->nwent++;
  if (s->scale != 0.0 || s->nwent >= PILOTS) rate_all(s, S);
}
static I chosen(Search *s, St *S) {
  rate_all(s, S);
  const Tried *tried = s->tried;           /* the counts of the root come first, in the order of options */
  I best = 0;
  for (I i = 1; i < s->options; i++)
    if (tried[i].taken > tried[best].taken ||
        (tried[i].taken == tried[best].taken && mean_of(&tried[i]) > mean_of(&tried[best]))) best = i;
  if (s->idle < 0 || best == s->idle) return best;
  double ahead = mean_of(&tried[best]) - mean_of(&tried[s->idle]);
  double doubt = DOUBT * __builtin_sqrt(1 / (double)tried[best].taken + 1 / (double)tried[s->idle].taken);
  return ahead > doubt ? best : s->idle;
}
static void begin_search(Search *s, Ahead *a, Twister *bot, St *S, const St *start) {
  find_unseen(&a->unseen, S, start);
  s->options = option_count(S);
  s->scale = 0.0;
  s->nseeds = s->nopenings = s->ntried = s->nplaces = s->nways = s->nwords = s->nwent = s->ntrail = s->done = 0;
  if (s->ways) memset(s->ways, 0, s->most_ways * sizeof(Way));
  place_made(s, S);
  s->settles = settles_first(S);
  first_looks(s, a, bot);
  a->settles = 0;                        /* only the lines of the first looks are played on */
  I prior = prior_of(S);
  s->prefers = s->settles || prior;
  if (s->prefers) find_shares(s, S, prior);
  s->settled = s->idle = -1;
  I harm = s->options == 2 && declines(S, 1), same_all = 1;
  for (I look = 0; look < s->nlooks; look++) {
    const I *worths = s->looks + look * s->options;
    for (I i = 1; i < s->options; i++) same_all &= worths[i] == worths[0];
    harm = harm && worths[1] > worths[0];
  }
  if (harm) s->settled = 1;
  for (I i = s->options - 1; same_all && i >= 0; i--) if (declines(S, i)) s->idle = i;
}
