/* Lookahead over a player's own decisions: bots/lookahead.py, with the same lines in the same order.

   Decisions queued for closer search are not stored as states: they are reached again by their few answers. */

#define STEPS_AHEAD 16
#define DEPTH_AHEAD 8
#define TRIED_AHEAD 4
#define COMPARED_AHEAD 8
#define ROUNDS_AHEAD 16
#define FAR_AHEAD 60
#define NEVER (-2 * WON)
enum { HERE, TRIAL, BEST, PLACE, WORLD, GLANCED, GLANCE, ROOMS };

typedef struct { I worth, way, root, taken; } Waiting;

typedef struct {
  St *room[ROOMS];
  Unseen unseen;
  I work;                                /* number of decisions made */
  const volatile int *stop;              /* `*stop` is not 0 once nobody wants the result; `stop` itself can be 0 */
  /* looking ahead */
  I player, steps, nwaiting, most_waiting, nways, most_ways;
  I sealed;                              /* whether other players answer in secret after the player; by `luck` */
  double luck[PLAYERS];
  Standing standing[PLAYERS];
  I settles, turn, values[PLAYERS];      /* whether lines are played on, and past which turn (`Settling`) */
  double onward[FAR_AHEAD];
  Waiting *waiting;
  I *ways;                               /* for each decision passed: the index of the one before, and the answer there */
  I going[DEPTH_AHEAD + ROUNDS_AHEAD + 1], ngoing;  /* sites with picks one by one at which the line goes on */
  I *worths, *sums, most_worths, most_sums;
} Ahead;

static void *grown_room(St *S, void *had, I wanted, I *most, I size) {
  if (wanted <= *most) return had;
  I n = wanted * 2 + 64;
  void *found = n > ((I)1 << 32) / size ? 0 : realloc(had, (size_t)(n * size));
  if (!found) fail(S, E_ROOM);
  *most = n;
  return found;
}

static inline void heed(Ahead *a, St *S) {
  a->work++;
  if (a->stop && *a->stop) fail(S, E_STOPPED);
}

static inline I option_count(const St *S) { return S->asked ? (I)(int32_t)S->options : 0; }
static inline int declines(St *S, I option) { return at(S, ld(S, S->options), option) == PASS; }
static inline int in_secret(const St *S) { return S->asked && SECRETLY[S->site]; }

/* ---- lines */
static I picked_so_far(St *S) {
  if (!SEVERAL[S->site] || !S->ksp) return 0;
  I segment = S->k[S->ksp - 1], *word = S->k + S->ksp - WIDTHS[segment];
  const int32_t *picked = PICKED + 2 * segment;
  if (*picked < 0) fail(S, E_SHAPE);
  return picked[1] ? bits(ldmask(word + *picked)) : (I)(int32_t)word[*picked];
}
/* Answer for the players who still have to answer in secret, so that all secret answers are made public. */
static void unseal(const Ahead *a, St *S) {
  char asked[PLAYERS] = {0};
  I last = -1;
  while (in_secret(S) && S->player != a->player) {
    if (asked[S->player] && (S->player != last || !picked_so_far(S))) return;
    asked[last = S->player] = 1;
    answer(S, (I)(a->luck[S->player] * (double)option_count(S)));
  }
}
static void step_on(Ahead *a, St *S, I option) {
  int secret = in_secret(S);
  heed(a, S);
  answer(S, option);
  if (a->sealed && secret) unseal(a, S);
}
static void after(Ahead *a, const St *from, I option, St *into) {
  a->steps--;
  copied(into, from);
  step_on(a, into, option);
}
static void exchanged(Ahead *a, int one, int other) {
  St *room = a->room[one];
  a->room[one] = a->room[other];
  a->room[other] = room;
}
static inline int one_by_one(const St *S) { return S->asked && ONE_BY_ONE[S->site]; }
static int kept_on(const Ahead *a, const St *S) {
  for (I i = 0; i < a->ngoing; i++) if (a->going[i] == S->site) return 1;
  return 0;
}
static void keep_on(Ahead *a, const St *S, I option) {
  if (one_by_one(S) && !declines(S, option) && !kept_on(a, S)) a->going[a->ngoing++] = S->site;
}
/* Take the default option at HERE, which becomes the state after it; return the option. */
static I usual(Ahead *a) {
  St *here = a->room[HERE];
  I count = option_count(here), n = 0, declining = -1, tried[COMPARED_AHEAD + 1];
  for (I option = count - 1; option >= 0 && declining < 0; option--) if (declines(here, option)) declining = option;
  if (declining < 0) {
    for (I option = 0; option < (count > TRIED_AHEAD ? 1 : count); option++) tried[n++] = option;
  } else {
    int last = one_by_one(here) && kept_on(a, here);
    if (!last) tried[n++] = declining;
    for (I option = 0; option < count && n < COMPARED_AHEAD + !last && one_by_one(here); option++)
      if (option != declining) tried[n++] = option;
    if (last) tried[n++] = declining;
  }
  I taken = tried[0], highest = 0;
  for (I i = 0; i < n; i++) {
    after(a, here, tried[i], a->room[TRIAL]);
    I worth = n > 1 ? lead(a->standing, a->room[TRIAL], a->player) : 0;
    if (i && worth <= highest) continue;
    highest = worth;
    taken = tried[i];
    exchanged(a, TRIAL, BEST);
  }
  keep_on(a, here, taken);
  exchanged(a, HERE, BEST);
  return taken;
}
static I way_on(Ahead *a, St *S, I way, I option) {
  a->ways = grown_room(S, a->ways, 2 * a->nways + 2, &a->most_ways, sizeof(I));
  a->ways[2 * a->nways] = way;
  a->ways[2 * a->nways + 1] = option;
  return a->nways++;
}
static int has_moved(Ahead *a, St *S) {
  I values[PLAYERS];
  values_of(a->standing, S, values);
  for (I p = 0; p < PLAYERS; p++) if (values[p] != a->values[p]) return 1;
  return 0;
}
/* Whether the match is over, or a state is past `turn` and, with `moved`, some score has changed. */
static int is_far(Ahead *a, St *S, I turn, int moved) {
  return !S->asked || (S->s[TURNS] > turn && (!moved || has_moved(a, S)));
}
static int goes_on(Ahead *a, St *S, I turn, int moved) {
  for (int i = 0; i < FAR_AHEAD; i++) {
    if (is_far(a, S, turn, moved)) return 1;
    heed(a, S);
    answer(S, (I)(a->onward[i] * (double)option_count(S)));
  }
  return is_far(a, S, turn, moved);
}
/* Determine how far all lines in a sample are played on: as far as one playout takes until the score has changed. All
   use the same random numbers. */
