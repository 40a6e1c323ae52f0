/* The keyed generator of runtime/primitives/random_numbers.py: draw N is the 64-bit hash of N by BLAKE2b (RFC 7693)
   with a key. */

static const uint64_t BLAKE_START[8] = {
  0x6a09e667f3bcc908ull, 0xbb67ae8584caa73bull, 0x3c6ef372fe94f82bull, 0xa54ff53a5f1d36f1ull,
  0x510e527fade682d1ull, 0x9b05688c2b3e6c1full, 0x1f83d9abfb41bd6bull, 0x5be0cd19137e2179ull,
};
static const uint8_t BLAKE_ORDER[10][16] = {
  { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
  { 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 }, { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
  { 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 }, { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
  { 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 }, { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
  { 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 }, { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 },
};

static uint64_t turned_right(uint64_t word, int by) { return word >> by | word << (64 - by); }
static void blake_quarter(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
  v[a] += v[b] + x;
  v[d] = turned_right(v[d] ^ v[a], 32);
  v[c] += v[d];
  v[b] = turned_right(v[b] ^ v[c], 24);
  v[a] += v[b] + y;
  v[d] = turned_right(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = turned_right(v[b] ^ v[c], 63);
}
/* Hash a block in which only the first two words can be other than 0. `told` is the number of bytes so far, with this
   block; `last` means that no block follows. */
static void blake_block(uint64_t *h, uint64_t first, uint64_t second, uint64_t told, int last) {
  uint64_t m[16] = { first, second }, v[16];
  memcpy(v, h, 8 * sizeof *h);
  memcpy(v + 8, BLAKE_START, sizeof BLAKE_START);
  v[12] ^= told;
  if (last) v[14] = ~v[14];
  for (int round = 0; round < 12; round++) {
    const uint8_t *o = BLAKE_ORDER[round % 10];
    for (int i = 0; i < 4; i++) blake_quarter(v, i, 4 + i, 8 + i, 12 + i, m[o[2 * i]], m[o[2 * i + 1]]);
    for (int i = 0; i < 4; i++)
      blake_quarter(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[o[8 + 2 * i]], m[o[9 + 2 * i]]);
  }
  for (int i = 0; i < 8; i++) h[i] ^= v[i] ^ v[8 + i];
}
/* The key of 16 bytes is in the first block, the number at the beginning of the second. The digest has 8 bytes. */
uint64_t keyed_draw(uint64_t key_hi, uint64_t key_lo, uint64_t number) {
  uint64_t h[8];
  memcpy(h, BLAKE_START, sizeof h);
  h[0] ^= 0x01010000u ^ 16 << 8 ^ 8;
  blake_block(h, key_lo, key_hi, 128, 0);
  blake_block(h, number, 0, 136, 1);
  return h[0];
}
