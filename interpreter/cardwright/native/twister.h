/* The chance of bots: Python's `random.Random`, the Mersenne Twister of Matsumoto and Nishimura (mt19937ar), and what
   random.py makes of it. */

typedef struct { uint32_t mt[624]; int at; } Twister;
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
}
static inline uint32_t twisted(Twister *t) {
  uint32_t *mt = t->mt, y;
  int k = t->at < 624 ? t->at : 0;         /* a word at a time, as most games need only some */
  y = (mt[k] & 0x80000000u) | (mt[k < 623 ? k + 1 : 0] & 0x7fffffffu);
  y = mt[k] = mt[k < 227 ? k + 397 : k - 227] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
  t->at = k + 1;
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680u;
  y ^= (y << 15) & 0xefc60000u;
  return y ^ (y >> 18);
}
static double chance(Twister *t) {
  uint32_t a = twisted(t) >> 5, b = twisted(t) >> 6;
  return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}
/* Below a number from 1 on, as `_randbelow` draws it. */
static I chance_below(Twister *t, I n) {
  int width = 64 - __builtin_clzll((uint64_t)n);
  uint32_t drawn;
  if (width > 32) return 0;                /* no list is so long */
  do drawn = twisted(t) >> (32 - width); while (drawn >= (uint64_t)n);
  return drawn;
}
/* As `sample` takes few of `n` numbers from 0 on, without what it does for many. */
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
