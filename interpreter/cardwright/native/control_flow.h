/* How a game's code asks, goes on and ends. */

static inline void going_on(St *S) { if (++S->went > WENT) fail(S, E_DEEP); }
SHARED void finished_by(St *S, I title) {
  /* what led here, for `State.ending`: the title, and the segments that waited, the last one first */
  B b = begin(S, 16);
  push(S, &b, title);
  for (I k = S->ksp; k > 0; k -= WIDTHS[S->k[k - 1]]) push(S, &b, S->k[k - 1]);
  S->s[RESULT] = keep(S, end(S, &b));
  S->restag = 'l';
  S->finished = S->ended = 1;
  S->ksp = 0;
}
static inline void ask(St *S, I player, L options, I site) {
  S->asked = 1;
  S->player = player;
  S->options = keep(S, options);
  S->site = site;
}
