/* Masks, lists, numbers and chance, of which generated code and the other headers are made.

   The sizes of one game are defined before this file is included: W words a mask, NSLOT slots, NZ zones from slot ZF
   on, NP pieces from slot LOC on, and so on (see native/program_tables.py). Nothing in this file depends on a game
   otherwise.

   If something cannot be as in Python (numbers beyond 64 bits, an index outside a list, an endless game, too little
   room), `fail` ends the call with an error number. The match is then played again in Python, which raises the error,
   if it is one there. */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <pthread.h>
#endif

/* a definition in one source file of a library is visible in the other files of that library only */
#pragma GCC visibility push(hidden)

typedef int64_t I;
typedef struct { const I *p; I n; } L;   /* a list, never changed once it is made; it lies in a heap or in POOL */
typedef struct { uint64_t w[W]; } M;     /* a mask of pieces */
typedef struct { I *p; I n, cap; } B;    /* a list being made */

typedef struct St {
  jmp_buf *out;                          /* where `fail` jumps to */
  char *deepest;                         /* C's own stack must not grow below this address */
  int error;
  uint64_t hi, lo, draw;                 /* generator: the state of the fast one, or a key and the next draw (else 0) */
  I finished, ended, asked, player, site, restag, ksp, htop, hcap, pops, rounds, went, work, questions, searched, gone, decisions;
  I options;                             /* a list */
  I *heap, *spare;                       /* the lists of the state, and the heap to which `compacted` moves them */
  const uint8_t *blank;                  /* by definition: whether its power is taken away; 0 if none is */
  I valued;                              /* the rule by which bots value states; 0: the game's own valuation; or WEIGHTED */
  const I *weights;                      /* the weights for WEIGHTED: native/valuation.h */
  I *ran;                                /* by probe: how often it was run; 0 if that is not counted */
  I knows;                               /* whether the knowledge of players is tracked */
  M known[PLAYERS];                      /* by player: the pieces whose zones they know without looking */
  M held[PLAYERS];                       /* by player: the pieces shown to them and not put away */
  I showing[PLAYERS];                    /* by player: a decision point of the rule text that showed them, -1: none */
  M picked[PLAYERS];                     /* by player: the pieces in `held` that they picked by their faces */
  I picking;                             /* the decision point at which they picked, -1 for none */
  M face, supp, lost, resm;
  I s[NSLOT];                            /* numbers, and lists as offset << 32 | length */
  M z[NZ + 1];                           /* unordered zones */
  I k[FRAMES];                           /* frames: the variables of a segment, with its number on top */
} St;

enum { E_ENDLESS = 1, E_NUMBER, E_INDEX, E_ROOM, E_FRAMES, E_DEEP, E_WORK, E_SHAPE, E_IMPORT, E_LONG, E_STOPPED, E_ACTIONS, E_NESTED };
#define PASS (-((I)1 << 40))
#define APART (-4 * PASS)
#define GAP INT64_MIN                   /* marks a missing entry of a table */
#define WENT 300                         /* limit for segments that continue with each other; Python's own stack ends before 1,000 */
#define WORK 200000000
#define SHORT 48                        /* up to this length, searching a list is faster than a hash table */
#define EACHW _Pragma("GCC unroll 8") for (int k_ = 0; k_ < W; k_++)
#define COLD __attribute__((cold, noinline))
#define LIKELY(x) __builtin_expect(!!(x), 1)

static COLD __attribute__((noreturn)) void fail(St *S, int error) { S->error = error; longjmp(*S->out, 1); }
static inline void worked(St *S) { if (!LIKELY(--S->work > 0)) fail(S, E_WORK); }
static inline void spent(St *S, I charge) { if (!LIKELY((S->gone += charge) <= MOST_GONE)) fail(S, E_WORK); }
static inline void round_begun(St *S) { worked(S); if (!LIKELY(++S->rounds <= ROUNDS)) fail(S, E_ENDLESS); }
static inline void entered(St *S) {
  worked(S);
  if (!LIKELY((char *)__builtin_frame_address(0) > S->deepest)) fail(S, E_DEEP);
}

