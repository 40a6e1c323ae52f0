/* Matches in progress: execution from answer to answer, copies, and states passed to Python and back.

   Generated code defines `run_segment`, SLOTS, SHAPES and WIDTHS. SLOTS has a letter for the type of each slot: i
   number, l list, r rows, m unordered zone, blank for none. SHAPES has such letters for the frame of each segment,
   also M for a mask and w for a row. WIDTHS has the size of each frame in words. */

#ifdef __has_attribute
#if __has_attribute(visibility)
#define EXPORT __attribute__((visibility("default")))
#endif
#endif
#ifndef EXPORT
#define EXPORT
#endif
#define STACK_LEFT (256 * 1024)          /* so much of a stack is left free; of a stack of unknown size, so much may be used */
#define MOST_STACK (64 * 1024 * 1024)
#define CROWDED 16384                    /* a heap with more words than this is mostly garbage */
#define FEW 1024                         /* up to this many words, a heap is copied faster than collected */

/* ---- memory: lists that are still in use are moved to the spare heap */
static I moved_list(St *S, const I *from, I *to, I *top, I h) {
  if (h <= 0) return h;
  I n = (I)(int32_t)h, at = *top;
  if (n > S->hcap - at) fail(S, E_ROOM);
  memcpy(to + at, from + (h >> 32), n * sizeof(I));
  *top += n;
  return at << 32 | n;
}
static I moved_row(St *S, const I *from, I *to, I *top, I h) {
  I found = moved_list(S, from, to, top, h);
  if (found > 0) {
    I *p = to + (found >> 32), n = (I)(int32_t)found;
    for (I i = 0; i + 1 < n; i += 2) if (p[i]) p[i + 1] = moved_list(S, from, to, top, p[i + 1]);
  }
  return found;
}
static I moved_value(St *S, const I *from, I *to, I *top, char sort, I h) {
  if (sort == 'w') return moved_row(S, from, to, top, h);
  I found = moved_list(S, from, to, top, h);
  if (sort == 'r' && found > 0) {
    I at = found >> 32, n = (I)(int32_t)found;
    for (I i = 0; i < n; i++) { I row = moved_row(S, from, to, top, to[at + i]); to[at + i] = row; }
  }
  return found;
}
static int is_listed(char sort) { return sort == 'l' || sort == 'r' || sort == 'w'; }

/* Move all lists that S uses from the heap `from` to `heap`. S then refers to the moved lists. */
static void collect(St *S, const I *from, I *heap) {
  I top = 0;
  for (const int32_t *i = LISTED; *i >= 0; i++) S->s[*i] = moved_value(S, from, heap, &top, SLOTS[*i], S->s[*i]);
  if (is_listed((char)S->restag)) S->s[RESULT] = moved_value(S, from, heap, &top, (char)S->restag, S->s[RESULT]);
  S->options = moved_list(S, from, heap, &top, S->options);
  for (I k = S->ksp; k > 0;) {
    I segment = S->k[k - 1];
    I *word = S->k + (k -= WIDTHS[segment]);
    for (const char *sort = SHAPES[segment]; *sort; sort++) {
      if (is_listed(*sort)) *word = moved_value(S, from, heap, &top, *sort, *word);
      word += *sort == 'M' ? W : 1;
    }
  }
  S->htop = top;
}
static void compacted(St *S) {
  I *spare = S->spare;
  S->spare = S->heap;
  S->heap = spare;
  collect(S, S->spare, S->heap);
}
static inline void tidy(St *S) { if (S->htop >= CROWDED) compacted(S); }

/* ---- execution */
static void play_on(St *S) {
  S->work = WORK;
  S->pops = S->rounds = S->questions = S->searched = S->gone = 0;
  S->asked = 0;
  for (;;) {
    if (S->pops++ >= STEPS) fail(S, E_ENDLESS);
    S->went = 0;
    if (run_segment(S)) break;
    if (!S->ksp) { S->finished = 1; break; }
  }
  if (S->finished) S->asked = 0;
}
static inline void answer(St *S, I index) {
  L options = ld(S, S->options);
  S->s[ANSWER] = at(S, options, index);
  S->decisions++;
  if (KNOWN(S)) known_answered(S, S->s[ANSWER]);
  tidy(S);
  play_on(S);
}

