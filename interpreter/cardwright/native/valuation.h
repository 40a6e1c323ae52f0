/* Valuations and margins of players. A valuation is computed again only if something in its read set has changed
   (`compared`, in generated code): few options change anything about players who do not take them. */

#define WON ((I)1000000000)
typedef struct { I known, valued, value; I words[MOST_GROUNDS]; } Standing;

/* A valuation given as data (bots/valuation.py): integer weights of rules about a player, which change with the
   progress of the game.

   The row begins with the number of rules for the progress, the start of the progress, the number of terms, whether
   lines are played on before they are valued, and the prior. Then follow, for each rule of the progress, its number
   and weight, and for each term the number of its rule, its weight and its growth. */
#define WEIGHTED ((I)-1)
#define WEIGHTS_HEAD 5
#define FULL_PROGRESS 100
#define PROGRESS_UNIT 1000
static I weighted(St *S, I player) {
  const I *at = S->weights + WEIGHTS_HEAD;
  I progress = S->weights[1], sum = 0, top = S->htop;
  for (I i = 0; i < S->weights[0]; i++, at += 2) {
    S->valued = at[0];
    progress = add(S, progress, mul(S, at[1], valuation(S, player)));
    S->htop = top;
  }
  progress = floordiv(S, progress, PROGRESS_UNIT);
  if (progress < 0) progress = 0;
  if (progress > FULL_PROGRESS) progress = FULL_PROGRESS;
  for (I i = 0; i < S->weights[2]; i++, at += 3) {
    S->valued = at[0];
    sum = add(S, sum, mul(S, at[1] + at[2] * progress, valuation(S, player)));
    S->htop = top;
  }
  S->valued = WEIGHTED;
  return sum;
}
static inline int over_all(const St *S) { return S->valued != WEIGHTED && OVER_ALL[S->valued]; }

static inline int settles_first(const St *S) { return S->valued == WEIGHTED ? (int)S->weights[3] : SETTLING[S->valued]; }
static inline I prior_of(const St *S) { return S->valued == WEIGHTED ? S->weights[4] : PRIOR[S->valued]; }

static I value_of(Standing *kept, St *S, I player) {
  if (S->valued == WEIGHTED) return weighted(S, player);
  int found = compared(S, player, kept->words);
  if (found == AS_BEFORE && kept->known && kept->valued == S->valued) return kept->value;
  kept->known = 0;
  kept->value = valuation(S, player);
  kept->valued = S->valued;
  kept->known = found != UNCERTAIN;
  return kept->value;
}
static void values_of(Standing *kept, St *S, I *values) {
  I top = S->htop;
  for (I p = 0; p < PLAYERS; p++) values[p] = value_of(kept + p, S, p);
  S->htop = top;
}
static I winning(St *S, char *won) {
  I top = S->htop, n = 0;
  for (I p = 0; p < PLAYERS; p++) won[p] = 0;
#if WINNERS
  L all = winners_of(S);
  for (I i = 0; i < all.n; i++) if ((uint64_t)all.p[i] < PLAYERS) won[all.p[i]] = 1;
  n = all.n;
#else
  I scores[PLAYERS], best = INT64_MIN;
  for (I p = 0; p < PLAYERS; p++) { scores[p] = final_score(S, p); if (scores[p] > best) best = scores[p]; }
  for (I p = 0; p < PLAYERS; p++) n += won[p] = scores[p] == best;
#endif
  S->htop = top;
  return n;
}
/* Return a player's margin over the best opponent or, if the game declares that for the rule, over the mean of all
   opponents, rounded down. */
static I ahead_of_others(St *S, const I *values, I player) {
  if (PLAYERS == 1) return values[player];
  I best = INT64_MIN, sum = 0;
  for (I p = 0; p < PLAYERS; p++) {
    if (p == player) continue;
    if (over_all(S)) sum = add(S, sum, values[p]);
    else if (values[p] > best) best = values[p];
  }
  return sub(S, values[player], over_all(S) ? floordiv(S, sum, PLAYERS - 1) : best);
}
/* Return a player's margin; after the end of the match, plus WON for a winner or minus WON for any other player. */
static I lead(Standing *kept, St *S, I player) {
  I values[PLAYERS];
  values_of(kept, S, values);
  I ahead = ahead_of_others(S, values, player);
  if (S->asked) return ahead;
  char won[PLAYERS];
  winning(S, won);
  return add(S, ahead, won[player] ? WON : -WON);
}
