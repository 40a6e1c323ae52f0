/* How generated code asks for decisions, continues, and ends a match. */

static inline void going_on(St *S) { if (++S->went > WENT) fail(S, E_DEEP); }
SHARED void finished_by(St *S, I title) {
  /* for `State.ending`: the title, and the suspended segments, the topmost first */
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

/* Return the positions on the stack of all frames of a segment, the topmost first. */
SHARED L frames(St *S, I segment) {
  B b = begin(S, 16);
  for (I k = S->ksp; k > 0; k -= WIDTHS[S->k[k - 1]])
    if (S->k[k - 1] == segment) push(S, &b, k - WIDTHS[segment]);
  return end(S, &b);
}
/* Move the frames from `height` on down to `place`, below the frames that are there. */
SHARED I rotate(St *S, I place, I height) {
  I moved = S->ksp - height;
  I *held = room(S, moved);
  memcpy(held, S->k + height, moved * sizeof(I));
  memmove(S->k + place + moved, S->k + place, (height - place) * sizeof(I));
  memcpy(S->k + place, held, moved * sizeof(I));
  return 0;
}
/* Sort the frames of reactions from `place` on by their players, as `order` does; the first of them is on top. */
SHARED I order_frames(St *S, I place) {
  I first = active(S), size = S->ksp - place, n = 0, to = place;
  I *held = room(S, size), *rows = room(S, 3 * size);      /* a row for each frame: its key, its place, its width */
  memcpy(held, S->k + place, size * sizeof(I));
  for (I k = S->ksp; k > place; n++) {
    I width = WIDTHS[S->k[k - 1]], *word = S->k + (k -= width), key = -1, j = n;
    if (word[0] < NP && word[1] >= 0) { key = (word[1] - first) * STEP % PLAYERS; if (key < 0) key += PLAYERS; }
    for (; j > 0 && rows[3 * j - 3] > key; j--) memcpy(rows + 3 * j, rows + 3 * j - 3, 3 * sizeof(I));
    rows[3 * j] = key;
    rows[3 * j + 1] = k - place;
    rows[3 * j + 2] = width;
  }
  for (I i = n - 1; i >= 0; to += rows[3 * i-- + 2])
    memcpy(S->k + to, held + rows[3 * i + 1], rows[3 * i + 2] * sizeof(I));
  return 0;
}

/* Return the abilities whose reactions are pending from `place` on. With `whole`, these are all that any player
   controls; otherwise those with the same controller as the topmost one, which is alone if it has none. The list is
   empty if the piece of the topmost one went out of the game. */
SHARED L pending(St *S, I place, I whole) {
  B b = begin(S, 16);
  I holder = -1;
  for (I k = S->ksp; k > place;) {
    I segment = S->k[k - 1], *word = S->k + (k -= WIDTHS[segment]), who = word[0] < NP ? word[1] : -1;
    I entry = ability_of(segment) << SHIFT | word[0];
    if (word[0] < 0 && !whole && !b.n) break;
    if (word[0] < 0) continue;
    if (!whole && !b.n) holder = who;
    if ((whole ? who < 0 : who != holder || (who < 0 && b.n)) || in((L){ b.p, b.n }, entry)) continue;
    push(S, &b, entry);
  }
  return end(S, &b);
}
/* Move the frames of the pending ability `entry` to the top (`up`) or down to `place`. */
SHARED I move_entry(St *S, I place, I entry, I up) {
  I size = S->ksp - place, n = 0, *held = room(S, size), *ends = room(S, size + 1), to = place;
  memcpy(held, S->k + place, size * sizeof(I));
  for (I k = S->ksp; k > place; k -= WIDTHS[S->k[k - 1]]) ends[n++] = k - place;
  for (I moved = !up; moved >= 0 && moved <= 1; moved += up ? 1 : -1)
    for (I i = n - 1; i >= 0; i--) {
      I segment = held[ends[i] - 1], width = WIDTHS[segment], *from = held + ends[i] - width;
      if ((ability_of(segment) == entry >> SHIFT && from[0] == (entry & NO_PIECE)) != moved) continue;
      memcpy(S->k + to, from, width * sizeof(I));
      to += width;
    }
  return 0;
}

/* Remove pieces that have left the game from the variables in frames. HELD has a letter for the type of each
   variable, as in `_forget_in`. */
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
