/* The random numbers of bots: Python's `random.Random`, which is the Mersenne Twister of Matsumoto and Nishimura
   (mt19937ar) with the methods of random.py. */

/* A generator. `opening` are its first words, if they were computed in advance; `mt` is seeded only after these are
   used up. */
#define OPENING 64
typedef struct { uint32_t mt[624]; int at; const uint32_t *first, *opening, *end; uint32_t key; } Twister;
static void untwisted(uint32_t *mt) {
  mt[0] = 19650218u;
  for (int i = 1; i < 624; i++) mt[i] = 1812433253u * (mt[i - 1] ^ (mt[i - 1] >> 30)) + (uint32_t)i;
}
static void twister(Twister *t, const uint32_t *first, const uint32_t *key, int n) {
  uint32_t *mt = t->mt;
  memcpy(mt, first, sizeof t->mt);
  int i = 1, j = 0;
  for (int k = n > 624 ? n : 624; k; k--) {
    mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
    if (++i >= 624) { mt[0] = mt[623]; i = 1; }
    if (++j >= n) j = 0;
  }
  for (int k = 623; k; k--) {
    mt[i] = (mt[i] ^ ((mt[i - 1] ^ (mt[i - 1] >> 30)) * 1566083941u)) - (uint32_t)i;
    if (++i >= 624) { mt[0] = mt[623]; i = 1; }
  }
  mt[0] = 0x80000000u;
  t->at = 624;
  t->opening = 0;
}
/* Seed a generator with a key of one word, whose first random words are known. */
static void twister_known(Twister *t, const uint32_t *first, uint32_t key, const uint32_t *opening) {
  t->first = first;
  t->key = key;
  t->opening = opening;
  t->end = opening + OPENING;
}
static inline uint32_t tempered(uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}
static void opened(Twister *t);
static inline uint32_t twisted(Twister *t) {
  uint32_t *mt = t->mt, y;
  if (t->opening) {
    if (t->opening < t->end) return *t->opening++;
    opened(t);
  }
  int k = t->at < 624 ? t->at : 0;         /* one word at a time, because most games need few */
  y = (mt[k] & 0x80000000u) | (mt[k < 623 ? k + 1 : 0] & 0x7fffffffu);
  y = mt[k] = mt[k < 227 ? k + 397 : k - 227] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
  t->at = k + 1;
  return tempered(y);
}
/* Seed `mt`, and skip the words of the opening. */
static void opened(Twister *t) {
  twister(t, t->first, &t->key, 1);
  for (int i = 0; i < OPENING; i++) twisted(t);
}
static inline double fraction(uint32_t a, uint32_t b) {
  return ((a >> 5) * 67108864.0 + (b >> 6)) * (1.0 / 9007199254740992.0);
}
static double chance(Twister *t) { uint32_t a = twisted(t); return fraction(a, twisted(t)); }
/* Return a random number below `n`, which is at least 1, as `_randbelow` does. */
static I chance_below(Twister *t, I n) {
  int width = 64 - __builtin_clzll((uint64_t)n);
  uint32_t drawn;
  if (width > 32) return 0;                /* no list is so long */
  do drawn = twisted(t) >> (32 - width); while (drawn >= (uint64_t)n);
  return drawn;
}
/* Draw `few` of the numbers below `n`, as `sample` does if few are drawn. */
static void sampled(Twister *t, I n, I *found, I few) {
  I place[21];
  for (I i = 0; n <= 21 && i < n; i++) place[i] = i;
  for (I i = 0; i < few; i++) {
    if (n <= 21) {
      I j = chance_below(t, n - i);
      found[i] = place[j];
      place[j] = place[n - i - 1];
      continue;
    }
    int had = 1;
    while (had) {
      found[i] = chance_below(t, n);
      had = 0;
      for (I j = 0; j < i; j++) had |= found[j] == found[i];
    }
  }
}

/* Several generators at once, each in a lane of a vector, for games so short that seeding takes longer than playing. */
#define LANES (PLAYERS > 16 ? 64 : 16)
typedef uint32_t Lanes __attribute__((vector_size(4 * LANES)));
typedef struct { Lanes mt[624]; int at[LANES]; } Twisters;
/* The keys of all lanes. Each step of seeding adds the next word of each key; after its last word, a key begins
   again. */
typedef struct { const uint32_t *key[LANES]; int size[LANES], at[LANES]; } Keys;
static inline Lanes added(Keys *k) {
  Lanes a;
  for (int l = 0; l < LANES; l++) {
    a[l] = k->key[l][k->at[l]] + (uint32_t)k->at[l];
    k->at[l] = k->at[l] + 1 < k->size[l] ? k->at[l] + 1 : 0;
  }
  return a;
}
static void twisters(Twisters *t, const uint32_t *first, const uint32_t *keys, const int32_t *sizes, int count) {
  Keys k = { .at = { 0 } };
  Lanes last = (Lanes){ 0 } + first[0], *mt = t->mt, even, odd;
  int pairs = 1;
  for (int l = 0; l < LANES; l++) {
    k.key[l] = l < count ? keys : k.key[0];
    k.size[l] = l < count ? sizes[l] : k.size[0];
    if (l < count) keys += sizes[l];
    pairs &= k.size[l] <= 2;             /* seeds of up to 64 bits: two words are added in turn */
    t->at[l] = 0;
  }
  even = added(&k);
  odd = added(&k);
  for (int i = 1; i < 624; i++) {
    Lanes more = i & 1 ? even : odd;
    last = mt[i] = (first[i] ^ ((last ^ (last >> 30)) * 1664525u)) + more;
    if (!pairs && i % 2 == 0) { even = added(&k); odd = added(&k); }
  }
  last = mt[1] = (mt[1] ^ ((last ^ (last >> 30)) * 1664525u)) + odd;
  for (int i = 2; i < 624; i++) last = mt[i] = (mt[i] ^ ((last ^ (last >> 30)) * 1566083941u)) - (uint32_t)i;
  mt[1] = (mt[1] ^ ((last ^ (last >> 30)) * 1566083941u)) - 1u;
  mt[0] = (Lanes){ 0 } + 0x80000000u;
}
static inline uint32_t lane_twisted(Twisters *t, int lane) {
  uint32_t *mt = (uint32_t *)t->mt + lane, y;
  int k = t->at[lane] < 624 ? t->at[lane] : 0;
  y = (mt[k * LANES] & 0x80000000u) | (mt[(k < 623 ? k + 1 : 0) * LANES] & 0x7fffffffu);
  y = mt[k * LANES] = mt[(k < 227 ? k + 397 : k - 227) * LANES] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
  t->at[lane] = k + 1;
  return tempered(y);
}
static inline double lane_chance(Twisters *t, int lane) {
  uint32_t a = lane_twisted(t, lane);
  return fraction(a, lane_twisted(t, lane));
}
/* Compute the first random words for several keys of one word at once, a row for each key. */
static void openings(const uint32_t *first, const uint32_t *keys, uint32_t (*rows)[OPENING]) {
  Twisters several;
  int32_t sizes[LANES];
  for (int l = 0; l < LANES; l++) sizes[l] = 1;
  twisters(&several, first, keys, sizes, LANES);
  for (int k = 0; k < OPENING; k++) {
    Lanes y = (several.mt[k] & 0x80000000u) | (several.mt[k + 1] & 0x7fffffffu);
    y = several.mt[k + 397] ^ (y >> 1) ^ ((0 - (y & 1)) & 0x9908b0dfu);
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    y ^= y >> 18;
    for (int l = 0; l < LANES; l++) rows[l][k] = y[l];
  }
}