static void settle_from(Ahead *a, St *world, Twister *chances) {
  St *probe = a->room[HERE];
  for (int i = 0; i < FAR_AHEAD; i++) a->onward[i] = chance(chances);
  values_of(a->standing, world, a->values);
  copied(probe, world);
  a->settles = goes_on(a, probe, world->s[TURNS], 1);
  a->turn = probe->asked ? probe->s[TURNS] - 1 : INT64_MAX;
}
/* Return the value of a line that ends at HERE: the margin there, or after playing on. */
static I settled(Ahead *a) {
  St *here = a->room[HERE];
  I worth = lead(a->standing, here, a->player);
  return a->settles && goes_on(a, here, a->turn, 0) ? lead(a->standing, here, a->player) : worth;
}
/* Return the value of the line that begins with an option; its later decisions are queued for closer search. */
static I follow(Ahead *a, const St *from, I option, I root, I way) {
  I first = a->nwaiting;
  after(a, from, option, a->room[HERE]);
  way = way_on(a, a->room[HERE], way, option);
  a->ngoing = 0;
  keep_on(a, from, option);
  I places = DEPTH_AHEAD, rounds = ROUNDS_AHEAD;
  while (places && rounds) {
    St *here = a->room[HERE];
    if (!here->asked || here->player != a->player) break;
    if (kept_on(a, here)) rounds--; else places--;
    a->waiting = grown_room(here, a->waiting, a->nwaiting + 1, &a->most_waiting, sizeof(Waiting));
    I taken = usual(a);
    Waiting passed = { 0, way, root, taken };
    a->waiting[a->nwaiting++] = passed;
    way = way_on(a, a->room[HERE], way, taken);
  }
  I worth = settled(a);
  for (I i = first; i < a->nwaiting; i++) a->waiting[i].worth = worth;
  return worth;
}
static void reach(Ahead *a, const St *world, I way) {
  I n = 0, answers[STEPS_AHEAD * (DEPTH_AHEAD + ROUNDS_AHEAD + 2) + 2];
  St *place = a->room[PLACE];
  for (; way >= 0; way = a->ways[2 * way]) {
    if (n == (I)(sizeof answers / sizeof *answers)) fail(place, E_ROOM);
    answers[n++] = a->ways[2 * way + 1];
  }
  copied(place, world);
  while (n > 0) step_on(a, place, answers[--n]);
}
/* Return, for every option of a sample, the best margin in the lines that begin with it. */
static const I *look_ahead(Ahead *a, const St *world, Twister *chances, I steps) {
  I count = option_count(world);
  St *any = a->room[HERE];
  a->player = world->player;
  a->steps = steps;
  a->nwaiting = a->nways = 0;
  a->sealed = in_secret(world);
  for (I p = 0; a->sealed && p < PLAYERS; p++) a->luck[p] = chance(chances);
  a->worths = grown_room(any, a->worths, count, &a->most_worths, sizeof(I));
  for (I option = 0; option < count; option++) a->worths[option] = follow(a, world, option, option, -1);
  a->steps = steps;
  while (a->steps > 0) {
    I next = -1;
    for (I i = 0; i < a->nwaiting; i++)
      if (a->waiting[i].way >= 0 && (next < 0 || a->waiting[i].worth > a->waiting[next].worth)) next = i;
    if (next < 0) break;
    Waiting here = a->waiting[next];
    a->waiting[next].way = -1;
    reach(a, world, here.way);
    I options = option_count(a->room[PLACE]);
    for (I option = 0; option < options; option++) {
      if (option == here.taken) continue;
      I worth = follow(a, a->room[PLACE], option, here.root, here.way);
      if (worth > a->worths[here.root]) a->worths[here.root] = worth;
    }
  }
  return a->worths;
}