/* Return the lowest address to which this thread's stack may grow; it is determined once for each thread. */
static char *stack_end(char *here) {
#ifdef __linux__
  static __thread char *known;
  if (known) return known;
  pthread_attr_t its;
  if (!pthread_getattr_np(pthread_self(), &its)) {
    void *from;
    size_t size;
    if (!pthread_attr_getstack(&its, &from, &size)) {
      if (size > (size_t)MOST_STACK) from = (char *)from + (size - (size_t)MOST_STACK);
      if (size > 2 * STACK_LEFT && (char *)from + STACK_LEFT < here) known = (char *)from + STACK_LEFT;
    }
    pthread_attr_destroy(&its);
    if (known) return known;
  }
#endif
  return here - STACK_LEFT;
}
static void ready(St *S, jmp_buf *leads, char *here) {
  S->out = leads;
  S->deepest = stack_end(here);
  S->error = 0;
}

/* The body of every function for Python is between these two. The function returns `error`, which is 0 unless
   something failed. */
#define ENTER jmp_buf out_; char here_; ready(S, &out_, &here_); if (!setjmp(out_)) {
#define LEAVE } return S->error;

EXPORT int64_t cw_interface(void) { return INTERFACE; }
EXPORT St *cw_new(void) {
  St *S = calloc(1, sizeof(St));
  if (!S) return 0;
  S->hcap = HEAP;
  S->heap = malloc(HEAP * sizeof(I));
  S->spare = malloc(HEAP * sizeof(I));
  if (S->heap && S->spare) return S;
  free(S->heap);
  free(S->spare);
  free(S);
  return 0;
}
EXPORT void cw_free(St *S) { free(S->heap); free(S->spare); free(S); }

/* Copy a state. The heaps and the handling of errors are not copied, because no two states share them. */
static void copied(St *S, const St *from) {
  I *heap = S->heap, *spare = S->spare;
  jmp_buf *leads = S->out;
  char *deepest = S->deepest;
  memcpy(S, from, offsetof(St, k) + from->ksp * sizeof(I));
  S->heap = heap;
  S->spare = spare;
  S->out = leads;
  S->deepest = deepest;
  S->error = 0;
  if (from->htop > FEW) collect(S, from->heap, heap);
  else memcpy(heap, from->heap, from->htop * sizeof(I));
}
EXPORT int64_t cw_copy(St *S, const St *from) { ENTER copied(S, from); LEAVE }

static void begin_game(St *S, uint64_t hi, uint64_t lo, uint64_t draw) {
  S->hi = hi;
  S->lo = lo;
  S->draw = draw;
  S->ksp = 0;
  S->decisions = 0;
  *frame(S, 1) = ENTRY_PLAY;
  *frame(S, 1) = ENTRY_SETUP;
  play_on(S);
}
/* Set up a match whose slots have their initial values, with a state of the generator. */
EXPORT int64_t cw_begin(St *S, uint64_t hi, uint64_t lo, uint64_t draw) { ENTER begin_game(S, hi, lo, draw); LEAVE }
EXPORT int64_t cw_answer(St *S, int64_t index) { ENTER if (!S->asked) fail(S, E_INDEX); answer(S, index); LEAVE }
/* Run the frames on the stack until the next decision, or until the stack is empty; that alone does not end the
   match. */
EXPORT int64_t cw_go_on(St *S) {
  ENTER
    S->work = WORK;
    S->pops = S->rounds = S->questions = S->searched = S->gone = 0;
    S->asked = 0;
    while (S->ksp) {
      if (S->pops++ >= STEPS) fail(S, E_ENDLESS);
      S->went = 0;
      if (run_segment(S)) break;
    }
    if (S->finished) S->asked = 0;
  LEAVE
}
EXPORT int64_t cw_asked(St *S, int64_t *told) {
  told[0] = S->asked ? S->player : -1;
  told[1] = S->asked ? S->site : -1;
  told[2] = S->asked ? (I)(int32_t)S->options : 0;
  told[3] = S->finished;
  told[4] = S->s[TURNS];
  told[5] = S->decisions;
  L options = ld(S, S->options);
  for (I i = 0; S->asked && i < options.n && i < TOLD; i++) told[6 + i] = options.p[i];
  return options.n;
}
/* Write the scores of all players, their valuations (unless `values` is 0), and the number of winners followed by the
   winners. */