/* ---- numbers */
static inline I add(St *S, I a, I b) { I r; if (__builtin_add_overflow(a, b, &r)) fail(S, E_NUMBER); return r; }
static inline I sub(St *S, I a, I b) { I r; if (__builtin_sub_overflow(a, b, &r)) fail(S, E_NUMBER); return r; }
static inline I mul(St *S, I a, I b) { I r; if (__builtin_mul_overflow(a, b, &r)) fail(S, E_NUMBER); return r; }
static inline I product(St *S, I a, I b) { I r = mul(S, a, b); if (r > LARGEST || r < -LARGEST) fail(S, E_NUMBER); return r; }
static inline I beyond(I a) { return a > NO_LIMIT || a < -NO_LIMIT; }
static inline I floordiv(St *S, I a, I b) {
  if (b == 0 || (b == -1 && a == INT64_MIN)) fail(S, E_NUMBER);
  I q = a / b, m = a % b;
  return m && ((m < 0) != (b < 0)) ? q - 1 : q;
}
static inline I ceildiv(St *S, I a, I b) { return sub(S, 0, floordiv(S, sub(S, 0, a), b)); }
static inline I divide(St *S, I a, I b, I up) { return b == 0 ? 0 : up ? ceildiv(S, a, b) : floordiv(S, a, b); }
/* A fraction is a whole number of units, and UNIT of them are 1. `split` divides units by a number, `share` alike. */
static inline I split(St *S, I a, I b) {
  if (b == 0) return 0;
  if (b == -1) return sub(S, 0, a);
  if (a % b) fail(S, E_NUMBER);
  return a / b;
}
static inline I share(St *S, I a, I b) { return split(S, mul(S, a, UNIT), b); }
static inline I smaller(I a, I b) { return a < b ? a : b; }
static inline I larger(I a, I b) { return a > b ? a : b; }

/* ---- masks */
static inline M meet(M a, M b) { EACHW a.w[k_] &= b.w[k_]; return a; }
static inline M join(M a, M b) { EACHW a.w[k_] |= b.w[k_]; return a; }
static inline M less(M a, M b) { EACHW a.w[k_] &= ~b.w[k_]; return a; }
static inline M invert(M a) { EACHW a.w[k_] = ~a.w[k_]; return a; }
static inline M nobits(void) { M a; EACHW a.w[k_] = 0; return a; }
static inline int somebits(M a) { uint64_t x = 0; EACHW x |= a.w[k_]; return x != 0; }
static inline int samebits(M a, M b) { uint64_t x = 0; EACHW x |= a.w[k_] ^ b.w[k_]; return x == 0; }
static inline I bits(M a) { I n = 0; EACHW n += __builtin_popcountll(a.w[k_]); return n; }
static inline void putbit(St *S, M *a, I i) {
  if (!LIKELY((uint64_t)i < W * 64)) fail(S, E_INDEX);
  a->w[i >> 6] |= 1ull << (i & 63);
}
static inline void offbit(M *a, I i) { if ((uint64_t)i < W * 64) a->w[i >> 6] &= ~(1ull << (i & 63)); }
static inline M bit(St *S, I i) { M a = nobits(); putbit(S, &a, i); return a; }
static inline int has(M a, I i) { return (uint64_t)i < W * 64 && (a.w[i >> 6] >> (i & 63) & 1); }
static inline int holds(St *S, M a, I i) { if (!LIKELY(i >= 0)) fail(S, E_INDEX); return has(a, i); }
static inline I lowest(M a) { EACHW if (a.w[k_]) return k_ * 64 + __builtin_ctzll(a.w[k_]); return -1; }
static inline I nextbit(M *a) {
  EACHW if (a->w[k_]) {
    I found = k_ * 64 + __builtin_ctzll(a->w[k_]);
    a->w[k_] &= a->w[k_] - 1;
    return found;
  }
  return -1;
}
static inline M above(St *S, M a, I i) {
  if (i < -1) fail(S, E_INDEX);
  i++;
  EACHW { if ((k_ + 1) * 64 <= i) a.w[k_] = 0; else if (k_ * 64 < i) a.w[k_] &= ~0ull << (i & 63); }
  return a;
}
static inline I nth(M a, I n) {
  if (n < 0) n = 0;
  EACHW {
    I here = __builtin_popcountll(a.w[k_]);
    if (n < here) { uint64_t x = a.w[k_]; while (n--) x &= x - 1; return k_ * 64 + __builtin_ctzll(x); }
    n -= here;
  }
  return -1;
}
static inline M take(St *S, M a, I n) {
  M r = nobits();
  EACHW { uint64_t x = a.w[k_]; while (x && n > 0) { r.w[k_] |= x & -x; x &= x - 1; n--; } }
  return r;
}

