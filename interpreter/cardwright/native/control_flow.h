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

/* Pieces that went out of the game go out of the names in frames: HELD has a letter for each, as `_forget_in`. */
#if VANISHES
static I forget_listed(St *S, I list, char sort, L gone) {
  L old = ld(S, list);
  B b = begin(S, old.n);
  for (I i = 0; i < old.n; i++) {
    I piece = sort == 'a' ? old.p[i] & NO_PIECE : old.p[i];
    if (!in(gone, piece)) b.p[b.n++] = old.p[i];
    else if (sort == 'k') b.p[b.n++] = -1;
  }
  return keep(S, end(S, &b));
}
static I forget_answers(St *S, I rows, L gone) {
  L old = ld(S, rows);
  B b = begin(S, old.n);
  for (I i = 0; i < old.n; i++) {
    L row = ld(S, old.p[i]);
    B told = begin(S, row.n);
    pushall(S, &told, row);
    if (told.p[0]) told.p[1] = forget_listed(S, told.p[1], 'l', gone);
    else if (in(gone, told.p[1])) told.p[1] = -1;
    b.p[b.n++] = keep(S, end(S, &told));
  }
  return keep(S, end(S, &b));
}
/* the places of all frames of a segment on the stack, the last one first */
SHARED L frames(St *S, I segment) {
  B b = begin(S, 16);
  for (I k = S->ksp; k > 0; k -= WIDTHS[S->k[k - 1]])
    if (S->k[k - 1] == segment) push(S, &b, k - WIDTHS[segment]);
  return end(S, &b);
}
SHARED I forget(St *S, L gone) {
  for (I k = S->ksp; gone.n && k > 0;) {
    I segment = S->k[k - 1], *word = S->k + (k -= WIDTHS[segment]);
    for (const char *sort = HELD[segment]; *sort; sort++) {
      if (*sort == 'm') { stmask(word, less(ldmask(word), mask_of(S, gone))); word += W; continue; }
      if (*sort == 'p' && in(gone, *word)) *word = -1;
      else if (*sort == 's') *word = forget_answers(S, *word, gone);
      else if (*sort == 'l' || *sort == 'k' || *sort == 'a') *word = forget_listed(S, *word, *sort, gone);
      word++;
    }
  }
  return 0;
}
#endif