static void told_results(St *S, I *scores, I *values, I *winners) {
  I n = 0, top = S->htop;
  for (I p = 0; p < PLAYERS; p++) {                        /* lists made while a number is computed are discarded */
    scores[p] = final_score(S, p);
    S->htop = top;
    if (values) values[p] = valuation(S, p);
    S->htop = top;
  }
#if WINNERS
  L won = winners_of(S);
  if (won.n > PLAYERS) fail(S, E_ROOM);
  for (I i = 0; i < won.n; i++) winners[1 + n++] = won.p[i];
#else
  I best = scores[0];
  for (I p = 1; p < PLAYERS; p++) if (scores[p] > best) best = scores[p];
  for (I p = 0; p < PLAYERS; p++) if (scores[p] == best) winners[1 + n++] = p;
#endif
  winners[0] = n;
}
EXPORT int64_t cw_results(St *S, int64_t *scores, int64_t *values, int64_t *winners) {
  ENTER
    S->work = WORK;
    S->questions = S->searched = S->gone = S->rounds = 0;
    told_results(S, scores, values, winners);
  LEAVE
}

/* ---- states as one row of numbers */
typedef struct { I *p; I n, most; } Out;
static void out(Out *o, I v) { if (o->n < o->most) o->p[o->n] = v; o->n++; }
static void out_list(St *S, Out *o, I h) {
  L l = ld(S, h);
  out(o, l.n);
  for (I i = 0; i < l.n; i++) out(o, l.p[i]);
}
static void out_row(St *S, Out *o, I h) {
  L l = ld(S, h);
  out(o, l.n / 2);
  for (I i = 0; i + 1 < l.n; i += 2) {
    out(o, l.p[i]);
    if (l.p[i]) out_list(S, o, l.p[i + 1]); else out(o, l.p[i + 1]);
  }
}
static void out_mask(Out *o, M m) { for (int k = 0; k < W; k++) out(o, (I)m.w[k]); }
static void out_value(St *S, Out *o, char sort, I v) {
  if (sort == 'l') out_list(S, o, v);
  else if (sort == 'w') out_row(S, o, v);
  else if (sort == 'r') {
    L rows = ld(S, v);
    out(o, rows.n);
    for (I i = 0; i < rows.n; i++) out_row(S, o, rows.p[i]);
  } else out(o, v);
}
/* Write a state as at most `most` numbers, and return how many it needs; native/state_conversion.py reads them. */
EXPORT int64_t cw_export(St *S, int64_t *to, int64_t most) {
  Out told = { to, 0, most }, *o = &told;
  out(o, (I)S->hi);
  out(o, (I)S->lo);
  out(o, (I)S->draw);
  out(o, S->finished);
  out(o, S->ended);
  out(o, S->decisions);
  out(o, S->asked);
  if (S->asked) { out(o, S->player); out(o, S->site); out_list(S, o, S->options); }
  out_mask(o, S->face);
  out_mask(o, S->supp);
  out_mask(o, S->lost);
  out(o, S->restag);
  out_mask(o, S->resm);
  out_value(S, o, (char)S->restag, S->s[RESULT]);
  for (I i = 0; i < NSLOT; i++) {
    if (SLOTS[i] == 'm') out_mask(o, S->z[i - ZF]);
    else if (SLOTS[i] != ' ') out_value(S, o, SLOTS[i], S->s[i]);
  }
  I frames = 0;
  for (I k = S->ksp; k > 0; k -= WIDTHS[S->k[k - 1]]) frames++;
  out(o, frames);
  for (I k = S->ksp; k > 0;) {
    I segment = S->k[k - 1];
    I *word = S->k + (k -= WIDTHS[segment]);
    out(o, segment);
    for (const char *sort = SHAPES[segment]; *sort; sort++) {
      if (*sort == 'M') { out_mask(o, ldmask(word)); word += W; } else out_value(S, o, *sort, *word++);
    }
  }
  return told.n;
}