/* ---- lists: those of the state lie in its heap, those of the program in POOL, told apart by the sign of the offset */
static inline L pool(I at, I n) { L l = { POOL + at, n }; return l; }
static inline L nothing(void) { L l = { POOL, 0 }; return l; }
static inline L ld(St *S, I h) {
  L l = { (h < 0 ? POOL + ((uint64_t)h >> 32 & 0x7fffffff) : S->heap + (h >> 32)), (I)(int32_t)h };
  return l;
}
/* `overwritten` replaces words by others, and returns the bits in which these differ. `overwritten_list` does so with
   a list and its length, from index `n` on, and adds the bits to `other`; it returns the index behind the list, -1 if
   there is no more room. */
enum { OTHERWISE, AS_BEFORE, UNCERTAIN };
typedef I Four __attribute__((vector_size(4 * sizeof(I)), aligned(sizeof(I)), may_alias));
static inline I overwritten(I *words, const I *from, I n) {
  Four others = { 0, 0, 0, 0 };
  I i = 0, other = 0;
  for (; i + 4 <= n; i += 4) {
    Four now = *(const Four *)(from + i);
    others |= *(Four *)(words + i) ^ now;
    *(Four *)(words + i) = now;
  }
  for (; i < n; i++) { other |= words[i] ^ from[i]; words[i] = from[i]; }
  return other | others[0] | others[1] | others[2] | others[3];
}
static inline I overwritten_list(I *words, I n, L l, I *other) {
  if (n < 0 || l.n >= MOST_GROUNDS - n) return -1;
  *other |= overwritten(words + n, &l.n, 1) | overwritten(words + n + 1, l.p, l.n);
  return n + 1 + l.n;
}
/* Return the list that a number refers to, if only generated code knows that the number is a list, such as an answer
   stored in a row. Fails if the number cannot be a list. */
static L list_of(St *S, I h) {
  I from = h < 0 ? (I)((uint64_t)h >> 32 & 0x7fffffff) : h >> 32, n = (I)(int32_t)h;
  if (n < 0 || n > (h < 0 ? *POOL_SIZE : S->htop) - from) fail(S, E_SHAPE);
  return ld(S, h);
}
static inline I keep(St *S, L l) {
  if (!l.n) return 0;
  if (l.p >= S->heap && l.p < S->heap + S->hcap) return (I)(l.p - S->heap) << 32 | l.n;
  return (I)(((uint64_t)(l.p - POOL) | 0x80000000ull) << 32 | (uint64_t)l.n);
}
static inline I *room(St *S, I n) {
  I *at = S->heap + S->htop;
  if (!LIKELY(n <= S->hcap - S->htop)) fail(S, E_ROOM);
  S->htop += n;
  return at;
}
static inline B begin(St *S, I cap) { B b = { room(S, cap), 0, cap }; return b; }
static __attribute__((noinline)) void grown(St *S, B *b) {
  if (b->p + b->cap == S->heap + S->htop) {                /* the list is the last on the heap */
    I more = b->cap * 3 + 8;
    room(S, more);
    b->cap += more;
    return;
  }
  B c = begin(S, b->cap * 4 + 8);
  memcpy(c.p, b->p, b->n * sizeof(I));
  c.n = b->n;
  *b = c;
}
static inline void push(St *S, B *b, I v) { if (b->n == b->cap) grown(S, b); b->p[b->n++] = v; }
static inline void pushall(St *S, B *b, L l) {
  while (b->cap - b->n < l.n) grown(S, b);
  memcpy(b->p + b->n, l.p, l.n * sizeof(I));
  b->n += l.n;
}
static inline L end(St *S, B *b) {
  if (b->p + b->cap == S->heap + S->htop) S->htop = b->p + b->n - S->heap;
  L l = { b->p, b->n };
  return l;
}
static inline L one(St *S, I v) { I *p = room(S, 1); *p = v; L l = { p, 1 }; return l; }
static inline L cat(St *S, L a, L b) {
  if (!a.n) return b;
  if (!b.n) return a;
  B c = begin(S, a.n + b.n);
  pushall(S, &c, a);
  pushall(S, &c, b);
  return end(S, &c);
}
static inline L offer(St *S, L l, I v) {
  if (l.n && l.p + l.n == S->heap + S->htop && S->htop < S->hcap) { S->heap[S->htop++] = v; l.n++; return l; }
  B b = begin(S, l.n + 1);
  pushall(S, &b, l);
  push(S, &b, v);
  return end(S, &b);
}
static inline L ids(St *S, M m) {
  B b = begin(S, bits(m));
  for (I i; (i = nextbit(&m)) >= 0;) b.p[b.n++] = i;
  return end(S, &b);
}
static inline int in(L l, I v) { for (I i = 0; i < l.n; i++) if (l.p[i] == v) return 1; return 0; }
static inline L spend(St *S, L l, I charge) { spent(S, mul(S, l.n, charge)); return l; }
static inline I at(St *S, L l, I i) {
  if (i < 0) i += l.n;
  if (!LIKELY((uint64_t)i < (uint64_t)l.n)) fail(S, E_INDEX);
  return l.p[i];
}
static inline L slice(L l, I from, I to) {
  if (from < 0) { from += l.n; if (from < 0) from = 0; }
  if (to < 0) to += l.n;
  if (to > l.n) to = l.n;
  if (from >= to) return nothing();
  L r = { l.p + from, to - from };
  return r;
}
static inline L rest(L l, I n) { return slice(l, n, l.n); }
static inline L but_last(L l) { return slice(l, 0, l.n - 1 > 0 ? l.n - 1 : 0); }
static inline L head(L l, I n) { return slice(l, 0, n > 0 ? n : 0); }
static inline L last(L l, I n) { return slice(l, n < l.n ? (n >= 0 ? l.n - n : l.n) : 0, l.n); }
static inline I find_index(St *S, L l, I v) {
  for (I i = 0; i < l.n; i++) if (l.p[i] == v) return i;
  fail(S, E_INDEX);
}
static inline I times(L l, I v) { I n = 0; for (I i = 0; i < l.n; i++) n += l.p[i] == v; return n; }
static inline int within(L a, L b) { for (I i = 0; i < a.n; i++) if (!in(b, a.p[i])) return 0; return 1; }
static inline int same(L a, L b) { return a.n == b.n && !memcmp(a.p, b.p, a.n * sizeof(I)); }
/* Append the distinct items of a long list. A temporary hash table has the position of each item in `b`, from 1. */
static __attribute__((noinline)) void push_distinct(St *S, B *b, L a) {
  int width = 6;
  while ((I)1 << width < 2 * a.n) width++;
  I size = (I)1 << width, top = S->htop, *places = room(S, size);
  memset(places, 0, size * sizeof(I));
  for (I i = 0; i < a.n; i++) {
    I at = (I)((uint64_t)a.p[i] * 0x9e3779b97f4a7c15ull >> (64 - width));
    while (places[at] && b->p[places[at] - 1] != a.p[i]) at = (at + 1) & (size - 1);
    if (!places[at]) { b->p[b->n++] = a.p[i]; places[at] = b->n; }
  }
  S->htop = top;
}
static inline L distinct(St *S, L a) {
  B b = begin(S, a.n);
  if (a.n > SHORT) push_distinct(S, &b, a);
  else for (I i = 0; i < a.n; i++) { L had = { b.p, b.n }; if (!in(had, a.p[i])) b.p[b.n++] = a.p[i]; }
  return end(S, &b);
}
static L sorted(St *S, L a) {
  B b = begin(S, a.n);
  for (I i = 0; i < a.n; i++) {
    I n = b.n++;
    for (; n > 0 && b.p[n - 1] > a.p[i]; n--) b.p[n] = b.p[n - 1];
    b.p[n] = a.p[i];
  }
  return end(S, &b);
}
static inline L backwards(St *S, L a) {
  B b = begin(S, a.n);
  for (I i = a.n; i-- > 0;) b.p[b.n++] = a.p[i];
  return end(S, &b);
}
static inline L joined(St *S, L a, L b) { return distinct(S, cat(S, a, b)); }
static inline L without(St *S, L a, L gone) {
  B b = begin(S, a.n);
  pushall(S, &b, a);
  for (I g = 0; g < gone.n; g++)
    for (I i = 0; i < b.n; i++)
      if (b.p[i] == gone.p[g]) {
        memmove(b.p + i, b.p + i + 1, (b.n - i - 1) * sizeof(I));
        b.n--;
        break;
      }
  return end(S, &b);
}
static inline L but(St *S, L a, I gone) {
  B b = begin(S, a.n);
  for (I i = 0; i < a.n; i++) if (a.p[i] != gone) b.p[b.n++] = a.p[i];
  return end(S, &b);
}
static inline L there(St *S, L a) {
  B b = begin(S, a.n);
  for (I i = 0; i < a.n; i++) if (a.p[i] >= 0) b.p[b.n++] = a.p[i];
  return end(S, &b);
}
/* Whether a search visits item `i` for the first time; `seen` has a bit for each of `size` items. */
static inline int first_visit(St *S, uint64_t *seen, I size, I i) {
  if (i < 0) return 0;
  if (!LIKELY(i < size)) fail(S, E_INDEX);
  uint64_t *word = seen + (i >> 6), one = 1ull << (i & 63);
  if (*word & one) return 0;
  *word |= one;
  return 1;
}
static inline M mask_of(St *S, L l) { M m = nobits(); for (I i = 0; i < l.n; i++) putbit(S, &m, l.p[i]); return m; }
static inline I sure(St *S, I v) { if (v == NO_NUMBER) fail(S, E_INDEX); return v; }
static inline I the_one(St *S, L l) { if (l.n != 1) fail(S, E_INDEX); return l.p[0]; }
static L numbers(St *S, I low, I high, I by) {
  if (by == 0 || floordiv(S, sub(S, high, low), by) > LONGEST) fail(S, E_ENDLESS);
  I stop = by > 0 ? add(S, high, 1) : sub(S, high, 1);
  B b = begin(S, 8);
  for (I v = low; by > 0 ? v < stop : v > stop; v = add(S, v, by)) { worked(S); push(S, &b, v); }
  return end(S, &b);
}
static inline I look_up(St *S, L row, I place) { return place < 1 ? 0 : at(S, row, (place < row.n ? place : row.n) - 1); }
/* Return the first piece of each group. `group` has the group of each piece (n: none); it is 0 if a piece can be in
   several groups. */