typedef struct { const I *p; I n, most; } In;
static I take_in(St *S, In *i) { if (i->n >= i->most) fail(S, E_IMPORT); return i->p[i->n++]; }
static I in_list(St *S, In *i) {
  I n = take_in(S, i);
  if (n < 0 || n > i->most - i->n) fail(S, E_IMPORT);
  B b = begin(S, n);
  while (b.n < n) { I v = take_in(S, i); b.p[b.n++] = v; }
  return keep(S, end(S, &b));
}
static I in_row(St *S, In *i) {
  I n = take_in(S, i);
  if (n < 0 || n > i->most - i->n) fail(S, E_IMPORT);
  B b = begin(S, 2 * n);
  while (b.n < 2 * n) {
    I listed = take_in(S, i), v = listed ? in_list(S, i) : take_in(S, i);
    b.p[b.n++] = listed != 0;
    b.p[b.n++] = v;
  }
  return keep(S, end(S, &b));
}
static M in_mask(St *S, In *i) { M m; for (int k = 0; k < W; k++) m.w[k] = (uint64_t)take_in(S, i); return m; }
static I in_value(St *S, In *i, char sort) {
  if (sort == 'l') return in_list(S, i);
  if (sort == 'w') return in_row(S, i);
  if (sort != 'r') return take_in(S, i);
  I n = take_in(S, i);
  if (n < 0 || n > i->most - i->n) fail(S, E_IMPORT);
  B b = begin(S, n);
  while (b.n < n) { I row = in_row(S, i); b.p[b.n++] = row; }
  return keep(S, end(S, &b));
}
static void taken_in(St *S, In *i) {
  S->htop = S->ksp = 0;
  S->hi = (uint64_t)take_in(S, i);
  S->lo = (uint64_t)take_in(S, i);
  S->draw = (uint64_t)take_in(S, i);
  S->finished = take_in(S, i);
  S->ended = take_in(S, i);
  S->decisions = take_in(S, i);
  S->asked = take_in(S, i);
  S->options = 0;
  if (S->asked) { S->player = take_in(S, i); S->site = take_in(S, i); S->options = in_list(S, i); }
  if (S->asked && ((uint64_t)S->player >= PLAYERS || (uint64_t)S->site >= (uint64_t)*NSITES)) fail(S, E_IMPORT);
  S->face = in_mask(S, i);
  S->supp = in_mask(S, i);
  S->lost = in_mask(S, i);
  S->restag = take_in(S, i);
  S->resm = in_mask(S, i);
  S->s[RESULT] = in_value(S, i, (char)S->restag);
  for (I n = 0; n < NSLOT; n++) {
    if (SLOTS[n] == 'm') S->z[n - ZF] = in_mask(S, i);
    else if (SLOTS[n] != ' ') S->s[n] = in_value(S, i, SLOTS[n]);
  }
  for (I frames = take_in(S, i); frames > 0; frames--) {
    I segment = take_in(S, i);
    if ((uint64_t)segment >= (uint64_t)SEGMENTS || !WIDTHS[segment]) fail(S, E_IMPORT);
    I *word = frame(S, WIDTHS[segment]);
    for (const char *sort = SHAPES[segment]; *sort; sort++) {
      if (*sort == 'M') { stmask(word, in_mask(S, i)); word += W; } else *word++ = in_value(S, i, *sort);
    }
    *word = segment;
  }
  if (i->n != i->most) fail(S, E_IMPORT);
}
/* Read a state from such a row of numbers, in which the lowest frame comes first. */
EXPORT int64_t cw_import(St *S, const int64_t *from, int64_t n) {
  In told = { from, 0, n };
  ENTER taken_in(S, &told); LEAVE
}