static inline B firsts(St *S, M m, const M *groups, const int8_t *group, I n) {
  B b = begin(S, n);
  if (!group) {
    for (I i = 0; i < n; i++) { I x = lowest(meet(m, groups[i])); if (x >= 0) b.p[b.n++] = x; }
    return b;
  }
  uint64_t found = 0;
  int16_t first[64];
  for (int k = W - 1; k >= 0; k--)
    for (uint64_t left = m.w[k]; left;) {
      int i = 63 - __builtin_clzll(left), g = group[k * 64 + i];
      left ^= 1ull << i;
      first[g] = k * 64 + i;
      found |= 1ull << g;
    }
  for (found &= (1ull << n) - 1; found; found &= found - 1) b.p[b.n++] = first[__builtin_ctzll(found)];
  return b;
}
static inline L one_each(St *S, M m, const M *groups, const int8_t *group, I n) {
  B b = firsts(S, m, groups, group, n);
  return end(S, &b);
}
static inline L in_groups(St *S, M m, const M *groups, const int8_t *group, I n) { return one_each(S, m, groups, group, n); }
static inline L next_of(St *S, M m, I need, const M *groups, const int8_t *group, I n) {
  B b = firsts(S, m, groups, group, n);
  while (need > 1 && b.n && bits(above(S, m, b.p[b.n - 1] - 1)) < need) b.n--;
  return end(S, &b);
}

/* ---- searches for picks that fulfil a condition together; `trail` has what the current search has tried, as hashes
   of 128 bits */
typedef struct { uint64_t at[2]; } Spot;
static __thread struct { Spot *spots; I size, count, steps, known_from; uint64_t number; } trail;
static inline I new_search(St *S, I attempt) {
  (void)S;
  trail.number++;
  trail.count = 0;
  trail.steps = attempt == 1 ? FIRST_STEPS : SEARCHED_MOST;
  trail.known_from = trail.steps - FEW_STEPS;
  return 0;
}
static inline I search(St *S) { (void)S; return --trail.steps < 0 ? -1 : trail.steps < trail.known_from; }
static inline I cut_short(St *S) { (void)S; return trail.steps < 0; }
static inline uint64_t stirred(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15ull;
  return h ^ (h >> 29);
}
static COLD void widen_trail(St *S) {
  I size = trail.size ? 4 * trail.size : 1 << 12;
  Spot *old = trail.spots, *spots = calloc((size_t)size, sizeof(Spot));
  if (!spots) fail(S, E_ROOM);
  for (I i = 0; i < trail.size; i++) {
    if (!old[i].at[0]) continue;
    I at = old[i].at[0] & (size - 1);
    while (spots[at].at[0]) at = (at + 1) & (size - 1);
    spots[at] = old[i];
  }
  free(old);
  trail.spots = spots;
  trail.size = size;
}
static int tried(St *S, L left, L key) {
  Spot here = { { trail.number * 0xbf58476d1ce4e5b9ull + 1, trail.number ^ 0x94d049bb133111ebull } };
  for (int part = 0; part < 2; part++) {
    L l = part ? key : left;
    for (int k = 0; k < 2; k++) {
      here.at[k] = stirred(here.at[k], (uint64_t)l.n + (uint64_t)k);
      for (I i = 0; i < l.n; i++) here.at[k] = stirred(here.at[k], (uint64_t)l.p[i] + 0x632be59bd9b4e019ull * (uint64_t)(k + 1));
    }
  }
  here.at[0] |= 1ull << 63;
  if (!trail.count && trail.spots) memset(trail.spots, 0, (size_t)trail.size * sizeof(Spot));
  if (2 * trail.count >= trail.size) widen_trail(S);
  I at = here.at[0] & (trail.size - 1);
  for (; trail.spots[at].at[0]; at = (at + 1) & (trail.size - 1))
    if (trail.spots[at].at[0] == here.at[0] && trail.spots[at].at[1] == here.at[1]) return 1;
  trail.spots[at] = here;
  trail.count++;
  return 0;
}

/* ---- rows: two words a value, of which the first says whether the second is a list */
static inline L part_list(St *S, L row, I n) { return ld(S, at(S, row, 2 * n + 1)); }
static inline I part(St *S, L row, I n) { return at(S, row, 2 * n + 1); }
static int has_row(St *S, L rows, L row) {
  for (I i = 0; i < rows.n; i++) if (same(ld(S, rows.p[i]), row)) return 1;
  return 0;
}
static I times_row(St *S, L rows, L row) {
  I n = 0;
  for (I i = 0; i < rows.n; i++) n += same(ld(S, rows.p[i]), row);
  return n;
}

/* ---- tables: a negative index counts from the end, as in Python */
static inline I index_of(St *S, I i, I n) {
  if (i < 0) i += n;
  if (!LIKELY((uint64_t)i < (uint64_t)n)) fail(S, E_INDEX);
  return i;
}
static inline I entry_of(St *S, const I *table, I low, I n, I i) {
  if (!LIKELY((uint64_t)(i - low) < (uint64_t)n) || table[i - low] == GAP) fail(S, E_INDEX);
  return table[i - low];
}
static inline I entry_or(const I *table, I low, I n, I i, I other) {
  return (uint64_t)(i - low) < (uint64_t)n && table[i - low] != GAP ? table[i - low] : other;
}
static inline M mask_or(const M *table, I low, I n, I i) {
  return (uint64_t)(i - low) < (uint64_t)n ? table[i - low] : nobits();
}
static inline I slot(St *S, I at, I low, I high) {
  if (!LIKELY((uint64_t)(at - low) < (uint64_t)(high - low))) fail(S, E_INDEX);
  return at;
}

/* ---- chance: the generators of runtime/primitives/random_numbers.py; the keyed one is in keyed_random.h */
uint64_t keyed_draw(uint64_t key_hi, uint64_t key_lo, uint64_t number);
#define MULTIPLIER ((unsigned __int128)0x2360ED051FC65DA4ull << 64 | 0x4385DF649FCCF645ull)
#define INCREMENT ((unsigned __int128)0x5851F42D4C957F2Dull << 64 | 0x14057B7EF767814Full)
static inline void seeded(St *S, unsigned __int128 seed) {
  unsigned __int128 state = seed * 2 + 1;
  for (int i = 0; i < 2; i++) { state = state * MULTIPLIER + INCREMENT; state ^= state >> 67; }
  S->hi = (uint64_t)(state >> 64);
  S->lo = (uint64_t)state;
  S->draw = 0;
}
static inline uint64_t step(St *S) {
  if (!LIKELY(!S->draw)) return keyed_draw(S->hi, S->lo, S->draw++);
  unsigned __int128 r = ((unsigned __int128)S->hi << 64 | S->lo) * MULTIPLIER + INCREMENT;
  S->lo = (uint64_t)r;
  return S->hi = (uint64_t)(r >> 64);
}
static inline I rnd(St *S, I n) {
  if (!LIKELY(n >= 0)) return (I)((__int128)step(S) * n >> 64);
  return (I)((unsigned __int128)step(S) * (uint64_t)n >> 64);
}
static void mix(St *S, I *order, I n) {
  for (I i = n - 1; i > 0; i--) { I o = rnd(S, i + 1), t = order[i]; order[i] = order[o]; order[o] = t; }
}
static L sample(St *S, L from, I n) {
  B left = begin(S, from.n), found = begin(S, from.n);
  pushall(S, &left, from);
  for (; n > 0 && left.n; n--) {
    I place = rnd(S, left.n);
    push(S, &found, left.p[place]);
    memmove(left.p + place, left.p + place + 1, (left.n - place - 1) * sizeof(I));
    left.n--;
  }
  return end(S, &found);
}

/* ---- frames */
static inline I *frame(St *S, I n) {
  I *k = S->k + S->ksp;
  if (!LIKELY(n <= FRAMES - S->ksp)) fail(S, E_FRAMES);
  S->ksp += n;
  return k;
}
static inline M ldmask(const I *k) { M m; memcpy(&m, k, sizeof m); return m; }
static inline void stmask(I *k, M m) { memcpy(k, &m, sizeof m); }
